"""Checks of the machine that an installation, or a host with all its sites, runs on."""

import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from scorekeeper import __version__
from scorekeeper.config import Settings, site_folder
from scorekeeper.doctor import CheckResult, Checks, fail, ok, warn
from scorekeeper.print import PrintingUnavailable, try_paper
from scorekeeper.storage.database import sqlite_version
from scorekeeper.wording import write_plural, write_size

# --- Its disks ------------------------------------------------------------------------------------

_NETWORK: Final = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs"}
)
_LEAST_ROOM: Final = 20_000_000
_ENOUGH_ROOM: Final = 200_000_000
_ROOM_FOR_COPIES: Final = 5
"""How many copies of the database should find room: for backups, and for bringing one back."""
_MAKE_ROOM: Final = "Make room on this disk; a full one takes no deals, and loses none."


def check_disk(settings: Settings) -> Iterator[CheckResult]:
    """Warn of a network file system, where the locks of SQLite and of serving are unreliable."""
    kind = _file_system(settings.instance)
    if kind in _NETWORK:
        text = f"{settings.instance} is on a network file system ({kind})."
        yield warn("disk", text, "Move it to a disk of this machine; copies may be elsewhere.")


def _file_system(folder: Path) -> str:
    """Return the kind of file system of a folder; empty if the system does not tell."""
    try:
        mounts = Path("/proc/self/mounts").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    found = ("", "")
    for line in mounts.splitlines():
        _, place, kind, *_ = line.split()
        if folder.resolve().is_relative_to(place) and len(place) >= len(found[0]):
            found = (place, kind)
    return found[1]


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


# --- Its programs: Python, SQLite, packages, and the printer's ------------------------------------


_PYTHON: Final = (3, 11)
_SQLITE: Final = (3, 37)
"""The first version with STRICT tables."""
_PIN: Final = re.compile(r"^([\w.-]+)==([\w.]+)( ;)?", re.MULTILINE)
_FONT: Final = re.compile(r"url\(\.\./(fonts/[\w-]+\.ttf)\)")


def check_versions(_: Settings) -> Iterator[CheckResult]:
    """Tell the version of the program; check those of Python and SQLite."""
    text = (
        f"Scorekeeper {__version__}, Python {platform.python_version()},"
        f" SQLite {'.'.join(map(str, sqlite_version()))}"
    )
    if sys.version_info < _PYTHON or sqlite_version() < _SQLITE:
        python, sqlite = [".".join(map(str, number)) for number in (_PYTHON, _SQLITE)]
        least = f"Python {python} and SQLite {sqlite}"
        needed = f"{text}; needed are {least}."
        yield fail("versions", needed, "Update this machine.")
    else:
        yield ok("versions", f"{text}.")


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


def fonts_of_paper(static: Path) -> list[str]:
    """Return the fonts that the styles of papers name, below a folder of styles."""
    styles = sorted((static / "print").glob("*.css"))
    return [font for style in styles for font in _FONT.findall(style.read_text(encoding="utf-8"))]


def check_paper(_: Settings) -> Iterator[CheckResult]:
    """Make a PDF, and check whether the fonts for it are there."""
    static = site_folder() / "static"
    fonts = fonts_of_paper(static)
    missing = [name for name in fonts if not (static / name).is_file()]
    if missing:
        yield warn("paper", f"Fonts are missing: {', '.join(missing)}.", "Install the site anew.")
    try:
        try_paper()
    except PrintingUnavailable as error:
        yield warn("paper", "No PDF can be made.", str(error))
    else:
        yield ok("paper", f"A PDF can be made; {write_plural(len(fonts), 'font')} for it.")


MACHINE_CHECKS: Final[Checks] = (
    ("disk", check_disk),
    ("space", check_space),
    ("versions", check_versions),
    ("packages", check_packages),
    ("paper", check_paper),
)
"""The checks of what the sites of a host share."""
