"""Copies of files: for their owner alone, equal, and put in the place of others in one step."""

from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store.copies import (
    copy_file,
    is_copy,
    opened_copy,
    opened_untouched,
    put_in_place,
    write_copy,
)
from scorekeeper.store.database import DamagedDatabase, StorageError, open_database
from tests.damage import damage_schema
from tests.empty_database import put_database


@pytest.fixture
def database(tmp_path: Path) -> Path:
    database = put_database(tmp_path)
    with closing(open_database(database)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('g', '2026-11-20T20:00:00+00:00')")
    return database


def test_a_copy_that_cannot_be_finished_is_for_its_owner_alone_too(
    database: Path, tmp_path: Path
) -> None:
    with closing(open_database(database)) as db:
        root, size = db.execute(
            "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = 'game'"
        ).fetchone()
    with database.open("r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xff" * size)
    copy = tmp_path / "copy.sqlite3"
    with pytest.raises(StorageError):
        write_copy(database, copy)
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_copied_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    for file in (source, target):
        file.write_text("text")
        file.chmod(0o644)
    copy_file(source, target)
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_copy_without_one_row_is_no_copy(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    write_copy(database, copy)
    assert is_copy(copy, database)
    with closing(open_database(database)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('h', '2026-11-20T21:00:00+00:00')")
    assert not is_copy(copy, database)


@pytest.mark.parametrize("opened", [opened_copy, opened_untouched])
def test_a_damaged_schema_is_a_sentence_for_whoever_reads(
    database: Path, opened: Callable[[Path], AbstractContextManager[Database]]
) -> None:
    damage_schema(database)
    with (
        pytest.raises(DamagedDatabase, match=f"^{database} is damaged \\(a text that is no UTF-8"),
        opened(database) as db,
    ):
        db.execute("SELECT key FROM game").fetchall()


def test_a_database_is_there_until_the_moment_when_another_is(
    database: Path, tmp_path: Path
) -> None:
    content, aside = database.read_bytes(), tmp_path / "aside"
    with pytest.raises(StorageError):
        put_in_place(tmp_path / "nothing", database, aside)
    assert (database.read_bytes(), aside.read_bytes()) == (content, content)
