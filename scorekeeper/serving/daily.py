"""Makes a backup each day while the site is served, and one after each night of its club."""

import logging
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final

from scorekeeper.bookkeeping.store.backup_runs import BackupResult, BackupRuns, BackupStep
from scorekeeper.bookkeeping.store.backups import BackupKind, find_backups
from scorekeeper.config import Settings
from scorekeeper.storage.database import StorageError, open_database, storage_errors
from scorekeeper.storage.journals import newest_entry_at

_HOUR: Final = 3600.0
_TRIES_SECONDS: Final = 600.0
_NAMES: Final = {
    BackupStep.DAILY: "The daily backup",
    BackupStep.NIGHT: "The backup after a night",
}
_log = logging.getLogger(__name__)


class DailyBackups:
    """A thread that makes a backup on each day by the machine's clock, and at once at the start.

    It also makes one after a night was closed.

    If the clock is before the last entry, it cannot tell the day, so the start makes a backup in
    any case. The command ``backup`` does the work in a process of its own, at low priority, so that
    no phone waits for it.
    """

    def __init__(self, settings: Settings, runs: BackupRuns) -> None:
        self._settings = settings
        self._runs = runs
        self._stopping = Event()
        self._night_is_due = False
        self._thread = Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; a backup under way goes on to its end."""
        self._stopping.set()
        self._runs.back_up_night()  # it wakes the thread, which then ends

    def _run(self) -> None:
        pause: float = 0
        is_behind = is_clock_behind(self._settings.database, datetime.now(UTC))
        while True:
            is_night = self._runs.wait_for_night(pause)
            if self._stopping.is_set():
                return
            pause = self.make_due(is_night=is_night, is_behind=is_behind)
            is_behind = is_behind and pause == _TRIES_SECONDS

    def make_due(self, *, is_night: bool, is_behind: bool) -> float:
        """Make what is due; return in how many seconds to look again.

        A backup that fails is tried again sooner, that of a night too.
        """
        self._night_is_due = self._night_is_due or is_night
        if self._night_is_due and self._make(BackupStep.NIGHT):
            self._night_is_due = False
            _warn(self._runs.copy())
        is_made = self.see_to_today(is_behind=is_behind)
        return _HOUR if is_made and not self._night_is_due else _TRIES_SECONDS

    def see_to_today(self, *, is_behind: bool) -> bool:
        """Make today's backup and its second copy if they are missing; return whether one is there.

        A second copy that fails is tried again an hour later.
        """
        needs_one = is_behind or not is_made_today(self._settings.backups)
        if needs_one and not self._make(BackupStep.DAILY):
            return False
        _warn(self._runs.copy())
        return True

    def _make(self, step: BackupStep) -> bool:
        begin = monotonic()
        result = self._runs.make(step)
        if result.is_done:
            took = {"milliseconds": int(1000 * (monotonic() - begin))}
            _log.info("%s was made", _NAMES[step], extra={"details": took})
            _warn(result)
        else:
            _log.error("%s failed: %s", _NAMES[step], result.said)
        return result.is_done


def _warn(result: BackupResult) -> None:
    for line in result.said.splitlines():
        _log.warning("%s", line)


def is_clock_behind(database: Path, now: datetime) -> bool:
    """Tell whether the clock is before the entry that was written last; log it if it is."""
    try:
        with closing(open_database(database)) as db, storage_errors(database):
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
        made = [each.day for each in find_backups(folder) if each.kind is BackupKind.DAILY]
    except OSError:
        return False
    return made[-1:] == [today]
