"""Checks of an installation: each is a function of the settings that yields what it found.

They change nothing, work while the site is served, and hold one game in memory at a time.
"""

import os
import platform
import shlex
import shutil
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from scorekeeper import __version__
from scorekeeper.club.files import find_club_problems
from scorekeeper.club.rows import count_nights, find_club_row
from scorekeeper.config import Settings, is_lost
from scorekeeper.games import (
    GameStore,
    count_entries,
    find_club_zone,
    keys_after,
    newest_entry_at,
)
from scorekeeper.server.proofs import (
    GameCheck,
    check_game,
    demand_as_written,
)
from scorekeeper.store.backups import (
    Backup,
    BackupKind,
    find_backups,
    find_uncopied,
    is_late,
    made_at,
)
from scorekeeper.store.copies import find_unreadable_texts, opened_copy, opened_untouched
from scorekeeper.store.database import (
    Connection,
    Connections,
    DamagedDatabase,
    StorageError,
    find_damage,
    lacks_migrations,
    missing_parts,
    sqlite_version,
)
from scorekeeper.tournament import answer  # noqa: F401 - it registers with the club
from scorekeeper.wording import write_plural, write_size
from scorekeeper.wording.zones import machine_zone, zone_names

Seen = TypeVar("Seen")


# --- The results of checks of the installation, as lines for people and as JSON for programs ------


class CheckLevel(IntEnum):
    """How serious a result is; the highest level of all is the exit status of the command."""

    OK = 0
    WARNING = 1
    """All works, but something should be done."""
    ERROR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """The result of a check: its subject and level, what it found, what to do (may be empty)."""

    subject: str
    level: CheckLevel
    found: str
    to_do: str = ""


def ok(subject: str, found: str) -> CheckResult:
    return CheckResult(subject=subject, level=CheckLevel.OK, found=found)


def warn(subject: str, found: str, to_do: str) -> CheckResult:
    return CheckResult(subject=subject, level=CheckLevel.WARNING, found=found, to_do=to_do)


def fail(subject: str, found: str, to_do: str) -> CheckResult:
    return CheckResult(subject=subject, level=CheckLevel.ERROR, found=found, to_do=to_do)


def write_check(result: CheckResult) -> str:
    """Return a result as a line, and a second one with what to do."""
    line = f"{result.level.name.lower():<8}{result.subject}: {result.found}"
    return f"{line}\n{'':<8}{result.to_do}" if result.to_do else line


def check_document(result: CheckResult) -> dict[str, Any]:
    return {
        "subject": result.subject,
        "level": result.level.name.lower(),
        "found": result.found,
        "to_do": result.to_do,
    }


# --- Checks of the backups: whether the last one is whole and new, and where its second copy is ---


_DAMAGED: Final = "Do not restore it; take it away from there. The next backup is made anew."
_NOTHING_GOOD: Final = (
    "Copy the database to another disk before anything else, and look for a backup of it elsewhere."
)
_UNTOUCHED: Final = "Do as the sentence says; the file may be good all the same."


def _ask_for_backup(settings: Settings) -> str:
    return (
        f"While the site is served it makes one a day. Make one now: {settings.command('backup')}"
    )


def check_backups(settings: Settings, now: datetime | None = None) -> Iterator[CheckResult]:
    """Yield the age of the last whole backup, and what is wrong with those after it."""
    now, entries = now or datetime.now(UTC), _look(settings.database, count_entries)
    backups = find_backups(settings.backups)
    good = None
    for backup in reversed(backups):
        try:
            demand_as_written(backup.path)
        except StorageError as error:
            to_do = _DAMAGED if isinstance(error, DamagedDatabase) else _UNTOUCHED
            yield fail("backups", str(error), to_do)
        else:
            good = backup
            break
    if good is not None:
        yield _tell_age(settings, good, entries or 0, now)
    elif entries is None and settings.database.exists():
        text = "None is whole" if backups else "There is none"
        text += f" in {settings.backups}, and the database cannot be read."
        yield fail("backups", text, _NOTHING_GOOD)
    elif backups:
        to_do = f"See to those above, then make another: {settings.command('backup')}"
        yield fail("backups", "No backup is whole.", to_do)
    elif entries:
        yield warn("backups", "There is no backup yet.", _ask_for_backup(settings))
    else:
        yield ok("backups", "There is none, and nothing to back up.")


