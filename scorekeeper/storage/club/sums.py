"""Reads sums of a club's results, for standings and head to head."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.domain.club.results import Choice
from scorekeeper.storage.club.conditions import ChoiceConditions
from scorekeeper.storage.club.results import SUMMED, write_sums
from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class SummedRow:
    """The sums of a person's results by their columns; points and wins in parts of 2520.

    ``best_deal`` is None also if it was not asked for.
    """

    person: str
    games: int
    best_deal: int | None
    sums: dict[str, int]


def read_sums(db: Connection, choice: Choice) -> tuple[SummedRow, ...]:
    """Return the sums of all columns for each person with a result in a choice."""
    return _read(db, ChoiceConditions(choice, "is_member"), SUMMED, "best_deal")


def read_short_sums(
    db: Connection, choice: Choice, columns: Sequence[str]
) -> tuple[SummedRow, ...]:
    """Return the sums of some columns, without ``best_deal``; faster than ``read_sums``."""
    return _read(db, ChoiceConditions(choice, "is_member", subtracts=True), columns)


def _read(
    db: Connection, conditions: ChoiceConditions, columns: Sequence[str], *bests: str
) -> tuple[SummedRow, ...]:
    sums = write_sums(columns, bests)
    added = f"SELECT person, count(*), {sums} FROM result WHERE"  # noqa: S608 - our own names
    taken = f"SELECT person, -count(*), {write_sums(columns, sign='-')} FROM result WHERE"  # noqa: S608
    rows = db.execute(
        f"""
        SELECT person, sum(games), {sums} FROM (
            SELECT person, sum(games) AS games, {sums} FROM result_year
                WHERE {conditions.decades} GROUP BY person
            {conditions.with_singles(added, "GROUP BY person")}
            {conditions.with_less(taken, "GROUP BY person")}
        ) GROUP BY person HAVING sum(games) > 0
        """,  # noqa: S608 - our own names
        conditions.values,
    ).fetchall()
    return tuple(
        [
            SummedRow(
                person=person,
                games=games,
                best_deal=figures[len(columns)] if bests else None,
                sums=dict(zip(columns, figures, strict=False)),
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
    conditions = ChoiceConditions(choice, "are_members")
    whose = (
        "(first = :person OR second = :person)"
        if person
        else "first IN (SELECT value FROM json_each(:people))"
        " AND second IN (SELECT value FROM json_each(:people))"
    )
    single = "SELECT first, second, 1, first_ahead, second_ahead, money FROM pair"
    rows = db.execute(
        f"""
        SELECT first, second, sum(games), sum(first_ahead), sum(second_ahead), sum(money) FROM (
            SELECT first, second, games, first_ahead, second_ahead, money FROM pair_year
                WHERE {whose} AND {conditions.years}
            {conditions.with_singles(f"{single} WHERE {whose} AND")}
        ) GROUP BY first, second
        """,  # noqa: S608
        {**conditions.values, "person": person, "people": json.dumps(list(people))},
    ).fetchall()
    return tuple([PairSums(*row) for row in rows])
