"""Reads standings, head to head, high scores and a person's results from the derived rows."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.club.games import GameState
from scorekeeper.domain.club.results import Choice, HighScoreKind, PastGame, worth_of
from scorekeeper.domain.club.standings import (
    HeadToHead,
    HighScore,
    HighScores,
    Holder,
    RankedBy,
    ShortStanding,
    Standing,
    rank_standings,
)
from scorekeeper.domain.highlights import Highlight
from scorekeeper.domain.settlement import Score
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.club.results import (
    Best,
    HeldRow,
    PersonResultRow,
    SummedRow,
    read_bests,
    read_first_day,
    read_holders,
    read_pair_sums,
    read_parts,
    read_person_results,
    read_short_sums,
    read_sums,
)
from scorekeeper.storage.database import Connection

MOST_HOLDERS: Final = 5
"""How many holders of a high score are named."""
RESULTS_A_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortStandings:
    """Short standings of a choice, and the number of its games."""

    standings: tuple[ShortStanding, ...]
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldScore:
    """A high score, its first holders with their games, and how many holders there are."""

    value: Score
    held_by: tuple[HeldRow, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonResults:
    """A page of a person's results, the newest first, and how many there are in all."""

    games: tuple[PastGame, ...]
    count: int


def standings_in(store: GameStore, choice: Choice, ranked_by: RankedBy) -> list[Standing]:
    """Return the standings of the games of a choice."""
    with store.database.reading() as db:
        rows, ranks = read_sums(db, choice), _ranks(load_people(db))
    return rank_standings([_standing(row) for row in rows], ranks, ranked_by)


def short_standings_in(store: GameStore, choice: Choice, ranked_by: RankedBy) -> ShortStandings:
    """Return the short standings of a choice, which are read faster than ``standings_in``."""
    counted = "first_member" if choice.members_only else "first_of_game"
    with store.database.reading() as db:
        rows = read_short_sums(db, choice, ["wins", "points", "money", counted])
        ranks = _ranks(load_people(db))
    standings = rank_standings([_short_standing(row) for row in rows], ranks, ranked_by)
    games = sum([row.sums[counted] for row in rows])
    return ShortStandings(standings=tuple(standings), games=games)


def _short_standing(row: SummedRow) -> ShortStanding:
    return ShortStanding(
        person=row.person,
        games=row.games,
        wins=read_parts(row.sums["wins"]),
        points=read_parts(row.sums["points"]),
        money=row.sums["money"],
    )


def _standing(row: SummedRow) -> Standing:
    sums = row.sums
    return Standing(
        person=row.person,
        games=row.games,
        wins=read_parts(sums["wins"]),
        points=read_parts(sums["points"]),
        money=sums["money"],
        best_deal=row.best_deal,
        deals=sums["deals"],
        outs=sums["outs"],
        highlights=Counter({each: sums[each] for each in Highlight}),
    )


def heads_of(
    store: GameStore, choice: Choice, *, people: Iterable[str] = (), person: str = ""
) -> list[HeadToHead]:
    """Return each two of ``people``, or ``person`` with everybody, who played together."""
    with store.database.reading() as db:
        rows = read_pair_sums(db, choice, people=people, person=person)
        ranks = _ranks(load_people(db))
    pairs = [HeadToHead(**row._asdict()) for row in rows]
    return sorted(pairs, key=lambda pair: (ranks[pair.first], ranks[pair.second]))


def high_scores_in(
    store: GameStore, choice: Choice, *, most: int = MOST_HOLDERS
) -> dict[str, dict[HighScoreKind, HeldScore]]:
    """Return the high scores of a choice by variant, in the order of the variants.

    At most ``most`` holders of each are named, all of them if it is below 0.
    """
    with store.database.reading() as db:
        bests, ranks = read_bests(db, choice), _ranks(load_people(db))
        return {
            variant: {
                kind: _held(db, choice, bests[variant, f"feat_{kind}"], ranks, most=most)
                for kind in HighScoreKind
                if (variant, f"feat_{kind}") in bests
            }
            for variant in VARIANTS
            if variant in [each for each, _ in bests]
        }


def _held(
    db: Connection, choice: Choice, best: Best, ranks: Mapping[str, int], *, most: int
) -> HeldScore:
    rows, count = read_holders(db, choice, best, most=most)
    games = list(dict.fromkeys([row.game for row in rows]))
    kind = HighScoreKind(best.feat.removeprefix("feat_"))
    low_wins = VARIANTS[best.variant].family.low_wins
    return HeldScore(
        value=worth_of(kind, read_parts(best.parts), low_wins=low_wins),
        held_by=tuple(sorted(rows, key=lambda row: (games.index(row.game), ranks[row.person]))),
        count=count,
    )


def all_high_scores_in(store: GameStore, choice: Choice) -> dict[str, HighScores]:
    """Return the high scores of a choice by variant, with all their holders."""
    return {
        variant: {
            kind: HighScore(
                value=score.value, held_by=[Holder(row.person, row.game) for row in score.held_by]
            )
            for kind, score in scores.items()
        }
        for variant, scores in high_scores_in(store, choice, most=-1).items()
    }


def results_of_person(
    store: GameStore,
    person: str,
    choice: Choice | None = None,
    *,
    page: int = 1,
    most: int | None = RESULTS_A_PAGE,
) -> PersonResults:
    """Return a page of a person's results, the newest first; all of them if ``most`` is None."""
    with store.database.reading() as db:
        rows, count = read_person_results(
            db,
            person,
            choice or Choice(),
            skip=(page - 1) * (most or 0),
            most=most,
        )
    return PersonResults(games=tuple([_past_game(row) for row in rows]), count=count)


def _past_game(row: PersonResultRow) -> PastGame:
    points = read_parts(row.points)
    return PastGame(
        game=row.game,
        night=row.night,
        date=row.date,
        table=row.label,
        variant=row.variant,
        state=GameState.OVER if row.is_over else GameState.EARLY,
        place=row.place,
        players=row.players,
        result=-points if VARIANTS[row.variant].family.low_wins else points,
        points=points,
        wins=read_parts(row.wins),
        money=row.money,
    )


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
    """The games of a person in some months: how many, how many won, and sums after each night.

    A shared win counts as its share; ``money`` is in minor units.
    """

    games: int
    wins: Score
    money: SumsByNight
    points: SumsByNight


def season_of_person(store: GameStore, person: str, choice: Choice) -> PersonSeason:
    """Return the sums of a person's games in a choice."""
    games = results_of_person(store, person, choice, most=None).games[::-1]
    return PersonSeason(
        games=len(games),
        wins=sum([game.wins for game in games]),
        money=_sums_by_night([(game.date, game.money or 0) for game in games]),
        points=_sums_by_night([(game.date, game.points) for game in games]),
    )


def _sums_by_night(steps: Sequence[tuple[str, Score]]) -> SumsByNight:
    nights: dict[str, Score] = {}
    for date, step in steps:
        nights[date] = nights.get(date, 0) + step
    return tuple(zip(nights, accumulate(nights.values()), strict=True))
