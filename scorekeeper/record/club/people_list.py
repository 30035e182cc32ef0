"""Reads a list of people: what each column holds, and the facts of each line as in a club book.

The columns are guessed from a header, if the list has one, and from what stands in them; whoever
brings the list may say otherwise. Each problem has the place of its cell.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple

from scorekeeper.domain.names import letters_of, quote_text
from scorekeeper.domain.settlement import minor_digits
from scorekeeper.record.cells import Cells


class Column(StrEnum):
    """The meaning of a column; one that means nothing here is left out."""

    NAME = "name"
    KIND = "kind"
    OPENING = "opening"
    SHORT = "short"
    NONE = ""


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
    """A line of the list: its number in the cells, and the facts as in a club book, without id."""

    line: int
    facts: Mapping[str, Any]


class ListMoney(NamedTuple):
    """The currency in which balances are written, and the sign that may stand beside them."""

    currency: str
    symbol: str

    @property
    def digits(self) -> int:
        """How many decimals an amount may have."""
        return minor_digits(self.currency) or 0

    @property
    def marks(self) -> tuple[str, ...]:
        """What may stand beside an amount: the code of the currency, its sign, ``$`` of ``CA$``."""
        symbol = self.symbol.strip()
        return tuple(dict.fromkeys([self.currency, symbol, symbol[-1:] or symbol]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ListColumns:
    """The meaning of each column, and whether the first line is a header.

    ``is_member`` says what somebody is of whom no cell tells it.
    """

    columns: tuple[Column, ...]
    has_header: bool = False
    is_member: bool = True

    def first(self, column: Column) -> int:
        """Return the first column with this meaning, 0 if none has it."""
        return self.columns.index(column) if column in self.columns else 0


# --- what the columns hold ------------------------------------------------------------------------


_WORDS: Final = {
    Column.NAME: "name names fullname firstname lastname surname player players person people",
    Column.OPENING: "balance openingbalance opening saldo amount credit",
    Column.SHORT: "short shortname nickname nick initials abbreviation",
    Column.KIND: "kind type status membership memberorguest",
    # Its “yes” means what “yes” means nowhere else.
    Column.NONE: "guest guests",
}
"""Headers that mean a column, in small letters without spaces and signs."""
_MEMBER: Final = frozenset({"member", "members", "m", "yes", "y", "x"})
_GUEST: Final = frozenset({"guest", "guests", "g", "no", "n", "visitor"})
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_MOST_SHORT: Final = 4
"""The most letters of short names, by which a column without a header is known."""


def guess_columns(cells: Cells, money: ListMoney) -> ListColumns:
    """Return what the columns probably mean."""
    heads = [_meaning_of_head(cell) for cell in cells[0]]
    # A word such as “Guest” may stand in a first line that is a person.
    told = {Column.NAME, Column.OPENING, Column.SHORT}
    has_header = any(head in told for head in heads) and len(cells) > 1
    body = cells[1:] if has_header else cells
    columns = [head if has_header else None for head in heads]
    for place, column in enumerate(columns):
        if column is None:
            columns[place] = _meaning_of_cells([row[place] for row in body], money)
    known = [column or Column.NONE for column in columns]
    if Column.NAME not in known:
        known = _with_name(known, body)
    if not has_header:
        known = _without_seconds(known)
    return ListColumns(columns=tuple(known), has_header=has_header)


def _plain(text: str) -> str:
    return _NOT_LETTERS.sub("", letters_of(text))


def _meaning_of_head(cell: str) -> Column | None:
    plain = _plain(cell)
    found = [column for column, words in _WORDS.items() if plain and plain in words.split()]
    return next(iter(found), None)


def _meaning_of_cells(column: Sequence[str], money: ListMoney) -> Column | None:
    """Return what the cells of a column tell of its meaning; None if they may be names."""
    filled = [cell for cell in column if cell]
    if not filled:
        return Column.NONE
    # A few cells that are neither are slips, and told as such.
    kinds = [_plain(cell) in _MEMBER | _GUEST for cell in filled]
    amounts = [read_opening(cell, money) is not None for cell in filled]
    if 2 * sum(kinds) >= len(filled):
        return Column.KIND
    return Column.OPENING if 2 * sum(amounts) >= len(filled) else None


def _with_name(columns: list[Column], body: Cells) -> list[Column]:
    """Return the columns with the first one that may have names as such.

    A column of short texts beside it has the short names.
    """
    texts = [place for place, column in enumerate(columns) if column is Column.NONE]
    texts = [place for place in texts if any(row[place] for row in body)]
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


def _without_seconds(columns: Iterable[Column]) -> list[Column]:
    """Return the columns with each meaning once; a second one of the same is left out."""
    seen: set[Column] = set()
    found = []
    for column in columns:
        found.append(Column.NONE if column in seen else column)
        seen.add(column)
    return found


# --- the facts of each line -----------------------------------------------------------------------


_MINUS: Final = "−–‒"
_MONEY: Final = re.compile(r"([+-]?)([\d.,'’]*\d)(-?)")
_GROUPS: Final = re.compile(r"\d{1,3}(?:[.,'’]\d{3})+")
_GROUP: Final = 3
_LONGEST_AMOUNT: Final = 40


def read_opening(text: str, money: ListMoney) -> str | None:
    """Return a typed balance as a decimal string, such as ``-1234.50`` for ``−1.234,50 €``.

    Brackets mean minus, as in a spreadsheet. None stands for what is no amount of the currency.
    """
    bare = "".join(text[:_LONGEST_AMOUNT].split())
    for sign in _MINUS:
        bare = bare.replace(sign, "-")
    is_bracketed = bare[:1] == "(" and bare[-1:] == ")"
    bare = bare[1:-1] if is_bracketed else bare
    for mark in money.marks:
        bare = re.sub(
            rf"^([+-]?){re.escape(mark)}|{re.escape(mark)}(-?)$", r"\1\2", bare, flags=re.I
        )
    found = _MONEY.fullmatch(bare)
    if found is None or len(text) > _LONGEST_AMOUNT:
        return None
    number = _plain_number(found[2], money.digits)
    minus = [found[1] == "-", bool(found[3]), is_bracketed].count(True)
    if number is None or minus > 1:
        return None
    return f"-{number}" if minus else number


def _plain_number(text: str, digits: int) -> str | None:
    """Return a number with a decimal point; None if it cannot be told what its signs mean."""
    whole, point, fraction = text, "", ""
    at = max(text.rfind("."), text.rfind(","))
    behind = text[at + 1 :]
    if at >= 0 and (len(behind) != _GROUP or digits == _GROUP) and text.count(text[at]) == 1:
        whole, point, fraction = text[:at], ".", behind
    if not whole.isdigit() and not (whole == "" and fraction):
        if not _GROUPS.fullmatch(whole):
            return None
        whole = re.sub(r"\D", "", whole)
    if not (whole + fraction).isdigit() or len(fraction) > digits:
        return None
    return (whole or "0") + (point + fraction if fraction else "")


def read_lines(
    cells: Cells, asked: ListColumns, *, joined: str, money: ListMoney
) -> tuple[tuple[ListedLine, ...], tuple[CellProblem, ...]]:
    """Return the people of a list, and the problems of cells that no club book would tell.

    Members are so from the day ``joined`` on. Two columns of names, such as first and last ones,
    make one name.
    """
    lines: list[ListedLine] = []
    problems: list[CellProblem] = []
    for number, row in enumerate(cells):
        if number == 0 and asked.has_header:
            continue
        texts = _by_column(row, asked.columns)
        facts: dict[str, Any] = {"name": texts[Column.NAME]}
        kind, opening = texts[Column.KIND], texts[Column.OPENING]
        is_member = _read_kind(kind, is_member=asked.is_member)
        if is_member is None:
            text = f"{quote_text(kind)} is neither member nor guest"
            problems.append(_problem(number, asked, Column.KIND, text))
        amount = read_opening(opening, money) if opening else ""
        if amount is None:
            text = f"{quote_text(opening)} is no amount in {money.symbol}"
            problems.append(_problem(number, asked, Column.OPENING, text))
        more = {"joined": joined if is_member else "", "opening": amount}
        more["short"] = texts[Column.SHORT]
        facts |= {name: text for name, text in more.items() if text}
        lines.append(ListedLine(line=number, facts=facts))
    return tuple(lines), tuple(problems)


def _problem(line: int, asked: ListColumns, column: Column, text: str) -> CellProblem:
    return CellProblem(at=Place(line, asked.first(column)), text=text)


def _by_column(row: Sequence[str], columns: Sequence[Column]) -> dict[Column, str]:
    """Return what a line says by the meaning of its columns, the texts of equal ones together."""
    found: dict[Column, list[str]] = {column: [] for column in Column}
    for cell, column in zip(row, columns, strict=True):
        if cell:
            found[column].append(cell)
    return {column: " ".join(texts) for column, texts in found.items()}


def _read_kind(text: str, *, is_member: bool) -> bool | None:
    """Return whether a cell says member or guest; ``is_member`` if it says nothing, else None."""
    plain = _plain(text)
    if not text:
        return is_member
    return True if plain in _MEMBER else False if plain in _GUEST else None
