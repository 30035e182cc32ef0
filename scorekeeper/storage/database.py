"""Opens the database file, brings it up to date, and runs transactions.

A deal that the site has confirmed must survive a power cut, so every commit waits for the disk
(``synchronous=FULL``). Callers outside this package never get an exception of SQLite: every problem
with the file becomes a ``StorageError`` with one plain sentence.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Final

from sqlite_utils import Database

from scorekeeper.storage.migrations import MIGRATIONS, NEWEST

Connection = Database
"""The type of a database connection, which callers get and pass on to functions here."""

BUSY_SECONDS: Final = 5
"""How long a transaction waits for another one to end before it fails (seconds)."""


class StorageError(Exception):
    """An error of the database file; its text says in one sentence why it cannot be used."""


def migrate(path: Path) -> None:
    """Make the database or bring it up to date; call this before anything else opens it.

    Raises StorageError if the file is damaged or was written by a newer version of the program.
    """
    with _storage_errors(path), _locked_folder(path), closing(open_database(path)) as db:
        check = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if check != "ok":
            raise StorageError(_damage(path, check.splitlines()[-1]))
        _refuse_newer(path, db)
        with immediate(db):
            MIGRATIONS.apply(db)


def open_database(path: Path) -> Database:
    """Return a connection to the database, for one thread at a time; the caller closes it.

    Raises StorageError if the file cannot be used.
    """
    with _storage_errors(path):
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
        try:
            db = Database(connection)
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                db.execute(f"PRAGMA {pragma}").fetchall()
        except BaseException:
            connection.close()
            raise
    return db


@contextmanager
def immediate(db: Database) -> Iterator[Database]:
    """Run a transaction that holds the write lock from its beginning.

    SQLite refuses the lock to a transaction that has read before another one wrote, whatever the
    busy timeout, so it is taken first. An exception rolls everything back.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.commit()
    except BaseException:
        db.rollback()
        raise


class Connections:
    """A pool of connections to one database; each serves one thread at a time and is reused."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: SimpleQueue[Database] = SimpleQueue()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Lend a connection for reading; raises StorageError if the file cannot be used."""
        with _storage_errors(self.path):
            db = self._take()
            try:
                yield db
            except sqlite3.Error:
                db.close()
                raise
            except BaseException:
                self._idle.put(db)
                raise
            self._idle.put(db)

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Lend a connection inside a transaction that may write; an exception rolls it back."""
        with self.reading() as db, immediate(db):
            yield db

    def close(self) -> None:
        """Close the connections that are not lent."""
        while not self._idle.empty():
            self._idle.get_nowait().close()

    def _take(self) -> Database:
        try:
            return self._idle.get_nowait()
        except Empty:
            return open_database(self.path)


@contextmanager
def _locked_folder(path: Path) -> Iterator[None]:
    """Lock the folder of the database, so that two starts at once migrate one after the other."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _refuse_newer(path: Path, db: Database) -> None:
    # Names begin with a number, so those of a newer program sort after NEWEST.
    applied = [migration.name for migration in MIGRATIONS.applied(db)]
    if applied and max(applied) > NEWEST:
        raise StorageError(f"{path} was written by a newer version of the program: use that one.")


def _damage(path: Path, why: str) -> str:
    return f"{path} is damaged ({why}): put a backup in its place."


@contextmanager
def _storage_errors(path: Path) -> Iterator[None]:
    """Turn exceptions of SQLite and of the system about the file into StorageErrors."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # a mistake of the program, not of the file
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise StorageError(f"{path} is busy: another program holds it.") from error
        raise StorageError(f"{path} cannot be used: {error}.") from error
    except sqlite3.DatabaseError as error:
        if "malformed" in str(error):
            raise StorageError(_damage(path, str(error))) from error
        text = f"{path} is not a database of this program, or is damaged: {error}."
        raise StorageError(text) from error
    except OSError as error:
        raise StorageError(f"{path} cannot be used: {error.strerror}.") from error
