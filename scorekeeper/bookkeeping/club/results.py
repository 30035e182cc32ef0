"""Derived rows: what standings and balances are read from, kept up to date with the facts.

They are written in the transaction of whatever changed the facts.
"""

from collections.abc import Mapping

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.storage.database import Connection


def derive_night(
    store: GameStore, db: Connection, night: str, newer: Mapping[str, CurrentGame]
) -> None:
    """Write anew what follows from one night; ``newer`` are games by key not yet committed."""


def derive_club(store: GameStore, db: Connection) -> None:
    """Write anew what follows from facts that belong to no night: people, money on account."""
