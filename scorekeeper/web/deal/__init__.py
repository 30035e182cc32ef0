"""The pages that enter and correct deals, and the lines by which any page draws a deal."""

from scorekeeper.games import Thing
from scorekeeper.web.core import link_blueprint

deal_pages = link_blueprint(Thing.GAME, "deal", __name__)
