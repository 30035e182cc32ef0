"""The blueprints of this area: the pages of one night, of a new night, and of a game's night."""

from scorekeeper.web.core.access import game_blueprint
from scorekeeper.web.core.club_access import club_blueprint, night_blueprint

nights_pages = night_blueprint("nights", __name__)
new_night_pages = club_blueprint("new_night", __name__)
night_of_game_pages = game_blueprint("night_of_game", __name__)
