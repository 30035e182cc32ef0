"""Proves that a copy of the database is whole: opened, each game replayed and compared."""

from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

from scorekeeper.bookkeeping.store.agreed_figures import changed_figures
from scorekeeper.bookkeeping.store.current_game import replay_journal
from scorekeeper.storage.copies import opened_copy
from scorekeeper.storage.database import (
    Connection,
    StorageError,
    check_pages,
    lacks_migrations,
    open_database,
    storage_errors,
)
from scorekeeper.storage.journals import (
    Version,
    all_versions,
    changed_entries,
    count_entries,
    has_version,
    load_journal,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of proving a copy: how many games it has, and what is wrong with some of them.

    A game that cannot be read is no fault of the copy, which equals the database. ``recounted``
    names the agreements to figures that the same entries do not make any more.
    """

    games: int
    unreadable: tuple[str, ...]
    recounted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCheck:
    """The result of reading and replaying one game: each text says what is wrong, if anything is.

    ``entries`` is how many entries were read.
    """

    entries: int = 0
    unreadable: str = ""
    recounted: tuple[str, ...] = ()


def check_game(db: Connection, key: str) -> GameCheck:
    """Read a game with all its digests, replay it, and compare what people agreed to."""
    try:
        journal = load_journal(db, key)
    except StorageError as error:
        return GameCheck(unreadable=str(error))
    if journal is None:
        return GameCheck(unreadable=f"The game {key[:6]}… has no entry: restore a backup.")
    recounted = changed_figures(journal, replay_journal(journal))
    return GameCheck(entries=len(journal.entries), recounted=recounted)


def find_spoiled(backup: Path) -> str:
    """Return what is not as it was written in a backup; empty if it is whole.

    Of a backup of an older version of the program only the pages are looked at.
    """
    try:
        with opened_copy(backup) as db:
            check_pages(backup, db)
            changed = () if lacks_migrations(backup, db) else changed_entries(db)
    except StorageError as error:
        return str(error)
    return f"{backup}: {changed[0]}" if changed else ""


def prove_copy(copy: Path, database: Path, *, proved: Path | None = None, least: int = 0) -> Proof:
    """Return the proof that each game of a copy equals the database's and can be replayed.

    ``proved`` is an earlier backup; games that are the same in it are not replayed again. ``least``
    is how many entries the database had before the copy was made, so that none is left out. Raises
    StorageError that says in what the copy is wrong.
    """
    games, unreadable, recounted = 0, list[str](), list[str]()
    with ExitStack() as stack:
        db = stack.enter_context(opened_copy(copy))
        current = stack.enter_context(closing(open_database(database)))
        earlier = None if proved is None else stack.enter_context(opened_copy(proved))
        check_pages(copy, db)
        if count_entries(db) < least:
            raise StorageError(f"{copy} lacks entries of {database}: make the backup again.")
        unreadable += changed_entries(db)
        for key, version in all_versions(db):
            games += 1
            if not has_version(current, key, version):
                raise StorageError(f"{copy} differs from {database}: make the backup again.")
            if earlier is None or not _is_in(earlier, key, version):
                check = check_game(db, key)
                unreadable += [check.unreadable] if check.unreadable else []
                recounted += check.recounted
    return Proof(
        games=games,
        unreadable=tuple(dict.fromkeys(unreadable)),
        recounted=tuple(recounted),
    )


def _is_in(earlier: Connection, key: str, version: Version) -> bool:
    """Tell whether an earlier backup has a game so; one that cannot be read has none."""
    try:
        with storage_errors(Path("an earlier backup")):
            return has_version(earlier, key, version)
    except StorageError:
        return False
