"""The commands that back up the database and restore it; they say what they did, line by line."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from scorekeeper.addresses import page_addresses
from scorekeeper.bookkeeping.access.keeper import find_keeper_key, renew_keeper_key
from scorekeeper.bookkeeping.store.backups import (
    Backup,
    BackupKind,
    find_backups,
    make_backup,
    write_proved_copy,
)
from scorekeeper.bookkeeping.store.proofs import Proof
from scorekeeper.bookkeeping.store.restoring import restore_backup
from scorekeeper.bookkeeping.store.second_folder import copy_elsewhere, newest_number
from scorekeeper.config import Settings
from scorekeeper.wording import write_plural

_LOW_PRIORITY: Final = 10
"""How much a daily backup, which nobody waits for, gives way to others (see ``nice``)."""


def back_up(settings: Settings, file: Path | None, *, daily: bool = False) -> Iterator[str]:
    """Make a proved backup, in ``file`` or among those of the instance; yield what was done.

    Raises StorageError.
    """
    if file is not None:
        proof = write_proved_copy(settings.database, file)
        yield _made(file, proof)
    else:
        kind = BackupKind.DAILY if daily else BackupKind.ASKED
        if daily:
            os.nice(_LOW_PRIORITY)
        earlier = find_backups(settings.backups)
        second = settings.second_backups
        above = newest_number(settings.backups, Path(second)) if second else 0
        backup, proof = make_backup(
            settings.database, settings.backups, kind, _today(), above=above
        )
        yield _made(backup.path, proof)
        if earlier and backup.day < earlier[-1].day:
            yield (
                f"The clock of this machine says {backup.day}, before the last backup of"
                f" {earlier[-1].day}: set it. Backups are kept in the order of their numbers."
            )
        yield from copy_to_second_folder(settings, backup)
    yield from (*proof.unreadable, *proof.recounted)


def copy_to_second_folder(settings: Settings, backup: Backup) -> Iterator[str]:
    """Copy a backup into the second folder, if the settings name one; yield where it is."""
    if settings.second_backups:
        yield f"Copied to {copy_elsewhere(backup, Path(settings.second_backups)).path}."


def tell_page(settings: Settings, port: int | None, *, renew: bool) -> Iterator[str]:
    """Yield the addresses of the page of backups, by its key; made if there is none, or renewed."""
    file = settings.backups_key
    key = None if renew else find_keeper_key(file)
    key = key or renew_keeper_key(file)
    yield "Whoever has this address can download every game with all its links:"
    for address in page_addresses(settings, port or settings.port):
        yield f"{address}backups/{key}/"


def bring_back(settings: Settings, file: Path) -> Iterator[str]:
    """Put a backup in the place of the database; yield what was done. Raises StorageError."""
    restored = restore_backup(file, settings.database, settings.backups, _today())
    yield f"{file} is restored to {settings.database}."
    if restored.unreadable:
        yield "Some games in it cannot be read; the others can be played on:"
        yield from restored.unreadable
    if restored.replaced is not None:
        yield f"What it replaced is kept as {restored.replaced}."


def _today() -> datetime:
    return datetime.now().astimezone()


def _made(path: Path, proof: Proof) -> str:
    games = write_plural(proof.games, "game")
    return f"{path} has {games}, each replayed and the same as in the database."
