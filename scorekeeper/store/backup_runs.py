"""Makes backups in processes of their own, so that no phone waits for them."""

import os
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Final

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.store.backups import (
    Backup,
    BackupKind,
    find_backups,
    find_subfolder,
)
from scorekeeper.store.database import StorageError

WARNED: Final = 3
"""The exit status if a backup is good, but something else needs attention.

Python itself exits with 1 after an uncaught exception.
"""
_PACKAGES: Final = Path(scorekeeper.__file__).parent.parent
_PAUSE_SECONDS: Final = 60.0
_COPIED: Final = (BackupKind.DAILY, BackupKind.ASKED, BackupKind.NIGHT)


class BackupStep(StrEnum):
    """The steps that a process can do; ``COPY`` makes a second copy that failed before."""

    DAILY = "daily"
    ASKED = "asked"
    NIGHT = "night"
    COPY = "copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupResult:
    """How a step ended: whether it was done, and its messages about that and other faults."""

    is_done: bool
    said: str = ""


def run_step(settings: Settings, step: BackupStep) -> BackupResult:
    """Run one step with the command ``backup``."""
    return run_command("backup", *settings.as_arguments, "--step", step)


def run_command(*words: str) -> BackupResult:
    """Run a command of the program; if no process can be started, it is not done."""
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-P", "-m", "scorekeeper", *words],
            env={**os.environ, "PYTHONPATH": str(_PACKAGES)},
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError as error:
        return BackupResult(is_done=False, said=f"No process can be begun: {error.strerror}.")
    said = done.stderr.strip()
    if done.returncode < 0:
        # A child that is killed says nothing itself.
        said = f"{said}\nIts process was ended by signal {-done.returncode}.".strip()
    return BackupResult(is_done=done.returncode in (0, WARNED), said=said)


def find_uncopied(settings: Settings) -> Backup | None:
    """Return the newest backup that the second folder should have and lacks, or None.

    Raises OSError or StorageError if a folder cannot be read.
    """
    made = [each for each in find_backups(settings.backups) if each.kind in _COPIED]
    if not (made and settings.second_backups):
        return None
    subfolder = find_subfolder(settings.backups, Path(settings.second_backups))
    is_copied = subfolder is not None and (subfolder / made[-1].path.name).exists()
    return None if is_copied else made[-1]


class BackupRuns:
    """The backups of a served site: one process at a time, and at most one asked for in a minute.

    How the last backup and the last second copy ended is kept for the page of backups.
    """

    def __init__(self, settings: Settings, nights: SimpleQueue[str] | None = None) -> None:
        self._settings = settings
        self.nights = nights or SimpleQueue()
        """The names of sites where a night was closed since their last backup of one."""
        self._begin_lock, self._run_lock = Lock(), Lock()
        self._thread: Thread | None = None
        self._begun: float | None = None
        self._backup = self._copy = BackupResult(is_done=True)

    @property
    def trouble(self) -> str:
        """Why the last backup could not be made; empty if it was."""
        return "" if self._backup.is_done else self._backup.said

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about what is wrong although the last backup was made."""
        told = [self._copy.said, self._backup.said if self._backup.is_done else ""]
        return tuple([line for said in told for line in said.splitlines()])

    @property
    def is_being_made(self) -> bool:
        """Whether a backup that somebody asked for is being made now."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> bool:
        """Begin to make a backup; return False if one was begun just now or is being made."""
        with self._begin_lock:
            is_early = self._begun is not None and monotonic() - self._begun < _PAUSE_SECONDS
            if is_early or self.is_being_made:
                return False
            self._begun = monotonic()
            self._thread = Thread(target=self._make_asked, name="asked backup", daemon=True)
            self._thread.start()
            return True

    def back_up_night(self) -> None:
        """Ask for a backup after a night was closed, and return at once.

        The thread of the daily backups makes it, so nobody who asked for a page waits for it.
        """
        self.nights.put(self._settings.site)

    def wait(self, seconds: float) -> None:
        """Wait until a backup that somebody asked for is made, at most ``seconds``."""
        if self._thread is not None:
            self._thread.join(seconds)

    def make(self, step: BackupStep) -> BackupResult:
        """Make a backup, and wait until it is made."""
        with self._run_lock:
            self._backup = run_step(self._settings, step)
        return self._backup

    def copy(self) -> BackupResult:
        """Copy the newest backup into the second folder, unless it is there."""
        with self._run_lock:
            try:
                is_needed = find_uncopied(self._settings) is not None
            except (OSError, StorageError) as error:
                self._copy = BackupResult(is_done=False, said=str(error))
            else:
                done = BackupResult(is_done=True)
                step = BackupStep.COPY
                self._copy = run_step(self._settings, step) if is_needed else done
        return self._copy

    def _make_asked(self) -> None:
        self.make(BackupStep.ASKED)
        self.copy()
