"""The pages that show a game: score sheet, one deal, big view, end, paper and record."""

from scorekeeper.web.core.access import game_blueprint

table_pages = game_blueprint("table", __name__)
