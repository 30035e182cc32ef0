"""When the clock of the machine was set."""

from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest

from scorekeeper.bookkeeping.store.game_store import ClockWatch, seconds_since_boot
from scorekeeper.storage.clock_steps import ClockStep

EVENING = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Machine:
    """A machine whose clock can be set, and the watch of it."""

    def __init__(self) -> None:
        self.now, self._elapsed = EVENING, 10.0
        self._watch = ClockWatch(lambda: self._elapsed)
        assert self.look() is None

    def wait(self, length: timedelta) -> None:
        self.now += length
        self._elapsed += length.total_seconds()

    def look(self) -> ClockStep | None:
        with self.looking() as step:
            return step

    def looking(self) -> AbstractContextManager[ClockStep | None]:
        return self._watch.looking(self.now)


def test_a_clock_that_goes_with_the_time_was_not_set() -> None:
    machine = Machine()
    machine.wait(1000 * HOUR)
    machine.now += timedelta(seconds=59)
    assert machine.look() is None


def test_a_clock_that_was_set_is_reported_once_with_the_old_and_new_time() -> None:
    machine = Machine()
    machine.wait(HOUR)
    machine.now -= 3 * HOUR
    assert machine.look() == ClockStep(before=EVENING + HOUR, after=EVENING - 2 * HOUR)
    machine.wait(HOUR)
    assert machine.look() is None
    machine.now += timedelta(minutes=1)
    step = machine.look()
    assert step is not None
    assert step.after - step.before == timedelta(minutes=1)


def test_a_step_that_could_not_be_stored_is_reported_again() -> None:
    machine = Machine()
    machine.now += HOUR
    with pytest.raises(OSError, match="full"), machine.looking() as step:
        raise OSError("full")
    assert step is not None
    assert machine.look() == step
    assert machine.look() is None


def test_the_time_that_passed_is_never_set() -> None:
    assert 0 < seconds_since_boot() <= seconds_since_boot()
