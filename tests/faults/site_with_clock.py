"""Starts the site in a process whose clock can be set back or ahead while it runs.

Every part of the program gets the moved clock, since it takes the place of Python's own before they
are imported. What counts elapsed time goes on undisturbed, as with a real clock that is set.

The process is forked from one that has imported the program: that is most of the work of a start.
"""

import datetime
import os
import time
from collections.abc import Mapping
from multiprocessing import get_context
from pathlib import Path
from typing import Self

from tests.served import Served

CLOCK = "CLOCK_FILE"
"""The variable that names the file with the seconds by which the clock is moved."""
_FORKS = get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.faults.imported_site"])


class ForkedSite(Served):
    """A site whose clock is wrong by as much as a file says."""

    def _launch(self) -> "_Fork":
        return _Fork(self._arguments(), self._environment, self._log)


class _Fork:
    """The process of a site, with the methods of ``subprocess.Popen``."""

    def __init__(
        self, arguments: list[str], environment: Mapping[str, str], log: Path | None
    ) -> None:
        about = (arguments, dict(environment), log)
        self._process = _FORKS.Process(target=_run_site, args=about, daemon=True)
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> None:
        self._process.join()


def _run_site(arguments: list[str], environment: Mapping[str, str], log: Path | None) -> None:
    os.setsid()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if log is not None:
        os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
    from tests.faults.imported_site import main

    main(arguments)


def move_clock() -> None:
    """Let everything that is imported from now on have the moved clock."""
    real_time = time.time

    class Moved(datetime.datetime):
        """A moment as the moved clock tells it."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            """Return the present moment."""
            return cls.fromtimestamp(moved_time(), tz)

    def moved_time() -> float:
        file = os.environ.get(CLOCK)
        return real_time() + (float(Path(file).read_text()) if file else 0)

    time.time = moved_time
    datetime.datetime = Moved  # type: ignore[misc]
