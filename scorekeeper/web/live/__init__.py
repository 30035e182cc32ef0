"""Updates of open pages: that their game or night has changed, and who is entering cards."""

from scorekeeper.web.core.access import game_blueprint

live_pages = game_blueprint("live", __name__)
