"""Copies the whole database into one file, and puts such a copy back, also while it is served."""

import os
import sqlite3
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from shutil import copyfile
from typing import Final

from sqlite_utils import Database

from scorekeeper.store.database import (
    BUSY_SECONDS,
    StorageError,
    check_pages,
    open_database,
    reading_whole,
    storage_errors,
    undecoded_column,
)


def write_copy(database: Path, copy: Path) -> None:
    """Write everything that is committed in the database into a new file, and flush it to the disk.

    Others may read and write meanwhile. The file needs no log beside it. Raises StorageError, also
    if ``copy`` exists.
    """
    if copy.exists():
        raise StorageError(f"{copy} is there already: choose another name.")
    with closing(open_database(database)) as db, storage_errors(copy):
        copy.touch(mode=0o600)  # SQLite writes into an empty file, which keeps its mode
        with reading_whole(database):
            db.execute("VACUUM INTO ?", (str(copy),))
        _write_check_sum(copy, _check_sum(copy))
        _flush(copy)
        _flush(copy.parent)


# --- the check sum of a copy ----------------------------------------------------------------------
# It is in the file's header, in the four bytes that SQLite leaves to programs (user_version), so
# that it goes wherever the file goes.


_AT, _SIZE = 60, 4
_PIECE: Final = 1024 * 1024


def is_as_written(copy: Path) -> bool:
    """Tell whether a copy matches its check sum; copies of earlier versions have none."""
    with copy.open("rb") as file:
        file.seek(_AT)
        written = int.from_bytes(file.read(_SIZE), "big")
    return written in {0, _check_sum(copy)}


def clear_check_sum(copy: Path) -> None:
    """Take the check sum out of a copy that will be changed, if it has one."""
    if copy.stat().st_size > _AT + _SIZE:
        _write_check_sum(copy, 0)


def _check_sum(copy: Path) -> int:
    """Return the CRC-32 of a file as it is without its check sum, but never 0."""
    with copy.open("rb") as file:
        found = zlib.crc32(bytes(_SIZE), zlib.crc32(file.read(_AT)))
        file.seek(_AT + _SIZE)
        while piece := file.read(_PIECE):
            found = zlib.crc32(piece, found)
    return found or 1


def _write_check_sum(copy: Path, check_sum: int) -> None:
    with copy.open("r+b") as file:
        file.seek(_AT)
        file.write(check_sum.to_bytes(_SIZE, "big"))


# --- copying --------------------------------------------------------------------------------------


def copy_file(source: Path, target: Path) -> None:
    """Copy a file and flush it to the disk; only its owner can ever read it. Raises OSError."""
    target.unlink(missing_ok=True)
    target.touch(mode=0o600, exist_ok=False)
    copyfile(source, target)
    _flush(target)
    _flush(target.parent)


def is_copy(copy: Path, database: Path) -> bool:
    """Tell whether a copy has every table and row of the database, whatever its version."""
    with (
        closing(open_database(database)) as db,
        opened_copy(copy) as copied_db,
        closing(_all_rows(db)) as rows,
        closing(_all_rows(copied_db)) as copied_rows,
        storage_errors(database),
        reading_whole(database),
    ):
        check_pages(copy, copied_db)
        return all(row == copied for row, copied in zip_longest(rows, copied_rows))


def find_unreadable_texts(db: Database) -> tuple[str, ...]:
    """Return a sentence for each table with a text that is not UTF-8, as a failing disk leaves it.

    The database is one that ``opened_copy`` or ``opened_untouched`` opened.
    """
    found: list[str] = []
    tolerant, db.conn.text_factory = db.conn.text_factory, str
    try:
        for name in db.table_names():
            try:
                for _ in db.execute(f'SELECT * FROM "{name}"'):
                    pass
            except sqlite3.OperationalError as error:
                column = undecoded_column(error)
                if column is None:
                    raise
                found.append(f"The table {name} has a damaged text ({column}): restore a backup.")
    finally:
        db.conn.text_factory = tolerant
    return tuple(found)


def _all_rows(db: Database) -> Generator[tuple[object, ...], None, None]:
    """Yield what the tables, indexes and triggers are, by their names, and each row of a table."""
    # As bytes, so that a text that is not UTF-8 is compared too.
    db.conn.text_factory = bytes
    schema = db.execute("SELECT name, type, sql FROM sqlite_schema ORDER BY name").fetchall()
    yield from schema
    for name, kind, _ in schema:
        if kind == b"table":
            yield from db.execute(f'SELECT * FROM "{name.decode()}"')


def put_back(copy: Path, database: Path, keep: Callable[[], None]) -> None:
    """Replace everything in the database with what is in the copy, in one transaction.

    Others may have the database open; they see either all of the old or all of the new. ``keep`` is
    called when nobody else can write any more and nothing is replaced yet; if it raises, nothing is
    replaced. The copy must be as new as this program (``migrate``). Raises StorageError.
    """

    def keep_first(status: int, remaining: int, total: int) -> None:
        if status == sqlite3.SQLITE_BUSY:
            raise StorageError(f"{database} is busy: another program holds it.")
        if remaining == total - 1:
            keep()

    with closing(open_database(database)) as target, storage_errors(database):
        with closing(sqlite3.connect(copy)) as source, reading_whole(database):
            # The first page takes the write lock, which is held until the last one is committed.
            source.backup(target.conn, pages=1, progress=keep_first)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def put_in_place(copy: Path, database: Path, aside: Path) -> None:
    """Put a copy where there is no database, or a damaged one, which is kept as ``aside``.

    The log of a damaged database is kept beside it: read with the copy, it would spoil that. Where
    there was a database, there is one at every moment. Raises StorageError.
    """
    with storage_errors(database):
        if database.exists():
            aside.hardlink_to(database)
        for end in ("-wal", "-shm"):
            log = Path(f"{database}{end}")
            if log.exists():
                log.rename(f"{aside}{end}")
        copy.replace(database)
        _flush(database.parent)


def checkpoint_log(database: Path) -> None:
    """Write the log beside the database into it, so that the file is whole without it."""
    with closing(open_database(database)) as db, storage_errors(database):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@contextmanager
def opened_copy(copy: Path) -> Iterator[Database]:
    """Open a copy read-only; nothing is written beside it."""
    with _open_file(copy, "immutable=1") as db:
        yield db


@contextmanager
def opened_untouched(database: Path) -> Iterator[Database]:
    """Open a database read-only, served or not; no file is changed or made.

    Without a log beside it nobody has it open, and then SQLite must not make one: made by another
    user, it would keep the site from its own database.
    """
    is_open = Path(f"{database}-wal").exists()
    with _open_file(database, "mode=ro" if is_open else "immutable=1") as db:
        yield db


@contextmanager
def _open_file(file: Path, how: str) -> Iterator[Database]:
    with storage_errors(file):
        address = f"{file.absolute().as_uri()}?{how}"
        connection = sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)
        with closing(connection):
            # One damaged text must not keep anybody from reading all others.
            connection.text_factory = partial(str, encoding="utf-8", errors="replace")
            yield Database(connection)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
