"""The blueprint of this area: its pages are those of a game."""

from scorekeeper.web.core.access import game_blueprint

people_pages = game_blueprint("people", __name__)
