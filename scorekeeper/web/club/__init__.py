"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from scorekeeper.web.club import home, links, officers, setting_up, settings
from scorekeeper.web.club.blueprint import club_pages, officers_pages, set_up_pages

__all__ = (
    "club_pages",
    "home",
    "links",
    "officers",
    "officers_pages",
    "set_up_pages",
    "setting_up",
    "settings",
)
