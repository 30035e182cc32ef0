"""Finds out when the clock of the machine was set, by the time since boot, which nobody sets.

A small machine without a battery starts in the past until the network tells it the time. Entries
before and after it then tell times that are hours apart, and the history says why.
"""

import time as clocks
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from threading import Lock
from time import clock_gettime
from typing import Final

from scorekeeper.storage.clock_steps import ClockStep

_LEAST_STEP: Final = timedelta(minutes=1)


def seconds_since_boot() -> float:
    """Return the seconds since boot, which nobody sets and which go on while the machine sleeps."""
    return clock_gettime(getattr(clocks, "CLOCK_BOOTTIME", clocks.CLOCK_MONOTONIC))


class ClockWatch:
    """Compares the clock with ``elapsed``, the seconds that have really passed."""

    def __init__(self, elapsed: Callable[[], float] = seconds_since_boot) -> None:
        self._elapsed = elapsed
        self._lock = Lock()
        self._started: datetime | None = None

    @contextmanager
    def looking(self, now: datetime) -> Iterator[ClockStep | None]:
        """Yield the step if the clock, which says ``now``, was set since the last look.

        Less than a minute is no step: a clock is corrected a little all the time. If the caller
        raises an exception, the next look finds the same step.
        """
        with self._lock:
            started = now - timedelta(seconds=self._elapsed())
            step = timedelta(0) if self._started is None else started - self._started
            yield None if abs(step) < _LEAST_STEP else ClockStep(before=now - step, after=now)
            self._started = started
