"""The database file: migrations, pragmas, transactions, and files that are none."""

import re
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store import database
from scorekeeper.store.database import (
    Connections,
    StorageError,
    immediate,
    migrate,
    open_database,
    open_newest,
)
from tests.store.rows import ENTRY, entries

# --- pragmas --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("recursive_triggers", 1)],
)
def test_every_connection_has_its_pragmas(path: Path, pragma: str, value: object) -> None:
    with closing(open_database(path)) as db:
        assert db.execute(f"PRAGMA {pragma}").fetchone() == (value,)


# --- entries are appended -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sql", "sentence"),
    [
        ("UPDATE entry SET who = 'Bob'", "an entry is never changed"),
        ("DELETE FROM entry", "an entry is never deleted"),
        (ENTRY.replace("?, ?, ?", "'g', 3, 'two'"), "an entry is appended once"),
        (ENTRY.replace("?, ?, ?", "'g', 1, 'two'"), "an entry is appended once"),
        (ENTRY.replace("?, ?, ?", "'g', 2, 'one'"), "an entry is appended once"),
        (
            ENTRY.replace("INSERT", "INSERT OR REPLACE").replace("?, ?, ?", "'g', 1, 'one'"),
            "an entry is appended once",
        ),
        ("DELETE FROM game", "a row of game is never deleted"),
        (ENTRY.replace("?, ?, ?", "'nowhere', 1, 'two'"), "FOREIGN KEY"),
        (ENTRY.replace("?, ?, ?", "'g', 'second', 'two'"), "cannot store TEXT|appended once"),
        (ENTRY.replace("?, ?, ?", "'g', 2, 'two'").replace("'{}'", "'{'"), "json_valid|malformed"),
        (ENTRY.replace("?, ?, ?", "'g', 2, 'two'").replace("%064d", "%d"), "has a digest"),
    ],
)
def test_the_database_itself_refuses(db: Database, sql: str, sentence: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=sentence):
        db.execute(sql)


