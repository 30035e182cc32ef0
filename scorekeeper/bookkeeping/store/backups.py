"""Makes backups of the database, proves them, and deletes those that need not be kept.

A backup is made under another name and gets its own only when it is proved: opened, all its games
replayed, and each compared with the database. If the database is to be upgraded or replaced, each
row is compared instead. So every file that is named like a backup holds all that the database held.
Backups are numbered, since the clock of a small machine may be wrong.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from filecmp import cmp
from pathlib import Path
from typing import Final

from scorekeeper.bookkeeping.store.proofs import Proof, measure_extent, prove_copy
from scorekeeper.storage.copies import is_copy, write_copy
from scorekeeper.storage.database import (
    StorageError,
    is_outdated,
    locked_folder,
    migrate,
    open_database,
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


_KEPT: Final = {
    BackupKind.DAILY: 14,
    BackupKind.UPGRADE: 5,
    BackupKind.ASKED: 5,
    BackupKind.NIGHT: 5,
    BackupKind.REPLACED: 5,
}
"""How many backups of each kind are kept, besides the monthly ones."""
_MONTHS_KEPT: Final = 12
_LATE: Final = timedelta(days=2)
_NAME: Final = re.compile(r"backup-(\d{5,})-(\d{4}-\d\d-\d\d)-([a-z]+)\.sqlite3")


@dataclass(frozen=True, slots=True, order=True)
class Backup:
    """A proved backup: its number from 1, the day by the machine's clock, and its file."""

    number: int
    day: str
    kind: BackupKind
    path: Path


def upgrade(database: Path, folder: Path, now: datetime) -> None:
    """Copy a database of an older version and bring it up to date; leave any other alone.

    Any other one is checked when it is opened, which takes seconds if it is large. Raises
    StorageError if the copy or the upgrade fails; then the database is as it was, and the error
    names the copy.
    """
    if not (database.exists() and is_outdated(database)):
        return
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with storage_errors(folder), locked_folder(folder):
        copy = copy_as_it_is(database, folder, BackupKind.UPGRADE, now)
    try:
        migrate(database)
    except StorageError as error:
        why = str(error).removesuffix(".")
        raise StorageError(f"{why}; it is as it was, and {copy} is a copy of it.") from error


def copy_as_it_is(database: Path, folder: Path, kind: BackupKind, now: datetime) -> Path:
    """Return a copy with every row of the database; the last one of this kind if it is the same.

    A start that fails may be tried again and again, which must not fill the disk with copies. The
    caller has locked the folder. Raises StorageError if the copy does not equal the database.
    """
    path = _next_path(folder, kind, now)
    with _written(database, path) as unproved:
        if not is_copy(unproved, database):
            raise StorageError(f"{unproved} differs from {database}: try again.")
        earlier = [each.path for each in find_backups(folder) if each.kind is kind]
        if earlier and cmp(earlier[-1], unproved, shallow=False):
            unproved.unlink()
            return earlier[-1]
        return unproved.rename(path)


@contextmanager
def _written(database: Path, path: Path) -> Iterator[Path]:
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


def make_backup(
    database: Path, folder: Path, kind: BackupKind, now: datetime, *, above: int = 0
) -> tuple[Backup, Proof]:
    """Return a new proved backup in ``folder``, after deleting those that are too old.

    Its number is above those of all others there, and above ``above``. Nothing is deleted while a
    game cannot be read: an older backup may have it whole. Raises StorageError if the backup cannot
    be written or does not equal the database.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with storage_errors(folder), locked_folder(folder):
        earlier = find_backups(folder)
        path = _next_path(folder, kind, now, above=above)
        proof = _write_proved(database, path)
        backup = find_backups(folder)[-1]
        if not proof.unreadable:
            delete_old((*earlier, backup), backup)
    return backup, proof


def write_proved_copy(database: Path, copy: Path) -> Proof:
    """Write a proved copy of the database into a new file, on its own; raises StorageError."""
    if copy.exists():
        raise StorageError(f"{copy} is there already: choose another name.")
    with storage_errors(copy):
        return _write_proved(database, copy)


def _write_proved(database: Path, copy: Path) -> Proof:
    if is_outdated(database):
        raise StorageError(
            f"{database} is of an older version of the program: start the site once,"
            " which makes a backup and brings it up to date."
        )
    with closing(open_database(database)) as db:
        least = measure_extent(db)
    with _written(database, copy) as unproved:
        proof = prove_copy(unproved, database, least=least)
        unproved.rename(copy)
    return proof


def _next_path(folder: Path, kind: BackupKind, now: datetime, *, above: int = 0) -> Path:
    number = 1 + max([above, *[each.number for each in find_backups(folder)]])
    return folder / f"backup-{number:05}-{now:%Y-%m-%d}-{kind}.sqlite3"


def delete_old(backups: Sequence[Backup], new: Backup) -> None:
    """Delete the backups that need not be kept, but never the new one."""
    for old in too_old(backups):
        if old != new:
            old.path.unlink(missing_ok=True)


def too_old(backups: Sequence[Backup]) -> tuple[Backup, ...]:
    """Return the backups that need not be kept.

    Kept are the newest of each kind, and the last daily one of each of twelve months. Of daily ones
    the last of each day counts, in the order of their numbers: a clock that is set back and forward
    makes many on few days, and they must not crowd out the good ones.
    """
    kept: set[Backup] = set()
    for kind, count in _KEPT.items():
        if kind is not BackupKind.DAILY:
            kept.update([each for each in backups if each.kind is kind][-count:])
    daily = [each for each in backups if each.kind is BackupKind.DAILY]
    last_of_day = {each.day: each for each in daily}
    last_of_month = {each.day[:7]: each for each in daily}
    kept.update(sorted(last_of_day.values())[-_KEPT[BackupKind.DAILY] :])
    kept.update(sorted(last_of_month.values())[-_MONTHS_KEPT:])
    return tuple([each for each in backups if each not in kept])
