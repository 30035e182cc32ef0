"""The home page: games that this browser remembers, a new game, an import, watching by letters."""

from scorekeeper.web.new_game import home, setup, watch
from scorekeeper.web.new_game.blueprint import new_game_pages
from scorekeeper.web.new_game.setup import setup_pages

__all__ = ("home", "new_game_pages", "setup", "setup_pages", "watch")
