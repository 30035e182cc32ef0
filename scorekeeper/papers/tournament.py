"""The papers of organised nights: seat cards, the list on the wall, and the awards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.club.facts import Club
from scorekeeper.club.figures import HIGH_SCORE_TITLES, HighScoreKind, HighScores
from scorekeeper.papers.paper import (
    LETTER,
    MM_A_PIXEL,
    SIDES,
    SIZES,
    Heading,
    Part,
    PrintedPaper,
    Size,
    club_heading,
    fit_title,
    letters_in,
    lines_of,
    words_of,
)
from scorekeeper.rules.settlement import Score
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.tournament.answer import write_pool
from scorekeeper.tournament.facts import PointsBy
from scorekeeper.tournament.pool import NightStanding, OrganisedFigures, PersonPrizes
from scorekeeper.tournament.seasons import SeasonFigures
from scorekeeper.tournament.seats.plan import Round, plan_of
from scorekeeper.tournament.seats_file import MOST_PEOPLE
from scorekeeper.wording import write_date, write_night, write_points

# --- seat cards: where a person sits in each round, with whom -------------------------------------

_CARDS_TITLE: Final = 28.0
_CARDS_A_PAGE: Final = 4
_CARDS_MARGINS: Final = 23.5
"""What is blank above and below the cards of a page, in mm (movement.css), and a hair's breadth."""
_ROUNDS_BY_TWO: Final = range(7, 21)
"""How many rounds are on cards that stand two by two: four of these are too high for a page."""
_LETTERS_BY_TWO: Final = 60
"""The most letters of the names at a table of such cards, which take three lines at most."""
_ROWS_PIXELS: Final = {1: 128.0, 2: 350.0}
"""The height of a card's rows together, in pixels, by how many cards stand beside each other."""
_ROW_PIXELS: Final = (21.0, 32.0)
"""The least and the greatest height of the row of a round, in CSS pixels."""

MOST_ROWS: Final = 1_200
"""The most rows of all cards of a paper: no more are made in the time that a paper may take."""
_ROWS_AT_ONCE: Final = 240
"""Rows of cards that are made in two or three seconds, so that other papers need not wait."""
_SHORT_NAMES: Final = {1: 76, 2: 40}
"""Letters of the names at a table that take two lines at most in the usual size."""
_FEW_ROUNDS: Final = 11
"""Cards of this many rounds have room for two such lines in each."""


class CardsToPrint(NamedTuple):
    """What seat cards are made of; ``names`` are those of people by id, in their order.

    ``person`` is the only one whose card is wanted, empty for all; ``part`` are the places, from 0,
    of those who are wanted.
    """

    club: Club
    names: Mapping[str, str]
    organised: OrganisedFigures
    person: str = ""
    part: range = range(MOST_PEOPLE)

    @property
    def rows(self) -> int:
        """How many rows the cards of everybody have together."""
        seats = self.organised.organised.seats
        return len(seats.people) * seats.rounds


