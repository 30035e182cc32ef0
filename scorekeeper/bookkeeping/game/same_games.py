"""Finds the game on this site that has the same facts as a record."""

from dataclasses import replace
from typing import Final

from scorekeeper.bookkeeping.store.game_store import GameStore, load_game
from scorekeeper.record.reading import Record
from scorekeeper.record.sheets import record_of, rest_of, start_of
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import UnreadableGame, keys_of_games_like

_MOST_COMPARED: Final = 100
"""How many games are compared with a record: each takes a replay."""


def find_same_game(store: GameStore, db: Connection, record: Record) -> str | None:
    """Return the key of the newest game with the same facts, or None.

    Only the latest games of the same variant, title, place and day are compared. A game without
    deals is never found: whoever guessed its players would learn that they have begun.
    """
    if not record.deals:
        return None
    entries = 1 + len(rest_of(record))
    for key in keys_of_games_like(db, start_of(record), entries, _MOST_COMPARED):
        try:
            game = load_game(store, db, key)
        except UnreadableGame:
            continue
        if game is not None and _facts(record_of(game.sheet)) == _facts(record):
            return key
    return None


def _facts(record: Record) -> Record:
    """Return a record without the list of the options that it names; all are in its setup."""
    return replace(record, chosen={})
