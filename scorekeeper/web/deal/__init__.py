"""The pages that enter and correct deals, and the lines by which any page draws a deal."""

from scorekeeper.web.core.access import game_blueprint

deal_pages = game_blueprint("deal", __name__)
