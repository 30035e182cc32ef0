"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from scorekeeper.web.club import (
    book,
    entry,
    home,
    money,
    officers,
    papers,
    payment,
    people,
    person,
    person_form,
    setting_up,
    settings,
    spellings,
    standings,
    statement,
)
from scorekeeper.web.club.blueprint import club_pages, officers_pages, set_up_pages

__all__ = (
    "book",
    "club_pages",
    "entry",
    "home",
    "money",
    "officers",
    "officers_pages",
    "papers",
    "payment",
    "people",
    "person",
    "person_form",
    "set_up_pages",
    "setting_up",
    "settings",
    "spellings",
    "standings",
    "statement",
)
