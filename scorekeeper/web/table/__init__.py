"""The pages that show a game: score sheet, one deal, big view, end, paper and record."""

from scorekeeper.games import Thing
from scorekeeper.web.core import link_blueprint

table_pages = link_blueprint(Thing.GAME, "table", __name__)
