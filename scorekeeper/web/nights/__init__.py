"""The pages of a night: its board, its code, its tables, its closing and its payouts."""

from scorekeeper.web.nights import (
    board,
    closing,
    code,
    games,
    new_table,
    of_game,
    opening,
    papers,
    payouts,
    tv,
)
from scorekeeper.web.nights.blueprint import new_night_pages, night_of_game_pages, nights_pages

__all__ = (
    "board",
    "closing",
    "code",
    "games",
    "new_night_pages",
    "new_table",
    "night_of_game_pages",
    "nights_pages",
    "of_game",
    "opening",
    "papers",
    "payouts",
    "tv",
)
