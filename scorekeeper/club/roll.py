"""Adds a list of people to the roll in one act, takes that act back, and removes single people.

The table of a past season is read like such a list, of people who are on the roll. Only people with
nothing else to their name leave the roll: no game, no payment, no past, nobody who waits.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from csv import reader as read_cells
from dataclasses import dataclass, replace
from itertools import zip_longest
from string import ascii_letters, whitespace
from typing import Any, Final

from scorekeeper.club.acting import ClubDecision, Doing, club_act
from scorekeeper.club.facts import Past, PastRow, Person
from scorekeeper.club.people import UNKNOWN_PERSON, alike_problems, read_people_as_in_a_book
from scorekeeper.club.rows import (
    PAST_BROUGHT,
    PAST_TAKEN_OUT,
    ClubAct,
    StoredAct,
    add_person_row,
    bring,
    change_club,
    club_of,
    find_act_on,
    find_latest_act,
    find_person,
    has_movements,
    load_past,
    load_people,
    mark_removed,
    new_id,
    people_in_use,
)
from scorekeeper.games import GameStore
from scorekeeper.record import name_fault
from scorekeeper.rules import (
    MINUS,
    Problem,
    bare_look,
    look_of,
    minor_digits,
    quote_text,
    read_signed_amount,
    refusal,
    trim_line,
    write_amount,
    write_balance,
    write_names,
)
from scorekeeper.store.database import Connection
from scorekeeper.wording import write_symbol

# --- a list of people, one a line: a name, or a name and a balance after a tab or ``;`` -----------
# Nothing is guessed: a line that may say two things, or says anything else, has faults.

_LINE_BREAK: Final = re.compile(r"\r\n|\n|\r")
_NO_NAMES: Final = frozenset(
    ["name", "names", "naam", "nom", "nome", "nombre", "navn", "namn", "mitglied", "member"]
    + ["members", "player", "players", "total", "totals", "sum", "summe", "totaal", "totale"]
)
"""What stands above or below a column of names, and is nobody's name."""
_CELL_BREAK: Final = re.compile(r"[\t;]")
_COLUMN_BREAKS: Final = "\t;,"
_AMOUNTS_SHOWN: Final = 3
_FIRST_NAME: Final = frozenset(
    ["first name", "first names", "firstname", "first", "given name", "given names", "forename"]
    + ["vorname", "prénom", "prenom", "voornaam", "fornavn", "förnamn", "nome", "nombre"]
)
_LAST_NAME: Final = frozenset(
    ["last name", "lastname", "last", "surname", "family name", "nachname", "familienname", "name"]
    + ["nom", "achternaam", "efternavn", "etternavn", "efternamn", "cognome", "apellido"]
    + ["apellidos"]
)
"""What stands above the two columns of a name."""
_BALANCES: Final = frozenset(
    ["balance", "balances", "saldo", "salden", "kontostand", "guthaben", "solde", "tegoed"]
)
_HEADS_OF_BALANCES: Final = _BALANCES | {"amount", "money", "betrag", "bedrag"}
# Beside spaces, the mark at the beginning of a file and those of direction, which messengers put
# round names. A pattern would take minutes for a line of spaces alone.
_ENDS: Final = (
    f"{whitespace}\u00a0\u202f\ufeff\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069"
)
_NUMBERING: Final = re.compile(r"^(?:\d{1,4}[.)](?:\s+|(?=[^\W\d]))|•\s*|[-–*]\s+)")
_LONGEST: Final = 100
"""How long a name or balance may be to be looked at closely; both are much shorter."""

_MANY_CELLS: Final = (
    "A line holds a name, or a name and a balance with a tab or ; between, and no more"
)
_NUMBER: Final = "Put a tab or ; before a balance, and leave out any other number after a name"
_NO_PART: Final = {
    ",": "A name has no comma: write Ann Smith, and a tab or ; before a balance",
    ":": "A name has no colon: put a tab or ; before a balance",
    r"(?i)\((?:guests?|gast|gäste)\)$": (
        "Leave out what says that this is a guest: guests are a list of their own"
    ),
}
"""What no name has, and what is said of it."""
_NUMBER_BEHIND: Final = re.compile(
    r"(?:[:=]|\s[-−–+])\s*\d+$|\s(?![(#]?\d\d?\)?$)[^\w\s]*\d[\d\W]*$"
)
"""A number hardly of the name: behind a sign, with decimals, or of three figures and more."""

