"""Checks of the database: its file, every game in it, and every night of the club."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from scorekeeper.bookkeeping.club.files import find_club_problems
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.bookkeeping.store.proofs import GameCheck, check_game
from scorekeeper.config import Settings
from scorekeeper.doctor.results import CheckResult, fail, ok, warn
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.nights import count_nights
from scorekeeper.storage.copies import opened_untouched
from scorekeeper.storage.database import (
    Connections,
    DamagedDatabase,
    StorageError,
    find_damage,
    lacks_migrations,
)
from scorekeeper.storage.journals import keys_after
from scorekeeper.wording import write_plural, write_size

_GAMES_AT_ONCE: Final = 200
_MOST_TOLD: Final = 20
_RESTORE: Final = "Restore the last good backup: ./run restore FILE. It keeps what is there now."
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
        yield ok("database", f"{database} is not there yet; the first start makes it.")
        return
    try:
        with opened_untouched(database) as db:
            damage = find_damage(database, db)
            is_outdated = lacks_migrations(database, db)
    except StorageError as error:
        yield fail("database", str(error), advise(error))
        return
    for each in damage:
        yield fail("database", each, _RESTORE)
    if is_outdated:
        yield warn("database", f"{database} is of an older version of the program.", _UPGRADE)
    if not damage:
        yield ok("database", f"{database} is whole ({write_size(database.stat().st_size)}).")


def advise(error: StorageError) -> str:
    """Return what to do: nobody should replace a good file that is busy or of another version."""
    return _RESTORE if isinstance(error, DamagedDatabase) else _NO_RESTORE


def check_games(settings: Settings) -> Iterator[CheckResult]:
    """Read, replay and compare every game; the first that are wrong are named."""
    database = settings.database
    if not database.exists():
        return
    try:
        with opened_untouched(database) as db:
            is_outdated = lacks_migrations(database, db)
        if not is_outdated:
            yield from _compare_games(database)
    except StorageError as error:
        yield fail("games", str(error), advise(error))


def _compare_games(database: Path) -> Iterator[CheckResult]:
    games, entries, told = 0, 0, 0
    for check in _checked_games(database):
        games, entries = games + 1, entries + check.entries
        for result in _wrong(check):
            told += 1
            if told <= _MOST_TOLD:
                yield result
    if told > _MOST_TOLD:
        yield fail("games", f"{told - _MOST_TOLD} more of the kind.", "See to those above first.")
    if not told:
        read = f"{write_plural(games, 'game')} read and replayed; entries: {entries}"
        yield ok("games", f"{read}, all as written, and counted as people agreed to.")


def _checked_games(database: Path) -> Iterator[GameCheck]:
    """Yield what is found of each game; the database is opened for a few games at a time.

    One open for long would keep SQLite from emptying the log of a served site.
    """
    key = ""
    while True:
        with opened_untouched(database) as db:
            keys = keys_after(db, key, _GAMES_AT_ONCE)
            for key in keys:
                yield check_game(db, key)
        if not keys:
            return


def _wrong(check: GameCheck) -> Iterator[CheckResult]:
    if check.unreadable:
        to_do = _OTHER_VERSION if check.is_as_written else _RESTORE
        yield fail("games", check.unreadable, to_do)
    for each in check.recounted:
        yield fail("games", each, _RECOUNTED)


# --- The check of the club: every night with its games, people and money --------------------------


_TELL: Final = "Look at it with an officer of the club, and tell the makers of the program."
_GAMES_FIRST: Final = "See to the games above first."


def check_club(settings: Settings) -> Iterator[CheckResult]:
    """Check the facts of the club by the rules of its book; without a club, yield nothing."""
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
            problems = list(find_club_problems(store, db))
            nights = count_nights(db)
    except StorageError as error:
        yield fail("club", str(error), _GAMES_FIRST)
        return
    for text in problems[:_MOST_TOLD]:
        yield fail("club", text, _TELL)
    if len(problems) > _MOST_TOLD:
        yield fail("club", f"{len(problems) - _MOST_TOLD} more of the kind.", _TELL)
    if not problems:
        yield ok("club", f"{write_plural(nights, 'night')} and all money are as they can be.")
