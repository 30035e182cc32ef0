"""The page that adds a list of people: pasted or from a file, looked at, and added in one act.

Cells are read, the columns guessed, and each problem stands at its cell. The cells and what was
chosen stay in the form, so the page works without a script; of a workbook all its sheets do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, Final, NamedTuple

from flask import Response, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.people import ALIKE
from scorekeeper.bookkeeping.club.roll import (
    AddedList,
    CheckedList,
    ListedPerson,
    add_list,
    check_list,
    last_list,
    take_list_back,
)
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.domain.club.facts import TILL
from scorekeeper.domain.settlement import read_signed_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.domain.words import with_capital
from scorekeeper.record.cells import (
    MOST_BYTES,
    NoCells,
    Sheet,
    decode_list,
    read_list,
    read_sheet,
    tidy,
    write_sheet,
)
from scorekeeper.record.club.list_values import ListMoney
from scorekeeper.record.club.people_list import (
    CellProblem,
    Column,
    ListColumns,
    ListedLine,
    PeopleList,
    Place,
    asks_order,
    guess_columns,
    has_commas,
    read_people,
)
from scorekeeper.web.club import club_pages
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.fields import NO, YES, Choices, Fault, Field, Values, read_whole
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import (
    FORMS_WITH_FILES,
    EntryFields,
    answer,
    make_club_fields,
    read_act,
    too_large,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_symbol
from scorekeeper.workbooks import is_workbook, read_workbook

LIST: Final = "list"
"""The field with the list that was just added, by its first person."""
_MEANINGS: Final[Choices] = (
    (Column.NAME, "Name"),
    (Column.LAST, "Last name"),
    (Column.SHORT, "Short name"),
    (Column.KIND, "Member or guest"),
    (Column.GUEST, "Guest: yes or no"),
    (Column.JOINED, "Member since"),
    (Column.LEFT, "Left on"),
    (Column.OPENING, "Balance"),
    (Column.OWES, "Owes the club"),
    (Column.PAID, "Paid on account"),
    (Column.NOTE, "Note"),
    (Column.NONE, "Left out"),
)
_FIELDS: Final = {
    "name": (Column.NAME,),
    "joined": (Column.JOINED, Column.KIND),
    "left": (Column.LEFT,),
    "opening": (Column.OPENING, Column.OWES, Column.PAID),
    "short": (Column.SHORT,),
    "note": (Column.NOTE,),
}
_DAY, _MONTH = "day", "month"
_ORDERS: Final[Choices] = ((_DAY, "3 April"), (_MONTH, "4 March"))
_NO_NAMES: Final = refusal("missing_field", "Choose the column that has the names")
_MOST_PEOPLE: Final = 1000
_TOO_MANY: Final = refusal("bad_value", f"A list adds at most {_MOST_PEOPLE:,} people at once")
_MOST_MENDED: Final = 200
"""How many cells can be mended at once: a form has a bound of fields."""
_SAMPLES: Final = 3
_MOST_FAULTS: Final = 30
_DIGEST_BYTES: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ListColumn:
    """A column of the list: the field that says what it means, and its first cells."""

    field: Field
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A line of the list as it was read; ``facts`` are as in a club book.

    ``opening`` is in minor units, ``cells`` are the fields of the cells that have a problem.
    ``is_known`` says that the person is on the roll already, ``asks`` whether this is another
    person than one of nearly the same name, and ``is_another`` that it was said so.
    """

    number: int
    facts: dict[str, str]
    opening: int
    cells: tuple[Field, ...]
    is_known: bool
    asks: bool
    is_another: bool


class LineLeftOut(NamedTuple):
    """A line that is nobody: its number in the list and in the file, its first cells, and why."""

    number: int
    line: int
    text: str
    reason: str


