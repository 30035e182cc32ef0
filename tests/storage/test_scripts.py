"""Scripts of SQL in a transaction: statement by statement, and nothing left out."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from scorekeeper.storage.database import ScriptDatabase


@pytest.fixture
def begun() -> Iterator[ScriptDatabase]:
    """A database in a transaction."""
    with closing(ScriptDatabase(memory=True)) as db:
        db.execute("BEGIN")
        yield db


def test_a_semicolon_inside_a_statement_does_not_end_it(begun: ScriptDatabase) -> None:
    begun.executescript(
        """
        CREATE TABLE a (b TEXT); -- one; two
        CREATE TRIGGER c AFTER INSERT ON a WHEN new.b = 'x;' BEGIN
            INSERT INTO a VALUES ('y;'); INSERT INTO a VALUES ('z');
        END;
        INSERT INTO a VALUES ('x;')
        """
    )
    assert begun.execute("SELECT b FROM a").fetchall() == [("x;",), ("y;",), ("z",)]
    begun.conn.rollback()
    assert begun.table_names() == []


@pytest.mark.parametrize(
    "broken",
    [
        "CREATE TRIGGER c AFTER INSERT ON a BEGIN DELETE FROM a;",
        "INSERT INTO a VALUES ('x;",
    ],
)
def test_a_statement_without_an_end_is_refused(begun: ScriptDatabase, broken: str) -> None:
    with pytest.raises(sqlite3.OperationalError):
        begun.executescript(f"CREATE TABLE a (b TEXT);{broken}")
