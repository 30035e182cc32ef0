"""The home page and the ways into a game: a new one, an import, a printed sheet, letters."""

from scorekeeper.web.new_game import home, read, setup, watch
from scorekeeper.web.new_game.blueprint import new_game_pages
from scorekeeper.web.new_game.setup import setup_pages

__all__ = ("home", "new_game_pages", "read", "setup", "setup_pages", "watch")
