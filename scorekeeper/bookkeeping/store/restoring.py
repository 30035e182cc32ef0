"""Puts a backup in the place of the database, also while the site is served."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from scorekeeper.bookkeeping.store.backups import BackupKind, copy_as_it_is
from scorekeeper.bookkeeping.store.proofs import prove_copy
from scorekeeper.storage.copies import checkpoint_log, copy_file, put_back, put_in_place
from scorekeeper.storage.database import (
    StorageError,
    is_damaged,
    locked_folder,
    migrate,
    storage_errors,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """The result of a restore: the file with what was replaced, and what is wrong with some games.

    ``replaced`` is None if there was no database. ``unreadable`` are sentences that name the games.
    """

    replaced: Path | None
    unreadable: tuple[str, ...]


def restore_backup(backup: Path, database: Path, folder: Path, now: datetime) -> Restored:
    """Put a backup in the place of the database.

    The site may be served meanwhile: what it confirmed is in the file with what was replaced, or in
    the database. What is replaced becomes a backup in ``folder``; a damaged database is kept there
    as it is. A game that cannot be read does not keep the others from coming back. Raises
    StorageError if the backup is no whole database of this program, or if the database cannot be
    kept or replaced; then nothing has changed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with storage_errors(folder), locked_folder(folder), _fresh_folder(folder) as fresh:
        ready = fresh / backup.name
        try:
            copy_file(backup, ready)
        except OSError as error:
            raise StorageError(f"{backup} cannot be read: {error.strerror}.") from error
        migrate(ready)
        checkpoint_log(ready)
        unreadable = prove_copy(ready, ready).unreadable
        replaced = _replace(ready, database, folder, now)
    return Restored(replaced=replaced, unreadable=unreadable)


@contextmanager
def _fresh_folder(folder: Path) -> Iterator[Path]:
    """Make an empty folder for the work, without the remains of an interrupted restore."""
    fresh = folder / "restoring"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    try:
        yield fresh
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _replace(ready: Path, database: Path, folder: Path, now: datetime) -> Path | None:
    if database.exists() and not is_damaged(database):
        kept: list[Path] = []
        kind = BackupKind.REPLACED
        # Nobody can write meanwhile, so no game is replayed here, which may take long.
        put_back(ready, database, lambda: kept.append(copy_as_it_is(database, folder, kind, now)))
        return kept[0]
    aside = folder / f"replaced-{now:%Y-%m-%d-%H%M%S}-{database.name}"
    put_in_place(ready, database, aside)
    return aside if aside.exists() else None
