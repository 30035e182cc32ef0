"""The cache of games: which it holds, at which version."""

import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from scorekeeper.bookkeeping.game.deals import record_deal
from scorekeeper.bookkeeping.store import game_store as store_module
from scorekeeper.bookkeeping.store.game_store import CurrentGame, GameCache, GameStore
from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import StorageError
from scorekeeper.storage.journals import Version
from tests.bookkeeping.table import ANN_OUT, opened, out, post, saved

FIRST = Version(1, "a")


@pytest.fixture
def game(store: GameStore, key: str) -> CurrentGame:
    return opened(store, key)


def test_a_game_is_found_at_its_version(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(game, FIRST)
    assert cache.find(game.key, FIRST) is game


def test_a_game_is_not_found_at_another_version(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(game, FIRST)
    assert cache.find(game.key, Version(2, "b")) is None


def test_a_game_with_another_journal_of_the_same_length_is_not_found(game: CurrentGame) -> None:
    cache = GameCache()
    cache.add(game, FIRST)
    assert cache.find(game.key, Version(1, "b")) is None


def test_the_game_not_looked_at_for_longest_makes_room(
    game: CurrentGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_ENTRIES", 2 * len(game.log))
    cache = GameCache()
    for key in ("first", "second"):
        cache.add(replace(game, key=key), FIRST)
    cache.find("first", FIRST)
    cache.add(replace(game, key="third"), FIRST)
    assert [cache.find(key, FIRST) is None for key in ("first", "second", "third")] == [
        False,
        True,
        False,
    ]


def test_a_game_cached_again_counts_once(
    game: CurrentGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_ENTRIES", 2 * len(game.log))
    cache = GameCache()
    for key in ("first", "second", "second", "second"):
        cache.add(replace(game, key=key), FIRST)
    assert cache.find("first", FIRST) is not None


def test_a_deal_that_could_not_be_written_is_not_cached(store: GameStore, key: str) -> None:
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as other:
        other.execute("ALTER TABLE slip RENAME TO lost")
        with pytest.raises(StorageError):
            record_deal(store, key, post(1, "lost"), ANN_OUT)
        other.execute("ALTER TABLE lost RENAME TO slip")
    saved(record_deal(store, key, post(1, "kept"), out("Bob", against=("Ann", "Cal"))))
    assert [row.by for row in opened(store, key).sheet.rows] == [Seat(1)]
