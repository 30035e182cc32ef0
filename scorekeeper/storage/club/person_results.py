"""Reads the results of one person, and the day of the first result of a club."""

from typing import NamedTuple

from scorekeeper.domain.club.results import Choice
from scorekeeper.storage.club.conditions import NEVER
from scorekeeper.storage.database import Connection


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
        "to": choice.until or NEVER,
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