_SIGNS: Final = f"-–{MINUS}"
_BALANCE: Final = re.compile(
    rf"([{_SIGNS}+]?)\s*"
    r"(\d+|[1-9]\d{0,2}([.,'’])\d{3}(?:\3\d{3})*)(?:(?!\3)[.,](\d+))?",
    re.ASCII,
)
"""Its sign, its whole part with or without marks between thousands, that mark, its decimals."""
_THOUSANDS: Final = 3
_MAY_BE_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2}")
_NO_BALANCE: Final = re.compile(r"0\d+|\d{7,}")
"""The figures of a telephone or of a card; so much money has marks between thousands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A line of a list, from 1: a name and a balance in minor units, minus if owed to the club.

    In the table of a past season a person has the row ``past``. In a line with ``faults`` the name
    is the whole text.
    """

    line: int
    name: str
    opening: int = 0
    faults: tuple[str, ...] = ()
    past: PastRow | None = None


def read_people_list(text: str, currency: str, symbol: str) -> tuple[ListedPerson, ...]:
    """Return who is on a list; ``symbol`` may stand beside balances, as spreadsheets write them.

    A first line such as ``Name;Balance`` is nobody.
    """
    lines = _lines_of(text)
    is_headed = bool(lines) and _is_head(lines[0][1])
    return tuple([_read_line(number, line, currency, symbol) for number, line in lines[is_headed:]])


def _is_head(line: str) -> bool:
    """Return whether a line says that names and balances stand below it."""
    name, *others = [cell.casefold() for cell in _cells_of(line)]
    is_of_names = name in _NO_NAMES or name in _FIRST_NAME
    return is_of_names and len(others) == 1 and others[0] in _HEADS_OF_BALANCES


def _lines_of(text: str) -> list[tuple[int, str]]:
    """Return the lines that say anything, each with its number."""
    lines = enumerate(_LINE_BREAK.split(text), 1)
    return [(number, line.strip(_ENDS)) for number, line in lines if line.strip(f"{_ENDS};")]


def _cells_of(line: str) -> list[str]:
    """Return the name in a line, and what stands behind it."""
    cells = [cell.strip(_ENDS) for cell in _CELL_BREAK.split(_NUMBERING.sub("", line))]
    while not cells[-1]:
        cells.pop()
    return [" ".join(cells[0].split()), *cells[1:]]


def _read_line(number: int, line: str, currency: str, symbol: str) -> ListedPerson:
    name, *cells = _cells_of(line)
    read = _read_balance("".join(cells[:1]), currency, symbol) if any(cells[:1]) else 0
    found = [_find_fault(name), read if isinstance(read, str) else ""]
    faults = [_MANY_CELLS] if len(cells) > 1 else list(filter(None, found))
    if faults or isinstance(read, str):
        return ListedPerson(line=number, name=line, faults=tuple(faults))
    return ListedPerson(line=number, name=name, opening=read)


def _find_fault(name: str) -> str:
    """Return why a text is not a name, or what it has besides a name; else ""."""
    if not any(sign.isalpha() for sign in name) or name.startswith("#"):
        return "There is no name in this line"
    if name.rstrip(":").casefold() in _NO_NAMES:
        return "Leave out headings and sums: a line holds a person"
    if "@" in name:
        return "Leave out the e-mail address: a line holds a name and, if you like, a balance"
    if len(name) <= _LONGEST and _NUMBER_BEHIND.search(name):
        return _NUMBER
    return next((told for sign, told in _NO_PART.items() if re.search(sign, name)), "")


