"""A database that is up to date, one with a game of one entry, a store, a folder of backups."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store.database import open_database
from tests.empty_database import put_database
from tests.games.conftest import key, store
from tests.store.rows import ENTRY

__all__ = ["db", "folder", "key", "path", "store"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return put_database(tmp_path)


@pytest.fixture
def db(path: Path) -> Iterator[Database]:
    with closing(open_database(path)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('g', '2026-11-20T20:00:00+00:00')")
        db.execute(ENTRY, ("g", 1, "one"))
        yield db


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder, which is not made yet."""
    return tmp_path / "backups"
