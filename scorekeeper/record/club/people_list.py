"""Reads a list of people: what each column holds, and the facts of each line as in a club book.

The columns are guessed from a heading, if the list has one, and from what stands in them; whoever
brings the list may say otherwise. Each problem has the place of its cell. Lines that are nobody,
such as a sum below the list, are left out and told.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from scorekeeper.domain.names import letters_of, look_of, quote_text
from scorekeeper.domain.settlement import read_signed_amount, write_amount
from scorekeeper.record.cells import Cells
from scorekeeper.record.club.list_values import (
    ListMoney,
    day_orders,
    find_points,
    has_slashes,
    has_slip,
    is_nothing,
    read_day,
    read_opening,
    tells_side,
)


class Column(StrEnum):
    """The meaning of a column; one that means nothing here is left out.

    Somebody may have two columns of names, the first ones and the last ones. ``OWES`` is a balance
    to the club's good, ``PAID`` money that the club holds for somebody besides the balance.
    """

    NAME = "name"
    LAST = "last"
    SHORT = "short"
    KIND = "kind"
    GUEST = "guest"
    JOINED = "joined"
    LEFT = "left"
    OPENING = "opening"
    OWES = "owes"
    PAID = "paid"
    NOTE = "note"
    NONE = ""


_DAYS: Final = (Column.JOINED, Column.LEFT)
_MONEY: Final = (Column.OPENING, Column.OWES, Column.PAID)


_FORMULA: Final = "="
_NO_RESULT: Final = (
    "A formula without its result: save the file once in Excel or LibreOffice, or type the result"
)


class Place(NamedTuple):
    """The place of a cell: its line and its column, from 0."""

    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CellProblem:
    """A problem, or with ``asks`` a question, at a cell."""

    at: Place
    text: str
    asks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedLine:
    """A line of the list: its number in the cells, and the facts as in a club book, without id.

    ``is_joined_today`` says that no cell tells since when this is a member.
    """

    line: int
    facts: dict[str, Any]
    is_joined_today: bool = False


class LeftOut(StrEnum):
    """Why a line is left out."""

    ABOVE = "above the heading"
    HEADING = "the heading again"
    GROUP = "the head of a group"
    NOTE = "a note"
    SUM = "a sum"


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleList:
    """What a list says: its people, the lines left out, and the problems of its cells.

    ``till`` is the cash of the club as a decimal string, at the line ``till_line``; empty if no
    line tells it.
    """

    people: tuple[ListedLine, ...]
    left_out: Mapping[int, LeftOut]
    problems: tuple[CellProblem, ...]
    till: str = ""
    till_line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ListColumns:
    """The meaning of each column; ``heading`` is the line that has their heads, -1 if none has.

    ``is_member`` says what somebody is of whom no cell tells it, ``is_day_first`` what 3/4/2026
    means, and ``is_last_first`` that “Lee, Ann” is Ann Lee. The lines ``kept`` are people, whatever
    they look like.
    """

    columns: tuple[Column, ...]
    heading: int = -1
    is_member: bool = True
    is_day_first: bool = True
    is_last_first: bool = False
    kept: tuple[int, ...] = ()

    def first(self, *columns: Column) -> int:
        """Return the first column with one of these meanings, 0 if none has it."""
        places = [place for place, each in enumerate(self.columns) if each in columns]
        return next(iter(places), 0)


# --- what the columns hold ------------------------------------------------------------------------


_WORDS: Final = {
    Column.NAME: "name names fullname first firstname forename givenname christianname membername"
    " playername player players person people member members",
    Column.LAST: "last lastname surname familyname secondname",
    Column.OPENING: "balance openingbalance currentbalance accountbalance closingbalance balancebf"
    " balancebroughtforward broughtforward opening saldo amount credit creditdebit crdr",
    Column.OWES: "owes owesus owestheclub owed amountowed owing debt due amountdue dues arrears"
    " outstanding debit",
    Column.PAID: "paid paidin paidonaccount onaccount deposit deposits prepaid advance"
    " paidinadvance weowe clubowes theclubowes",
    Column.SHORT: "short shortname nickname nick knownas initials abbreviation",
    Column.KIND: "kind type category status membership membershiptype memberorguest",
    Column.GUEST: "guest guests visitor",
    Column.JOINED: "joined joinedon datejoined dateofjoining joiningdate yearjoined since"
    " membersince entry admission",
    Column.LEFT: "left lefton dateleft dateofleaving leavingdate until memberuntil resigned",
    Column.NOTE: "note notes remark remarks comment comments memo",
}
"""Headings that mean a column, in small letters alone."""
_TELLING: Final = frozenset(
    {Column.NAME, Column.LAST, Column.OPENING, Column.OWES, Column.SHORT, Column.JOINED}
)
"""Headings by which a line is known as one; a word such as “Guest” may stand beside a person."""
_HIGHEST: Final = 12
"""Among how many lines from the top the heading is looked for."""
_MEMBER: Final = frozenset({"member", "members", "m", "yes", "y", "x", "full", "active"})
_GUEST: Final = frozenset({"guest", "guests", "g", "no", "n", "visitor"})
_YES: Final = frozenset({"yes", "y", "x", "true", "guest", "g"})
_NO: Final = frozenset({"no", "n", "false", "member", "m"})
_SUMS: Final = frozenset({"total", "totals", "sum", "sums", "grandtotal", "subtotal", "summe"})
_TILL: Final = frozenset(
    {"till", "thetill", "cash", "cashbox", "cashinhand", "cashinthetin", "pettycash", "kasse"}
)
_GROUPS: Final = {
    **dict.fromkeys(("members", "fullmembers", "ourmembers"), True),
    **dict.fromkeys(("guests", "ourguests", "visitors"), False),
}
"""What stands alone above a group of people, and whether these are members."""
_MOST_WORDS: Final = 5
"""The most words of a name; a line of more that has no other cell is a note."""
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_IN_BRACKETS: Final = re.compile(r"\([^)]*\)|\[[^]]*\]")
_OF_WHEN: Final = re.compile(r"\d[\d./-]{3,}")
"""The year or day of a heading such as “Balance 2026”."""
_COMMA: Final = ", "
_THOUSANDS: Final = 3
"""Digits of a group; where money has as many decimals, nobody can tell one from the other."""
_MOST_SHORT: Final = 4
"""The most letters of short names, by which a column without a heading is known."""


def guess_columns(cells: Cells, money: ListMoney, *, today: str) -> ListColumns:
    """Return what the columns probably mean."""
    heading = _find_heading(cells)
    body = cells[heading + 1 :]
    heads = cells[heading] if heading >= 0 else [""] * len(cells[0])
    columns = [
        _meaning_of(head, column, money, today)
        for head, column in zip(heads, zip(*body, strict=True), strict=True)
    ]
    if Column.NAME not in columns and Column.LAST in columns:
        columns[columns.index(Column.LAST)] = Column.NAME
    if Column.NAME not in columns:
        columns = _with_name(columns, body)
    columns = _without_second_table(columns, heads)
    columns = _once(_without_parts(columns), is_last_meant=heading >= 0)
    days = [row[place] for row in body for place, each in enumerate(columns) if each in _DAYS]
    names = [row[columns.index(Column.NAME)] for row in body]
    return ListColumns(
        columns=tuple(columns),
        heading=heading,
        is_day_first=_is_day_first(days, money),
        is_last_first=_most([_COMMA in name for name in names]),
    )


def _is_day_first(days: Sequence[str], money: ListMoney) -> bool:
    if not has_slashes(days):
        return True
    orders = day_orders(days)
    # Where nothing tells it, as the people who pay in dollars of the United States write it.
    return orders.pop() if len(orders) == 1 else money.currency != "USD"


def has_commas(cells: Cells, asked: ListColumns) -> bool:
    """Tell whether the list has names that may be written with the last one first."""
    body = cells[asked.heading + 1 :]
    return any(_COMMA in row[asked.first(Column.NAME)] for row in body)


def asks_order(cells: Cells, asked: ListColumns) -> bool:
    """Tell whether the list has days of which the order of day and month has to be known."""
    days = [row[at] for row in cells for at, each in enumerate(asked.columns) if each in _DAYS]
    return has_slashes(days)


def _find_heading(cells: Cells) -> int:
    """Return the line with the most heads among the first lines, -1 if there is none."""
    best, most = -1, 0
    kinds = [any(_plain(cell) in _GUEST for cell in column) for column in zip(*cells, strict=True)]
    for number, row in enumerate(cells[:_HIGHEST]):
        filled = [place for place, cell in enumerate(row) if cell]
        # “Member” is no head where “guest” stands in other lines.
        heads = [
            _meaning_of_head(row[place])
            for place in filled
            if not (kinds[place] and _plain(row[place]) in _MEMBER | _GUEST)
        ]
        known = [head for head in heads if head]
        # Below the top, a single word that is known may be of a person’s line.
        is_head = number == 0 or len(known) > 1 or len(known) == len(filled)
        if is_head and len(known) > most and _TELLING.intersection(known):
            best, most = number, len(known)
    return best if best + 1 < len(cells) else -1


def _plain(text: str) -> str:
    return _NOT_LETTERS.sub("", letters_of(text))


def _meaning_of(head: str, column: Sequence[str], money: ListMoney, today: str) -> Column:
    """Return what a column means by its head, or by its cells if it has none."""
    filled = [cell for cell in column if not is_nothing(cell)]
    if not head:
        return _meaning_of_cells(filled, money, today) or Column.NONE
    # A head that nobody knows says at least that the column is none of those known.
    found = _meaning_of_head(head) or Column.NONE
    # “Member” stands above names, and above yes and no.
    return Column.KIND if found is Column.NAME and filled and _tell_kinds(filled) else found


def _meaning_of_head(cell: str) -> Column | None:
    """Return what a head means; brackets may turn round what a head of money says, nothing else."""
    found = _meaning_of_word(cell)
    if found is None:
        found = _meaning_of_word(_IN_BRACKETS.sub("", cell))
        return None if found in _MONEY else found
    return found


def _meaning_of_word(cell: str) -> Column | None:
    plain = _plain(_OF_WHEN.sub("", cell))
    found = [column for column, words in _WORDS.items() if plain and plain in words.split()]
    return next(iter(found), None)


def _tell_kinds(cells: Sequence[str]) -> bool:
    """Tell whether cells say who is a member; a few that do not are slips, and told as such."""
    return _most([_plain(cell) in _MEMBER | _GUEST for cell in cells])


def _meaning_of_cells(filled: Sequence[str], money: ListMoney, today: str) -> Column | None:
    """Return what the filled cells of a column mean; None if they may be names."""
    is_numbered = len(filled) > 1 and filled == [str(each + 1) for each in range(len(filled))]
    if not filled or is_numbered:
        return Column.NONE
    if _tell_kinds(filled):
        return Column.KIND
    if _most([_looks_like_day(cell, today) for cell in filled]):
        return Column.JOINED
    amounts = [read_opening(cell, money) is not None for cell in filled]
    return Column.OPENING if _most(amounts) else None


def _most(found: Sequence[bool]) -> bool:
    return 2 * sum(found) >= len(found)


def _looks_like_day(cell: str, today: str) -> bool:
    """Tell whether a cell is a day of day, month and year, not a number that may be money."""
    return len(re.findall(r"\w+", cell)) > 2 and any(
        read_day(cell, is_day_first=each, today=today) for each in (True, False)
    )


def _with_name(columns: list[Column], body: Cells) -> list[Column]:
    """Return the columns with the first one that may have names as such.

    A column of short texts beside it has the short names.
    """
    texts = [place for place, column in enumerate(columns) if column is Column.NONE]
    texts = [place for place in texts if any(not _is_number(row[place]) for row in body)]
    found = list(columns)
    if not texts:
        return [Column.NAME, *found[1:]]
    longest = [max([len(row[place]) for row in body]) for place in texts]
    found[texts[longest.index(max(longest))]] = Column.NAME
    for place, most in zip(texts, longest, strict=True):
        if found[place] is Column.NONE and most <= _MOST_SHORT:
            found[place] = Column.SHORT
            break
    return found


def _is_number(text: str) -> bool:
    return not text or text.isdecimal()


def _without_second_table(columns: Sequence[Column], heads: Sequence[str]) -> list[Column]:
    """Return the columns without those of a table beside the first: the head of names again."""
    named = [place for place, column in enumerate(columns) if column is Column.NAME]
    plain = {place: _plain(heads[place]) for place in named}
    again = [
        place
        for at, place in enumerate(named)
        if plain[place] and plain[place] in [plain[before] for before in named[:at]]
    ]
    end = min(again, default=len(columns))
    return [*columns[:end], *[Column.NONE] * (len(columns) - end)]


def _without_parts(columns: Sequence[Column]) -> list[Column]:
    """Return the columns without what somebody owes and has paid, if a balance has both in it."""
    parts = (Column.OWES, Column.PAID) if set(_MONEY) <= set(columns) else ()
    return [Column.NONE if column in parts else column for column in columns]


def _once(columns: Sequence[Column], *, is_last_meant: bool) -> list[Column]:
    """Return the columns with each meaning once, but that names and notes may be in two.

    Of two balances below a heading the last is meant, as of 2025 and 2026; else the first.
    """
    found: list[Column] = []
    order = reversed(columns) if is_last_meant else columns
    for column in order:
        may_repeat = is_last_meant and column in (Column.NAME, Column.NOTE)
        found.append(Column.NONE if column in found and not may_repeat else column)
    return found[::-1] if is_last_meant else found


# --- the facts of each line -----------------------------------------------------------------------


def read_people(cells: Cells, asked: ListColumns, *, today: str, money: ListMoney) -> PeopleList:
    """Return the people of a list, and the problems of cells that no club book would tell.

    Members of whom no cell tells the day are so from ``today`` on. First and last names make one
    name. A second line of the same name that has but money adds it to the first one's balance.
    """
    return _Reader(cells, asked, today=today, money=money).read()


class _Reader:
    """Reads the lines of a list one by one."""

    def __init__(self, cells: Cells, asked: ListColumns, *, today: str, money: ListMoney) -> None:
        self._cells, self._asked = cells, asked
        self._today, self._money = today, money
        self._people: dict[int, ListedLine] = {}
        self._lines_by_name: dict[str, int] = {}
        self._left_out: dict[int, LeftOut] = {}
        self._problems: list[CellProblem] = []
        self._till, self._till_line = "", 0
        self._is_member = asked.is_member
        amounts = [
            row[place]
            for row in cells
            for place, column in enumerate(asked.columns)
            if column in _MONEY
        ]
        self._points = find_points(amounts) if money.digits < _THOUSANDS else frozenset()

    def read(self) -> PeopleList:
        for number, row in enumerate(self._cells):
            texts = self._by_column(row)
            reason = self._why_left_out(number, row, texts)
            if reason is not None:
                self._left_out[number] = reason
                if reason is LeftOut.GROUP:
                    self._is_member = any(_GROUPS.get(_plain(cell)) for cell in row)
            elif number != self._asked.heading:
                self._note_formulas(number, row)
                self._read_line(number, texts)
        return PeopleList(
            people=tuple(self._people.values()),
            left_out=self._left_out,
            problems=tuple(self._problems),
            till=self._till,
            till_line=self._till_line,
        )

    def _note_formulas(self, number: int, row: Sequence[str]) -> None:
        """Note each cell that is a formula, as a workbook has it where its result is not stored."""
        for place, column in enumerate(self._asked.columns):
            if column is not Column.NONE and row[place].startswith(_FORMULA):
                at = Place(number, place)
                self._problems.append(CellProblem(at=at, text=_NO_RESULT))

    def _by_column(self, row: Sequence[str]) -> dict[Column, str]:
        """Return what a line says by the meaning of its columns, the texts of equal ones joined."""
        found: dict[Column, list[str]] = {column: [] for column in Column}
        for cell, column in zip(row, self._asked.columns, strict=True):
            # “No” below “Left?” is as good as nothing.
            is_here = column is Column.LEFT and _plain(cell) in _NO
            if not is_nothing(cell) and not is_here:
                found[column].append(cell)
        return {column: " ".join(texts) for column, texts in found.items()}

    def _why_left_out(
        self, number: int, row: Sequence[str], texts: Mapping[Column, str]
    ) -> LeftOut | None:
        heading = self._asked.heading
        if number in self._asked.kept or number == heading:
            return None
        if number < heading:
            return LeftOut.ABOVE
        if heading >= 0 and row == self._cells[heading]:
            return LeftOut.HEADING
        filled = [cell for cell in row if not is_nothing(cell)]
        if len(filled) == 1 and (reason := self._alone(filled[0])):
            return reason
        money = [texts[column] for column in _MONEY if texts[column]]
        others = [text for column, text in texts.items() if text and column not in _MONEY]
        is_named = any(_plain(cell) in _SUMS for cell in filled)
        return LeftOut.SUM if money and (is_named or not others) else None

    def _alone(self, cell: str) -> LeftOut | None:
        """Return what the only cell of a line is, if it is nobody's name."""
        if _plain(cell) in _GROUPS:
            return LeftOut.GROUP
        if len(self._asked.columns) == 1:
            return None
        if _plain(cell) in _SUMS:
            return LeftOut.SUM
        is_note = len(cell.split()) > _MOST_WORDS or cell.startswith("*") or ":" in cell
        return LeftOut.NOTE if is_note else None

    def _read_line(self, number: int, texts: Mapping[Column, str]) -> None:
        name = self._read_name(texts)
        opening = self._read_money(number, texts)
        if _plain(name) in _TILL and number not in self._asked.kept:
            self._till, self._till_line = opening or "0", number
            return
        joined = self._read_day(number, Column.JOINED, texts)
        is_member = self._read_kind(number, texts)
        is_joined_today = is_member and not texts[Column.JOINED] and not texts[Column.LEFT]
        facts: dict[str, Any] = {
            "name": name,
            "joined": joined or (self._today if is_joined_today else ""),
            "left": self._read_day(number, Column.LEFT, texts),
            "opening": opening,
            "short": texts[Column.SHORT],
            "note": texts[Column.NOTE],
        }
        has_only_money = bool(opening) and not any(
            texts[each] for each in Column if each not in (*_MONEY, Column.NAME, Column.LAST)
        )
        before = self._lines_by_name.get(look_of(name)) if name else None
        if before is not None and has_only_money and Column.PAID in self._asked.columns:
            self._add_money(before, opening)
            return
        told = {key: value for key, value in facts.items() if value}
        if "" < facts["left"] <= self._today:
            told["active"] = False
        self._lines_by_name.setdefault(look_of(name), number)
        self._people[number] = ListedLine(
            line=number, facts={"name": name, **told}, is_joined_today=is_joined_today
        )

    def _read_name(self, texts: Mapping[Column, str]) -> str:
        name = " ".join([texts[each] for each in (Column.NAME, Column.LAST) if texts[each]])
        last, comma, first = name.partition(_COMMA)
        return f"{first} {last}" if comma and self._asked.is_last_first else name

    def _add_money(self, line: int, opening: str) -> None:
        currency = self._money.currency
        facts = self._people[line].facts
        both = [str(facts.get("opening", "0")), opening]
        total = sum([read_signed_amount(each, currency) or 0 for each in both])
        facts["opening"] = write_amount(total, currency)

    def _read_money(self, number: int, texts: Mapping[Column, str]) -> str:
        """Return the balance of a line as a decimal string; empty if no cell tells it."""
        currency, total, is_told = self._money.currency, 0, False
        for column in _MONEY:
            if not texts[column]:
                continue
            is_slip = has_slip(texts[column], self._points)
            amount = None if is_slip else read_opening(texts[column], self._money)
            minor = None if amount is None else read_signed_amount(amount, currency)
            if minor is None:
                text = f"{quote_text(texts[column])} is no amount in {self._money.symbol}"
                self._note(number, column, text)
            else:
                is_turned = column is Column.OWES and not tells_side(texts[column])
                total += -minor if is_turned else minor
                is_told = True
        return write_amount(total, currency) if is_told else ""

    def _read_day(self, number: int, column: Column, texts: Mapping[Column, str]) -> str:
        if not texts[column]:
            return ""
        day = read_day(texts[column], is_day_first=self._asked.is_day_first, today=self._today)
        if day is None:
            self._note(number, column, f"{quote_text(texts[column])} is no day: write 2026-11-20")
        return day or ""

    def _read_kind(self, number: int, texts: Mapping[Column, str]) -> bool:
        """Return whether a line is of a member; a member since a day needs no word for it."""
        kind, guest = texts[Column.KIND], texts[Column.GUEST]
        told = [
            *([_says(kind, _MEMBER, _GUEST)] if kind else []),
            *([_says(guest, _NO, _YES)] if guest else []),
        ]
        if kind and told[0] is None:
            self._note(number, Column.KIND, f"{quote_text(kind)} is neither member nor guest")
        if guest and told[-1] is None:
            self._note(number, Column.GUEST, f"{quote_text(guest)} is neither yes nor no")
        if False in told and texts[Column.JOINED]:
            self._note(number, Column.JOINED, "A guest has no day of joining")
        return False not in told if told else self._is_member or bool(texts[Column.JOINED])

    def _note(self, line: int, column: Column, text: str) -> None:
        at = Place(line, self._asked.first(column))
        if self._cells[line][at.column].startswith(_FORMULA):
            return  # which is told already
        self._problems.append(CellProblem(at=at, text=text))


def _says(text: str, yes: frozenset[str], no: frozenset[str]) -> bool | None:
    """Return whether a cell says one or the other, None if neither; “honorary member” is one."""
    plain = _plain(text)
    if plain in yes or (yes is _MEMBER and plain.endswith("member")):
        return True
    return False if plain in no else None
