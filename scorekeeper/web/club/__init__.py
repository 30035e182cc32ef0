"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from scorekeeper.web.club import (
    game_seats,
    home,
    links,
    officers,
    people,
    person,
    person_form,
    statement,
)
from scorekeeper.web.club.blueprint import club_pages, officers_pages

__all__ = (
    "club_pages",
    "game_seats",
    "home",
    "links",
    "officers",
    "officers_pages",
    "people",
    "person",
    "person_form",
    "statement",
)
