"""The table of the sites that a process serves: which one a host's name means, and which are open.

One installation is a table with one site, for any name, which stays open. On a host a site is
opened by its first request; when too many are open, those that were idle the longest are closed.
"""

import logging
import os
import resource
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from time import monotonic
from typing import Any, Final

from scorekeeper.bookkeeping.club.files import FileRuns
from scorekeeper.bookkeeping.limits import DayLimit, GuessLimit, StreamCounts
from scorekeeper.bookkeeping.store.backup_runs import BackupRuns
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import ConfigError, Settings, refuse_lost
from scorekeeper.hosting.folders import (
    AlreadyServed,
    demand_readable,
    folder_of,
    host_address,
    is_closed,
    is_name,
    is_site,
    lock_serving,
    new_name_of,
    note_held,
    site_address,
    site_names,
    site_settings,
)
from scorekeeper.print.bundle import Bundles
from scorekeeper.storage.copies import checkpoint_log
from scorekeeper.storage.database import StorageError, storage_errors
from scorekeeper.storage.journals import latest_change_number
from scorekeeper.wording import write_plural

AGAIN_SECONDS: Final = 10
"""After so many seconds a site that could not be opened is tried again."""
ONLY: Final = ""
"""The name of the site of one installation."""
_NO_SITE: Final = "-"
"""What limits call all that is no site; no site has this name."""
_ENTRANCE: Final = ""
"""What they call the entrance of a host."""
_WRONG_NAMES: Final = 60
"""How many unknown names an address may ask for in an hour."""
_WRONG_NAMES_OF_ALL: Final = 6_000
_SIGN_UPS: Final = 3
"""How many clubs an address may open in a day, where anybody may."""
_DEMOS: Final = 2
"""How many copies of a club an address may look around in, in a day."""
_IDLE_CONNECTIONS: Final = 2
_FILES_LEFT: Final = 256
"""How many open files are left when no further site is opened: each takes about six."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """An open site: its settings and store, its open streams, and files being made."""

    settings: Settings
    store: GameStore
    streams: StreamCounts
    backups: BackupRuns
    files: FileRuns
    bundles: Bundles

    @property
    def name(self) -> str:
        """The name on a host; empty for one installation."""
        return self.settings.site

    @property
    def papers(self) -> int:
        """How many bundles of papers and files of the club are being made."""
        is_written = self.files.last is not None and self.files.last.goes_on
        return self.bundles.in_work + is_written

    def close(self) -> None:
        """Stop printing for a site that is no longer served, and close its database."""
        self.bundles.drop()
        self.store.close()
        with suppress(StorageError):  # it was said when the database was used
            checkpoint_log(self.settings.database)


Make = Callable[[Settings, Mapping[str, Any]], Site]
"""Opens a site, with the counts that it kept when it was closed (``kept``)."""


class UnknownSite(LookupError):  # noqa: N818 - it is named like the answer that it becomes
    """No site has this name."""


class ForeignHost(LookupError):  # noqa: N818 - as above
    """A name that is in no domain of this host."""


class MovedSite(Exception):  # noqa: N818 - as above
    """The site has another address now, which is its text, without a slash at the end."""


class ClosedSite(Exception):  # noqa: N818 - as above
    """The site was closed by the keeper of the host."""


class BrokenSite(Exception):  # noqa: N818 - as above
    """The site cannot be opened now; its text says why, to the keeper alone."""


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
        return ", ".join([each for each in (requests, papers) if not each.startswith("0 ")])


class Sites:
    """The sites of a host, or the only one of an installation.

    ``only`` is the site of one installation, None on a host.
    """

    def __init__(self, settings: Settings, make: Make, nights: SimpleQueue[str]) -> None:
        self.settings = settings
        self.nights = nights
        """The names of sites where a night was closed since the last look into it."""
        self.wrong_names = GuessLimit(most=_WRONG_NAMES, most_of_all=_WRONG_NAMES_OF_ALL)
        self.sign_ups = DayLimit(most_bytes=sys.maxsize, most_games=_SIGN_UPS)
        self.demos = DayLimit(most_bytes=sys.maxsize, most_games=_DEMOS)
        self._make = make
        self._lock = Lock()
        self._rows: dict[str, _Row] = {}
        self.only: Site | None = None
        if not settings.is_host:
            self.only = make(settings, {})
            self._rows[ONLY] = _Row(ONLY, settings.instance, site=self.only)

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

    def share_of(self, host: str) -> tuple[str, int]:
        """Return what limits call the site of a host's name, and how many requests a link may have.

        Opens nothing and raises nothing: all names that are no site's are one for the limits.
        """
        usual = self.settings.requests_per_link
        if self.only is not None:
            return ONLY, usual
        try:
            name = self.find_name(host)
        except (ForeignHost, MovedSite):
            return _NO_SITE, usual
        if name is None:
            return _ENTRANCE, usual
        row = self._rows.get(name)
        if row is not None and row.site is not None:
            return row.name, row.site.settings.requests_per_link
        is_known = is_name(name) and is_site(folder_of(self.settings.instance, name))
        return name if is_known else _NO_SITE, usual

    def demand_readable(self) -> None:
        """Raise StorageError if games cannot be read; on a host, if its folder cannot be."""
        if self.only is None:
            with storage_errors(self.settings.instance):
                demand_readable(self.settings.instance)
            return
        with self.only.store.database.reading() as db:
            latest_change_number(db)

    @property
    def awake(self) -> tuple[Site, ...]:
        """The open sites."""
        return tuple([row.site for row in list(self._rows.values()) if row.site is not None])

    def names(self) -> list[str]:
        """Return the names of all sites that are not closed. Raises OSError."""
        if self.only is not None:
            return [ONLY]
        host = self.settings.instance
        return [name for name in site_names(host) if not is_closed(folder_of(host, name))]

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
        """Close what was asked to close, and idle sites while too many are open.

        The host calls this several times a second.
        """
        awake = [row for row in list(self._rows.values()) if row.site is not None]
        for row in awake:
            if self.only is None and is_closed(row.folder):
                self._shut(row)
            elif row.site is not None:
                row.site.store.database.trim(_IDLE_CONNECTIONS)
        more = len(self.awake) - self.settings.most_awake
        for row in sorted(awake, key=lambda each: each.used):
            if more <= 0:
                return
            more -= self._close_idle(row)

    def end_streams(self) -> None:
        """End all streams of live pages, so that the process can stop; safe in a signal handler."""
        for row in list(self._rows.values()):
            if row.site is not None:
                row.site.store.notifier.end()

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
        except (ConfigError, StorageError, AlreadyServed, OSError) as error:
            row.failed, row.why = monotonic(), str(error)
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
        settings = site_settings(self.settings, row.name)
        return self._make(settings, row.kept)

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
