"""Reads and writes in the database when the clock of the machine was set.

The caller opens the transaction.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.storage.database import Connection

_MOST_READ: Final = 100
"""So many steps between two moments are enough to tell that the clock could not be trusted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStep:
    """A change of the clock: the same moment by the clock before and after it was set (UTC)."""

    before: datetime
    after: datetime

    @property
    def length(self) -> timedelta:
        """By how much the clock was set, forward or back."""
        return abs(self.after - self.before)


def add_clock_step(db: Connection, step: ClockStep) -> None:
    """Insert a step of the clock."""
    row = (step.before.isoformat(), step.after.isoformat())
    db.execute("INSERT INTO clock_step (before, after) VALUES (?, ?)", row)


def latest_clock_steps(db: Connection, most: int) -> tuple[ClockStep, ...]:
    """Return the latest steps of the clock, the latest first, at most ``most``."""
    return _read(db, "ORDER BY number DESC LIMIT ?", most)


def steps_forward(db: Connection, since: datetime, until: datetime) -> tuple[ClockStep, ...]:
    """Return the steps forward that lie between two moments, in their order; at most a hundred."""
    return _read(
        db,
        "WHERE before < after AND before >= ? AND after <= ? ORDER BY number LIMIT ?",
        since.isoformat(),
        until.isoformat(),
        _MOST_READ,
    )


def _read(db: Connection, which: str, *values: str | int) -> tuple[ClockStep, ...]:
    rows = db.execute(f"SELECT before, after FROM clock_step {which}", values)
    return tuple(
        [
            ClockStep(before=datetime.fromisoformat(before), after=datetime.fromisoformat(after))
            for before, after in rows.fetchall()
        ]
    )
