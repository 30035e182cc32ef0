"""A store with a game of one entry, and a folder of backups."""

from tests.store.conftest import folder, key, store

__all__ = ["folder", "key", "store"]
