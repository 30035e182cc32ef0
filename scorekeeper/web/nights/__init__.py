"""The pages of a night: its board, its code, its tables, its closing and its payouts."""

from scorekeeper.games import Thing
from scorekeeper.web.core import link_blueprint

nights_pages = link_blueprint(Thing.NIGHT, "nights", __name__)
new_night_pages = link_blueprint(Thing.CLUB, "new_night", __name__)
night_of_game_pages = link_blueprint(Thing.GAME, "night_of_game", __name__)
