"""The table of a host's sites: which one a name in its domain means, and which are open.

A site is opened by its first request; when too many are open, those that were idle the longest are
closed.
"""

import logging
import os
import resource
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from time import monotonic
from typing import Any, Final

from scorekeeper.config import Settings, refuse_lost
from scorekeeper.games import DayLimit
from scorekeeper.hosting.folders import (
    demand_readable,
    demo_names,
    folder_of,
    host_address,
    is_closed,
    is_name,
    is_site,
    new_name_of,
    note_held,
    site_address,
    site_names,
    site_settings,
    tell_fault,
)
from scorekeeper.server.app import Make
from scorekeeper.store.backups import BackupRuns
from scorekeeper.store.database import lock_serving, storage_errors
from scorekeeper.web.core import NO_SITE, Site, Sites
from scorekeeper.wording import write_plural

AGAIN_SECONDS: Final = 10
"""After so many seconds a site that could not be opened is tried again."""
_SIGN_UPS: Final = 3
"""How many clubs an address may open in a day, where anybody may."""
_DEMOS: Final = 2
"""How many copies of a club an address may look around in, in a day."""
_FILES_LEFT: Final = 256
"""How many open files are left when no further site is opened: each takes about six."""
_log = logging.getLogger(__name__)


class UnknownSite(LookupError):  # noqa: N818 - it is named like the answer that it becomes
    """No site has this name."""


class ForeignHost(LookupError):  # noqa: N818 - as above
    """A name that is in no domain of this host."""


class MovedSite(Exception):  # noqa: N818 - as above
    """The site has another address now, which is its text, without a slash at the end."""


class ClosedSite(Exception):  # noqa: N818 - as above
    """The site was closed by the keeper of the host."""


class BrokenSite(Exception):  # noqa: N818 - as above
    """The site cannot be opened now; its text says why, for the keeper only."""


class FullHost(Exception):  # noqa: N818 - as above
    """No further site can be opened until others are idle."""


@dataclass(slots=True)
class _Row:
    """A site of the table: open if ``site`` is there, and used by ``users`` requests.

    ``kept`` is what its store counted when it was closed, ``why`` says why it could not be opened.
    ``serving`` is the open file of its lock.
    """

    name: str
    folder: Path
    lock: Lock = field(default_factory=Lock)
    site: Site | None = None
    kept: Mapping[str, Any] = field(default_factory=dict)
    users: int = 0
    used: float = 0
    failed: float | None = None
    why: str = ""
    serving: int = -1

    @property
    def held_by(self) -> str:
        """What keeps the site open; empty if nothing does."""
        if self.site is None:
            return ""
        requests = write_plural(self.users, "request")
        papers = write_plural(self.site.papers, "paper")
        return ", ".join([state for state in (requests, papers) if not state.startswith("0 ")])


