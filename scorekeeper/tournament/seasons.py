"""Seasons: the points of each person's best nights added up, and who is champion."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from scorekeeper.club.facts import ClubBook, Night, Person
from scorekeeper.club.figures import ClubFigures, NightFigures
from scorekeeper.rules import Score
from scorekeeper.tournament.facts import NightPointsBy, Season
from scorekeeper.tournament.pool import (
    NightStanding,
    OrganisedFigures,
    organised_figures,
    worth_of_ranks,
)
from scorekeeper.tournament.seats.plan import Met, SeatWishes


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonNight:
    """A person's night in a season: its points, the rank in its standing, whether it counts."""

    points: Score
    rank: int
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """A person in a season, with all nights played by id.

    ``total`` is the sum of nights that count and of ``attendance``, the points for each night
    played. ``won`` are nights won, shares included; ``best`` are the points of the best night, even
    if it does not count.
    """

    person: str
    total: Score
    attendance: int
    won: Score
    best: Score
    nights: Mapping[str, SeasonNight]
    rank: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFigures:
    """The figures of a season; ``nights`` are those held, ``counting`` is how many count.

    ``champions`` are None until the season has ended.
    """

    season: Season
    nights: tuple[NightFigures, ...]
    counting: int
    rows: tuple[SeasonRow, ...]
    champions: tuple[str, ...] | None


def seasons_of_book(book: ClubBook) -> tuple[Season, ...]:
    """Return the seasons that a club has named."""
    return tuple([season for season in book.seasons if isinstance(season, Season)])


def season_figures(club: ClubFigures) -> list[SeasonFigures]:
    """Return the figures of each season of a club, up to the last day that is asked for."""
    return club.once(_figures_of_seasons)


def _figures_of_seasons(club: ClubFigures) -> list[SeasonFigures]:
    return [
        figures_of_season(season, club.nights, club.people, club.question.until)
        for season in seasons_of_book(club.book)
    ]


def figures_of(club: ClubFigures, season: Season) -> SeasonFigures:
    """Return the figures of a season of a club."""
    return next(found for found in season_figures(club) if found.season.id == season.id)


def wishes_of(club: ClubFigures, organised: OrganisedFigures) -> SeatWishes:
    """Return what is wanted of the seats of a night, with who met before in its season."""
    return organised.wishes(_met_before(club, organised.night))


def _met_before(club: ClubFigures, night: Night) -> Met:
    """Return how often two people met in games of earlier nights of a season of this night.

    Each game with results counts, settled or not, with or without a round, and on each night.
    """
    nights = club.book.nights
    seasons = [season for season in seasons_of_book(club.book) if season.has(night.date)]
    return Counter(
        [
            frozenset(pair)
            for earlier in nights[: [other.id for other in nights].index(night.id)]
            if any(season.has(earlier.date) for season in seasons)
            for game in earlier.games
            if game.counts
            for pair in combinations(game.people, 2)
        ]
    )


def figures_of_season(
    season: Season, nights: Sequence[NightFigures], people: Mapping[str, Person], until: str
) -> SeasonFigures:
    """Return the figures of a season from the nights of a club up to a day, "" for all.

    ``people`` are those of the club in its order.
    """
    held = held_nights(season, nights, until)
    counting = season.counting(len(held))
    rows = _rank(_rows(season, held, people, counting))
    is_over = bool(season.ended) and not (until and season.ended > until)
    champions = tuple([row.person for row in rows if row.rank == 1])
    return SeasonFigures(
        season=season,
        nights=held,
        counting=counting,
        rows=rows,
        champions=champions if is_over else None,
    )


def held_nights(
    season: Season, nights: Sequence[NightFigures], until: str = ""
) -> tuple[NightFigures, ...]:
    """Return the nights of a season: closed ones with a standing, up to a day, "" for all."""
    return tuple(
        [
            figures
            for figures in nights
            if season.has(figures.night.date)
            and not (until and figures.night.date > until)
            and not figures.night.is_open
            and (organised := organised_figures(figures))
            and organised.standing
        ]
    )


def _rows(
    season: Season,
    held: Sequence[NightFigures],
    people: Mapping[str, Person],
    counting: int,
) -> list[SeasonRow]:
    """Return the rows of all who played a night of the season, in the order of the club."""
    played: dict[str, dict[str, tuple[Score, NightStanding]]] = {}
    won: dict[str, Score] = {}
    for figures in held:
        organised = organised_figures(figures)
        standing = organised.standing if organised else ()
        points = _points_of_night(season, standing)
        winners = sum([own.rank == 1 for own in standing])
        for own, worth in zip(standing, points, strict=True):
            if season.members_only and not people[own.person].is_member_on(figures.night.date):
                continue
            played.setdefault(own.person, {})[figures.night.id] = worth, own
            share = Fraction(1, winners) if own.rank == 1 else 0
            won[own.person] = won.get(own.person, 0) + share
    return [
        _row(season, person, played[person], won=won[person], counting=counting)
        for person in people
        if person in played
    ]


def _points_of_night(season: Season, standing: Sequence[NightStanding]) -> list[Score]:
    match season.by:
        case NightPointsBy.PLACES:
            return worth_of_ranks([row.rank for row in standing], season.scale)
        case NightPointsBy.NIGHT:
            return [row.points for row in standing]
        case NightPointsBy.WINS:
            return [row.wins for row in standing]


def _row(
    season: Season,
    person: str,
    played: Mapping[str, tuple[Score, NightStanding]],
    *,
    won: Score,
    counting: int,
) -> SeasonRow:
    # The sort is stable: of nights with equal points the earlier counts.
    best_first = sorted(played, key=lambda night: -played[night][0])
    counted = best_first[:counting]
    attendance = season.attendance * len(played)
    return SeasonRow(
        person=person,
        total=sum([played[night][0] for night in counted]) + attendance,
        attendance=attendance,
        won=won,
        best=played[best_first[0]][0],
        nights={
            night: SeasonNight(points=points, rank=own.rank, counts=night in counted)
            for night, (points, own) in played.items()
        },
    )


# --- ranks ----------------------------------------------------------------------------------------


def _rank(rows: Sequence[SeasonRow]) -> tuple[SeasonRow, ...]:
    """Return the rows by rank; ties share one, and stay in their order.

    Those level in total, nights won and best night are separated by the nights on which they were
    ahead of the others who are level, less the nights behind them.
    """
    merits = [(row.total, row.won, row.best) for row in rows]
    leads = [
        sum(
            [
                _lead(row, other)
                for other, its in zip(rows, merits, strict=True)
                if its == own and other is not row
            ]
        )
        for row, own in zip(rows, merits, strict=True)
    ]
    keys = [(*own, lead) for own, lead in zip(merits, leads, strict=True)]
    ranked = [
        replace(row, rank=1 + sum([other > own for other in keys]))
        for row, own in zip(rows, keys, strict=True)
    ]
    return tuple(sorted(ranked, key=lambda row: row.rank))


def _lead(row: SeasonRow, other: SeasonRow) -> int:
    """Return on how many nights one was ahead of the other, less those behind."""
    both = row.nights.keys() & other.nights.keys()
    ranks = [(row.nights[night].rank, other.nights[night].rank) for night in both]
    return sum([(own < its) - (own > its) for own, its in ranks])