def test_an_entry_survives_what_was_refused(db: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        db.execute("DELETE FROM entry")
    assert entries(db) == [(1, "one")]


# --- transactions ---------------------------------------------------------------------------------


def test_an_exception_rolls_the_transaction_back(db: Database) -> None:
    with pytest.raises(sqlite3.IntegrityError), immediate(db):
        db.executescript("INSERT INTO game (key, created_at) VALUES ('h', ''); DELETE FROM entry;")
    assert db.execute("SELECT key FROM game").fetchall() == [("g",)]


def test_read_then_write_from_many_threads_never_fails(path: Path, db: Database) -> None:
    connections = Connections(path)

    def append_next() -> None:
        with connections.writing() as mine:
            latest = mine.execute("SELECT max(seq) FROM entry").fetchone()[0]
            mine.execute(ENTRY, ("g", latest + 1, f"entry {latest + 1}"))

    with ThreadPoolExecutor(4) as threads:
        for each in [threads.submit(append_next) for _ in range(40)]:
            each.result()
    connections.close()
    assert [seq for seq, _ in entries(db)] == list(range(1, 42))


def test_a_process_killed_before_the_commit_leaves_nothing(path: Path, db: Database) -> None:
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from scorekeeper.store.database import Connections\n"
        "with Connections(Path(sys.argv[1])).writing() as db:\n"
        f"    db.execute({ENTRY!r}, ('g', 2, 'two'))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    killed = subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert (killed.returncode, entries(db)) == (-signal.SIGKILL, [(1, "one")])


def test_a_connection_is_used_again(path: Path) -> None:
    connections = Connections(path)
    with connections.reading() as first:
        pass
    with connections.reading() as second:
        assert second is first
    connections.close()


def test_the_first_connection_is_the_one_that_brought_the_file_up_to_date(path: Path) -> None:
    first = open_newest(path)
    connections = Connections(path, first)
    with connections.reading() as db:
        assert db is first
    connections.close()


def test_a_file_replaced_before_its_first_use_is_the_one_that_is_used(
    path: Path, tmp_path: Path
) -> None:
    connections = Connections(path, open_newest(path))
    other = tmp_path / "other.sqlite3"
    migrate(other)
    other.rename(path)
    begin_game(connections, "g")
    connections.close()
    assert games(path) == ["g"]


def test_two_at_once_get_two_connections(path: Path) -> None:
    connections = Connections(path)
    with connections.reading() as first, connections.reading() as second:
        assert first is not second
    connections.close()


def test_a_transaction_that_failed_leaves_a_usable_connection(path: Path) -> None:
    connections = Connections(path)
    with pytest.raises(KeyError), connections.writing():
        raise KeyError
    with connections.writing() as db:
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (0,)
    connections.close()


# --- files that are moved, deleted or replaced while they are served ------------------------------


def begin_game(connections: Connections, key: str) -> Database:
    """Write a game and return the connection that wrote it."""
    with connections.writing() as db:
        db.execute("INSERT INTO game (key, created_at) VALUES (?, '')", (key,))
    return db


def is_closed(db: Database) -> bool:
    try:
        db.execute("SELECT 1")
    except sqlite3.ProgrammingError:
        return True
    return False


def games(path: Path) -> list[str]:
    with closing(open_database(path)) as db:
        return [key for (key,) in db.execute("SELECT key FROM game ORDER BY key").fetchall()]


def test_nothing_is_written_into_a_file_that_was_deleted(path: Path) -> None:
    connections = Connections(path)
    begin_game(connections, "g")
    path.unlink()
    with pytest.raises(StorageError):
        begin_game(connections, "h")
    connections.close()


def test_a_connection_to_a_file_that_was_deleted_is_closed(path: Path) -> None:
    connections = Connections(path)
    db = begin_game(connections, "g")
    path.unlink()
    with pytest.raises(StorageError):
        begin_game(connections, "h")
    assert is_closed(db)


def test_a_connection_that_is_lent_when_the_pool_is_closed_is_closed_afterwards(path: Path) -> None:
    connections = Connections(path)
    with connections.reading() as db:
        connections.close()
        assert not is_closed(db)
    assert is_closed(db)


def test_a_deleted_log_of_the_file_loses_nothing(path: Path) -> None:
    connections = Connections(path)
    begin_game(connections, "g")
    Path(f"{path}-wal").unlink()
    begin_game(connections, "h")
    connections.close()
    assert games(path) == ["g", "h"]


def test_a_file_deleted_before_the_commit_is_reported_after_it(path: Path) -> None:
    connections = Connections(path)
    with (
        pytest.raises(StorageError, match=r"was moved or replaced|No such file"),
        connections.writing(),
    ):
        path.unlink()
    connections.close()


def test_a_file_that_was_moved_is_used_again_when_it_is_back(path: Path) -> None:
    connections = Connections(path)
    begin_game(connections, "g")
    away = path.parent / "away"
    away.mkdir()
    for file in path.parent.glob("scorekeeper.sqlite3*"):
        file.rename(away / file.name)
    with pytest.raises(StorageError):
        begin_game(connections, "h")
    for file in away.iterdir():
        file.rename(path.parent / file.name)
    begin_game(connections, "i")
    connections.close()
    assert games(path) == ["g", "i"]


def test_another_file_in_its_place_is_used_from_then_on(path: Path, tmp_path: Path) -> None:
    connections = Connections(path)
    begin_game(connections, "g")
    other = tmp_path / "other.sqlite3"
    migrate(other)
    other.rename(path)
    Path(f"{path}-wal").unlink()
    begin_game(connections, "h")
    connections.close()
    assert games(path) == ["h"]


# --- files that are no database -------------------------------------------------------------------


def test_an_empty_file_is_no_new_database(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    path.touch()
    assert refusal_of(path) == f"{path} is empty: restore a backup, or delete it to begin anew."


def test_a_first_start_that_broke_off_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    path.with_name("scorekeeper.sqlite3.new").write_text("half of it")
    migrate(path)
    assert [file.name for file in tmp_path.iterdir()] == ["scorekeeper.sqlite3"]


def refusal_of(path: Path) -> str:
    with pytest.raises(StorageError) as refused:
        migrate(path)
    return str(refused.value)


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "scorekeeper.sqlite3"
    path.write_text("Ann 100, Bob 25\n" * 100)
    assert refusal_of(path) == (
        f"{path} is not a database of this program, or is damaged (file is not a database):"
        " restore a backup."
    )


def test_a_damaged_database_is_one_sentence(path: Path) -> None:
    pages = path.read_bytes()
    path.write_bytes(pages[:-4096] + b"\xff" * 4096)
    assert re.fullmatch(r"[^\n]* is damaged \([^\n]*\): restore a backup\.", refusal_of(path))


def test_a_folder_in_place_of_the_file_is_one_sentence(tmp_path: Path) -> None:
    assert refusal_of(tmp_path) == f"{tmp_path} cannot be used: unable to open database file."


def test_a_missing_folder_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "scorekeeper.sqlite3"
    assert refusal_of(path) == f"{path} cannot be used: No such file or directory."


def test_a_database_that_another_program_holds_is_one_sentence(
    path: Path, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.01)
    db.execute("BEGIN IMMEDIATE")
    connections = Connections(path)
    with (
        pytest.raises(StorageError, match="is busy: another program holds it"),
        connections.writing(),
    ):
        pass


def test_a_database_damaged_while_it_is_served_is_a_storage_error(path: Path) -> None:
    connections = Connections(path)
    with pytest.raises(StorageError, match="damaged"), connections.reading():
        raise sqlite3.DatabaseError("database disk image is malformed")