def parts_of_cards(people: int, rounds: int) -> list[range]:
    """Return the places, from 0, of the people whose cards are made at once, in whole pages."""
    most = max(_CARDS_A_PAGE, _ROWS_AT_ONCE // rounds // _CARDS_A_PAGE * _CARDS_A_PAGE)
    return [range(first, min(people, first + most)) for first in range(0, people, most)]


def movement_paper(cards: CardsToPrint, size: Size) -> PrintedPaper:
    """Return the cards of all who entered a night, or that of one person."""
    seats = cards.organised.organised.seats
    plan = plan_of(seats, seats.shown)
    made = list(_cards(cards))
    least, most = _ROW_PIXELS
    letters = max([len(", ".join(row.others)) for _, rows in made for row in rows], default=0)
    is_by_two = seats.rounds in _ROUNDS_BY_TWO and letters <= _LETTERS_BY_TWO
    beside = 2 if is_by_two else 1
    is_long = letters > _SHORT_NAMES[beside] or (is_by_two and seats.rounds > _FEW_ROUNDS)
    return PrintedPaper(
        template="papers/movement.html",
        heading=Heading(title="Seat cards", pixels=_CARDS_TITLE, club=cards.club.name),
        shape=f"movement {size}{' by-two' * is_by_two}{' long-names' * is_long}",
        date=write_night(cards.organised.night.date),
        cards=made,
        beside=beside,
        height=(SIZES[size][1] - _CARDS_MARGINS) / _CARDS_A_PAGE * beside,
        row=max(least, min(most, _ROWS_PIXELS[beside] / seats.rounds)),
        nobody_meets_twice=len(plan.rounds) == seats.rounds and not plan.repeats,
        seed=plan.seed,
    )


def _cards(cards: CardsToPrint) -> Iterator[tuple[str, list[Part]]]:
    """Yield the names of people, each with the rounds of the card."""
    seats = cards.organised.organised.seats
    known = [*seats.shown, *[None] * (seats.rounds - len(seats.shown))]
    for place, entrant in enumerate(seats.people):
        if cards.person in ("", entrant.id) and place in cards.part:
            yield (
                cards.names[entrant.id],
                [
                    _card_row(table, at, entrant.id, cards.names)
                    for at, table in enumerate(known, 1)
                ],
            )


def _card_row(shown: Round | None, number: int, person: str, names: Mapping[str, str]) -> Part:
    """Return a round of a person: table and seat from 1, and who else sits there.

    The table is 0 if the person sits out, None if nobody knows it yet or they are not there.
    """
    for place, table in enumerate(shown.tables if shown else (), 1):
        if person in table:
            return Part(
                number=number,
                table=place,
                seat=table.index(person) + 1,
                deals_first=person == table[-1],
                others=[names[other] for other in table if other != person],
            )
    sits_out = shown is not None and person in shown.byes
    return Part(number=number, table=0 if sits_out else None, seat=0, deals_first=False, others=[])


# --- the list on the wall -------------------------------------------------------------------------
# After a round: the standing, the points of each round, and the tables of the next one. It can be
# read at two metres: names have 20 points unless they are long or many.

_ROWS_A_PAGE: Final = 16
_NAME_PIXELS: Final = (15.0, 27.0)
_TITLE_PIXELS: Final = 46.0
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
"""The size in pixels at which a long name takes a second line rather than shrink."""
_SHORT_NAME: Final = 16
"""Letters of names that are large enough side by side."""


class WallToPrint(NamedTuple):
    """What the list on the wall is made of; ``names`` are those of people by id."""

    club: Club
    names: Mapping[str, str]
    organised: OrganisedFigures


def wall_paper(wall: WallToPrint, size: Size) -> PrintedPaper:
    """Return the list after the last round that is complete.

    Each of its pages has one or two lists of people side by side.
    """
    width = SIZES[size][0] - 2 * SIDES[size]
    number, of = wall.organised.complete, wall.organised.organised.seats.rounds
    figures = wall.organised.as_of(number)
    people = _people(figures, number)
    longest = max([len(wall.names[person]) for person in people], default=1)
    is_paired = len(people) > _ROWS_A_PAGE and longest <= _SHORT_NAME
    fit = _Fit.of(figures, width, is_paired=is_paired)
    numbers = range(1, number + 1)[number - fit.columns :]
    title = f"After round {number} of {of}" if number else f"Round 1 of {of}"
    points = figures.organised.points
    return PrintedPaper(
        template="papers/wall.html",
        heading=Heading(
            title=title,
            line=write_night(figures.night.date),
            pixels=fit_title(title, width, largest=_TITLE_PIXELS),
            club=wall.club.name,
        ),
        shape=f"wall {size}",
        number=number,
        numbers=numbers,
        has_before=bool(numbers) and numbers[0] > 1,
        has_next=number < of,
        pages=list(_pages(list(_rows(wall, figures, people, numbers)), is_paired=is_paired)),
        is_paired=is_paired,
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
    people: dict[str, NightStanding | None] = {
        standing.person: standing for standing in figures.standing
    }
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
) -> Iterator[Part]:
    """Yield the people on the wall; a rank is empty if the one above has it, or before any game.

    ``before`` are the points of rounds that have no column of their own. The table is the next one,
    0 for who sits out, None if it is not known or the person is not there.
    """
    above = None
    for person, standing in people.items():
        points = [_points(figures, round_.number, person) for round_ in figures.rounds]
        points = points[: figures.complete]
        earlier = points[: len(points) - len(numbers)]
        yield Part(
            rank=str(standing.rank) if standing and standing.rank != above else "",
            name=wall.names[person],
            before=sum([score for score in earlier if score is not None]) if earlier else None,
            rounds=tuple(points[len(earlier) :]),
            points=standing.points if standing else None,
            table=_table(figures, person),
        )
        above = standing.rank if standing else above


def _points(figures: OrganisedFigures, number: int, person: str) -> Score | None:
    """Return the points of a person in a round, or for sitting it out; None without any."""
    found = figures.rounds[number - 1]
    return found.points.get(person, found.byes.get(person))


def _table(figures: OrganisedFigures, person: str) -> int | None:
    seats, number = figures.organised.seats, figures.complete
    if number >= len(seats.shown):
        return None
    shown = seats.shown[number]
    tables = [place for place, table in enumerate(shown.tables, 1) if person in table]
    return next(iter(tables), 0 if person in shown.byes else None)


def _pages(rows: Sequence[Part], *, is_paired: bool) -> Iterator[list[Sequence[Part]]]:
    step = _ROWS_A_PAGE * (1 + is_paired)
    for start in range(0, max(1, len(rows)), step):
        few = rows[start : start + step]
        yield [few[:_ROWS_A_PAGE], few[_ROWS_A_PAGE:]] if is_paired else [few]


# --- what fits on a line of the wall --------------------------------------------------------------


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
        scores = [_scores(figures, standing.person, number) for standing in figures.standing]
        own = _width_of(chain.from_iterable(scores))
        sums = chain.from_iterable([accumulate(own) for own in scores])
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
    found = [_points(figures, earlier, person) for earlier in range(1, number + 1)]
    return [points for points in found if points is not None]


def _width_of(scores: Iterable[Score]) -> float:
    longest = max([len(write_points(score)) for score in scores], default=1)
    return longest * _DIGIT * _NAME_PIXELS[1] * MM_A_PIXEL + _PADDING


def _name_pixels(longest: int, room: float) -> float:
    """Return the size of names at which the longest takes one line, or two if it is long."""
    least, most = _NAME_PIXELS
    one_line = room / (longest * LETTER * MM_A_PIXEL)
    two_lines = min(_TWO_LINES, 1.6 * one_line)
    return float(int(max(least, min(most, max(one_line, two_lines)))))


# --- the awards: of a night with the pool that pays them, or of a season --------------------------
# The first page honours who came first, to be framed; all others follow on the next. Lengths are in
# CSS pixels, as awards.css has them.

_FRAME: Final = 34.0
"""What is blank above and below the first page, in mm, and a hair's breadth (awards.css)."""
_FRAME_SIDES: Final = 44.5
_FIRST_PIXELS: Final = (132, 116, 100, 88, 76, 66, 58, 50, 44, 38, 32, 28, 24, 20, 17)
_ONE_LINE: Final = 66
"""A name in larger letters stands on one line."""
_FIRST_ROOM: Final = 236.0
_LINE: Final = 1.14
_MOST_FIRST: Final = 8
"""So many people are honoured together; if more are first, the list alone tells of them."""
_MOST_NEXT: Final = 4
_USUAL_PLACE: Final = 18
"""Longer names have rows as wide as the page, with smaller letters."""
_ROW, _POOL_ROW, _HEAD, _FOOT = 50.0, 24.0, 36.0, 124.0
_FIXED: Final = 182.0
"""The height of the club, the suits, the honour and the points without the gaps between them."""
_GAPS: Final = (0.2, 1.0)
_ALL_GAPS: Final = 216.0
"""All gaps together."""
_WIDE_LETTER: Final = 0.66
"""Mean width of a letter of the other fonts, which have the scripts from right to left (em)."""
_BEST: Final = (HighScoreKind.BEST_TOTAL, HighScoreKind.BEST_DEAL, HighScoreKind.BIGGEST_WIN)


class AwardsToPrint(NamedTuple):
    """What the awards are made of; ``names`` are those of people by id.

    ``high_scores`` are those of a season, by variant.
    """

    club: Club
    names: Mapping[str, str]
    of: OrganisedFigures | SeasonFigures
    high_scores: Mapping[str, HighScores] = MappingProxyType({})


def awards_rows(figures: OrganisedFigures) -> list[Part]:
    """Return the standing with its prizes, then who has prizes without a place."""
    placed = {standing.person: standing for standing in figures.standing}
    ranks = Counter([standing.rank for standing in figures.standing])
    nothing = PersonPrizes(places=0, deals=0, awards=0)
    return [
        Part(
            person=person,
            standing=placed.get(person),
            is_tied=person in placed and ranks[placed[person].rank] > 1,
            prizes=figures.prizes.get(person, nothing),
        )
        for person in dict.fromkeys([*placed, *figures.prizes])
    ]


def awards_paper(awards: AwardsToPrint, size: Size) -> PrintedPaper:
    """Return the awards of a night or of a season; nobody is first before it has ended."""
    if isinstance(awards.of, SeasonFigures):
        return _of_season(awards, awards.of, size)
    return _of_night(awards, awards.of, size)


def _of_season(awards: AwardsToPrint, figures: SeasonFigures, size: Size) -> PrintedPaper:
    club, names, season = awards.club, awards.names, figures.season
    ranks = [row.rank for row in figures.rows]
    best = list(_best(awards))
    return PrintedPaper(
        template="papers/season_awards.html",
        heading=club_heading(
            season.name, size, club.name, f"{write_date(season.since)} to {write_date(season.to)}"
        ),
        shape=f"club {size}",
        names=names,
        figures=figures,
        ranks=ranks,
        best=best,
        honour=_honour(
            ranks if figures.champions else [],
            [names[row.person] for row in figures.rows],
            _HEAD + _ROW * len(best),
            size,
        ),
    )


def _of_night(awards: AwardsToPrint, figures: OrganisedFigures, size: Size) -> PrintedPaper:
    club, names = awards.club, awards.names
    pot_names = {pot.id: pot.name for pot in club.pots}
    pool = write_pool(figures, pot_names, club.currency)
    is_over = figures.night.closed or figures.complete == figures.organised.seats.rounds
    return PrintedPaper(
        template="papers/awards.html",
        heading=club_heading("Awards", size, club.name, write_night(figures.night.date)),
        shape=f"club {size}",
        names=names,
        currency=club.currency,
        figures=figures,
        rows=awards_rows(figures),
        pot_names=pot_names,
        pool=pool,
        left=figures.pool.paid_in - figures.pool.paid_out,
        honour=_honour(
            [row.rank for row in figures.standing] if is_over else [],
            [names[row.person] for row in figures.standing],
            _HEAD + _POOL_ROW * (len(pool) + 1),
            size,
        ),
    )


def _best(awards: AwardsToPrint) -> Iterator[Part]:
    """Yield the best total, deal and win of a season, with its variant if there are several."""
    for kind in _BEST:
        held = [(key, scores[kind]) for key, scores in awards.high_scores.items() if kind in scores]
        if held:
            key, score = max(held, key=lambda of_variant: of_variant[1].worth)
            yield Part(
                title=HIGH_SCORE_TITLES[kind],
                variant=VARIANTS[key].short_name if len(awards.high_scores) > 1 else "",
                holders=list(dict.fromkeys([awards.names[held.person] for held in score.held_by])),
                value=score.value,
            )


def _honour(ranks: Sequence[int], names: Sequence[str], below: float, size: Size) -> Part | None:
    """Return who is first and next, and the sizes with which all fits the first page.

    ``below`` is the height of what follows the places. None if nobody, or too many, are first.
    """
    first = ranks.count(1)
    if not 0 < first <= _MOST_FIRST:
        return None
    following = _next_places(ranks, first)
    width, height = SIZES[size][0] - _FRAME_SIDES, SIZES[size][1] - _FRAME
    pixels, used = _fit_first(names[:first], width)
    free = height / MM_A_PIXEL - _FOOT - _FIXED - used - below - _ROW * len(following)
    return Part(
        names=names[:first],
        next=following,
        pixels=pixels,
        is_wide=max([len(name) for name in names]) > _USUAL_PLACE,
        gap=max(_GAPS[0], min(_GAPS[1], free / _ALL_GAPS)),
        height=height,
    )


def _next_places(ranks: Sequence[int], first: int) -> range:
    """Return the places of those who are second and third, unless too many share one of these."""
    last = first
    for rank, level in groupby(ranks[first:]):
        last_of_level = last + len(list(level))
        if rank > 3 or last_of_level - first > _MOST_NEXT:
            break
        last = last_of_level
    return range(first, last)


def _fit_first(names: Sequence[str], width: float) -> tuple[float, float]:
    """Return the size of the names that are first, and the height that they take."""
    is_latin = all(ord(letter) < 0x590 for name in names for letter in name)
    for pixels in _FIRST_PIXELS:
        letters = letters_in(width, pixels, LETTER if is_latin else _WIDE_LETTER)
        lines = [lines_of(name, letters) for name in names]
        longest = max([len(word) for name in names for word in words_of(name)])
        used = sum(lines) * pixels * _LINE
        if longest <= letters and used <= _FIRST_ROOM and (pixels <= _ONE_LINE or max(lines) == 1):
            return pixels, used
    return _FIRST_PIXELS[-1], _FIRST_ROOM
