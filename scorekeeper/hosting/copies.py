"""Copies each site of a host into the second folder, minutes after it has changed.

A process of its own does that for all sites, so that no phone waits for it.
"""

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from select import select
from time import monotonic
from typing import Final, NamedTuple

from scorekeeper.config import Settings, read_settings
from scorekeeper.hosting.folders import folder_of, is_closed, site_names, tell_fault
from scorekeeper.server.proofs import has_changed
from scorekeeper.store.backups import copy_changes, find_backups, find_subfolder, made_at

_NICENESS: Final = 10
_ROUND_SECONDS: Final = 30.0
_REST: Final = 3
"""The rest after a copy, by the time that it took: the process has a quarter of a processor."""


class _Mark(NamedTuple):
    """How the files of a database looked; while they look the same, nothing was written."""

    written: int
    log: tuple[int, int]

    @property
    def changed_at(self) -> int:
        return max(self.written, self.log[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Changed:
    """A site whose files do not look as they did last time."""

    site: Settings
    mark: _Mark


class SiteCopies:
    """The copies of a host's sites; which are due is read from their files, so no start forgets."""

    def __init__(self, host: Settings) -> None:
        self._host = host
        self._seen: dict[str, _Mark] = {}

    def due(self) -> list[str]:
        """Return the names of sites that may need a copy, the one changed longest ago first.

        A site whose newest copy is younger than ``copy_minutes`` waits. Raises OSError.
        """
        changed = [found for name in site_names(self._host.instance) if (found := self._look(name))]
        changed.sort(key=lambda found: found.mark.changed_at)
        return [found.site.site for found in changed if self._is_old(found.site)]

    def copy(self, name: str) -> None:
        """Copy a site if it has changed since its newest copy.

        Raises StorageError if there is no copy then.
        """
        found = self._look(name)
        if found is None:
            return
        site, second = found.site, Path(self._host.second_backups)
        subfolder = find_subfolder(site.backups, second)
        if subfolder is None or has_changed(site.database, subfolder):
            now = datetime.now().astimezone()
            copy_changes(site.database, site.backups, second, now, name=name)
        self._seen[name] = found.mark

    def _look(self, name: str) -> _Changed | None:
        """Return a site that has changed, or may have; None if it has not, or cannot be read."""
        folder = folder_of(self._host.instance, name)
        site = replace(self._host, instance=folder, site=name)
        mark = _read_mark(site.database)
        if mark is None or mark == self._seen.get(name) or is_closed(folder):
            return None
        return _Changed(site=site, mark=mark)

    def _is_old(self, site: Settings) -> bool:
        subfolder = find_subfolder(site.backups, Path(self._host.second_backups))
        aim = timedelta(minutes=self._host.copy_minutes)
        try:
            copies = () if subfolder is None else find_backups(subfolder)
            return not copies or not timedelta() <= datetime.now(UTC) - made_at(copies[-1]) < aim
        except OSError:
            return True  # the copying itself says what is wrong


def _read_mark(database: Path) -> _Mark | None:
    try:
        written = database.stat().st_mtime_ns
        log = Path(f"{database}-wal")
        found = log.stat() if log.exists() else None
    except OSError:
        return None
    return _Mark(written, (found.st_mtime_ns, found.st_size) if found else (0, 0))


def keep_copying(host: Settings, wait: Callable[[float], bool]) -> Iterator[str]:
    """Copy the sites of a host until ``wait``, given seconds to wait, says to stop.

    Yields a sentence about each that cannot be copied.
    """
    copies = SiteCopies(host)
    while True:
        for name in _find_due(copies):
            begin = monotonic()
            try:
                copies.copy(name)
            except Exception as error:  # noqa: BLE001 - no site keeps another from its copy
                yield f"{name}: {tell_fault(error)}"
            if wait(_REST * (monotonic() - begin)):
                return
        if wait(_ROUND_SECONDS):
            return


def _find_due(copies: SiteCopies) -> list[str]:
    try:
        return copies.due()
    except OSError:
        return []  # the process that serves the folder reports that it is unreadable


def main(folder: str) -> None:
    """Copy the sites of a host until standard input ends, as it does with the process that serves.

    What goes wrong is written to standard error, a line each.
    """
    os.nice(_NICENESS)
    host = read_settings(Path(folder))

    def is_stopped(seconds: float) -> bool:
        ready, _, _ = select([sys.stdin], [], [], seconds)
        return bool(ready)

    for text in keep_copying(host, is_stopped):
        print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
