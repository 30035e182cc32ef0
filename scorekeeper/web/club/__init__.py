"""The club's own pages: set it up, sign in, people, standings, money, settings and links."""

from scorekeeper.web.club import home, links, officers
from scorekeeper.web.club.blueprint import club_pages, officers_pages

__all__ = ("club_pages", "home", "links", "officers", "officers_pages")
