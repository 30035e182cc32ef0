"""Copies of backups in a second folder, such as a stick or a share, which several sites may use.

Each installation has a subfolder there, so that none replaces or deletes the files of another. Its
name is stored among the backups of the installation: it moves together with them, and backups that
are numbered from 1 again go into a new subfolder.
"""

import secrets
from pathlib import Path
from typing import Final

from scorekeeper.bookkeeping.store.backups import (
    Backup,
    delete_old,
    find_backups,
    unproved_name,
)
from scorekeeper.storage.copies import copy_file
from scorekeeper.storage.database import StorageError

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


def copy_elsewhere(backup: Backup, second: Path) -> Backup:
    """Copy a backup into the subfolder of the second folder, and return the copy.

    Older copies that need not be kept are deleted. Raises StorageError if the folder is not there,
    as when the stick was taken out, or is full.
    """
    try:
        subfolder = find_subfolder(backup.path.parent, second) or _name(backup.path.parent, second)
        subfolder.mkdir(mode=0o700, exist_ok=True)
        copy = Backup(backup.number, backup.day, backup.kind, subfolder / backup.path.name)
        unproved = unproved_name(copy.path)
        copy_file(backup.path, unproved)
        unproved.rename(copy.path)
        delete_old(find_backups(subfolder), copy)
    except OSError as error:
        raise StorageError(f"{second} cannot hold a copy of a backup: {error.strerror}.") from error
    return copy


def _name(folder: Path, second: Path) -> Path:
    name = f"scorekeeper-{secrets.token_hex(_NAME_BYTES)}"
    file = folder / _NAME_FILE
    file.touch(mode=0o600)
    file.write_text(f"{name}\n", encoding="ascii")
    return second / name
