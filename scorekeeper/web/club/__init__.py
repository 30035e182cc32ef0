"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from scorekeeper.web.club import entry, home, links, money, officers, payment_form, standings
from scorekeeper.web.club.blueprint import club_pages, officers_pages

__all__ = (
    "club_pages",
    "entry",
    "home",
    "links",
    "money",
    "officers",
    "officers_pages",
    "payment_form",
    "standings",
)
