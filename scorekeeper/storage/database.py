"""The database file: opening it, bringing it up to date, and transactions.

A deal that was acknowledged survives a power cut, so every commit waits for the disk
(``synchronous=FULL``). Nothing outside this package sees an error of SQLite: what goes wrong with
the file is a ``StorageError`` with one plain sentence.
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
"""A connection, to be handed from one function of this package to the next."""

BUSY_SECONDS: Final = 5
"""How long a transaction waits for another before it gives up (seconds)."""


class StorageError(Exception):
    """The database cannot be used; says why in one sentence."""


def migrate(path: Path) -> None:
    """Make the database, or bring it up to date; run before anything else opens it.

    Raises StorageError if the file is broken, or was written by a newer version of the program.
    """
    with _sentences(path), _alone(path), closing(open_database(path)) as db:
        check = db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if check != "ok":
            raise StorageError(_damage(path, check.splitlines()[-1]))
        _refuse_newer(path, db)
        with immediate(db):
            MIGRATIONS.apply(db)


def open_database(path: Path) -> Database:
    """A connection to the database, for one thread at a time; the caller closes it.

    Raises StorageError if there is no database that could be used.
    """
    with _sentences(path):
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
    """One transaction that holds the right to write from its beginning.

    A transaction that reads first and asks for that right later fails at once where another wrote
    meanwhile, whatever the busy timeout. An exception rolls everything back.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.commit()
    except BaseException:
        db.rollback()
        raise


class Connections:
    """Connections to one database, each lent to one thread at a time and used again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._idle: SimpleQueue[Database] = SimpleQueue()

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """A connection to read with; raises StorageError where the file is broken."""
        with _sentences(self.path):
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
        """A connection in one transaction that may write; an exception leaves no trace of it."""
        with self.reading() as db, immediate(db):
            yield db

    def close(self) -> None:
        """Close the connections that nobody uses."""
        while not self._idle.empty():
            self._idle.get_nowait().close()

    def _take(self) -> Database:
        try:
            return self._idle.get_nowait()
        except Empty:
            return open_database(self.path)


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Hold the folder of the database, so that two starts at once migrate one after the other."""
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _refuse_newer(path: Path, db: Database) -> None:
    # Names begin with their number, so a later one sorts after all that we have.
    applied = [migration.name for migration in MIGRATIONS.applied(db)]
    if applied and max(applied) > NEWEST:
        raise StorageError(f"{path} was written by a newer version of the program: use that one.")


def _damage(path: Path, why: str) -> str:
    return f"{path} is damaged ({why}): put a backup in its place."


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say of the file into a StorageError."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # a mistake of ours, not of the file
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
