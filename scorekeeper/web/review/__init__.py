"""The pages about entries: agreeing, challenging, undoing, ending a game early, the history."""

from scorekeeper.web.core.access import game_blueprint

review_pages = game_blueprint("review", __name__)
