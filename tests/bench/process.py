"""What a served process costs, as the kernel sees it (Linux)."""

import os
from pathlib import Path
from time import clock_gettime

from tests.served import Served

MIB = 1024 * 1024


def processor_seconds(process: int) -> float:
    """Return the processor time of a process so far, by its own clock (``clock_getcpuclockid``)."""
    return clock_gettime((~process << 3) | 2)


class Worker:
    """The process that serves a site."""

    def __init__(self, site: Served) -> None:
        if site.process is None:
            raise RuntimeError("the site is not served")
        self._process = site.process.pid
        self._folder = Path("/proc") / str(self._process)

    def processor_seconds(self) -> float:
        """Processor time so far."""
        return processor_seconds(self._process)

    def memory(self) -> float:
        """Resident memory (MiB)."""
        pages = int((self._folder / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MIB
