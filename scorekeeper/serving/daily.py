"""Makes a backup each day while the site is served."""

import logging
from datetime import datetime
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final

from scorekeeper.bookkeeping.store.asked_backups import run_backup
from scorekeeper.bookkeeping.store.backups import BackupKind, find_backups
from scorekeeper.config import Settings

_HOUR: Final = 3600.0
_TRIES_SECONDS: Final = 600.0
_log = logging.getLogger(__name__)


class DailyBackups:
    """A thread that makes a backup on each day by the machine's clock, and at once at the start.

    The work is done by the command ``backup`` in a process of its own, at low priority, so that no
    phone waits for it.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="backups", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread; a backup under way goes on to its end."""
        self._stopping.set()

    def _run(self) -> None:
        pause = 0.0
        while not self._stopping.wait(pause):
            pause = (
                _HOUR if is_made_today(self._settings.backups) or self._make() else _TRIES_SECONDS
            )

    def _make(self) -> bool:
        begin = monotonic()
        done = run_backup(self._settings.instance, daily=True)
        if done.returncode:
            _log.error("The daily backup failed: %s", done.stderr.strip())
        else:
            took = {"milliseconds": int(1000 * (monotonic() - begin))}
            _log.info("The daily backup was made", extra={"details": took})
        return done.returncode == 0


def is_made_today(folder: Path) -> bool:
    """Tell whether a folder has a daily backup of this day, by the machine's clock."""
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    made = [each.day for each in find_backups(folder) if each.kind is BackupKind.DAILY]
    return made[-1:] == [today]
