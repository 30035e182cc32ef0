"""The pages on which each player enters their own hand, and the hands make one deal."""

from scorekeeper.web.hands import overview, own_hand
from scorekeeper.web.hands.blueprint import hands_pages

__all__ = ("hands_pages", "overview", "own_hand")
