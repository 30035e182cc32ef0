"""The pages on which each player enters their own hand, and the hands make one deal."""

from scorekeeper.web.core.access import game_blueprint

hands_pages = game_blueprint("hands", __name__)
