"""What can happen to a machine that serves a site: a clock that jumps, a disk that fills."""

import os
import resource
from itertools import cycle
from pathlib import Path

from tests.faults.site_with_clock import CLOCK
from tests.served import Served

_DAY = 86_400.0
_JUMPS = (-400, 1_100, -0.1, 90, 89.9999, 0)
"""Where the clock stands after each jump, in days: years, hours and seconds away."""
_FILLER_PART = 4_096
_FIRST_BYTES = 8_192


class Clock:
    """The clock of served sites, which can be set back or ahead while they run."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self._jumps = cycle(_JUMPS)
        self.environment = {CLOCK: str(self._file)}
        self._move(0)

    def jump(self) -> None:
        """Set the clock to another time, back first."""
        self._move(next(self._jumps))

    def _move(self, days: float) -> None:
        # Put there whole, since the sites may read it at any moment.
        written = self._file.with_suffix(".new")
        written.write_text(str(days * _DAY))
        written.rename(self._file)


class SizeLimit:
    """A limit to the size of files, which a site takes for a full disk."""

    def __init__(self, site: Served) -> None:
        self._site = site

    def fill(self) -> None:
        """Let nothing be written beyond the first bytes of any file."""
        self._limit(_FIRST_BYTES)

    def free(self) -> None:
        """Let files grow again."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        process = self._site.process
        if process is not None and process.poll() is None:
            limits = (size, resource.RLIM_INFINITY)
            resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)


class SmallDisk:
    """A disk of its own for ``folder``, filled to its last byte by a file beside the database."""

    def __init__(self, folder: Path) -> None:
        self._filler = folder / "filler"

    def fill(self) -> None:
        """Write until the disk is full."""
        with self._filler.open("wb", buffering=0) as file:
            try:
                while file.write(b"x" * _FILLER_PART) == _FILLER_PART:
                    pass
            except OSError:
                os.fsync(file.fileno())

    def free(self) -> None:
        """Delete what fills the disk."""
        self._filler.unlink()
