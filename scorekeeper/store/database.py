"""Opens the database file, brings it up to date, and runs transactions.

A deal that the site has confirmed must survive a power cut, so every commit waits for the disk
(``synchronous=FULL``). Callers outside this package never get an exception of SQLite: every problem
with the file becomes a ``StorageError`` with one plain sentence.
"""

import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic, sleep, time_ns
from typing import Final

from sqlite_utils import Database

from scorekeeper.store.migrations import MIGRATIONS, NEWEST

# --- one process at a time ------------------------------------------------------------------------


_SERVING: Final = "serving.lock"
"""The file of a folder whose lock says who serves it, not who writes: commands never lock it."""
_LOCK_PAUSE_SECONDS: Final = 0.1


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Lock a folder, so that two processes work in it one after the other."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


class AlreadyServed(Exception):  # noqa: N818 - what the folder is, as its text says
    """Another process serves this folder."""


def lock_serving(folder: Path, *, seconds: float = 0) -> int:
    """Lock a folder for serving and return the open file, which holds the lock until it is closed.

    Waits at most ``seconds`` for another process. Raises AlreadyServed, OSError.
    """
    handle = os.open(folder / _SERVING, os.O_RDWR | os.O_CREAT, 0o600)
    end = monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic() >= end:
                os.close(handle)
                raise AlreadyServed(f"{folder} is served by another process already.") from None
            sleep(_LOCK_PAUSE_SECONDS)
        else:
            return handle


