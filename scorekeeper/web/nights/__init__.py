"""The pages of a night: its board, its code, its closing and its payouts."""

from scorekeeper.web.nights import board, closing, payouts
from scorekeeper.web.nights.blueprint import new_night_pages, nights_pages

__all__ = ("board", "closing", "new_night_pages", "nights_pages", "payouts")
