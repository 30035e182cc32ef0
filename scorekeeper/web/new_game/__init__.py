"""The home page: the games that this browser remembers, a new game, and importing a record."""

from scorekeeper.web.new_game import home
from scorekeeper.web.new_game.blueprint import new_game_pages

__all__ = ("home", "new_game_pages")
