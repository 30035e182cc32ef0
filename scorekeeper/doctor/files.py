"""Checks of the files of an instance: who may read and write them, and how much room there is."""

import os
import shlex
import shutil
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from scorekeeper.config import Settings
from scorekeeper.doctor.results import CheckResult, fail, ok, warn
from scorekeeper.wording import write_size

_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_LEAST_ROOM: Final = 20_000_000
_ENOUGH_ROOM: Final = 200_000_000
_ROOM_FOR_COPIES: Final = 5
"""How many copies of the database should find room: for backups, and for bringing one back."""
_MAKE_ROOM: Final = "Make room on this disk; a full one takes no deals, and loses none."


def check_permissions(settings: Settings) -> Iterator[CheckResult]:
    """Check that files with secrets, and their folders, have one owner, who alone can use them."""
    folder = settings.instance
    if not folder.is_dir():
        yield ok("files", f"{folder} is not there yet; the first start makes it.")
        return
    if [file.name for file in folder.glob("*")] == [".gitignore"]:
        yield ok("files", f"{folder} is as it came; the first start closes it to others.")
        return
    secret = _secret_files(settings)
    owner = folder.stat().st_uid
    strange = [file for file in secret if file.stat().st_uid != owner]
    shut = [file for file in (folder, *secret) if not os.access(file, os.R_OK | os.W_OK)]
    folders = [each for each in (folder, settings.backups) if each.is_dir()]
    open_files, open_folders = _open_to_others(secret), _open_to_others(folders)
    if strange:
        names = _name(strange)
        command = shlex.join(["chown", f"--reference={folder}", *map(str, strange)])
        to_do = f"Give them to the owner of the folder: {command}"
        yield fail("files", f"{names}: another user's than {folder}.", to_do)
    if shut:
        yield fail("files", f"{_name(shut)}: not to be written by you.", "Try as their owner.")
    for mode, found in (("700", open_folders), ("600", open_files)):
        if found:
            text = f"{_name(found)}: others of this machine can read it."
            yield warn("files", text, shlex.join(["chmod", mode, *map(str, found)]))
    if not (strange or shut or open_files or open_folders):
        yield ok("files", f"The secret files in {folder} are their owner's alone.")


def _secret_files(settings: Settings) -> list[Path]:
    """Return the files with which somebody could open other people's games, or pose as them."""
    named = [settings.instance / "secret_key", settings.backups_key, settings.set_up_key]
    found = [*named, *sorted(settings.instance.glob("*.sqlite3*"))]
    return [file for file in (*found, *sorted(settings.backups.glob("*"))) if file.is_file()]


def _open_to_others(files: Iterable[Path]) -> list[Path]:
    return [file for file in files if file.stat().st_mode & _OTHERS]


def _name(files: list[Path]) -> str:
    return " ".join([str(file) for file in files[:3]]) + (" …" if len(files) > 3 else "")


def check_space(settings: Settings) -> Iterator[CheckResult]:
    """Check how much room the disks have for the database and its backups."""
    size = settings.database.stat().st_size if settings.database.exists() else 0
    second = Path(settings.second_backups) if settings.second_backups else None
    for folder in (settings.instance, second):
        if folder is None or not folder.is_dir():
            continue
        free = shutil.disk_usage(folder).free
        text = f"{folder} has {write_size(free)} free; the database takes {write_size(size)}."
        if free < max(_LEAST_ROOM, 2 * size):
            yield fail("space", text, _MAKE_ROOM)
        elif free < max(_ENOUGH_ROOM, _ROOM_FOR_COPIES * size):
            yield warn("space", text, _MAKE_ROOM)
        else:
            yield ok("space", text)
