"""Copies the database whole into one file, and puts such a copy back, also while it is served."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlite_utils import Database

from scorekeeper.storage.database import StorageError, open_database, storage_errors


def write_copy(database: Path, copy: Path) -> None:
    """Write everything that is committed in the database into a new file, and on to the disk.

    Others may read and write meanwhile. The file is one whole, without a log beside it. Raises
    StorageError, also if ``copy`` exists.
    """
    if copy.exists():
        raise StorageError(f"{copy} is there already: choose another name.")
    with closing(open_database(database)) as db, storage_errors(copy):
        db.execute("VACUUM INTO ?", (str(copy),))
        copy.chmod(0o600)
        _flush(copy)
        _flush(copy.parent)


def put_back(copy: Path, database: Path) -> None:
    """Replace all that is in the database by what is in the copy, in one transaction.

    Others may have the database open; they see either all of the old or all of the new. The copy
    must be as new as this program (``migrate``). Raises StorageError.
    """
    with closing(open_database(database)) as target, storage_errors(database):
        with closing(sqlite3.connect(copy)) as source:
            source.backup(target.conn)
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def fold_log(database: Path) -> None:
    """Write the log beside the database into it, so that the file alone is whole."""
    with closing(open_database(database)) as db, storage_errors(database):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


@contextmanager
def opened_copy(copy: Path) -> Iterator[Database]:
    """Open a copy for reading alone; nothing is written beside it."""
    with _opened(copy, "immutable=1") as db:
        yield db


@contextmanager
def opened_untouched(database: Path) -> Iterator[Database]:
    """Open a database for reading alone, served or not; no file is changed or made.

    Without a log beside it nobody has it open, and then SQLite must not make one: made by another
    user, it would keep the site from its own database.
    """
    is_open = Path(f"{database}-wal").exists()
    with _opened(database, "mode=ro" if is_open else "immutable=1") as db:
        yield db


@contextmanager
def _opened(file: Path, how: str) -> Iterator[Database]:
    with storage_errors(file):
        connection = sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)
        with closing(connection):
            yield Database(connection)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
