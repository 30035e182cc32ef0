"""The pages about entries: agreeing, challenging, undoing, ending a game early, the history."""

from scorekeeper.games import Thing
from scorekeeper.web.core import link_blueprint

review_pages = link_blueprint(Thing.GAME, "review", __name__)
