"""Makes a backup of each site each day while it is served, and one after each night of its club."""

import logging
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from queue import Empty
from threading import Event, Thread
from time import monotonic
from typing import Final

from scorekeeper.config import ConfigError, Settings
from scorekeeper.games import newest_entry_at
from scorekeeper.server.proofs import has_changed
from scorekeeper.store.backups import BackupKind, BackupResult, BackupRuns, find_backups
from scorekeeper.store.database import (
    StorageError,
    open_database,
    reading_whole,
    storage_errors,
    write_log,
)
from scorekeeper.web.core import ONLY, Sites

_HOUR: Final = 3600.0
_TRIES_SECONDS: Final = 600.0
BETWEEN_SITES: Final = 0.05
_NAMES: Final = {
    BackupKind.DAILY: "The daily backup",
    BackupKind.NIGHT: "The backup after a night",
}
_log = logging.getLogger(__name__)


class BackupThread:
    """A thread that makes the backups of all sites, one at a time: each day, and after nights."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self.stopping = Event()
        self._looked_at: set[str] = set()
        self._failed: dict[str, DailyBackups] = {}
        self._thread = Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; a backup under way goes on to its end."""
        self.stopping.set()
        self._sites.nights.put(ONLY)  # it wakes the thread, which then ends

    def prepare(self) -> None:
        """Do what comes before the first backup."""

    def see_to(self, name: str, *, is_night: bool) -> float:
        """Make what is due at a site; return how many seconds to wait then.

        Raises ConfigError, StorageError, OSError.
        """
        backups = self._failed.pop(name, None) or DailyBackups(*self._sites.backups_of(name))
        if name not in self._looked_at:
            self._looked_at.add(name)
            backups.mind_clock()
        if not backups.make_due(is_night=is_night):
            self._failed[name] = backups  # to be tried again
        return 0

    def _run(self) -> None:
        self.prepare()
        pause, due = 0.0, self._names()
        while not self.stopping.is_set():
            night = self._wait_for_night(pause)
            if self.stopping.is_set():
                return
            name = night if night is not None else next(due, None)
            if name is None:
                due, pause = self._names(), self._until_next_round()
                continue
            try:
                pause = self.see_to(name, is_night=night is not None)
            except Exception as error:  # noqa: BLE001 - no site keeps another from its backup
                is_told = isinstance(error, ConfigError | StorageError | OSError)
                _log.error("The site %s has no backup: %s", name, error, exc_info=not is_told)
                pause = BETWEEN_SITES

    def _names(self) -> Iterator[str]:
        try:
            return iter(self._sites.names())
        except OSError as error:  # such as a disk that is away for a while
            _log.error("The sites cannot be found: %s", error)
            return iter(())

    def _wait_for_night(self, seconds: float) -> str | None:
        """Return the site of a night that was closed, None if there is none within ``seconds``."""
        try:
            return self._sites.nights.get(timeout=seconds) if seconds else None
        except Empty:
            return None

    def _until_next_round(self) -> float:
        return _TRIES_SECONDS if self._failed else _HOUR


class DailyBackups:
    """The backups of one site: one on each day by the machine's clock, and one after each night.

    If the clock is before the last entry, it cannot tell the day, so the first look makes a backup
    in any case. The command ``backup`` does the work in a process of its own, at low priority, so
    that no phone waits for it.
    """

    def __init__(self, settings: Settings, runs: BackupRuns) -> None:
        self._settings = settings
        self._runs = runs
        self._night_is_due = False
        self._is_behind = False

    def mind_clock(self) -> None:
        """Look once whether the clock can tell the day."""
        self._is_behind = is_clock_behind(self._settings.database, datetime.now(UTC))

    def make_due(self, *, is_night: bool = False) -> bool:
        """Make what is due; return whether it was made, else it is to be tried again soon."""
        self._night_is_due = self._night_is_due or is_night
        if self._night_is_due and self._make(BackupKind.NIGHT):
            self._night_is_due = False
            warn_of(self._runs.copy())
        return self.see_to_today() and not self._night_is_due

    def see_to_today(self) -> bool:
        """Make today's backup and its second copy if they are missing; return whether one is there.

        A second copy that fails is tried again an hour later.
        """
        needs_one = self._is_behind or not is_made_today(self._settings.backups)
        if needs_one and self._is_changed():
            if not self._make(BackupKind.DAILY):
                return False
            self._is_behind = False
        warn_of(self._runs.copy())
        return True

    def _is_changed(self) -> bool:
        """Tell whether there is anything to back up; one installation has a backup each day."""
        return not self._settings.site or has_changed(
            self._settings.database, self._settings.backups
        )

    def _make(self, step: BackupKind) -> bool:
        begin = monotonic()
        result = self._runs.make(step)
        if result.is_done:
            took = {"milliseconds": int(1000 * (monotonic() - begin))}
            _log.info("%s was made", _NAMES[step], extra={"details": took})
            warn_of(result)
            self._write_log()
        else:
            _log.error("%s failed: %s", _NAMES[step], result.said)
        return result.is_done

    def _write_log(self) -> None:
        """Let whoever copies the database alone find at least what the backup has."""
        database = self._settings.database
        with (
            suppress(StorageError),
            closing(open_database(database)) as db,
            storage_errors(database),
        ):
            write_log(db)


def warn_of(result: BackupResult) -> None:
    for line in result.said.splitlines():
        _log.warning("%s", line)


def is_clock_behind(database: Path, now: datetime) -> bool:
    """Tell whether the clock is before the entry that was written last; log it if it is."""
    try:
        with (
            closing(open_database(database)) as db,
            storage_errors(database),
            reading_whole(database),
        ):
            last = newest_entry_at(db)
    except StorageError:
        return False  # the backup itself says what is wrong
    if last is None or now >= last:
        return False
    _log.warning("The clock of this machine stands before the last entry of %s", last)
    return True


def is_made_today(folder: Path) -> bool:
    """Tell whether a folder has a daily backup of this day, by the machine's clock.

    A folder that cannot be read has none that counts; the backup itself says what is wrong.
    """
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    try:
        made = [backup.day for backup in find_backups(folder) if backup.kind is BackupKind.DAILY]
    except OSError:
        return False
    return made[-1:] == [today]
