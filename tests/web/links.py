"""A game on the test site with its host's phone and its links."""

from dataclasses import dataclass

from flask import Flask

from scorekeeper.games.links import Role, Visit, open_link
from tests.only_site import site_of
from tests.web.phone import Phone


@dataclass(frozen=True)
class Table:
    """A game and the phone of its host; ``game`` is its address by the host's link."""

    site: Flask
    host: Phone
    game: str

    @property
    def visit(self) -> Visit:
        """The visit that the host's link opens now."""
        return open_link(site_of(self.site).store, token_of(self.game))

    @property
    def door(self) -> str:
        """The address of the game by the players' link."""
        return self.by(Role.PLAYER)

    @property
    def holders(self) -> list[int]:
        """The seats that phones have."""
        return [row.seat for row in self.visit.seats]

    def by(self, role: Role) -> str:
        """Return the address of the game by the link of a role, with a slash at the end."""
        return f"/game/{self.visit.links[role]}/"


def begin(site: Flask, *players: str, **typed: str) -> Table:
    """Start a game on its host's phone."""
    host = Phone(site)
    return Table(site, host, host.start(*players, **typed))


def token_of(address: str) -> str:
    """Return the token in an address: ``/game/<token>/…``."""
    return address.split("/")[2]