def _read_balance(text: str, currency: str, symbol: str, noun: str = "balance") -> int | str:
    """Return a balance in minor units, or why it is none."""
    most = minor_digits(currency) or 0
    found = _match_balance(text, currency, symbol)
    example = write_balance(5 * 10**most, currency)
    no_balance = (
        f"{quote_text(text[:_LONGEST])} is not a {noun}: write {example} or {MINUS}{example}"
    )
    if found is None:
        return no_balance
    sign, whole, mark, decimals = found[1], re.sub(r"\D", "", found[2]), found[3], found[4] or ""
    if len(decimals) == _THOUSANDS != most and not mark and _MAY_BE_THOUSANDS.fullmatch(whole):
        # In a currency of three decimals, such as the dinar, every amount is written with them.
        cut = f" or {sign}{whole}.{decimals[:most]}" if most else ""
        return f"{text} can be read in two ways: write {sign}{whole}{decimals}{cut}"
    if len(decimals) > most:
        return f"{text} has too many decimals: write {example} or {MINUS}{example}"
    minus = "-" if sign and sign in _SIGNS else ""
    point = "." if decimals else ""
    minor = read_signed_amount(f"{minus}{whole}{point}{decimals}", currency)
    return no_balance if minor is None else minor


def _match_balance(text: str, currency: str, symbol: str) -> re.Match[str] | None:
    """Return the parts of what looks like a balance, though it may have too many decimals."""
    # Such as CAD, CA$ and $.
    sign_alone = symbol.strip().lstrip(ascii_letters)
    marks = "|".join([re.escape(mark) for mark in (currency, symbol.strip(), sign_alone) if mark])
    plain = re.sub(rf"^([{_SIGNS}+]?)\s*(?:{marks})\s*|\s*(?:{marks})$", r"\1", text[:_LONGEST])
    found = _BALANCE.fullmatch(plain)
    return None if found is None or _NO_BALANCE.fullmatch(found[2]) else found


# --- a list whose names stand in columns, as programs of clubs export it --------------------------


def split_columns(text: str) -> list[list[str]]:
    """Return the cells of each line of a list, if most of its lines have several; else nothing."""
    text = text.lstrip("\ufeff")  # it would stand before the quotes of the first cell
    lines = [line for line in _LINE_BREAK.split(text) if line.strip(_ENDS + _COLUMN_BREAKS)]
    for mark in _COLUMN_BREAKS:
        rows = [next(read_cells([line], delimiter=mark)) for line in lines]
        if len(rows) > 1 and sum([len(row) > 1 for row in rows]) * 2 > len(rows):
            return [[" ".join(cell.strip(_ENDS).split()) for cell in row] for row in rows]
    return []


def join_columns(rows: Sequence[Sequence[str]], names: Sequence[int], balance: int | None) -> str:
    """Return a list with a name a line, from these columns, and behind it the balance from its one.

    Other columns are left out, and a line with a single cell stays.
    """
    lines = []
    for row in rows:
        if not _places_of_names(row):
            name = " ".join([row[place] for place in names if place < len(row)]).strip()
            money = row[balance] if balance is not None and balance < len(row) else ""
            lines.append(row[0] if len(row) == 1 else f"{name};{money}" if money else name)
    return "\n".join(list(filter(None, lines)))


