"""The blueprint of this area: its pages are those of a game."""

from scorekeeper.web.core.access import game_blueprint

hands_pages = game_blueprint("hands", __name__)
