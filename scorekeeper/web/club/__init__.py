"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from scorekeeper.web.club import (
    game_seats,
    home,
    links,
    officers,
    papers,
    people,
    person,
    person_form,
    setting_up,
    settings,
    statement,
)
from scorekeeper.web.club.blueprint import club_pages, officers_pages, set_up_pages

__all__ = (
    "club_pages",
    "game_seats",
    "home",
    "links",
    "officers",
    "officers_pages",
    "papers",
    "people",
    "person",
    "person_form",
    "set_up_pages",
    "setting_up",
    "settings",
    "statement",
)
