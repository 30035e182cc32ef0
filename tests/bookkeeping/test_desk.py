"""Which games lie on the desk."""

from dataclasses import replace

import pytest

from scorekeeper.bookkeeping import desk as desk_module
from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.desk import Desk
from scorekeeper.bookkeeping.outcomes import OpenGame
from tests.bookkeeping.table import opened


@pytest.fixture
def game(books: Books, key: str) -> OpenGame:
    return opened(books, key)


def test_a_game_is_found_at_its_version(game: OpenGame) -> None:
    desk = Desk()
    desk.lay(game)
    assert desk.find(game.key, 1) is game


def test_a_game_is_not_found_at_another_version(game: OpenGame) -> None:
    desk = Desk()
    desk.lay(game)
    assert desk.find(game.key, 2) is None


def test_an_older_version_does_not_cover_a_newer_one(game: OpenGame) -> None:
    desk = Desk()
    newer = replace(game, version=2)
    desk.lay(newer)
    desk.lay(game)
    assert desk.find(game.key, 2) is newer


def test_the_game_not_looked_at_for_longest_makes_room(
    game: OpenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk_module, "MOST_GAMES", 2)
    desk = Desk()
    for key in ("first", "second"):
        desk.lay(replace(game, key=key))
    desk.find("first", 1)
    desk.lay(replace(game, key="third"))
    assert [desk.find(key, 1) is None for key in ("first", "second", "third")] == [
        False,
        True,
        False,
    ]
