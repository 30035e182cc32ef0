"""When the clock of the machine was set, as the database keeps it."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.store.database import Connections
from scorekeeper.store.rows import ClockStep, add_clock_step, latest_clock_steps, steps_forward

EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


def step(before: int, after: int) -> ClockStep:
    """The clock was set, from and to so many minutes after eight."""
    return ClockStep(before=EVENING + before * MINUTE, after=EVENING + after * MINUTE)


def test_only_steps_forward_that_lie_wholly_between_two_moments_are_read(path: Path) -> None:
    first, last = step(0, 5), step(50, 60)
    steps = (step(-1, 5), first, step(30, 10), last, step(50, 61))
    connections = Connections(path)
    with connections.writing() as db:
        for each in steps:
            add_clock_step(db, each)
    with connections.reading() as db:
        assert steps_forward(db, EVENING, EVENING + 60 * MINUTE) == (first, last)
        assert latest_clock_steps(db, 2) == (steps[-1], steps[-2])
    connections.close()
