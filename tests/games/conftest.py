"""A store with a real database and a predictable clock and keys, and the key of a game in it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from tests.empty_database import store_at

EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    minutes, keys = count(), count(1)
    store = replace(
        store_at(tmp_path),
        now=lambda: EVENING + timedelta(minutes=next(minutes)),
        new_key=lambda: f"key {next(keys)}",
    )
    yield store
    store.close()


@pytest.fixture
def key(store: GameStore) -> str:
    """Return the key of a game of Ann, Bob and Cal by the laws."""
    begun = start_game(store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]}, who="Ann")
    assert isinstance(begun, str)
    return begun
