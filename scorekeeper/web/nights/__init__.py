"""The pages of a night: its board, its code, its closing and its payouts."""

from scorekeeper.web.nights import board
from scorekeeper.web.nights.blueprint import new_night_pages, nights_pages

__all__ = ("board", "new_night_pages", "nights_pages")