def columns_of_names(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the columns of first and last name, if a line says which they are; else nothing."""
    return next(filter(None, map(_places_of_names, rows)), [])


def columns_of_amounts(rows: Sequence[Sequence[str]], currency: str) -> dict[int, str]:
    """Return the columns that may hold balances, each with its head or number and first amounts.

    A first column that numbers the lines holds none.
    """
    found = {}
    for place, column in enumerate(zip_longest(*rows, fillvalue="")):
        cells = [cell for cell in column if cell]
        amounts = [cell for cell in cells if _match_balance(cell, currency, write_symbol(currency))]
        numbers = [str(number) for number in range(1, len(amounts) + 1)]
        if len(amounts) * 2 >= len(cells) and (place or amounts != numbers) and amounts:
            head = f"Column {place + 1}" if cells[0] == amounts[0] else cells[0]
            found[place] = f"{head}: {' · '.join(amounts[:_AMOUNTS_SHOWN])}"
    return found


def column_called_balance(rows: Sequence[Sequence[str]], currency: str) -> int | None:
    """Return the only column that the line of heads calls a balance, if all in it are amounts."""
    head = next(filter(_places_of_names, rows), ())
    below, symbol = [row for row in rows if not _places_of_names(row)], write_symbol(currency)
    called = [place for place, word in enumerate(head) if word.casefold() in _BALANCES]
    cells = [row[place] for place in called for row in below if place < len(row) and row[place]]
    is_money = all(_match_balance(cell, currency, symbol) for cell in cells)
    return called[0] if len(called) == 1 and is_money else None


def _places_of_names(row: Sequence[str]) -> list[int]:
    """Return which cells say that their columns are first and last name; nothing if none do."""
    words = [cell.casefold() for cell in row]
    first, last = [
        [place for place, word in enumerate(words) if word in known]
        for known in (_FIRST_NAME, _LAST_NAME)
    ]
    return first + last if len(first) == len(last) == 1 else []


def leave_out_lines(text: str, numbers: Collection[str]) -> str:
    """Return a list without these lines, from 1."""
    lines = enumerate(_LINE_BREAK.split(text), 1)
    return "\n".join([line for number, line in lines if str(number) not in numbers])


# --- the list beside the roll ---------------------------------------------------------------------


_LIST_ADDED: Final = "people_added"
_MOST_BYTES: Final = 100_000
_MOST_PEOPLE: Final = 1000
_NOBODY: Final = refusal("bad_value", "There is no one on this list", at=("text",))
_TOO_MANY: Final = refusal("bad_value", f"A list has at most {_MOST_PEOPLE:,} people", at=("text",))
_MONEY_MOVED: Final = refusal("in_use", "The list cannot be undone: money has moved since")
_MOST_NAMED: Final = 5
_ON_THE_ROLL: Final = "This name is on the club’s list already; add a letter for another person"


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedList:
    """A list as it was typed: members from the day ``joined`` on, guests without it.

    ``others`` are names that somebody has confirmed as new, though nearly those of other people.
    """

    text: str
    joined: str = ""
    others: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedList:
    """A list beside the roll: its lines, who is added if there are no problems, and every problem.

    The place of a problem is its line, from 1; one of the whole list has none.
    """

    lines: tuple[ListedPerson, ...] = ()
    people: tuple[Person, ...] = ()
    problems: tuple[Problem, ...] = ()


def check_list(store: GameStore, typed: TypedList) -> CheckedList:
    """Return what a list says, and what is wrong with it."""
    return store.read(_read_list, typed)


@club_act
def add_list(doing: Doing, typed: TypedList) -> ClubDecision:
    """Add all people of a list, or nothing; the subject of the act is the id of the first one."""
    found = _read_list(doing.db, typed)
    if found.problems:
        return found.problems
    ids = []
    for person in found.people:
        ids.append(new_id(doing.db, "person", "p"))
        add_person_row(doing.db, replace(person, id=ids[-1]), doing.store.now())
    return ClubAct(kind=_LIST_ADDED, subject=ids[0], details={"people": ids})


def _read_list(db: Connection, typed: TypedList) -> CheckedList:
    club = club_of(db).club
    if len(typed.text.encode(errors="replace")) > _MOST_BYTES:
        return CheckedList(problems=refusal("bad_value", "A list has at most 100 KB", at=("text",)))
    currency = club.currency
    lines = read_people_list(typed.text, currency, write_symbol(currency))
    if not lines or len(lines) > _MOST_PEOPLE:
        return CheckedList(problems=_TOO_MANY if lines else _NOBODY)
    good = [line for line in lines if not line.faults]
    people, problems = read_people_as_in_a_book(
        club, [_facts_of(line, typed.joined, currency) for line in good]
    )
    found = [
        *_problems_of(lines),
        *[replace(problem, at=(good[line_of(problem)].line,)) for problem in problems],
        *_name_problems([person.name for person in load_people(db)], good, typed.others),
    ]
    found.sort(key=line_of)
    return CheckedList(lines=lines, people=people, problems=tuple(found))


def _problems_of(lines: Sequence[ListedPerson]) -> list[Problem]:
    return [
        Problem(at=(line.line,), code="bad_line", text=text)
        for line in lines
        for text in line.faults
    ]


def line_of(problem: Problem) -> int:
    """Return the line of a problem of ``check_list``; 0 if it is of the whole list."""
    return next((step for step in problem.at if isinstance(step, int)), 0)


def _facts_of(line: ListedPerson, joined: str, currency: str) -> dict[str, str]:
    """Return a person as a club book has it."""
    opening = write_amount(line.opening, currency)
    facts = {"id": f"new{line.line}", "name": line.name, "joined": joined, "opening": opening}
    return {name: text for name, text in facts.items() if text}


def _name_problems(
    roll: Sequence[str], lines: Sequence[ListedPerson], others: Collection[str]
) -> list[Problem]:
    """Return what is wrong with names beside those on the roll and those above them in the list."""
    looks = {look_of(name) for name in roll}
    bare = {bare_look(name): name for name in roll}
    above: dict[str, list[str]] = {}
    for line in lines:
        above.setdefault(look_of(line.name), []).append(str(line.line))
    problems: list[Problem] = []
    for line in lines:
        look, near = look_of(line.name), bare.get(bare_look(line.name))
        if look in looks:
            problems += refusal("same_name", _ON_THE_ROLL, at=(line.line,))
        elif str(line.line) != above[look][0]:
            times = "twice" if len(above[look]) == 2 else f"{len(above[look])} times"
            text = f"{line.name} stands {times} (lines {write_names(above[look])}): once is enough"
            problems += refusal("same_name", text, at=(line.line,))
        elif near and line.name not in others:
            problems += [
                replace(problem, at=(line.line,)) for problem in alike_problems(line.name, [near])
            ]
        bare.setdefault(bare_look(line.name), line.name)
    return problems


# --- the table of a past season, beside the roll --------------------------------------------------
# Its first line says what the columns hold, for nothing is guessed from figures.


@club_act
def bring_past(doing: Doing, name: str, text: str, currency: str) -> ClubDecision:
    """Bring the table of a past season, or nothing; no figure of the club follows from it."""
    found = read_past(doing.db, name, text, currency)
    past = Past(
        id=doing.store.new_key(),
        name=trim_line(name),
        rows=tuple([line.past for line in found.lines if line.past]),
    )
    return found.problems or bring(past, currency)


@club_act
def take_past_out(doing: Doing, past: str) -> ClubDecision:
    """Take the table of a past season out again."""
    if find_act_on(doing.db, past, PAST_BROUGHT) is None:
        return refusal("unknown_past", "There is no such season")
    return ClubAct(kind=PAST_TAKEN_OUT, subject=past)


def read_past(db: Connection, name: str, text: str, currency: str) -> CheckedList:
    """Return what the table of a past season says, and what is wrong with it."""
    roll = {look_of(person.name): person.id for person in load_people(db)}
    (_, first), *others = _lines_of(text) or [(1, "-")]
    columns = [cell.casefold() for cell in _cells_of(first)[1:]]
    is_headed = 0 < len(columns) == len({*columns} & {"nights", "points", "money"})
    of_text = (
        (_TOO_MANY if len(others) > _MOST_PEOPLE else () if others else _NOBODY)
        if is_headed
        else refusal(
            "bad_value", "Begin with a line such as: Name; nights; points; money", at=("text",)
        )
    )
    lines = [_read_past_line(line, columns, currency, roll) for line in others if not of_text]
    people = [line.past and line.past.person for line in lines]
    twice = [
        replace(line, faults=("This person stands in a line above",))
        for at, line in enumerate(lines)
        if line.past and people[at] in people[:at]
    ]
    return CheckedList(
        lines=tuple(lines),
        problems=(
            *_season_problems(db, trim_line(name), currency),
            *of_text,
            *sorted(_problems_of([*lines, *twice]), key=line_of),
        ),
    )


def _season_problems(db: Connection, name: str, currency: str) -> tuple[Problem, ...]:
    """Return why no table can be brought by this name."""
    if look_of(name) in [look_of(past.name) for past in load_past(db, currency)]:
        return refusal("same_name", "A table of this name was brought already", at=("name",))
    return refusal("bad_value", fault, at=("name",)) if (fault := name_fault(name)) else ()


def _read_past_line(
    numbered: tuple[int, str], columns: Sequence[str], currency: str, roll: Mapping[str, str]
) -> ListedPerson:
    """Return what a line says of a person on the ``roll``, which has ids by look."""
    name, *cells = _cells_of(numbered[1])
    # A whole number is read like an amount in a currency without decimals.
    units = {"money": (currency, write_symbol(currency), "sum")}
    read: dict[str, Any] = {
        column: _read_balance(cell, *units.get(column, ("JPY", "", "whole number")))
        for column, cell in zip(columns, cells, strict=False)
        if cell
    }
    if isinstance(nights := read.get("nights"), int) and nights < 0:
        read["nights"] = "Nobody comes to fewer than 0 nights"
    unknown = "Nobody on the list is called so: add them at People first"
    fault = "" if look_of(name) in roll else _find_fault(name) or unknown
    faults = [text for text in (fault, *read.values()) if text and isinstance(text, str)]
    if len(cells) > len(columns):
        faults = ["There are more cells than in the first line"]
    return ListedPerson(
        line=numbered[0],
        name=numbered[1] if faults else name,
        faults=tuple(faults),
        past=None if faults else PastRow(person=roll[look_of(name)], **read),
    )


# --- taking back, and removing --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedList:
    """The list that was added last: its first person's id, and how many of its people are here.

    ``is_removable`` tells whether it can still be taken back.
    """

    id: str
    day: str
    count: int
    is_removable: bool


def last_list(store: GameStore) -> AddedList | None:
    """Return the list that was added last, or None if nobody of it is on the roll any more."""
    with store.database.reading() as db:
        act = find_latest_act(db, _LIST_ADDED)
        there = [] if act is None else _still_there(db, act)
        if act is None or not there:
            return None
        return AddedList(
            id=act.subject,
            day=store.here(act.at).date().isoformat(),
            count=len(there),
            is_removable=not _reasons_to_stay(db, act, there),
        )


@club_act
def take_list_back(doing: Doing, first: str) -> ClubDecision:
    """Remove all people of a list, by its first person; refused once any has played or paid.

    Lists of older versions could set the cash of the till, which goes back to what it was before.
    """
    act = find_act_on(doing.db, first, _LIST_ADDED)
    there = [] if act is None else _still_there(doing.db, act)
    if act is None or not there:
        return refusal("unknown_list", "This list has already been taken back")
    problems = _reasons_to_stay(doing.db, act, there)
    if problems:
        return problems
    ids, row = [person.id for person in there], club_of(doing.db)
    mark_removed(doing.db, ids, doing.store.now())
    before = read_signed_amount(act.details.get("till_before", ""), row.club.currency)
    if before is not None:
        change_club(doing.db, replace(row, club=replace(row.club, till=before)))
    return ClubAct(kind="people_taken_back", subject=first, details={"people": ids})


def _reasons_to_stay(
    db: Connection, act: StoredAct, there: Sequence[Person]
) -> tuple[Problem, ...]:
    used = people_in_use(db, [person.id for person in there])
    if used:
        return _used_problems([person.name for person in there if person.id in used])
    return _MONEY_MOVED if "till_before" in act.details and has_movements(db) else ()


def _used_problems(names: Sequence[str]) -> tuple[Problem, ...]:
    others = len(names) - _MOST_NAMED
    told = [*names[:_MOST_NAMED], f"{others} more"] if others > 0 else names
    return refusal(
        "in_use", f"The list cannot be undone: {write_names([*told])} played or paid since"
    )


def _still_there(db: Connection, act: StoredAct) -> list[Person]:
    people = set(act.details.get("people", ()))
    return [person for person in load_people(db) if person.id in people]


def is_removable(store: GameStore, person: str) -> bool:
    """Tell whether a person has nothing but a place on the roll."""
    found = store.read(find_person, person)
    return found is not None and store.read(_is_removable, found)


def _is_removable(db: Connection, person: Person) -> bool:
    return not person.opening and not people_in_use(db, [person.id])


@club_act
def remove_person(doing: Doing, person: str) -> ClubDecision:
    """Remove a person who has no game, no money and no other spelling."""
    found = find_person(doing.db, person)
    if found is None:
        return UNKNOWN_PERSON
    if not _is_removable(doing.db, found):
        text = f"{found.name} has played, paid or has a balance, and stays on the list"
        return refusal("in_use", text, at=("person",))
    mark_removed(doing.db, [person], doing.store.now())
    return ClubAct(kind="person_removed", subject=person)
