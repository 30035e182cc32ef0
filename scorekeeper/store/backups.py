"""The files of backups: their names, how many are kept, copies in a second folder.

A backup is written under another name, and gets its own only once it is proved (``proofs.py`` of
the server). If the database is to be upgraded or replaced, each row is compared instead. So every
file that is named like a backup holds everything that the database held. Backups are numbered,
since the clock of a small machine may be wrong. The backups of a served site are made in separate
processes.
"""

import re
import secrets
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from filecmp import cmp
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Final

from scorekeeper.config import Settings, environment_of_program
from scorekeeper.store.copies import (
    copy_file,
    is_copy,
    opened_copy,
    write_copy,
)
from scorekeeper.store.database import (
    Connection,
    DamagedDatabase,
    StorageError,
    check_pages,
    locked_folder,
    open_newest,
    storage_errors,
)


class BackupKind(StrEnum):
    """Why a backup was made."""

    DAILY = "daily"
    UPGRADE = "upgrade"
    """Before the program brought an older database up to date."""
    ASKED = "asked"
    NIGHT = "night"
    """After a night of the club was closed."""
    REPLACED = "replaced"
    """Before a restored backup replaced the database."""
    COPY = "copy"
    """In the second folder; of a host's site minutes after a change, and not replayed."""


_KEPT: Final = {
    BackupKind.DAILY: 14,
    BackupKind.UPGRADE: 5,
    BackupKind.ASKED: 5,
    BackupKind.NIGHT: 5,
    BackupKind.REPLACED: 5,
    BackupKind.COPY: 3,
}
"""How many backups of each kind are kept."""
_LATE: Final = timedelta(days=2)
_NAME: Final = re.compile(r"backup-(\d{5,})-(\d{4}-\d\d-\d\d)-([a-z]+)\.sqlite3")


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A proved backup: its number from 1, the day by the machine's clock, and its file."""

    number: int
    day: str
    kind: BackupKind
    path: Path


def upgrade(database: Path, folder: Path, now: datetime) -> Connection:
    """Return a connection to the database, made if it is not there; an older one is brought up to
    date after its copy.

    All its pages are checked, which takes seconds if it is large. Raises StorageError if the copy
    or the upgrade fails; then the database is as it was, and the error names the copy.
    """
    copies: list[Path] = []

    def save() -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with storage_errors(folder), locked_folder(folder):
            copies.append(copy_as_it_is(database, folder, BackupKind.UPGRADE, now))

    try:
        return open_newest(database, save=save)
    except StorageError as error:
        if not copies:
            raise
        why = str(error).removesuffix(".")
        raise StorageError(f"{why}; it is as it was, and {copies[0]} is a copy of it.") from error


def copy_as_it_is(database: Path, folder: Path, kind: BackupKind, now: datetime) -> Path:
    """Return a copy with every row of the database; the last of this kind if that is the same.

    A start that fails may be tried again and again, which must not fill the disk with copies. The
    caller has locked the folder. Raises DamagedDatabase if the copy does not equal the database.
    """
    path = next_path(folder, kind, now)
    with written_copy(database, path) as unproved:
        if not is_copy(unproved, database):
            raise DamagedDatabase(f"{unproved} differs from {database}: try again.")
        earlier = [backup.path for backup in find_backups(folder) if backup.kind is kind]
        if earlier and cmp(earlier[-1], unproved, shallow=False):
            unproved.unlink()
            return earlier[-1]
        return unproved.rename(path)


@contextmanager
def written_copy(database: Path, path: Path) -> Iterator[Path]:
    """Write a copy under another name than ``path``, and delete it if it cannot be proved."""
    unproved = unproved_name(path)
    unproved.unlink(missing_ok=True)
    try:
        write_copy(database, unproved)
        yield unproved
    except BaseException:
        unproved.unlink(missing_ok=True)
        raise


def unproved_name(path: Path) -> Path:
    """Return the name that a backup has while it is written and not proved yet."""
    return path.with_name(f"{path.name}.unproved")


def find_backups(folder: Path) -> tuple[Backup, ...]:
    """Return the backups in a folder, the oldest first; none if there is no such folder."""
    return tuple(sorted(_read_names(folder))) if folder.is_dir() else ()


def _read_names(folder: Path) -> Iterator[Backup]:
    for path in folder.iterdir():
        name = _NAME.fullmatch(path.name)
        if name is not None and name[3] in set(BackupKind):
            yield Backup(int(name[1]), name[2], BackupKind(name[3]), path)


def made_at(backup: Backup) -> datetime:
    """Return when a backup was written, by the clock of the machine at that time (UTC)."""
    return datetime.fromtimestamp(backup.path.stat().st_mtime, UTC)


def is_late(last: Backup, now: datetime) -> bool:
    """Tell whether the next daily backup should have been made long ago."""
    return now - made_at(last) > _LATE


def next_path(folder: Path, kind: BackupKind, now: datetime, *, above: int = 0) -> Path:
    """Return the name of a new backup; its number is above those of all others, and ``above``."""
    number = 1 + max([above, *[backup.number for backup in find_backups(folder)]])
    return folder / f"backup-{number:05}-{now:%Y-%m-%d}-{kind}.sqlite3"


def delete_old(backups: Sequence[Backup], new: Backup) -> None:
    """Delete the backups that need not be kept, but never the new one."""
    for old in too_old(backups, new):
        old.path.unlink(missing_ok=True)


def too_old(backups: Sequence[Backup], new: Backup) -> tuple[Backup, ...]:
    """Return the backups that need not be kept now that there is a new one."""
    kept = {new, *_newest(backups)}
    # Versions up to 0.2 kept the last daily one of each month, and those stay for good. By the time
    # the new one came they were no longer among the newest.
    before = _newest([backup for backup in backups if backup != new])
    of_months = {backup.day[:7]: backup for backup in backups if backup.kind is BackupKind.DAILY}
    kept |= {*of_months.values()} - before
    return tuple([backup for backup in backups if backup not in kept])


