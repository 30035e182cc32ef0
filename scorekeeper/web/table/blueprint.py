"""The blueprint of this area, whose pages belong to a game."""

from scorekeeper.web.core.access import game_blueprint

table_pages = game_blueprint("table", __name__)
