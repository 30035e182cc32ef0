"""A database that is up to date, and one with a game of one entry."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.storage.database import migrate, open_database
from tests.storage.rows import ENTRY


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "scorekeeper.sqlite3"
    migrate(file)
    return file


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    with closing(open_database(path)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('g', '2026-11-20T20:00:00+00:00')")
        db.execute(ENTRY, ("g", 1, "one"))
        yield db
