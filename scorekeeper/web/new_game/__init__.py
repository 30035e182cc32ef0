"""The way in: the games that this browser knows, a new game, a record from elsewhere."""

from scorekeeper.web.new_game import home
from scorekeeper.web.new_game.blueprint import new_game_pages

__all__ = ("home", "new_game_pages")
