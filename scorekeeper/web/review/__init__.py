"""The pages about entries: agreeing, challenging, undoing, ending a game early, the history."""

from scorekeeper.web.review import agreement, early_end, history, undo
from scorekeeper.web.review.blueprint import review_pages

__all__ = ("agreement", "early_end", "history", "review_pages", "undo")
