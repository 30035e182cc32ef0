"""The list on the wall: the standing after a round, each round's points, the next round's tables.

It can be read at two metres: names have 20 points unless they are long or many.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import ClassVar, Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.papers.paper import (
    MM_A_PIXEL,
    SIDES,
    SIZES,
    Heading,
    PrintedPaper,
    Size,
    fit_title,
)
from scorekeeper.rules.settlement import Score
from scorekeeper.tournament.facts import PointsBy
from scorekeeper.tournament.pool import NightStanding, OrganisedFigures
from scorekeeper.wording import write_night, write_points

_ROWS_A_PAGE: Final = 16
_NAME_PIXELS: Final = (15.0, 27.0)
_TITLE_PIXELS: Final = 46.0
_LETTER: Final = 0.55
"""Mean width of a letter of a name (em), as ``paper.py`` has it for titles."""
_DIGIT: Final = 0.5
"""Width of a digit (em)."""
_PADDING: Final = 4.3
"""What is blank beside the text of a cell, in mm."""
_RANK, _NEXT, _NEXT_PAIRED = 9.0, 24.0, 11.0
"""The columns of the rank and of the next table, in mm (wall.css)."""
_LEAST_SUM: Final = 20.0
"""The least width of all points, whose head is a word, in mm."""
_LEAST_NAME: Final = 60.0
"""The width that is kept for names, in mm."""
_GAP: Final = 8.0
"""What is blank between two columns of people, in mm."""
_TWO_LINES: Final = 20.0
"""The size in pixels at which a long name takes a second line rather than to shrink."""
_SHORT_NAME: Final = 16
"""Letters of names that are large enough side by side."""


class WallToPrint(NamedTuple):
    """What the list on the wall is made of; ``names`` are those of people by id."""

    club: Club
    names: Mapping[str, str]
    organised: OrganisedFigures


class WallRow(NamedTuple):
    """A person on the wall; ``rank`` is empty if the one above has it, or before any game.

    ``before`` are the points of rounds that have no column of their own. ``table`` is the next one,
    0 for a rest, None if it is not known or the person is not there.
    """

    rank: str
    name: str
    before: Score | None
    rounds: tuple[Score | None, ...]
    points: Score | None
    table: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WallPaper(PrintedPaper):
    """The list on the wall; each of its ``pages`` has one or two lists of people side by side.

    ``numbers`` are the rounds that have a column, ``scale`` is what places are worth. Widths of the
    columns of rounds and of all points are in mm; points of rounds may be ``is_stacked`` below the
    names instead.
    """

    template: ClassVar = "papers/wall.html"
    number: int
    of: int
    numbers: tuple[int, ...]
    pages: tuple[tuple[tuple[WallRow, ...], ...], ...]
    scale: tuple[int, ...]
    next_number: int
    name_pixels: float
    round_width: float
    sum_width: float
    is_stacked: bool

    @property
    def has_before(self) -> bool:
        """Whether there are more rounds than have a column."""
        return bool(self.numbers) and self.numbers[0] > 1

    @property
    def has_next(self) -> bool:
        """Whether there is a round to come."""
        return self.number < self.of

    @property
    def is_paired(self) -> bool:
        """Whether two lists of people stand side by side."""
        return len(self.pages[0]) > 1


def wall_paper(wall: WallToPrint, size: Size) -> WallPaper:
    """Return the list after the last round that is complete."""
    width = SIZES[size][0] - 2 * SIDES[size]
    number, of = wall.organised.complete, wall.organised.organised.seats.rounds
    figures = wall.organised.as_of(number)
    people = _people(figures, number)
    longest = max([len(wall.names[person]) for person in people], default=1)
    is_paired = len(people) > _ROWS_A_PAGE and longest <= _SHORT_NAME
    fit = _Fit.of(figures, width, is_paired=is_paired)
    numbers = range(1, number + 1)[number - fit.columns :]
    rows = list(_rows(wall, figures, people, numbers))
    title = f"After round {number} of {of}" if number else f"Round 1 of {of}"
    points = figures.organised.points
    return WallPaper(
        heading=Heading(
            title=title,
            line=write_night(figures.night.date),
            pixels=fit_title(title, width, largest=_TITLE_PIXELS),
            club=wall.club.name,
        ),
        shape=f"wall {size}",
        number=number,
        of=of,
        numbers=tuple(numbers),
        pages=tuple(_pages(rows, is_paired=is_paired)),
        scale=points.scale if points.by is PointsBy.PLACES else (),
        next_number=number + 1,
        name_pixels=_name_pixels(longest, fit.names),
        round_width=fit.round,
        sum_width=fit.sum,
        is_stacked=fit.is_stacked,
    )


def _people(figures: OrganisedFigures, number: int) -> dict[str, NightStanding | None]:
    """Return the standing by person, then who has no game yet and a place in the next round."""
    seats = figures.organised.seats
    people: dict[str, NightStanding | None] = {each.person: each for each in figures.standing}
    if number < len(seats.shown):
        shown = seats.shown[number]
        placed = {*[person for table in shown.tables for person in table], *shown.byes}
        for person in figures.organised.entered:
            if person in placed:
                people.setdefault(person, None)
    return people


def _rows(
    wall: WallToPrint,
    figures: OrganisedFigures,
    people: Mapping[str, NightStanding | None],
    numbers: Sequence[int],
) -> Iterator[WallRow]:
    above = None
    for person, standing in people.items():
        points = [_points(figures, each.number, person) for each in figures.rounds]
        points = points[: figures.complete]
        earlier = points[: len(points) - len(numbers)]
        yield WallRow(
            rank=str(standing.rank) if standing and standing.rank != above else "",
            name=wall.names[person],
            before=sum([score for score in earlier if score is not None]) if earlier else None,
            rounds=tuple(points[len(earlier) :]),
            points=standing.points if standing else None,
            table=_table(figures, person),
        )
        above = standing.rank if standing else above


def _points(figures: OrganisedFigures, number: int, person: str) -> Score | None:
    """Return the points of a person in a round, a rest too; None without any."""
    found = figures.rounds[number - 1]
    return found.points.get(person, found.byes.get(person))


def _table(figures: OrganisedFigures, person: str) -> int | None:
    seats, number = figures.organised.seats, figures.complete
    if number >= len(seats.shown):
        return None
    shown = seats.shown[number]
    tables = [place for place, table in enumerate(shown.tables, 1) if person in table]
    return next(iter(tables), 0 if person in shown.byes else None)


def _pages(
    rows: Sequence[WallRow], *, is_paired: bool
) -> Iterator[tuple[tuple[WallRow, ...], ...]]:
    step = _ROWS_A_PAGE * (1 + is_paired)
    for start in range(0, max(1, len(rows)), step):
        few = rows[start : start + step]
        halves = (few[:_ROWS_A_PAGE], few[_ROWS_A_PAGE:]) if is_paired else (few,)
        yield tuple([tuple(half) for half in halves])


# --- what fits on a line --------------------------------------------------------------------------


class _Fit(NamedTuple):
    """Widths in mm: of a round's column, of all points, of names; and how many rounds have one.

    Points of rounds are ``is_stacked`` below the names where there is no room for columns.
    """

    round: float
    sum: float
    names: float
    columns: int
    is_stacked: bool = False

    @classmethod
    def of(cls, figures: OrganisedFigures, width: float, *, is_paired: bool) -> "_Fit":
        """Return what fits on a paper, also for two lists side by side."""
        number = figures.complete
        scores = [_scores(figures, each.person, number) for each in figures.standing]
        own = _width_of(chain.from_iterable(scores))
        sums = chain.from_iterable([accumulate(each) for each in scores])
        together = max(_LEAST_SUM, _width_of(sums))
        if is_paired:
            names = (width - _GAP) / 2 - _RANK - together - _NEXT_PAIRED
            return cls(round=own, sum=together, names=names, columns=number, is_stacked=True)
        room = width - _RANK - together - _NEXT
        columns = number
        if number * own > room - _LEAST_NAME:
            # The points of rounds that have no column stand together in one more.
            columns = int((room - together - _LEAST_NAME) / own)
            if columns < 1:
                return cls(round=own, sum=together, names=room, columns=number, is_stacked=True)
            room -= together
        return cls(round=own, sum=together, names=room - own * columns, columns=columns)


def _scores(figures: OrganisedFigures, person: str, number: int) -> list[Score]:
    """Return the points of a person in each round, up to a number, that gave some."""
    found = [_points(figures, each, person) for each in range(1, number + 1)]
    return [each for each in found if each is not None]


def _width_of(scores: Iterable[Score]) -> float:
    longest = max([len(write_points(each)) for each in scores], default=1)
    return longest * _DIGIT * _NAME_PIXELS[1] * MM_A_PIXEL + _PADDING


def _name_pixels(longest: int, room: float) -> float:
    """Return the size of names at which the longest takes one line, or two if it is long."""
    least, most = _NAME_PIXELS
    one_line = room / (longest * _LETTER * MM_A_PIXEL)
    two_lines = min(_TWO_LINES, 1.6 * one_line)
    return float(int(max(least, min(most, max(one_line, two_lines)))))