def _newest(backups: Sequence[Backup]) -> set[Backup]:
    """Return as many backups of each kind as are kept.

    Of daily ones the last of each day counts, in the order of their numbers: a clock that is set
    back and forward makes many on few days, and they must not crowd out the good ones.
    """
    newest: set[Backup] = set()
    for kind, count in _KEPT.items():
        found = [backup for backup in backups if backup.kind is kind]
        if kind is BackupKind.DAILY:
            found = sorted({backup.day: backup for backup in found}.values())
        newest.update(found[-count:])
    return newest


# --- copies in a second folder, such as a stick or a share, which several sites may use -----------
# Each installation has a subfolder there, so that none replaces or deletes the files of another.
# Its name is stored among the backups of the installation: it moves together with them, and backups
# that are numbered from 1 again go into a new subfolder.


_NAME_FILE: Final = "second_folder"
_NAME_BYTES: Final = 4


def find_subfolder(folder: Path, second: Path) -> Path | None:
    """Return the subfolder for the backups of ``folder``; None if none was copied there yet."""
    try:
        name = (folder / _NAME_FILE).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return second / name if name == Path(name).name and name else None


def newest_number(folder: Path, second: Path) -> int:
    """Return the highest number of the copies in the subfolder; 0 if none can be seen there."""
    subfolder = find_subfolder(folder, second)
    try:
        found = () if subfolder is None else find_backups(subfolder)
    except OSError:
        return 0  # the copying itself says what is wrong
    return found[-1].number if found else 0


def copy_elsewhere(backup: Backup, second: Path, *, name: str = "") -> Backup:
    """Copy a backup into the subfolder of the second folder, and return the copy.

    The subfolder is named after a host's site, ``name``. Older copies that need not be kept
    are deleted. Raises StorageError if the folder is not there, as when the stick was taken out, or
    is full.
    """
    with _second_errors(second):
        subfolder = _make_subfolder(backup.path.parent, second, name)
        copy = Backup(backup.number, backup.day, backup.kind, subfolder / backup.path.name)
        unproved = unproved_name(copy.path)
        copy_file(backup.path, unproved)
        unproved.rename(copy.path)
        delete_old(find_backups(subfolder), copy)
    return copy


def copy_changes(database: Path, folder: Path, second: Path, now: datetime, *, name: str) -> None:
    """Copy the database of a host's site into its subfolder of the second folder.

    Its pages are checked; the daily backup replays its games. ``folder`` has the backups of the
    site. Raises StorageError.
    """
    with _second_errors(second):
        subfolder = _make_subfolder(folder, second, name)
        above = max([0, *[backup.number for backup in find_backups(folder)]])
        path = next_path(subfolder, BackupKind.COPY, now, above=above)
        with written_copy(database, path) as unproved:
            with opened_copy(unproved) as db:
                check_pages(unproved, db)
            unproved.rename(path)
        made = find_backups(subfolder)
        delete_old(made, made[-1])


@contextmanager
def _second_errors(second: Path) -> Iterator[None]:
    """Raise StorageError if the second folder cannot be used."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{second} cannot hold a copy of a backup: {error.strerror}.") from error


def _make_subfolder(folder: Path, second: Path, name: str) -> Path:
    """Return the subfolder for the backups of ``folder``, made if it is not there."""
    subfolder = find_subfolder(folder, second) or second / _name_subfolder(
        folder, name or "scorekeeper"
    )
    subfolder.mkdir(mode=0o700, exist_ok=True)
    return subfolder


def _name_subfolder(folder: Path, name: str) -> str:
    """Return the name of the subfolder, which the first of several processes gives."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    marked = f"{name}-{secrets.token_hex(_NAME_BYTES)}"
    file, written = folder / _NAME_FILE, folder / f".{marked}"
    written.touch(mode=0o600)
    written.write_text(f"{marked}\n", encoding="ascii")
    try:
        file.hardlink_to(written)
    except FileExistsError:
        marked = file.read_text(encoding="ascii").strip()
    written.unlink()
    if not marked:  # what an interrupted start left
        file.unlink()
        return _name_subfolder(folder, name)
    return marked


# --- backups of a served site, in separate processes, so that no phone waits for them -------------


WARNED: Final = 3
"""The exit status if a backup is good, but something else needs attention.

Python itself exits with 1 after an uncaught exception.
"""
_PAUSE_SECONDS: Final = 60.0
_COPIED: Final = (BackupKind.DAILY, BackupKind.ASKED, BackupKind.NIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupResult:
    """How a backup ended: whether it was made, and messages about that and other faults."""

    is_done: bool
    said: str = ""


def run_step(settings: Settings, step: BackupKind) -> BackupResult:
    """Make a backup of this kind with the command ``backup``; ``COPY`` copies the newest one."""
    return run_command("backup", *settings.as_arguments, "--step", step)


def run_command(*words: str) -> BackupResult:
    """Run a command of the program; if no process can be started, it is not done."""
    try:
        done = subprocess.run(  # noqa: S603 - our own command
            [sys.executable, "-P", "-m", "scorekeeper", *words],
            env=environment_of_program(),
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
    made = [backup for backup in find_backups(settings.backups) if backup.kind in _COPIED]
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

    def make(self, step: BackupKind) -> BackupResult:
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
                self._copy = (
                    run_step(self._settings, BackupKind.COPY)
                    if is_needed
                    else BackupResult(is_done=True)
                )
        return self._copy

    def _make_asked(self) -> None:
        self.make(BackupKind.ASKED)
        self.copy()
