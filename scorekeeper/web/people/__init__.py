"""The pages for the people at a table: its links, seats and players."""

from scorekeeper.web.core.access import game_blueprint

people_pages = game_blueprint("people", __name__)
