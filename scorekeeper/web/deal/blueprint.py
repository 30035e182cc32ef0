"""The blueprint of this area, whose pages belong to a game."""

from scorekeeper.web.core.access import game_blueprint

deal_pages = game_blueprint("deal", __name__)