def _tell_age(settings: Settings, good: Backup, entries: int, now: datetime) -> CheckResult:
    with opened_copy(good.path) as db:
        since = entries - count_entries(db)
    text = (
        f"The last good one is {good.path} of {made_at(good).astimezone():%Y-%m-%d %H:%M}"
        f" ({write_size(good.path.stat().st_size)}), {_write_age(now - made_at(good))}."
    )
    if since > 0:
        text += f" Entered since then: {since}."
    is_old = since > 0 and is_late(good, now)
    return warn("backups", text, _ask_for_backup(settings)) if is_old else ok("backups", text)


def find_good_backup(settings: Settings) -> Backup | None:
    """Return the last backup that is as it was written; None if there is none.

    A backup of what a restore replaced comes last, since someone wanted that gone.
    """
    backups = find_backups(settings.backups)
    for backup in sorted(
        backups, key=lambda one: (one.kind is not BackupKind.REPLACED, one), reverse=True
    ):
        with suppress(StorageError):
            demand_as_written(backup.path)
            return backup
    return None


def advise_restore(settings: Settings) -> str:
    """Return the sentence that tells how to restore the last good backup of a damaged database."""
    good = find_good_backup(settings)
    if good is None:
        return f"{_NOTHING_GOOD} To restore one: {settings.command('restore', 'FILE')}"
    return (
        "Restore the last good backup, or the one before if it has the fault too; what is there now"
        f" is kept: {settings.command('restore', str(good.path))}"
    )


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
        text = f"{folder} lacks {uncopied.path.name}."
        yield warn("second folder", text, _ask_for_backup(settings))
    else:
        yield ok("second folder", f"{folder} can be written and has the last backup.")


def _look(database: Path, read: Callable[[Connection], Seen]) -> Seen | None:
    """Return what is read of the database.

    It is None if it cannot be read; the check of the database tells why.
    """
    if not database.exists():
        return None
    try:
        with opened_untouched(database) as db:
            return read(db)
    except StorageError:
        return None