class SheetText(NamedTuple):
    """A sheet of the workbook: its name, and its cells as the form keeps them."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPreview:
    """The list as it was read; ``text`` are its cells, ``seen`` a digest of what is shown.

    ``heading`` is the line that has the heads or may have them, ``options`` are chips that ask how
    cells are meant. ``till`` is the cash of the club in minor units, None if the list tells none.
    Of the ``faults`` there are ``more`` that are not told at the top of the page. ``sheets`` are
    those of a workbook if it has several, ``chosen`` the number of this one.
    """

    text: str
    is_file: bool
    sheets: tuple[SheetText, ...]
    chosen: int
    columns: tuple[ListColumn, ...]
    has_heading: bool
    heading: int
    options: tuple[Field, ...]
    has_commas: bool
    is_last_first: bool
    lines: tuple[ListLine, ...]
    left_out: tuple[LineLeftOut, ...]
    till: int | None
    till_field: Field | None
    seen: str
    faults: tuple[Fault, ...]
    more: int

    @property
    def new(self) -> tuple[ListLine, ...]:
        """Who is not on the roll yet."""
        return tuple([line for line in self.lines if not line.is_known])

    @property
    def known(self) -> int:
        """How many are on the roll already."""
        return len(self.lines) - len(self.new)

    @property
    def members(self) -> int:
        """How many of the new ones are members."""
        return len([line for line in self.new if "joined" in line.facts])

    @property
    def sum(self) -> int:
        """The sum of the balances of the new ones, in minor units."""
        return sum([line.opening for line in self.new])


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleListPage:
    """The fields for a list, or the list as it was read; ``last`` is the list added last."""

    template: ClassVar = "club/people_list.html"
    text: Field
    file: Field
    preview: ListPreview | None
    problems: tuple[str, ...]
    last: AddedList | None
    currency: str
    club_fields: EntryFields

    @property
    def faults(self) -> list[Fault]:
        """The problems of a list that could not be read, at the text or the file."""
        fields = (self.text, self.file)
        return [Fault(field=field.name, text=text) for field in fields for text in field.problems]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The posted list: its cells, their meaning, and who is said to be another person."""

    sheet: Sheet
    columns: ListColumns
    is_file: bool = False
    sheets: tuple[SheetText, ...] = ()
    chosen: int = 0
    others: tuple[int, ...] = ()
    seen: str = ""

    @property
    def digest(self) -> str:
        """A digest of all that decides who is added."""
        decisive = repr((self.sheet.cells, self.columns)).encode()
        return blake2b(decisive, digest_size=_DIGEST_BYTES).hexdigest()

    def where(self, at: Place) -> str:
        """Return the place of a cell in the file, or of its line in a pasted list."""
        if self.is_file:
            return self.sheet.address(at.line, at.column)
        return f"line {self.sheet.lines[at.line] + 1}"

    def read(self) -> PeopleList:
        """Return the people of the list."""
        today = site().store.today()
        return read_people(self.sheet.cells, self.columns, today=today, money=_money())


# --- reading what was posted ----------------------------------------------------------------------


def _money() -> ListMoney:
    currency = the_club().currency
    return ListMoney(currency, write_symbol(currency))


def _first_asked(values: Values) -> _Asked:
    """Return a list that was pasted or chosen as a file; raises NoCells."""
    file = request.files.get("file")
    raw = file.read() if file is not None and file.filename else b""
    if is_workbook(raw):
        return _of_workbook(raw)
    return _guessed(
        read_list(decode_list(raw) if raw else values.get("text", "")), is_file=bool(raw)
    )


def _guessed(
    sheet: Sheet, *, is_file: bool, sheets: tuple[SheetText, ...] = (), chosen: int = 0
) -> _Asked:
    columns = guess_columns(sheet.cells, _money(), today=site().store.today())
    return _Asked(sheet=sheet, columns=columns, is_file=is_file, sheets=sheets, chosen=chosen)


def _of_workbook(raw: bytes) -> _Asked:
    """Return the first sheet of a workbook that has a heading with names, else the first."""
    found = [(each.name, tidy(each.cells)) for each in read_workbook(raw, site().name)]
    if not found:
        raise NoCells("There is nothing in this workbook")
    sheets = tuple([SheetText(name, write_sheet(sheet)) for name, sheet in found])
    if sum([len(each.text) for each in sheets]) > MOST_BYTES:
        raise NoCells(
            f"The sheets hold more than {MOST_BYTES // 1024} KiB: bring one alone, as CSV"
        )
    asked = [
        _guessed(sheet, is_file=True, sheets=sheets if len(sheets) > 1 else (), chosen=number)
        for number, (_, sheet) in enumerate(found)
    ]
    return next((each for each in asked if each.columns.heading >= 0), asked[0])


