"""Checks of the programs that the site needs: Python, SQLite, packages, and the printer's."""

import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from scorekeeper.config import Settings, site_folder
from scorekeeper.doctor.results import CheckResult, fail, ok, warn
from scorekeeper.print import PrintingUnavailable, try_paper
from scorekeeper.storage.database import sqlite_version
from scorekeeper.wording import write_plural

_PYTHON: Final = (3, 11)
_SQLITE: Final = (3, 37)
"""The first version with STRICT tables."""
_PIN: Final = re.compile(r"^([\w.-]+)==([\w.]+)( ;)?", re.MULTILINE)
_FONT: Final = re.compile(r"url\(\.\./(fonts/[\w-]+\.ttf)\)")


def check_versions(_: Settings) -> Iterator[CheckResult]:
    """Check the versions of Python and SQLite."""
    text = f"Python {platform.python_version()}, SQLite {'.'.join(map(str, sqlite_version()))}"
    if sys.version_info < _PYTHON or sqlite_version() < _SQLITE:
        needed = f"{text}; needed are Python {_write(_PYTHON)} and SQLite {_write(_SQLITE)}."
        yield fail("versions", needed, "Update this machine.")
    else:
        yield ok("versions", f"{text}.")


def _write(number: tuple[int, ...]) -> str:
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
