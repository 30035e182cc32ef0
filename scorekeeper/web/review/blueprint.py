"""The blueprint of this area: its pages are those of a game."""

from scorekeeper.web.core.access import game_blueprint

review_pages = game_blueprint("review", __name__)
