"""Updates of open pages: that their game or night has changed, and who is entering cards."""

from scorekeeper.games.links import Thing
from scorekeeper.web.core.access import link_blueprint

live_pages = link_blueprint(Thing.GAME, "live", __name__)
