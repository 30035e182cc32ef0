"""The home page: games that this browser knows, a new game, an import, a sheet, letters."""

from scorekeeper.web.new_game import home, read, setup, watch
from scorekeeper.web.new_game.blueprint import new_game_pages
from scorekeeper.web.new_game.setup import setup_pages

__all__ = ("home", "new_game_pages", "read", "setup", "setup_pages", "watch")