def is_served(folder: Path) -> bool:
    """Tell whether a process serves a folder now; of a site in a host, whether it is awake."""
    try:
        handle = os.open(folder / _SERVING, os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


# --- connections ----------------------------------------------------------------------------------


class PlainDatabase(Database):
    """A database that begins no transaction inside another, since that one is rolled back whole.

    The library would make a savepoint for each row that is written.
    """

    @contextmanager
    def atomic(self) -> Iterator[Database]:
        """Run a transaction."""
        with nullcontext(self) if self.conn.in_transaction else super().atomic():
            yield self


Connection = Database
"""The type of a database connection, which callers get and pass on to functions here."""

BUSY_SECONDS: Final = 5
"""How long a transaction waits for another one to end before it fails (seconds)."""
_QUIET_NANOSECONDS: Final = 10_000_000_000


class StorageError(Exception):
    """An error of the database file; its text says in one sentence why it cannot be used."""


class DamagedDatabase(StorageError):  # noqa: N818 - what the file is, as its text says
    """An error of the file itself: its content is not a whole database."""


def migrate(path: Path) -> None:
    """Make the database or bring it up to date; call this before anything else opens it.

    Raises StorageError as ``open_newest`` does.
    """
    open_newest(path).close()


def open_newest(path: Path, *, save: Callable[[], object] = lambda: None) -> Connection:
    """Make the database or bring it up to date, and return a connection to it.

    ``save`` is called before an older one is changed. Raises StorageError if the file is empty or
    damaged, or was written by a newer version of the program.
    """
    with storage_errors(path), locked_folder(path.parent):
        if not path.exists():
            # Under another name until it is whole, so that an empty file is never one of ours.
            unfinished = path.with_name(path.name + ".new")
            unfinished.unlink(missing_ok=True)
            unfinished.touch(mode=0o600)
            with closing(open_database(unfinished)) as db:
                _apply_migrations(unfinished, db)
            unfinished.rename(path)
            return open_database(path)
        _refuse_empty(path)
        db = open_database(path)
        try:
            _bring_up_to_date(path, db, save)
        except BaseException:
            db.close()
            raise
        return db


def _bring_up_to_date(path: Path, db: Connection, save: Callable[[], object]) -> None:
    check_pages(path, db)
    applied = [migration.name for migration in MIGRATIONS.applied(db)]
    if not applied:
        raise StorageError(f"{path} is no database of this program: it has none of its tables.")
    _refuse_newer(path, applied)
    if NEWEST not in applied:
        save()
        _apply_migrations(path, db)
    # The check has read every page, and a connection keeps up to 2 MB of them.
    db.execute("PRAGMA shrink_memory")


def _apply_migrations(path: Path, db: Database) -> None:
    with immediate(db):
        try:
            MIGRATIONS.apply(db)
        except sqlite3.Error as error:
            raise StorageError(f"{path} could not be brought up to date: {error}.") from error


def check_pages(path: Path, db: Database) -> None:
    """Raise StorageError if SQLite finds the pages of the file damaged."""
    with reading_whole(path):
        # Not PRAGMA quick_check, a large statement that the connection would keep.
        check = db.execute("SELECT * FROM pragma_quick_check LIMIT 1").fetchone()[0]
    if check != "ok":
        raise DamagedDatabase(_damage(path, check.splitlines()[-1]))


def demand_whole(path: Path) -> None:
    """Raise DamagedDatabase if a file is empty, or no database, or has damaged pages.

    Raises another StorageError if that cannot be told, as when another program holds the file.
    """
    with storage_errors(path):
        _refuse_empty(path)  # before SQLite writes its first page into it
        with closing(open_database(path)) as db:
            check_pages(path, db)


def find_damage(path: Path, db: Database) -> tuple[str, ...]:
    """Return what is wrong in the whole file, and whether it fits this version of the program.

    Reads every page and index. The texts are sentences; there are none if all is well.
    """
    with reading_whole(path):
        found = [
            _damage(path, row[0].splitlines()[-1])
            for row in db.execute("PRAGMA integrity_check(3)").fetchall()
            if row[0] != "ok"
        ]
        return (*found, *find_lost_rows(path, db))


def find_lost_rows(path: Path, db: Database) -> tuple[str, ...]:
    """Return a sentence about rows that refer to a row that is not there, if any do."""
    lost = db.execute("PRAGMA foreign_key_check").fetchone()
    return () if lost is None else (_damage(path, f"{lost[0]} has a row of no {lost[2]}"),)


def missing_parts(db: Database) -> tuple[str, ...]:
    """Return the tables, indexes and triggers that an open database of the newest version lacks."""
    return tuple([f"the {kind} {name}" for name, (kind, _) in _find_missing(db).items()])


def mend_parts(db: Database) -> None:
    """Make the indexes and triggers that an open database of the newest version lacks."""
    for kind, sql in _find_missing(db).values():
        if kind != "table":
            db.execute(sql)


def _find_missing(db: Database) -> dict[str, tuple[str, str]]:
    found = {name for (name,) in db.execute("SELECT name FROM sqlite_schema").fetchall()}
    return {name: part for name, part in _parts().items() if name not in found}


@lru_cache(maxsize=1)
def _parts() -> dict[str, tuple[str, str]]:
    """Return kind and SQL of each table, index and trigger of a new database, by its name."""
    with closing(Database(memory=True)) as db:
        MIGRATIONS.apply(db)
        rows = db.execute("SELECT name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        return {name: (kind, sql) for name, kind, sql in rows.fetchall()}


def lacks_migrations(path: Path, db: Database) -> bool:
    """Return whether an open database is older than the program.

    Raises StorageError if the file is empty, or was written by a newer version.
    """
    _refuse_empty(path)
    applied = [migration.name for migration in MIGRATIONS.applied(db)]
    _refuse_newer(path, applied)
    return NEWEST not in applied


def sqlite_version() -> tuple[int, ...]:
    """Return the version of the SQLite library."""
    return sqlite3.sqlite_version_info


def open_database(path: Path) -> Database:
    """Return a connection to the database, for one thread at a time; the caller closes it.

    Raises StorageError if the file is not there or cannot be used.
    """
    with storage_errors(path):
        # Opened to write, not to create: a file that was taken away must not come back empty.
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=BUSY_SECONDS,
            check_same_thread=False,
        )
        try:
            db = PlainDatabase(connection)
            with reading_whole(path):
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


def write_log(db: Database) -> bool:
    """Write the log into the file as far as no reader needs it; return whether that is all of it.

    Nobody waits for it. A copy of the file alone then has everything that was in the log.
    """
    _, pages, written = db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    return bool(pages == written)


@contextmanager
def snapshot(db: Database) -> Iterator[None]:
    """Let everything that is read see the database at one moment."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.rollback()


class Connections:
    """A pool of connections to one database; each serves one thread at a time and is reused.

    A connection goes on writing into a file that was moved, deleted or replaced, where nobody will
    ever look. So each is compared with the files at the path before it is lent and after it wrote.
    """

    def __init__(self, path: Path, first: Connection | None = None) -> None:
        """Begin a pool; ``first`` is a connection that was just opened. Raises StorageError."""
        self.path = path
        self._idle: SimpleQueue[_Opened] = SimpleQueue()
        if first is not None:
            with storage_errors(path):
                self._idle.put(_Opened(db=first, files=_files_at(path)))
        self._is_closed = False
        self._in_file = 0
        """When the log was written to that the file holds."""
        self._then: list[Callable[[], object]] = []
        self.on_written: Callable[[], object] = lambda: None
        """Called in the thread that wrote, after each transaction."""

    @contextmanager
    def reading(self) -> Iterator[Database]:
        """Lend a connection for reading; raises StorageError if the file cannot be used."""
        with self._lend() as opened:
            yield opened.db

    @contextmanager
    def writing(self) -> Iterator[Database]:
        """Lend a connection inside a transaction that may write; an exception rolls it back.

        Raises StorageError if the transaction cannot be found in the file afterwards.
        """
        with self._lend() as opened:
            with immediate(opened.db):
                self._then = []  # that of a transaction that was rolled back
                yield opened.db
                then = self._then
            self._demand_current(opened)
        for call in then:
            call()
        self.on_written()

    def when_written(self, call: Callable[[], object]) -> None:
        """Call something after the transaction that runs now, unless it is rolled back."""
        self._then.append(call)  # only one runs at a time

    @contextmanager
    def following(self) -> Iterator[tuple[Database, Callable[[], None]]]:
        """Lend a connection for a long time, and a function that checks it.

        The function raises StorageError once the file was moved or replaced.
        """
        with self._lend() as opened:
            yield opened.db, lambda: self._demand_current(opened)

    def write_log(self) -> None:
        """Write the log into the file, once for each time that nobody has written for a while."""
        try:
            written = os.stat(f"{self.path}-wal").st_mtime_ns  # noqa: PTH116 - as in _files_at
        except OSError:
            return
        if written == self._in_file or 0 <= time_ns() - written < _QUIET_NANOSECONDS:
            return
        self._in_file = written
        with suppress(StorageError), self.reading() as db:
            if not write_log(db):
                self._in_file = 0  # readers still need a part of the log

    def trim(self, most: int) -> None:
        """Close connections that nobody uses, until at most ``most`` of them are left."""
        with suppress(Empty):
            while self._idle.qsize() > most:
                self._idle.get_nowait().db.close()

    def close(self) -> None:
        """Close the connections; one that is lent is closed when it comes back."""
        self._is_closed = True
        with suppress(Empty):
            while True:
                self._idle.get_nowait().db.close()

    @contextmanager
    def _lend(self) -> Iterator["_Opened"]:
        with storage_errors(self.path):
            opened = self._take()
            try:
                yield opened
            except (sqlite3.Error, StorageError):
                opened.db.close()
                raise
            except BaseException:
                self._put_back(opened)
                raise
            self._put_back(opened)

    def _put_back(self, opened: "_Opened") -> None:
        self._idle.put(opened)
        # Asked after the connection is back, so that a pool that is closed meanwhile misses none.
        if self._is_closed:
            self.close()

    def _take(self) -> "_Opened":
        while True:
            try:
                opened = self._idle.get_nowait()
            except Empty:
                opened = _Opened(db=open_database(self.path))
            try:
                files = _files_at(self.path)
            except OSError:
                opened.db.close()
                raise
            if opened.files == files:
                return opened
            if opened.files is None:
                opened.files = files
                return opened
            opened.db.close()

    def _demand_current(self, opened: "_Opened") -> None:
        if opened.files != _files_at(self.path):
            raise StorageError(f"{self.path} was moved or replaced.")


@dataclass(slots=True, kw_only=True)
class _Opened:
    """A connection, and the files that it was opened on, None until they are known."""

    db: Database
    files: tuple[int, ...] | None = None


def _files_at(path: Path) -> tuple[int, ...]:
    """Return what tells the database file and its write-ahead log from others: their inodes."""
    # Pages lend connections several times, and a Path takes as long as its stat.
    found = os.stat(path)  # noqa: PTH116
    try:
        log = os.stat(f"{path}-wal").st_ino  # noqa: PTH116
    except FileNotFoundError:
        log = 0
    return found.st_dev, found.st_ino, log


def is_outdated(path: Path) -> bool:
    """Tell whether a database that is not open is older than the program. Raises StorageError."""
    with storage_errors(path):
        _refuse_empty(path)  # before SQLite writes its first page into it
        with closing(open_database(path)) as db:
            return lacks_migrations(path, db)


def _refuse_empty(path: Path) -> None:
    if path.stat().st_size == 0:
        raise DamagedDatabase(f"{path} is empty: restore a backup, or delete it to begin anew.")


def _refuse_newer(path: Path, applied: Sequence[str]) -> None:
    # Names begin with a number, so those of a newer program sort after NEWEST.
    if max(applied, default="") > NEWEST:
        raise StorageError(f"{path} was written by a newer version of the program: use that one.")


def _damage(path: Path, why: str) -> str:
    return f"{path} is damaged ({why}): restore a backup."


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Turn exceptions of SQLite and of the system about the file into StorageErrors."""
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # a mistake of the program, not of the file
    except sqlite3.OperationalError as error:
        column = undecoded_column(error)
        if column is not None:
            # Without the cause, which quotes the text.
            raise DamagedDatabase(_damage(path, f"a text in the column {column}")) from None
        why = "is busy: another program holds it" if "locked" in str(error) else None
        raise StorageError(f"{path} {why or f'cannot be used: {error}'}.") from error
    except sqlite3.DatabaseError as error:
        raise _make_damage_error(path, error) from error
    except UnicodeDecodeError as error:
        # SQLite quotes a damaged schema in its message, which Python then cannot decode.
        raise _make_damage_error(path, error) from None
    except OSError as error:
        raise StorageError(f"{path} cannot be used: {error.strerror}.") from error


_OF_MACHINE: Final = frozenset(
    {
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOLFS,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""The errors of SQLite that another program, the disk or rights explain."""
_UNREADABLE: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
    }
)
"""The errors of a disk that does not give back what was written."""
_PRIMARY: Final = 0xFF
"""The bits of an extended code of SQLite that are the code itself."""


@contextmanager
def reading_whole(path: Path) -> Iterator[None]:
    """Turn exceptions into DamagedDatabase where a whole database is read or copied.

    A damaged schema may name a function that is not there, a damaged row break a constraint or have
    a word where a number belongs. Errors that the file does not explain are left to
    ``storage_errors``.
    """
    try:
        yield
    except ValueError as error:
        raise _make_damage_error(path, error) from error
    except sqlite3.DatabaseError as error:
        code = getattr(error, "sqlite_errorcode", None)  # Python's own errors have none
        if code is None or (code & _PRIMARY in _OF_MACHINE and code not in _UNREADABLE):
            raise
        raise _make_damage_error(path, error) from error


def _make_damage_error(path: Path, error: sqlite3.DatabaseError | ValueError) -> DamagedDatabase:
    """Return the error of a damaged file, which quotes no text of it."""
    if "not a database" in str(error):
        text = (
            f"{path} is not a database of this program, or is damaged ({error}): restore a backup."
        )
    elif isinstance(error, UnicodeDecodeError):
        text = _damage(path, "a text that is no UTF-8")
    elif isinstance(error, ValueError):
        text = _damage(path, "a value that cannot be there")
    else:
        text = _damage(path, str(error))
    return DamagedDatabase(text)


def undecoded_column(error: sqlite3.OperationalError) -> str | None:
    """Return the column with the text that is not UTF-8, or None for any other error."""
    found = re.match(r"Could not decode to UTF-8 column '(\w*)'", str(error))
    return None if found is None else found[1]


def data_version(db: Connection) -> int:
    """Return a number that changes when another connection has committed.

    Reading it takes microseconds, so it can be asked many times a second.
    """
    return int(db.execute("PRAGMA data_version").fetchone()[0])