def _write_age(age: timedelta) -> str:
    hours = max(0, int(age.total_seconds()) // 3600)
    return f"{write_plural(hours // 24, 'day')} old" if hours >= 48 else f"{hours} h old"


# --- Checks of the database: its file, every game in it, and every night of the club --------------


_GAMES_AT_ONCE: Final = 200
_MOST_TOLD: Final = 20
_NO_RESTORE: Final = "Do what the sentence says. Restore nothing for this: no entry is lost."
_OTHER_VERSION: Final = (
    "Restore nothing: each entry is as it was written. Use the newest version of the program, or"
    " tell its makers."
)
_UPGRADE: Final = "Start the site once: it makes a backup and brings the database up to date."
_RECOUNTED: Final = "Look at the deal with the table, and tell the makers of the program."


def check_database(settings: Settings) -> Iterator[CheckResult]:
    """Look at every page of the file, and whether this program can use it."""
    database = settings.database
    if not database.exists():
        if is_lost(settings.instance):
            to_do = (
                f"Mount its disk, or name its folder with --instance. {advise_restore(settings)}"
            )
            yield fail("database", f"{database} is gone.", to_do)
        else:
            yield ok("database", f"{database} is not there yet; the first start makes it.")
        return
    try:
        with opened_untouched(database) as db:
            damage = find_damage(database, db) or find_unreadable_texts(db)
            is_outdated = lacks_migrations(database, db)
            lacking = () if is_outdated else missing_parts(db)
    except StorageError as error:
        yield fail("database", str(error), advise(settings, error))
        return
    to_do = advise_restore(settings) if damage else ""
    for text in damage:
        yield fail("database", text, to_do)
    for name in lacking:
        text = f"{database} lacks {name}, which keeps mistakes from changing what was written."
        backup, restore = settings.command("backup"), settings.command("restore", "FILE")
        to_do = f"It is made anew by a backup that is restored: {backup}, then {restore}"
        yield fail("database", text, to_do)
    if is_outdated:
        yield warn("database", f"{database} is of an older version of the program.", _UPGRADE)
    if not damage and not lacking:
        yield ok("database", f"{database} is whole ({write_size(database.stat().st_size)}).")


def advise(settings: Settings, error: StorageError) -> str:
    """Return what to do: nobody should replace a good file that is busy or of another version."""
    return advise_restore(settings) if isinstance(error, DamagedDatabase) else _NO_RESTORE


def check_games(settings: Settings) -> Iterator[CheckResult]:
    """Read, replay and compare every game; the first that are wrong are named."""
    database = settings.database
    if not database.exists():
        return
    try:
        with opened_untouched(database) as db:
            is_outdated = lacks_migrations(database, db)
        if not is_outdated:
            yield from _compare_games(settings)
    except StorageError as error:
        yield fail("games", str(error), advise(settings, error))


def _compare_games(settings: Settings) -> Iterator[CheckResult]:
    games, entries, told = 0, 0, 0
    advise_once = cache(partial(advise_restore, settings))
    for check in _check_games(settings.database):
        games, entries = games + 1, entries + check.entries
        for result in _tell_wrong(check, advise_once):
            told += 1
            if told <= _MOST_TOLD:
                yield result
    if told > _MOST_TOLD:
        yield fail("games", f"{told - _MOST_TOLD} more of the kind.", "See to those above first.")
    if not told:
        read = f"{write_plural(games, 'game')} read and replayed; entries: {entries}"
        yield ok("games", f"{read}, all as written, and counted as people agreed to.")


def _check_games(database: Path) -> Iterator[GameCheck]:
    """Yield what is found of each game; the database is opened for a few games at a time.

    One open for long would keep SQLite from emptying the log of a served site.
    """
    for keys in _keys_in_parts(database):
        with opened_untouched(database) as db:
            for key in keys:
                yield check_game(db, key)


def _keys_in_parts(database: Path) -> Iterator[Sequence[str]]:
    """Yield the keys of all games, a few at a time."""
    keys: Sequence[str] = [""]
    while keys:
        with opened_untouched(database) as db:
            keys = keys_after(db, keys[-1], _GAMES_AT_ONCE)
        yield keys


def _tell_wrong(check: GameCheck, advise_once: Callable[[], str]) -> Iterator[CheckResult]:
    if check.unreadable:
        to_do = _OTHER_VERSION if check.is_as_written else advise_once()
        yield fail("games", check.unreadable, to_do)
    for text in check.recounted:
        yield fail("games", text, _RECOUNTED)


# --- The check of the club: every night with its games, people and money --------------------------


_TELL: Final = (
    "Let an officer look at it, open the night again and close it anew. If it is told again, tell"
    " the makers of the program."
)
_FACTS_FIRST: Final = "See to what is named above first; if nothing is named: "


def check_club(settings: Settings) -> Iterator[CheckResult]:
    """Check the facts of the club; without one yield nothing."""
    database = settings.database
    if not database.exists():
        return
    # Its connections are not used; games are only read through its cache.
    store = GameStore(
        database=Connections(database), now=partial(datetime.now, UTC), new_key=lambda: ""
    )
    try:
        with opened_untouched(database) as db:
            if lacks_migrations(database, db) or find_club_row(db) is None:
                return
            nights = count_nights(db)
            problems = [*find_club_problems(store, db)]
    except StorageError as error:
        yield fail("club", str(error), _FACTS_FIRST + advise_restore(settings))
        return
    except Exception as error:  # noqa: BLE001 - a changed fact may break the reading in any way
        text = f"It cannot be read whole ({type(error).__name__})."
        yield fail("club", text, _FACTS_FIRST + advise_restore(settings))
        return
    yield from _fail_each(problems)
    if not problems:
        yield ok("club", f"{write_plural(nights, 'night')} and all money are as they can be.")


def _fail_each(problems: Sequence[str]) -> Iterator[CheckResult]:
    """Yield an error for each problem; of many only the first are told."""
    for text in problems[:_MOST_TOLD]:
        yield fail("club", text, _TELL)
    if len(problems) > _MOST_TOLD:
        yield fail("club", f"{len(problems) - _MOST_TOLD} more of the kind.", _TELL)


# --- Checks of the machine: its time zone and its clock -------------------------------------------


def check_zone(settings: Settings) -> Iterator[CheckResult]:
    """Tell which time zone the site goes by, and who said so."""
    has_variable = "TZ" in os.environ
    said = (
        (_look(settings.database, find_club_zone), "which the club chose"),
        (settings.time_zone, "by the setting time_zone"),
        (machine_zone(), "by TZ in the environment" if has_variable else "as this machine is set"),
    )
    zone, why = next(((zone, why) for zone, why in said if zone), ("", ""))
    if zone in zone_names():
        yield ok("time zone", f"Days and hours are those of {zone}, {why}.")
    elif zone:
        to_do = "Update its package tzdata; until then days and hours are those of this machine."
        yield warn("time zone", f"This machine does not know {zone}, {why}.", to_do)
    elif has_variable:
        text = f"TZ is {os.environ['TZ']}, which is the name of no time zone."
        yield warn("time zone", text, "Set TZ to a name such as Europe/Berlin.")
    else:
        yield ok("time zone", "Days and hours are those of this machine.")


def check_clock(settings: Settings, now: datetime | None = None) -> Iterator[CheckResult]:
    """Compare the clock with the newest entry and the newest backup, which it must not precede."""
    now = now or datetime.now(UTC)
    backups = find_backups(settings.backups)
    written = {
        "the newest entry": _look(settings.database, newest_entry_at),
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


def _write(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"


# --- Checks of the files of an instance: who may read and write them ------------------------------


_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


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
    folders = [path for path in (folder, settings.backups) if path.is_dir()]
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


# --- Checks of the machine: its disks and programs ------------------------------------------------

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


_PYTHON: Final = (3, 11)
_SQLITE: Final = (3, 37)
"""The first version with STRICT tables."""


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


Check = Callable[[Settings], Iterable[CheckResult]]
Checks = tuple[tuple[str, Check], ...]
"""Checks with their subjects, in the order of their lines."""

ZONE: Final = ("time zone", check_zone)

REPLAYS: Final[Checks] = (
    ("games", check_games),
    ("club", check_club),
    ("backups", check_backups),
)
"""The checks that read every game of a site, or every page of a backup."""

SITE_CHECKS: Final[Checks] = (
    ("database", check_database),
    *REPLAYS,
    ("second folder", check_second_folder),
    ("files", check_permissions),
    ZONE,
)
"""The checks of one site."""

MACHINE_CHECKS: Final[Checks] = (
    ("disk", check_disk),
    ("space", check_space),
    ("versions", check_versions),
)
"""The checks of what the sites of a host share."""


def run_checks(settings: Settings, checks: Checks) -> Iterator[CheckResult]:
    """Yield what each check finds, as it is found.

    A check that raises an exception yields an error, and the others go on.
    """
    for subject, check in checks:
        try:
            yield from check(settings)
        except Exception as error:  # noqa: BLE001 - what is broken may break its check in any way
            yield fail(subject, f"This check failed: {error!r}.", "Tell the makers of the program.")
