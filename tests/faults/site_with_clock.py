"""Starts the site in a process whose clock can be set back or ahead while it runs.

Every part of the program gets the moved clock, since it takes the place of Python's own before they
are imported. What counts elapsed time goes on undisturbed, as with a real clock that is set.
"""

import datetime
import os
import sys
import time
from pathlib import Path
from typing import Self

CLOCK = "CLOCK_FILE"
"""The variable that names the file with the seconds by which the clock is moved."""


def move_clock() -> None:
    """Let everything that is imported from now on have the moved clock."""
    file, real_time = Path(os.environ[CLOCK]), time.time

    class Moved(datetime.datetime):
        """A moment as the moved clock tells it."""

        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Self:
            """Return the present moment."""
            return cls.fromtimestamp(moved_time(), tz)

    def moved_time() -> float:
        return real_time() + float(file.read_text())

    time.time = moved_time
    datetime.datetime = Moved  # type: ignore[misc]


if __name__ == "__main__":
    move_clock()
    from scorekeeper.cli import main

    sys.exit(main())
