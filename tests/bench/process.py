"""What a served process costs, as the kernel sees it (Linux)."""

import os
from pathlib import Path

from tests.served import Served

MIB = 1024 * 1024


class Worker:
    """The process that serves a site."""

    def __init__(self, site: Served) -> None:
        if site.process is None:
            raise RuntimeError("the site is not served")
        self._folder = Path("/proc") / str(site.process.pid)

    def processor_seconds(self) -> float:
        """Processor time so far."""
        fields = (self._folder / "stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory (MiB)."""
        pages = int((self._folder / "statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MIB

    def open_files(self) -> int:
        """How many files and connections are open."""
        return len(list((self._folder / "fd").iterdir()))
