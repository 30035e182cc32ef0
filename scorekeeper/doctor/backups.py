"""Checks of the backups: whether the last one is whole and new, and where its second copy is."""

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from scorekeeper.bookkeeping.store.backup_runs import find_uncopied
from scorekeeper.bookkeeping.store.backups import Backup, find_backups, is_late, made_at
from scorekeeper.bookkeeping.store.proofs import find_changed
from scorekeeper.config import Settings
from scorekeeper.doctor.results import CheckResult, fail, ok, warn
from scorekeeper.storage.copies import opened_copy, opened_untouched
from scorekeeper.storage.database import DamagedDatabase, StorageError
from scorekeeper.storage.journals import count_entries
from scorekeeper.wording import write_plural, write_size

_MAKE: Final = "Make one now: ./run backup. While the site is served it makes one a day."
_DAMAGED: Final = "Do not restore it; take it away from there. The next backup is made anew."
_UNTOUCHED: Final = "Do what the sentence says; the file may be good all the same."
_NONE_WHOLE: Final = "See to those above, then make another: ./run backup."
_KEEP: Final = "Keep it: its other games are whole, and an older backup may have this one whole."


def check_backups(settings: Settings, now: datetime | None = None) -> Iterator[CheckResult]:
    """Yield the age of the last whole backup, and what is wrong with those after it."""
    now, entries = now or datetime.now(UTC), _entries_of(settings.database)
    backups = find_backups(settings.backups)
    good, results = _find_good(backups)
    yield from results
    if good is not None:
        yield _tell_age(good, entries, now)
    elif backups:
        yield fail("backups", "No backup is whole.", _NONE_WHOLE)
    elif entries:
        yield warn("backups", "There is no backup yet.", _MAKE)
    else:
        yield ok("backups", "There is none, and nothing to back up.")


def _find_good(backups: Sequence[Backup]) -> tuple[Backup | None, tuple[CheckResult, ...]]:
    """Return the newest whole backup, and what is wrong with those after it.

    A game that cannot be read is in every backup since, so of those the newest alone is named.
    """
    damaged: list[CheckResult] = []
    unreadable: list[str] = []
    good = None
    for backup in reversed(backups):
        try:
            changed = find_changed(backup.path)
        except StorageError as error:
            to_do = _DAMAGED if isinstance(error, DamagedDatabase) else _UNTOUCHED
            damaged.append(fail("backups", str(error), to_do))
            continue
        if not changed:
            good = backup
            break
        which = changed[0].partition(":")[0]  # without the advice, which is for the database
        unreadable.append(f"{backup.path} contains an unreadable game: {which}.")
    if not unreadable:
        return good, tuple(damaged)
    others = len(unreadable) - 1
    more = f" So do {others} before it." if others else ""
    return good, (*damaged, fail("backups", f"{unreadable[0]}{more}", _KEEP))


def _tell_age(good: Backup, entries: int, now: datetime) -> CheckResult:
    since = entries - _entries_in(good)
    text = (
        f"The last good one is {good.path} of {made_at(good).astimezone():%Y-%m-%d %H:%M}"
        f" ({write_size(good.path.stat().st_size)}), {_write_age(now - made_at(good))}."
    )
    if since > 0:
        text += f" Entered since then: {since}."
    is_old = since > 0 and is_late(good, now)
    return warn("backups", text, _MAKE) if is_old else ok("backups", text)


def check_second_folder(settings: Settings) -> Iterator[CheckResult]:
    """Check whether the second folder of the settings is there and has the last backup."""
    if not settings.second_backups:
        return
    folder = Path(settings.second_backups)
    if not folder.is_dir():
        yield warn("second folder", f"{folder} is not there.", "Plug it in, or mount it.")
    elif not os.access(folder, os.W_OK | os.X_OK):
        yield warn("second folder", f"{folder} cannot be written.", f"Try: ls -ld {folder}")
    elif uncopied := find_uncopied(settings):
        yield warn("second folder", f"{folder} lacks {uncopied.path.name}.", _MAKE)
    else:
        yield ok("second folder", f"{folder} can be written and has the last backup.")


def _entries_of(database: Path) -> int:
    """Return how many entries the database has.

    It is 0 if it cannot be read; the check of the database tells why.
    """
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
