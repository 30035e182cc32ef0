"""Checks of the backups: whether the last one is whole and new, and where its second copy is."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.bookkeeping.store.backups import Backup, find_backups, is_late, made_at
from scorekeeper.bookkeeping.store.proofs import find_spoiled
from scorekeeper.bookkeeping.store.second_folder import find_subfolder
from scorekeeper.config import Settings
from scorekeeper.doctor.results import CheckResult, fail, warn, well
from scorekeeper.storage.copies import opened_copy, opened_untouched
from scorekeeper.storage.database import StorageError
from scorekeeper.storage.journals import count_entries
from scorekeeper.wording import write_plural, write_size

_MAKE: Final = "Make one now: ./run backup. While the site is served it makes one a day."
_SPOILED: Final = "Do not restore it; take it away from there. The next backup is made anew."


def check_backups(settings: Settings, now: datetime | None = None) -> Iterator[CheckResult]:
    """Find the last backup that is whole, and what has been entered since."""
    now, entries = now or datetime.now(UTC), _entries_of(settings.database)
    good: Backup | None = None
    for backup in reversed(find_backups(settings.backups)):
        wrong = find_spoiled(backup.path)
        if not wrong:
            good = backup
            break
        yield fail("backups", wrong, _SPOILED)
    if good is None:
        if entries:
            yield warn("backups", "There is no backup yet.", _MAKE)
        else:
            yield well("backups", "There is none, and nothing to back up.")
        return
    since = entries - _entries_in(good)
    text = (
        f"The last good one is {good.path} of {made_at(good).astimezone():%Y-%m-%d %H:%M}"
        f" ({write_size(good.path.stat().st_size)}), {_write_age(now - made_at(good))}."
    )
    if since > 0:
        text += f" Entered since then: {since}."
    is_old = since > 0 and is_late(good, now)
    yield warn("backups", text, _MAKE) if is_old else well("backups", text)


def check_second_folder(settings: Settings) -> Iterator[CheckResult]:
    """Look whether the second folder of the settings is there and has the last backup."""
    if not settings.second_backups:
        return
    folder, backups = Path(settings.second_backups), find_backups(settings.backups)
    subfolder = find_subfolder(settings.backups, folder)
    if not folder.is_dir():
        yield warn("second folder", f"{folder} is not there.", "Plug it in, or mount it.")
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield warn("second folder", f"{folder} cannot be written.", f"Try: ls -ld {folder}")
    elif backups and not (subfolder and (subfolder / backups[-1].path.name).exists()):
        yield warn("second folder", f"{folder} lacks {backups[-1].path.name}.", _MAKE)
    else:
        yield well("second folder", f"{folder} can be written and has the last backup.")


def _entries_of(database: Path) -> int:
    """Return how many entries the database has; none if it cannot be read, which is told apart."""
    if not database.exists():
        return 0
    try:
        with opened_untouched(database) as db:
            return count_entries(db)
    except StorageError:
        return 0


def _entries_in(backup: Backup) -> int:
    with opened_copy(backup.path) as db:
        return count_entries(db)


def _write_age(age: timedelta) -> str:
    hours = max(0, int(age.total_seconds()) // 3600)
    return f"{write_plural(hours // 24, 'day')} old" if hours >= 48 else f"{hours} h old"
