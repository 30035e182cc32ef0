"""The pages for the people at a table: its links, seats and players."""

from scorekeeper.games import Thing
from scorekeeper.web.core import link_blueprint

people_pages = link_blueprint(Thing.GAME, "people", __name__)
