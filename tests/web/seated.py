"""A table of phones with seats."""

from dataclasses import dataclass

from flask import Flask

from scorekeeper.games.links import Role, open_link
from tests.only_site import site_of
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone


@dataclass
class Table:
    """A game of Ann and Bob with one deal: its addresses by role, and the phones at it."""

    host: str
    player: str
    viewer: str
    hosts: Phone
    anns: Phone
    bobs: Phone


def with_token(phone: Phone, game: str, **values: str) -> dict[str, str]:
    """Return the values with the CSRF token of this browser's forms, which it opens once."""
    if not phone.csrf_token:
        form = phone.open(game + "seat?change=yes").forms[0]
        phone.csrf_token = form.values["csrf_token"]
    return {"csrf_token": phone.csrf_token, **values}


def seat_two(site: Flask) -> Table:
    """Begin a game for money with one deal, and seat Ann's and Bob's phones."""
    hosts, anns, bobs = Phone(site), Phone(site), Phone(site)
    host = hosts.start("Ann", "Bob", **{"stake-amount": "1"})
    links = open_link(site_of(site).store, host.split("/")[-2]).links
    player, viewer = (f"/game/{links[role]}/" for role in (Role.PLAYER, Role.VIEWER))
    for seat, phone in enumerate((anns, bobs)):
        assert phone.post(player + "seat", with_token(phone, player, seat=str(seat))).status == 303
    hosts.enter_first(host, ANN_OUT)
    return Table(host=host, player=player, viewer=viewer, hosts=hosts, anns=anns, bobs=bobs)
