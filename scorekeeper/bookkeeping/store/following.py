"""Followers, which write what follows from a change of a game in the same transaction."""

from typing import TYPE_CHECKING, Protocol

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.database import Connection

if TYPE_CHECKING:
    from scorekeeper.bookkeeping.store.game_store import GameStore


class GameFollower(Protocol):
    """Writes what follows from a game's change, before the change is committed."""

    def begun(self, store: "GameStore", db: Connection, key: str, *, after: str | None) -> None:
        """Follow a new game; ``after`` is the key of the game that its table ended before it."""

    def changed(
        self, store: "GameStore", db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Follow an entry of a game; problems refuse it, and then nothing at all is written."""


class NoFollower:
    """A follower that writes nothing, for a store with nothing but games."""

    def begun(self, store: "GameStore", db: Connection, key: str, *, after: str | None) -> None:
        """Write nothing."""

    def changed(
        self, store: "GameStore", db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Write nothing, and refuse nothing."""
        return ()
