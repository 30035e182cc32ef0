"""The pages for the people at a table: its links, seats and players."""

from scorekeeper.web.people import links, players, seats
from scorekeeper.web.people.blueprint import people_pages

__all__ = ("links", "people_pages", "players", "seats")
