"""Reads standings, head to head, high scores and a person's results from the derived rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.results import Choice, HeadToHead, PastGame
from scorekeeper.domain.club.standings import (
    HighScore,
    HighScores,
    RankedBy,
    Standing,
    rank_standings,
)
from scorekeeper.domain.settlement import Score
from scorekeeper.storage.club.results import (
    read_bests,
    read_first_day,
    read_heads,
    read_holders,
    read_past_games,
    read_standings,
    read_steps,
)

MOST_HOLDERS: Final = 5
"""How many holders of a high score are named."""
RESULTS_A_PAGE: Final = 50
MOST_NIGHTS: Final = 20
"""How many nights the courses of the standings have, from the last one back."""


def standings_in(
    store: GameStore,
    choice: Choice,
    people: Iterable[Person],
    ranked_by: RankedBy,
    *,
    is_short: bool = False,
) -> tuple[list[Standing], int]:
    """Return the standings of the games of a choice, and how many games there are.

    Short ones have only games, wins, points and money, and are read faster. Here and below,
    ``people`` are all of the club in its order.
    """
    with store.database.reading() as db:
        standings, games = read_standings(db, choice, is_short=is_short)
    return rank_standings(standings, _ranks(people), ranked_by), games


def courses_in(store: GameStore, choice: Choice, *, of_money: bool) -> dict[str, list[int]]:
    """Return each person's sum from night to night over the last nights of a choice, from 0 on.

    All are over the same nights: sums of money in minor units, or of points in equal parts.
    """
    with store.database.reading() as db:
        steps = read_steps(db, choice, of_money=of_money, most_nights=MOST_NIGHTS)
    days = sorted({day for _, day, _ in steps})
    won: dict[str, dict[str, int]] = {}
    for person, day, step in steps:
        won.setdefault(person, {})[day] = step
    return {
        person: list(accumulate([theirs.get(day, 0) for day in days], initial=0))
        for person, theirs in won.items()
    }


def heads_of(
    store: GameStore, choice: Choice, people: Iterable[Person], *, person: str
) -> list[HeadToHead]:
    """Return a person's results against everybody with whom they played."""
    with store.database.reading() as db:
        pairs = read_heads(db, choice, person)
    ranks = _ranks(people)
    return sorted(pairs, key=lambda pair: (ranks[pair.first], ranks[pair.second]))


def high_scores_in(
    store: GameStore, choice: Choice, people: Iterable[Person], *, most: int = MOST_HOLDERS
) -> dict[str, HighScores]:
    """Return the high scores of a choice by variant, in the order of the variants.

    At most ``most`` holders of each are named, all of them if it is below 0.
    """
    found: dict[str, HighScores] = {}
    ranks = _ranks(people)
    with store.database.reading() as db:
        for best in read_bests(db, choice):
            rows, count = read_holders(db, choice, best, most=most)
            games = list(dict.fromkeys([row.game for row in rows]))
            rows.sort(key=lambda row: (games.index(row.game), ranks[row.person]))
            score = HighScore(value=best.value, held_by=rows, more=count - len(rows))
            found.setdefault(best.variant, {})[best.kind] = score
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResults:
    """A page of a person's results, the newest first, and how many there are in all."""

    games: tuple[PastGame, ...]
    count: int


def results_of_person(
    store: GameStore,
    person: str,
    choice: Choice | None = None,
    *,
    page: int = 1,
    most: int | None = RESULTS_A_PAGE,
) -> PersonResults:
    """Return a page of a person's results, the newest first; all of them if ``most`` is None."""
    skip = (page - 1) * (most or 0)
    with store.database.reading() as db:
        games, count = read_past_games(db, person, choice or Choice(), skip=skip, most=most)
    return PersonResults(games=games, count=count)


def _ranks(people: Iterable[Person]) -> dict[str, int]:
    return {person.id: rank for rank, person in enumerate(people)}


def first_day(store: GameStore) -> str:
    """Return the day of the first game that counts; empty without one."""
    with store.database.reading() as db:
        return read_first_day(db)


SumsByNight = tuple[tuple[str, Score], ...]
"""Dates of nights, each with a sum after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonSeason:
    """The games of a person in some months: how many, how many won, the sum after each night.

    A shared win counts as its share; ``money`` is in minor units.
    """

    games: int
    wins: Score
    money: SumsByNight


def season_of_person(store: GameStore, person: str, choice: Choice) -> PersonSeason:
    """Return the sums of a person's games in a choice."""
    games = results_of_person(store, person, choice, most=None).games[::-1]
    return PersonSeason(
        games=len(games),
        wins=sum([game.wins for game in games]),
        money=_sums_by_night([(game.date, game.money or 0) for game in games]),
    )


def _sums_by_night(steps: Sequence[tuple[str, Score]]) -> SumsByNight:
    nights: dict[str, Score] = {}
    for date, step in steps:
        nights[date] = nights.get(date, 0) + step
    return tuple(zip(nights, accumulate(nights.values()), strict=True))
