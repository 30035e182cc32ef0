"""Reads and writes in the database when the clock of the machine was set.

The caller opens the transaction.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows

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
    Rows(db, "clock_step", ClockStep).add(step)


def latest_clock_steps(db: Connection, most: int) -> tuple[ClockStep, ...]:
    """Return the latest steps of the clock, the latest first, at most ``most``."""
    return Rows(db, "clock_step", ClockStep).read(order_by="number DESC", limit=most)


def steps_forward(db: Connection, since: datetime, until: datetime) -> tuple[ClockStep, ...]:
    """Return the steps forward that lie between two moments, in their order; at most a hundred."""
    return Rows(db, "clock_step", ClockStep).read(
        "before < after AND before >= ? AND after <= ?",
        [since.isoformat(), until.isoformat()],
        order_by="number",
        limit=_MOST_READ,
    )
