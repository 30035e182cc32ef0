"""The store of the tests of games, and the key of a game in it."""

from tests.games.conftest import key, store

__all__ = ["key", "store"]
