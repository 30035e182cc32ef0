"""Lets each player enter the own hand on the own phone, and makes one deal of the hands."""

from scorekeeper.web.hands import overview, own_hand
from scorekeeper.web.hands.blueprint import hands_pages

__all__ = ("hands_pages", "overview", "own_hand")