def _asked_again(values: Values) -> _Asked:
    """Return a list that was looked at, with the cells that were mended; raises NoCells."""
    sheets = _sheets_again(values)
    chosen = read_whole(values.get("sheet", "")) or 0
    if chosen < len(sheets) and str(chosen) != values.get("sheet-now"):
        sheet = read_sheet(sheets[chosen].text)
        return _guessed(sheet, is_file=True, sheets=sheets, chosen=chosen)
    before = read_sheet(values.get("cells", ""))
    mended = before._replace(
        cells=tuple([_mended(row, number, values) for number, row in enumerate(before.cells)])
    )
    out = [number for number in range(len(before.cells)) if values.get(f"out-{number}") == YES]
    if len(out) == len(before.cells):
        raise NoCells("Everybody on this list was left out")
    kept = [number for number in range(len(before.cells)) if number not in out]
    return _Asked(
        sheet=mended.without(out),
        columns=_columns_again(values, len(before.columns), kept),
        is_file=values.get("is_file") == YES,
        sheets=sheets,
        chosen=chosen,
        others=_ticked(values, "another", kept),
        seen=values.get("seen", ""),
    )


def _sheets_again(values: Values) -> tuple[SheetText, ...]:
    found: list[SheetText] = []
    while f"other-{len(found)}" in values:
        number = len(found)
        name = values.get(f"other-name-{number}", "")
        found.append(SheetText(name, values[f"other-{number}"]))
    return tuple(found)


def _columns_again(values: Values, width: int, kept: Sequence[int]) -> ListColumns:
    known = dict(_MEANINGS)
    columns = [values.get(f"column-{place}", "") for place in range(width)]
    heading = read_whole(values.get("heading", "")) or 0
    has_heading = values.get("header") == YES and heading in kept
    return ListColumns(
        columns=tuple([Column(each) if each in known else Column.NONE for each in columns]),
        heading=kept.index(heading) if has_heading else -1,
        is_member=values.get("member", YES) == YES,
        is_day_first=values.get("order", _DAY) == _DAY,
        is_last_first=values.get("last_first") == YES,
        kept=_ticked(values, "keep", kept),
    )


def _ticked(values: Values, name: str, kept: Sequence[int]) -> tuple[int, ...]:
    """Return the places of the lines of which a box is ticked, among those that are kept."""
    ticked = [place for place, each in enumerate(kept) if values.get(f"{name}-{each}") == YES]
    return tuple(ticked)


def _mended(row: Sequence[str], number: int, values: Values) -> tuple[str, ...]:
    mended = [values.get(f"cell-{number}-{at}", cell) for at, cell in enumerate(row)]
    return tuple([" ".join(cell.split()) for cell in mended])


# --- the list as it is shown ----------------------------------------------------------------------


def _listed(asked: _Asked, people: PeopleList) -> list[ListedPerson]:
    return [
        ListedPerson(
            facts=each.facts,
            is_another=each.line in asked.others,
            is_joined_today=each.is_joined_today,
        )
        for each in people.people
    ]


def _at_cells(asked: _Asked, people: PeopleList, checked: CheckedList) -> list[CellProblem]:
    """Return the problems of people and of the till at the cells that they come from."""
    found = []
    for each in checked.problems:
        match each.at:
            case (int(place), str(field), *_):
                line = people.people[place].line
                column = asked.columns.first(*_FIELDS.get(field, (Column.NAME,)))
            case (str(field),) if field == TILL:
                line, column = people.till_line, asked.columns.first(*_FIELDS["opening"])
            case _:
                continue
        at = Place(line, column)
        found.append(CellProblem(at=at, text=each.text, asks=each.code == ALIKE))
    return found


