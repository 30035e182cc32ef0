"""The page that adds a list of people: pasted or from a file, looked at, and added in one act.

Cells are read, the columns guessed, and each problem stands at its cell. The text and what was
chosen stay in the form, so the page works without a script.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.people import ALIKE
from scorekeeper.bookkeeping.club.roll import (
    AddedList,
    ListedPerson,
    add_list,
    check_list,
    last_list,
    take_list_back,
)
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.domain.settlement import read_signed_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.record.cells import Cells, NoCells, decode_list, read_cells, write_cells
from scorekeeper.record.club.people_list import (
    CellProblem,
    Column,
    ListColumns,
    ListedLine,
    ListMoney,
    Place,
    guess_columns,
    read_lines,
)
from scorekeeper.web.club import club_pages
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.fields import NO, YES, Choices, Fault, Field, Values
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import (
    EntryFields,
    answer,
    make_club_fields,
    read_act,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_symbol

LIST: Final = "list"
"""The field with the list that was just added, by its first person."""
_MEANINGS: Final[Choices] = (
    (Column.NAME, "Name"),
    (Column.KIND, "Member or guest"),
    (Column.OPENING, "Opening balance"),
    (Column.SHORT, "Short name"),
    (Column.NONE, "Left out"),
)
_FIELDS: Final = {
    "name": Column.NAME,
    "joined": Column.KIND,
    "opening": Column.OPENING,
    "short": Column.SHORT,
}
_NO_NAMES: Final = refusal("missing_field", "Choose the column that has the names")
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
    """A line of the list as it was read; ``opening`` is in minor units.

    ``cells`` are the fields of the cells that have a problem, ``asks`` whether this is another
    person than one of nearly the same name, and ``is_another`` that it was said so.
    """

    number: int
    name: str
    short: str
    is_member: bool
    opening: int
    cells: tuple[Field, ...]
    asks: bool
    is_another: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPreview:
    """The list as it was read; ``text`` are its cells, ``seen`` a digest of what is shown.

    Of the ``faults`` there are ``more`` that are not told at the top of the page.
    """

    text: str
    columns: tuple[ListColumn, ...]
    has_header: bool
    kind: Field
    lines: tuple[ListLine, ...]
    seen: str
    faults: tuple[Fault, ...]
    more: int

    @property
    def members(self) -> int:
        """How many of them are members."""
        return len([line for line in self.lines if line.is_member])

    @property
    def sum(self) -> int:
        """The sum of the opening balances, in minor units."""
        return sum([line.opening for line in self.lines])


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleListPage:
    """The field for a list, or the list as it was read; ``last`` is the list added last."""

    template: ClassVar = "club/people_list.html"
    text: Field
    preview: ListPreview | None
    problems: tuple[str, ...]
    last: AddedList | None
    currency: str
    club_fields: EntryFields


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """The posted list: its cells, their meaning, and who is said to be another person."""

    cells: Cells
    columns: ListColumns
    others: frozenset[int]
    seen: str

    @property
    def digest(self) -> str:
        """A digest of all that decides who is added."""
        return blake2b(
            repr((self.cells, self.columns)).encode(), digest_size=_DIGEST_BYTES
        ).hexdigest()


# --- reading what was posted ----------------------------------------------------------------------


def _money() -> ListMoney:
    currency = the_club().currency
    return ListMoney(currency, write_symbol(currency))


def _first_asked(values: Values) -> _Asked:
    """Return a list that was pasted or chosen as a file; raises NoCells."""
    file = request.files.get("file")
    raw = file.read() if file is not None and file.filename else b""
    cells = read_cells(decode_list(raw) if raw else values.get("text", ""))
    columns = guess_columns(cells, _money())
    return _Asked(cells=cells, columns=columns, others=frozenset(), seen="")


def _asked_again(values: Values) -> _Asked:
    """Return a list that was looked at, with the cells that were mended; raises NoCells."""
    before = read_cells(values.get("cells", ""))
    kept = [number for number in range(len(before)) if values.get(f"out-{number}") != YES]
    cells = tuple([_mended(before[number], number, values) for number in kept])
    if not cells:
        raise NoCells("Everybody on this list was left out")
    columns = [values.get(f"column-{place}", "") for place in range(len(before[0]))]
    known = dict(_MEANINGS)
    return _Asked(
        cells=cells,
        columns=ListColumns(
            columns=tuple([Column(each) if each in known else Column.NONE for each in columns]),
            # If the header itself was left out, there is none any more.
            has_header=values.get("header") == YES and kept[0] == 0,
            is_member=values.get("member", YES) == YES,
        ),
        others=frozenset(
            [place for place, number in enumerate(kept) if values.get(f"another-{number}") == YES]
        ),
        seen=values.get("seen", ""),
    )


def _mended(row: Sequence[str], number: int, values: Values) -> tuple[str, ...]:
    mended = [values.get(f"cell-{number}-{at}", cell) for at, cell in enumerate(row)]
    return tuple([" ".join(cell.split()) for cell in mended])


# --- the list as it is shown ----------------------------------------------------------------------


def _people_of(asked: _Asked) -> tuple[tuple[ListedLine, ...], tuple[CellProblem, ...]]:
    today = site().store.today()
    return read_lines(asked.cells, asked.columns, joined=today, money=_money())


def _listed(asked: _Asked, lines: Sequence[ListedLine]) -> list[ListedPerson]:
    return [ListedPerson(facts=each.facts, is_another=each.line in asked.others) for each in lines]


def _at_cells(
    asked: _Asked, lines: Sequence[ListedLine], problems: Sequence[Problem]
) -> list[CellProblem]:
    """Return the problems of people at the cells that they come from."""
    found = []
    for each in problems:
        match each.at:
            case (int(place), str(field), *_) if place < len(lines):
                column = asked.columns.first(_FIELDS.get(field, Column.NAME))
                at = Place(lines[place].line, column)
                found.append(CellProblem(at=at, text=each.text, asks=each.code == ALIKE))
    return found


def _preview(asked: _Asked, problems: Sequence[CellProblem]) -> ListPreview:
    lines, _ = _people_of(asked)
    by_line: dict[int, list[CellProblem]] = {}
    for each in sorted(problems, key=lambda each: each.at):
        by_line.setdefault(each.at.line, []).append(each)
    faults = [
        Fault(field=_cell_name(each.at), text=each.text, whose=f"Line {each.at.line + 1}")
        for found in by_line.values()
        for each in found
    ]
    kinds = ((YES, "members"), (NO, "guests"))
    return ListPreview(
        text=write_cells(asked.cells),
        columns=_columns(asked),
        has_header=asked.columns.has_header,
        kind=Field(
            name="member",
            kind="chips",
            label="All others are" if Column.KIND in asked.columns.columns else "All are",
            value=YES if asked.columns.is_member else NO,
            choices=kinds,
        ),
        lines=tuple([_line(asked, each, by_line.get(each.line, [])) for each in lines]),
        seen=asked.digest,
        faults=tuple(faults[:_MOST_FAULTS]),
        more=max(0, len(faults) - _MOST_FAULTS),
    )


def _columns(asked: _Asked) -> tuple[ListColumn, ...]:
    body = asked.cells[1:] if asked.columns.has_header else asked.cells
    return tuple(
        [
            ListColumn(
                field=Field(
                    name=f"column-{place}",
                    kind="choice",
                    label=f"Column {place + 1}",
                    value=column,
                    choices=_MEANINGS,
                ),
                samples=tuple([row[place] for row in body if row[place]][:_SAMPLES]),
            )
            for place, column in enumerate(asked.columns.columns)
        ]
    )


def _cell_name(at: Place) -> str:
    return f"cell-{at.line}-{at.column}"


def _line(asked: _Asked, line: ListedLine, problems: Sequence[CellProblem]) -> ListLine:
    texts: dict[int, list[str]] = {}
    for each in problems:
        texts.setdefault(each.at.column, []).append(each.text)
    opening = str(line.facts.get("opening", ""))
    meanings = dict(_MEANINGS)
    return ListLine(
        number=line.line,
        name=str(line.facts["name"]),
        short=str(line.facts.get("short", "")),
        is_member="joined" in line.facts,
        opening=read_signed_amount(opening, the_club().currency) or 0,
        cells=tuple(
            [
                Field(
                    name=_cell_name(Place(line.line, column)),
                    kind="text",
                    label=f"{meanings[asked.columns.columns[column]]}, line {line.line + 1}",
                    value=asked.cells[line.line][column],
                    problems=tuple(dict.fromkeys(found)),
                )
                for column, found in texts.items()
            ]
        ),
        asks=any(each.asks for each in problems),
        is_another=line.line in asked.others,
    )


def _show(
    asked: _Asked | None = None,
    problems: Sequence[CellProblem] = (),
    *,
    text: str = "",
    wrong: Sequence[str] = (),
    status: int = 200,
) -> Response:
    return show(_make_page(asked, problems, text=text, wrong=wrong), status=status)


def _make_page(
    asked: _Asked | None = None,
    problems: Sequence[CellProblem] = (),
    *,
    text: str = "",
    wrong: Sequence[str] = (),
) -> PeopleListPage:
    is_at_field = asked is None and bool(wrong)
    return PeopleListPage(
        text=Field(
            name="text",
            kind="text",
            label="The list",
            value=text,
            problems=tuple(wrong) if is_at_field else (),
        ),
        preview=None if asked is None else _preview(asked, problems),
        problems=() if is_at_field else tuple(wrong),
        last=last_list(site().store) if asked is None else None,
        currency=the_club().currency,
        club_fields=make_club_fields(),
    )


# --- the views ------------------------------------------------------------------------------------


@club_pages.get("/people/list")
@least_role(Role.OFFICER)
def ask_list() -> Response:
    """Show the field for a list."""
    return _show()


@club_pages.post("/people/list")
@least_role(Role.OFFICER)
def add_people() -> Response:
    """Show the list as it was read; add its people if they stand there as they were shown."""
    values = typed()
    is_first = "cells" not in values
    try:
        asked = _first_asked(values) if is_first else _asked_again(values)
    except NoCells as fault:
        return _show(text=values.get("text", ""), wrong=[str(fault)], status=422)
    lines, problems = _people_of(asked)
    if Column.NAME not in asked.columns.columns:
        return _show(asked, problems, wrong=[_NO_NAMES[0].text], status=422)
    if values.get("do") == "add" and asked.seen == asked.digest and not problems:
        return _add(asked, lines)
    of_people = check_list(site().store, _listed(asked, lines))
    found = [*problems, *_at_cells(asked, lines, of_people)]
    return _show(asked, found, status=422 if found and not is_first else 200)


def _add(asked: _Asked, lines: Sequence[ListedLine]) -> Response:
    outcome = add_list(site().store, read_act(), _listed(asked, lines))
    return answer(
        outcome,
        saved=lambda acted: url_for("club.people", **{LIST: acted.thing}),  # type: ignore[arg-type]
        again=lambda problems: _make_page(
            asked,
            _at_cells(asked, lines, problems),
            wrong=[each.text for each in problems if not each.at],
        ),
    )


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
