"""The blueprint of this area: its pages are those of a game."""

from scorekeeper.web.core.access import game_blueprint

live_pages = game_blueprint("live", __name__)