def _preview(
    asked: _Asked, people: PeopleList, problems: Sequence[CellProblem], known: frozenset[int]
) -> ListPreview:
    by_line: dict[int, list[CellProblem]] = {}
    shown = sorted(problems, key=lambda each: each.at)
    for each in shown[:_MOST_MENDED]:
        by_line.setdefault(each.at.line, []).append(each)
    faults = [
        Fault(field=_cell_name(each.at), text=each.text, whose=with_capital(asked.where(each.at)))
        for each in shown
    ]
    till = read_signed_amount(people.till, the_club().currency) if people.till else None
    of_till = by_line.get(people.till_line, []) if people.till else []
    return ListPreview(
        text=write_sheet(asked.sheet),
        is_file=asked.is_file,
        sheets=asked.sheets,
        chosen=asked.chosen,
        columns=_columns(asked),
        has_heading=asked.columns.heading >= 0,
        heading=max(0, asked.columns.heading),
        options=tuple(_options(asked)),
        has_commas=has_commas(asked.sheet.cells, asked.columns),
        is_last_first=asked.columns.is_last_first,
        lines=tuple(
            [
                _line(asked, each, by_line.get(each.line, []), is_known=place in known)
                for place, each in enumerate(people.people)
            ]
        ),
        left_out=_left_out(asked, people),
        till=till,
        till_field=next(iter(_cell_fields(asked, people.till_line, of_till)), None),
        seen=asked.digest,
        faults=tuple(faults[:_MOST_FAULTS]),
        more=max(0, len(faults) - _MOST_FAULTS),
    )


def _left_out(asked: _Asked, people: PeopleList) -> tuple[LineLeftOut, ...]:
    found = []
    for line, reason in people.left_out.items():
        words = " · ".join([cell for cell in asked.sheet.cells[line] if cell][:_SAMPLES])
        found.append(LineLeftOut(line, asked.sheet.lines[line] + 1, words, reason))
    return tuple(found)


def _columns(asked: _Asked) -> tuple[ListColumn, ...]:
    body = asked.sheet.cells[asked.columns.heading + 1 :]
    return tuple(
        [
            ListColumn(
                field=Field(
                    name=f"column-{place}",
                    kind="choice",
                    label=_column_name(asked, place),
                    value=column,
                    choices=_MEANINGS,
                ),
                samples=tuple([row[place] for row in body if row[place]][:_SAMPLES]),
            )
            for place, column in enumerate(asked.columns.columns)
        ]
    )


def _column_name(asked: _Asked, place: int) -> str:
    heading = asked.columns.heading
    head = asked.sheet.cells[heading][place] if heading >= 0 else ""
    return head or f"Column {asked.sheet.columns[place] + 1}"


def _options(asked: _Asked) -> list[Field]:
    """Return the chips that ask how cells are meant."""
    columns = asked.columns
    has_kinds = Column.KIND in columns.columns or Column.GUEST in columns.columns
    found = [
        Field(
            name="member",
            kind="chips",
            label="All others are" if has_kinds else "All are",
            value=YES if columns.is_member else NO,
            choices=((YES, "members"), (NO, "guests")),
        )
    ]
    if asks_order(asked.sheet.cells, columns):
        order = _DAY if columns.is_day_first else _MONTH
        label = "3/4 is"
        found.append(Field(name="order", kind="chips", label=label, value=order, choices=_ORDERS))
    return found


def _cell_name(at: Place) -> str:
    return f"cell-{at.line}-{at.column}"


def _line(
    asked: _Asked, line: ListedLine, problems: Sequence[CellProblem], *, is_known: bool
) -> ListLine:
    opening = str(line.facts.get("opening", ""))
    return ListLine(
        number=line.line,
        facts=line.facts,
        opening=read_signed_amount(opening, the_club().currency) or 0,
        cells=_cell_fields(asked, line.line, problems),
        is_known=is_known,
        asks=any(each.asks for each in problems),
        is_another=line.line in asked.others,
    )


