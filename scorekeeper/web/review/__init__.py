"""What the table does about what was entered: agree, challenge, undo, end early, look back."""

from scorekeeper.web.review import agreement, early_end, history, undo
from scorekeeper.web.review.blueprint import review_pages

__all__ = ("agreement", "early_end", "history", "review_pages", "undo")
