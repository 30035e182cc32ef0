"""Reads and writes what people saw when a night was closed; a closing can be taken back."""

import json
from datetime import datetime
from typing import Any

from scorekeeper.domain.club.facts import Closing, NightMoney, PlannedTransfer
from scorekeeper.storage.database import Connection


def find_closing(db: Connection, night: str) -> Closing | None:
    """Return the closing of a night that is in force, or None if the night is open."""
    row = db.execute(
        "SELECT on_day, seen, plan FROM closing WHERE night = ? AND reopened_at IS NULL", (night,)
    ).fetchone()
    if row is None:
        return None
    on, seen, plan = row
    return Closing(
        on=on,
        seen=NightMoney(**json.loads(seen)),
        plan=None if plan is None else _read_plan(json.loads(plan)),
    )


def _read_plan(plan: list[Any]) -> tuple[PlannedTransfer, ...]:
    return tuple(
        [PlannedTransfer(payer=payer, payee=payee, minor=minor) for payer, payee, minor in plan]
    )


def add_closing(db: Connection, night: str, closing: Closing, at: datetime) -> None:
    """Insert the closing of a night, which must be open."""
    seen = {"games": _plain(closing.seen.games), "fees": dict(closing.seen.fees)}
    plan = closing.plan and [[each.payer, each.payee, each.minor] for each in closing.plan]
    db.execute(
        "INSERT INTO closing (night, on_day, seen, plan, closed_at) VALUES (?, ?, ?, ?, ?)",
        (
            night,
            closing.on,
            json.dumps(seen),
            None if closing.plan is None else json.dumps(plan or []),
            at.isoformat(),
        ),
    )


def _plain(games: Any) -> dict[str, dict[str, int]]:
    return {game: dict(money) for game, money in games.items()}


def mark_reopened(db: Connection, night: str, at: datetime) -> None:
    """Mark the closing of a night as taken back."""
    db.execute(
        "UPDATE closing SET reopened_at = ? WHERE night = ? AND reopened_at IS NULL",
        (at.isoformat(), night),
    )


def mark_corrected(db: Connection, night: str, day: str) -> None:
    """Store the day on which figures of a closed night changed last."""
    db.execute(
        "UPDATE closing SET corrected_on = max(on_day, ?) WHERE night = ? AND reopened_at IS NULL",
        (day, night),
    )


def closings_naming(db: Connection, person: str) -> tuple[Closing, ...]:
    """Return the closings in force in whose plan a person stands."""
    nights = db.execute(
        "SELECT DISTINCT closing.night FROM closing, json_each(plan) AS planned"
        " WHERE reopened_at IS NULL AND ? IN (planned.value ->> 0, planned.value ->> 1)",
        (person,),
    ).fetchall()
    found = [find_closing(db, night) for (night,) in nights]
    return tuple([closing for closing in found if closing is not None])