def _cell_fields(asked: _Asked, line: int, problems: Sequence[CellProblem]) -> tuple[Field, ...]:
    """Return the fields of the cells of a line that have problems, each with all of them."""
    meanings = dict(_MEANINGS)
    texts: dict[int, list[str]] = {}
    for each in problems:
        texts.setdefault(each.at.column, []).append(each.text)
    return tuple(
        [
            Field(
                name=_cell_name(at),
                kind="text",
                label=f"{meanings[asked.columns.columns[column]]}, {asked.where(at)}",
                value=asked.sheet.cells[line][column],
                problems=tuple(dict.fromkeys(found)),
            )
            for column, found in texts.items()
            for at in [Place(line, column)]
        ]
    )


def _make_page(
    preview: ListPreview | None = None,
    *,
    text: str = "",
    wrong: Sequence[str] = (),
    of_file: Sequence[str] = (),
) -> PeopleListPage:
    """Return the page; without a list what is ``wrong`` stands at the text, or at the file."""
    return PeopleListPage(
        text=Field(
            name="text",
            kind="text",
            label="The list",
            value=text,
            problems=tuple(wrong) if preview is None else (),
        ),
        file=Field(
            name="file",
            kind="list-file",
            label="Or a file: XLSX, ODS or CSV",
            problems=tuple(of_file),
        ),
        preview=preview,
        problems=() if preview is None else tuple(wrong),
        last=last_list(site().store) if preview is None else None,
        currency=the_club().currency,
        club_fields=make_club_fields(),
    )


# --- the views ------------------------------------------------------------------------------------


@club_pages.get("/people/list")
@least_role(Role.OFFICER)
def ask_list() -> Response:
    """Show the field for a list."""
    return show(_make_page(of_file=[each.text for each in too_large("file")]))


@club_pages.post("/people/list")
@least_role(Role.OFFICER)
def add_people() -> Response:
    """Show the list as it was read; add its people if they stand there as they were shown."""
    values = typed()
    is_first = "cells" not in values
    try:
        asked = _first_asked(values) if is_first else _asked_again(values)
    except NoCells as fault:
        is_of_file = bool(request.files.get("file"))
        wrong, of_file = ([], [str(fault)]) if is_of_file else ([str(fault)], [])
        page = _make_page(text=values.get("text", ""), wrong=wrong, of_file=of_file)
        return show(page, status=422)
    people = asked.read()
    wrong = _wrong_list(asked, people)
    is_seen = values.get("do") == "add" and asked.seen == asked.digest
    if is_seen and not people.problems and not wrong:
        return _add(asked, people)
    checked = CheckedList() if wrong else _check(asked, people)
    found = [*people.problems, *_at_cells(asked, people, checked)]
    page = _make_page(_preview(asked, people, found, checked.known), wrong=wrong)
    return show(page, status=422 if wrong or (found and not is_first) else 200)


def _wrong_list(asked: _Asked, people: PeopleList) -> list[str]:
    """Return why a list cannot be added as a whole."""
    has_names = Column.NAME in asked.columns.columns
    found = [*(() if has_names else _NO_NAMES)]
    found += _TOO_MANY if len(people.people) > _MOST_PEOPLE else ()
    return [each.text for each in found]


def _check(asked: _Asked, people: PeopleList) -> CheckedList:
    return check_list(site().store, _listed(asked, people), people.till)


def _add(asked: _Asked, people: PeopleList) -> Response:
    outcome = add_list(site().store, read_act(), _listed(asked, people), people.till)

    def again(problems: Sequence[Problem]) -> PeopleListPage:
        checked = _check(asked, people)
        found = _at_cells(asked, people, checked)
        preview = _preview(asked, people, found, checked.known)
        return _make_page(preview, wrong=[each.text for each in problems if not each.at])

    return answer(
        outcome,
        saved=lambda acted: url_for("club.people", **{LIST: acted.thing}),  # type: ignore[arg-type]
        again=again,
    )


FORMS_WITH_FILES["club.add_people"] = ask_list


@club_pages.post("/people/list/back")
@least_role(Role.OFFICER)
def take_back_list() -> Response:
    """Remove all people of a list again, unless one of them played or paid."""
    outcome = take_list_back(site().store, read_act(), typed().get(LIST, ""))
    return answer(
        outcome,
        saved=lambda _: url_for("club.people"),
        again=lambda problems: _make_page(wrong=[each.text for each in problems]),
    )
