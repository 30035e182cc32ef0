"""The pages on which each player enters their own hand, and the hands make one deal."""

from scorekeeper.games import Thing
from scorekeeper.web.core import link_blueprint

hands_pages = link_blueprint(Thing.GAME, "hands", __name__)
