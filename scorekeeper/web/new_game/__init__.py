"""The home page and the ways into a game: a new one, an import, a printed sheet, letters."""

from flask import Blueprint

new_game_pages = Blueprint("new_game", __name__)
