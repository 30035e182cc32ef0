"""Reads the results of a club summed: standings, two people against each other, high scores.

Whole years come from the tables of years, the days before and after them from single results.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scorekeeper.domain.club.chosen import Choice
from scorekeeper.storage.club.results import BESTS, SUMMED, SUMS
from scorekeeper.storage.database import Connection

_NEVER: Final = "9999-12-31"
_COUNTED: Final = ", ".join([*SUMMED, "best_deal", *BESTS])


class _Range(NamedTuple):
    """Days from and to, both inclusive."""

    since: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """The days of a choice: whole years (none if ``first`` is after ``last``), and the rest."""

    first: str
    last: str
    rest: tuple[_Range, ...]


def _span_of(choice: Choice) -> _Span:
    """Divide the days of a choice into whole years and the days before and after them."""
    since, to = choice.since or "0000-01-01", choice.until or _NEVER
    if choice.night:
        return _Span(first="1", last="0", rest=(_Range(since, to),))
    begins, ends = since[4:] == "-01-01", to[4:] == "-12-31"
    first = int(since[:4]) + (not begins)
    last = int(to[:4]) - (not ends)
    if first > last:
        return _Span(first="1", last="0", rest=(_Range(since, to),))
    rest = []
    if not begins:
        rest.append(_Range(since, f"{since[:4]}-12-31"))
    if not ends:
        rest.append(_Range(f"{to[:4]}-01-01", to))
    return _Span(first=f"{first:04d}", last=f"{last:04d}", rest=tuple(rest))


class _Question:
    """The SQL of a choice: which rows of years and which single rows count."""

    def __init__(self, choice: Choice, member: str) -> None:
        span = _span_of(choice)
        self.values: dict[str, Any] = {
            "first_year": span.first,
            "last_year": span.last,
            "variant": choice.variant,
            "night": choice.night,
        }
        both = []
        if choice.variant:
            both.append("variant = :variant")
        if choice.members_only:
            both.append(f"{member} = 1")
        ranges = []
        for number, days in enumerate(span.rest):
            self.values |= {f"since{number}": days.since, f"to{number}": days.to}
            ranges.append(f"date BETWEEN :since{number} AND :to{number}")
        single = [f"({' OR '.join(ranges)})" if ranges else "0"]
        if choice.night:
            single.append("night = :night")
        self.years = " AND ".join(["year BETWEEN :first_year AND :last_year", *both])
        self.single = " AND ".join([*single, *both])


@dataclass(frozen=True, slots=True, kw_only=True)
class SummedRow:
    """The sums of a person's results; points and wins in parts of 2520."""

    person: str
    games: int
    best_deal: int | None
    sums: dict[str, int]


def read_sums(db: Connection, choice: Choice) -> tuple[SummedRow, ...]:
    """Return the sums of each person with a result in a choice."""
    question = _Question(choice, "is_member")
    rows = db.execute(
        f"""
        SELECT person, sum(games), {SUMS} FROM (
            SELECT person, games, {_COUNTED} FROM result_year WHERE {question.years}
            UNION ALL
            SELECT person, 1, {_COUNTED} FROM result WHERE {question.single}
        ) GROUP BY person
        """,  # noqa: S608 - our own names
        question.values,
    ).fetchall()
    return tuple(
        [
            SummedRow(
                person=person,
                games=games,
                best_deal=figures[len(SUMMED)],
                sums=dict(zip(SUMMED, figures, strict=False)),
            )
            for person, games, *figures in rows
        ]
    )


class PairSums(NamedTuple):
    """The sums of two people's games together."""

    first: str
    second: str
    games: int
    first_ahead: int
    second_ahead: int
    money: int


def read_pair_sums(
    db: Connection, choice: Choice, *, people: Iterable[str] = (), person: str = ""
) -> tuple[PairSums, ...]:
    """Return the sums of each two of ``people``, or of ``person`` with everybody else."""
    question = _Question(choice, "are_members")
    whose = (
        "(first = :person OR second = :person)"
        if person
        else "first IN (SELECT value FROM json_each(:people))"
        " AND second IN (SELECT value FROM json_each(:people))"
    )
    rows = db.execute(
        f"""
        SELECT first, second, sum(games), sum(first_ahead), sum(second_ahead), sum(money) FROM (
            SELECT first, second, games, first_ahead, second_ahead, money FROM pair_year
                WHERE {whose} AND {question.years}
            UNION ALL
            SELECT first, second, 1, first_ahead, second_ahead, money FROM pair
                WHERE {whose} AND {question.single}
        ) GROUP BY first, second
        """,  # noqa: S608
        {**question.values, "person": person, "people": json.dumps(list(people))},
    ).fetchall()
    return tuple([PairSums(*row) for row in rows])


