"""Checks of the machine: its clock, files and disk space, and the programs that the site needs."""

import os
import platform
import re
import shlex
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from scorekeeper.bookkeeping.store.backups import find_backups, made_at
from scorekeeper.config import Settings, site_folder
from scorekeeper.doctor.results import CheckResult, fail, ok, warn
from scorekeeper.print import PrintingUnavailable, try_paper
from scorekeeper.storage.copies import opened_untouched
from scorekeeper.storage.database import StorageError, sqlite_version
from scorekeeper.storage.journals import newest_entry_at
from scorekeeper.wording import write_plural, write_size


def check_clock(settings: Settings, now: datetime | None = None) -> Iterator[CheckResult]:
    """Compare the clock with the newest entry and the newest backup, which it must not precede."""
    now = now or datetime.now(UTC)
    backups = find_backups(settings.backups)
    written = {
        "the newest entry": _newest_entry(settings),
        "the newest backup": made_at(backups[-1]) if backups else None,
    }
    ahead = {name: at for name, at in written.items() if at is not None and at > now}
    for name, at in ahead.items():
        yield warn(
            "clock",
            f"It is {_write(now)} by the clock, but {name} is of {_write(at)}.",
            "Set the clock of this machine. Games keep their order all the same.",
        )
    if not ahead:
        yield ok("clock", f"It is {_write(now)}, later than all that was written.")


def _newest_entry(settings: Settings) -> datetime | None:
    if not settings.database.exists():
        return None
    try:
        with opened_untouched(settings.database) as db:
            return newest_entry_at(db)
    except StorageError:
        return None  # the check of the database tells why


def _write(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


# --- Checks of the files of an instance: who may read and write them, and how much room there is


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


# --- Checks of the programs that the site needs: Python, SQLite, packages, and the printer's ------


_PYTHON: Final = (3, 11)
_SQLITE: Final = (3, 37)
"""The first version with STRICT tables."""
_PIN: Final = re.compile(r"^([\w.-]+)==([\w.]+)( ;)?", re.MULTILINE)
_FONT: Final = re.compile(r"url\(\.\./(fonts/[\w-]+\.ttf)\)")


def check_versions(_: Settings) -> Iterator[CheckResult]:
    """Check the versions of Python and SQLite."""
    text = f"Python {platform.python_version()}, SQLite {'.'.join(map(str, sqlite_version()))}"
    if sys.version_info < _PYTHON or sqlite_version() < _SQLITE:
        least = f"Python {_write_version(_PYTHON)} and SQLite {_write_version(_SQLITE)}"
        needed = f"{text}; needed are {least}."
        yield fail("versions", needed, "Update this machine.")
    else:
        yield ok("versions", f"{text}.")


def _write_version(number: tuple[int, ...]) -> str:
    return ".".join([str(part) for part in number])


def check_packages(_: Settings) -> Iterator[CheckResult]:
    """Compare the installed packages with those that the program was tested with."""
    lock = site_folder() / "requirements.txt"
    if not lock.exists():
        yield ok("packages", "This is an installed package, which brings no lock.")
        return
    wrong = tuple(other_packages(lock))
    if wrong:
        to_do = "Delete .venv and start the site again: ./run installs what is tested."
        yield warn("packages", f"Other than {lock.name} says: {', '.join(wrong)}.", to_do)
    else:
        yield ok("packages", f"As {lock.name} says.")


def other_packages(lock: Path) -> Iterator[str]:
    """Yield each package of a lock that is missing or has another version here.

    One for some machines only (its line has a condition) may be missing.
    """
    for name, wanted, condition in _PIN.findall(lock.read_text(encoding="utf-8")):
        try:
            found = version(name)
        except PackageNotFoundError:
            if not condition:
                yield f"{name} is missing"
            continue
        if found != wanted:
            yield f"{name} is {found}, not {wanted}"


def check_paper(_: Settings) -> Iterator[CheckResult]:
    """Make a PDF, and check whether the fonts for it are there."""
    static = site_folder() / "static"
    fonts = _FONT.findall((static / "print/sheet.css").read_text(encoding="utf-8"))
    missing = [name for name in fonts if not (static / name).is_file()]
    if missing:
        yield warn("paper", f"Fonts are missing: {', '.join(missing)}.", "Install the site anew.")
    try:
        try_paper()
    except PrintingUnavailable as error:
        yield warn("paper", "No PDF can be made.", str(error))
    else:
        yield ok("paper", f"A PDF can be made; {write_plural(len(fonts), 'font')} for it.")
