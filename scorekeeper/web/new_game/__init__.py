"""The home page: games that this browser remembers, a new game, an import, watching by letters."""

from scorekeeper.web.new_game import home, watch
from scorekeeper.web.new_game.blueprint import new_game_pages

__all__ = ("home", "new_game_pages", "watch")
