"""Books in a real database, with a clock and keys that can be foretold."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.games import start_game

EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Books]:
    minutes, keys = count(), count(1)
    books = replace(
        Books.at(tmp_path / "scorekeeper.sqlite3"),
        now=lambda: EVENING + timedelta(minutes=next(minutes)),
        new_key=lambda: f"key {next(keys)}",
    )
    yield books
    books.close()


@pytest.fixture
def key(books: Books) -> str:
    """A game of Ann, Bob and Cal by the laws."""
    begun = start_game(books, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]}, who="Ann")
    assert isinstance(begun, str)
    return begun