class Best(NamedTuple):
    """The best that was reached of a feat in a variant, in parts, higher the better."""

    variant: str
    feat: str
    parts: int


def read_bests(db: Connection, choice: Choice) -> dict[tuple[str, str], Best]:
    """Return the best of each feat by variant and feat; those that somebody reached."""
    question = _Question(choice, "is_member")
    bests = ", ".join(BESTS)
    rows = db.execute(
        f"""
        SELECT variant, {", ".join([f"max({name})" for name in BESTS])} FROM (
            SELECT variant, {bests} FROM result_year WHERE {question.years}
            UNION ALL
            SELECT variant, {bests} FROM result WHERE {question.single}
        ) GROUP BY variant
        """,  # noqa: S608
        question.values,
    ).fetchall()
    return {
        (variant, feat): Best(variant, feat, parts)
        for variant, *found in rows
        for feat, parts in zip(BESTS, found, strict=True)
        if parts is not None
    }


class HeldRow(NamedTuple):
    """A person who holds a high score, and the game and day of it."""

    person: str
    game: str
    date: str


def read_holders(
    db: Connection, choice: Choice, best: Best, *, most: int
) -> tuple[Sequence[HeldRow], int]:
    """Return who holds a high score, the first first, at most so many (all: -1), and the count."""
    condition = f"variant = :variant AND {best.feat} = :best AND date BETWEEN :since AND :to"
    if choice.night:
        condition += " AND night = :night"
    if choice.members_only:
        condition += " AND is_member = 1"
    values = {
        "variant": best.variant,
        "best": best.parts,
        "since": choice.since,
        "to": choice.until or _NEVER,
        "night": choice.night,
        "most": most,
    }
    (count,) = db.execute(f"SELECT count(*) FROM result WHERE {condition}", values).fetchone()  # noqa: S608
    rows = db.execute(
        f"SELECT person, game, date FROM result WHERE {condition}"  # noqa: S608
        " ORDER BY date, night_number, game_number, seat LIMIT :most",
        values,
    ).fetchall()
    return [HeldRow(*row) for row in rows], int(count)


class PersonResultRow(NamedTuple):
    """A person's result in one game; ``points`` and ``wins`` are in parts."""

    game: str
    night: str
    date: str
    label: str
    variant: str
    is_over: int
    place: int
    players: int
    points: int
    wins: int
    money: int | None


def read_person_results(
    db: Connection, person: str, choice: Choice, *, skip: int, most: int | None
) -> tuple[tuple[PersonResultRow, ...], int]:
    """Return results of a person, the newest first, and how many there are in all."""
    conditions = ["person = :person", "date BETWEEN :since AND :to"]
    if choice.night:
        conditions.append("result.night = :night")
    if choice.variant:
        conditions.append("variant = :variant")
    if choice.members_only:
        conditions.append("is_member = 1")
    condition = " AND ".join(conditions)
    values = {
        "person": person,
        "since": choice.since,
        "to": choice.until or _NEVER,
        "night": choice.night,
        "variant": choice.variant,
        "most": -1 if most is None else most,
        "skip": skip,
    }
    (count,) = db.execute(f"SELECT count(*) FROM result WHERE {condition}", values).fetchone()  # noqa: S608
    rows = db.execute(
        "SELECT result.game, result.night, date, label, variant, feat_best_total IS NOT NULL,"  # noqa: S608
        " place, players, points, wins, money"
        f" FROM result JOIN night_game ON night_game.number = game_number WHERE {condition}"
        " ORDER BY date DESC, night_number DESC, game_number DESC LIMIT :most OFFSET :skip",
        values,
    ).fetchall()
    return tuple([PersonResultRow(*row) for row in rows]), int(count)


def read_first_day(db: Connection) -> str:
    """Return the day of the first result, empty if there is none."""
    return str(db.execute("SELECT coalesce(min(date), '') FROM result").fetchone()[0])
