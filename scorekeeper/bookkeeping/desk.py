"""Games that lie open on the desk, so that a sheet is computed once and not once a phone."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from scorekeeper.bookkeeping.outcomes import OpenGame

MOST_GAMES: Final = 256
"""More than the tables that play on one evening; a game on the desk costs about 100 KB."""


class Desk:
    """The games opened last, each at its latest known version.

    A journal only grows, so a game of a known key and version never goes out of date.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[str, OpenGame] = OrderedDict()
        self._lock = Lock()

    def find(self, key: str, version: int) -> OpenGame | None:
        """The game as it stands at this version, if it lies here."""
        with self._lock:
            game = self._games.get(key)
            if game is None or game.version != version:
                return None
            self._games.move_to_end(key)
            return game

    def lay(self, game: OpenGame) -> None:
        """Lay a game here; the one not looked at for longest makes room."""
        with self._lock:
            lying = self._games.get(game.key)
            if lying is None or lying.version < game.version:
                self._games[game.key] = game
            self._games.move_to_end(game.key)
            if len(self._games) > MOST_GAMES:
                self._games.popitem(last=False)
