"""The blueprint of this area: everybody may ask for its pages."""

from flask import Blueprint

new_game_pages = Blueprint("new_game", __name__)