class HostSites(Sites):
    """The sites of a host; a request that uses one holds it, so that nobody closes it meanwhile."""

    def __init__(self, host: Settings, make: Make, nights: SimpleQueue[str]) -> None:
        self.settings, self.nights = host, nights
        self.sign_ups = DayLimit(most_bytes=sys.maxsize, most_games=_SIGN_UPS)
        self.demos = DayLimit(most_bytes=sys.maxsize, most_games=_DEMOS)
        self._make = make
        self._lock = Lock()
        self._rows: dict[str, _Row] = {}

    # --- which site ---

    def find_name(self, host: str) -> str | None:
        """Return the name of the site of a host that a name means, None for the entrance.

        ``host`` is as in the header of a request. Raises ForeignHost, MovedSite.
        """
        name = host.lower().rpartition(":")[0] if _has_port(host) else host.lower()
        label, found = _split(name.removesuffix("."), (self.settings.domain,))
        if found:
            return label
        label, found = _split(name.removesuffix("."), self.settings.former_domains)
        if not found:
            raise ForeignHost(host)
        to = host_address(self.settings) if label is None else site_address(self.settings, label)
        raise MovedSite(to)

    def site_at(self, host: str) -> tuple[str, Site | None]:
        """Return the name under which limits count a host's site, and the site if it is open.

        The entrance and all names without a site are counted as one.
        """
        try:
            name = self.find_name(host) or ""
        except (ForeignHost, MovedSite):
            return NO_SITE, None
        row = self._rows.get(name)
        if row is not None and row.site is not None:
            return row.name, row.site
        is_known = is_name(name) and is_site(folder_of(self.settings.instance, name))
        return name if is_known else NO_SITE, None

    def demand_readable(self) -> None:
        """Raise StorageError if the folder of the sites cannot be read."""
        with storage_errors(self.settings.instance):
            demand_readable(self.settings.instance)

    @property
    def awake(self) -> tuple[Site, ...]:
        """The open sites."""
        return tuple([row.site for row in list(self._rows.values()) if row.site is not None])

    def names(self) -> list[str]:
        """Return the names of all sites that are not closed, then of copies. Raises OSError."""
        host = self.settings.instance
        names = [name for name in site_names(host) if not is_closed(folder_of(host, name))]
        return names + demo_names(host)

    def backups_of(self, name: str) -> tuple[Settings, BackupRuns]:
        """Return the settings and the backups of a site, open or not. Raises ConfigError."""
        site = self._rows[name].site if name in self._rows else None
        if site is not None:
            return site.settings, site.backups
        settings = site_settings(self.settings, name)
        return settings, BackupRuns(settings, self.nights)

    # --- open and closed ---

    def enter(self, name: str) -> Site:
        """Return a site of a host, opened if it is not open; it stays open until ``leave``.

        Raises UnknownSite, MovedSite, ClosedSite, BrokenSite, FullHost.
        """
        row = self._row_of(name)
        with row.lock:
            if is_closed(row.folder):
                raise ClosedSite(name)
            site = row.site or self._open(row)
            row.users += 1
            return site

    def leave(self, site: Site) -> None:
        """Give a site back that ``enter`` returned."""
        row = self._rows[site.name]
        with row.lock:
            row.users -= 1
            row.used = monotonic()

    def last_used(self, name: str) -> float:
        """Return when the last request to a site ended, in seconds; 0 for none since the start."""
        row = self._rows.get(name)
        return row.used if row is not None else 0

    def tend(self) -> None:
        """Close sites that were asked to close, and idle ones while too many are open."""
        super().tend()
        awake = [row for row in list(self._rows.values()) if row.site is not None]
        for row in awake:
            if is_closed(row.folder):
                self._shut(row)
        more = len(self.awake) - self.settings.most_awake
        for row in sorted(awake, key=lambda row: row.used):
            if more <= 0:
                return
            more -= self._close_idle(row)

    def close(self) -> None:
        """Close all sites, since they are no longer served."""
        for row in list(self._rows.values()):
            with row.lock:
                self._close(row)

    def _row_of(self, name: str) -> _Row:
        row = self._rows.get(name)
        if row is not None and row.site is not None:
            return row
        folder = folder_of(self.settings.instance, name)
        if not is_name(name) or not folder.is_dir():
            raise UnknownSite(name)
        if not is_site(folder):
            self._rows.pop(name, None)  # it was removed, or has another name now
            moved = new_name_of(self.settings.instance, name)
            if moved:
                raise MovedSite(site_address(self.settings, moved))
            raise UnknownSite(name)
        with self._lock:
            return self._rows.setdefault(name, _Row(name, folder))

    def _open(self, row: _Row) -> Site:
        """Open a site; its row is locked, so that many requests open it once."""
        if row.failed is not None and monotonic() - row.failed < AGAIN_SECONDS:
            raise BrokenSite(row.why)
        try:
            row.site = self._open_of_host(row)
        except FullHost:
            self._stop_serving(row)
            raise
        except Exception as error:
            row.failed, row.why = monotonic(), tell_fault(error)
            _log.error("The site %s cannot be opened: %s", row.name, error)
            self._stop_serving(row)
            raise BrokenSite(row.why) from error
        row.failed = None
        return row.site

    def _open_of_host(self, row: _Row) -> Site:
        row.serving = lock_serving(row.folder)
        if _lacks_files(row.serving):
            raise FullHost
        refuse_lost(row.folder)
        return self._make(site_settings(self.settings, row.name), row.kept)

    def _shut(self, row: _Row) -> None:
        """Close a site that was asked to close, as soon as nothing is under way there."""
        with row.lock:
            if row.site is not None:
                row.site.store.notifier.end()
            if not row.held_by:
                self._close(row)
            note_held(row.folder, row.held_by)

    def _close_idle(self, row: _Row) -> bool:
        """Close a site and return True, unless it is in use; one in a hurry is not waited for."""
        if not row.lock.acquire(blocking=False):
            return False
        try:
            if row.site is None or row.held_by or row.site.store.notifier.count:
                return False
            self._close(row)
        finally:
            row.lock.release()
        return True

    def _close(self, row: _Row) -> None:
        if row.site is not None:
            row.site.close()
            row.kept, row.site = row.site.store.kept, None
        self._stop_serving(row)

    def _stop_serving(self, row: _Row) -> None:
        if row.serving >= 0:
            os.close(row.serving)
            row.serving = -1


def _has_port(host: str) -> bool:
    return host.rpartition(":")[2].isdigit() and ":" in host


def _split(host: str, domains: tuple[str, ...]) -> tuple[str | None, bool]:
    """Return the label before a domain, None for the domain itself, and whether it is in any."""
    for domain in domains:
        if host == domain:
            return None, True
        label, _, rest = host.partition(".")
        if rest == domain:
            return label, True
    return None, False


def _lacks_files(newest: int) -> bool:
    """Tell whether this process is near its limit of open files, by the file opened last.

    A file gets the lowest free number, so that all below it are in use.
    """
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return newest > soft - _FILES_LEFT
