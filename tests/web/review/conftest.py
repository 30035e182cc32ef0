import pytest
from flask import Flask

from scorekeeper.bookkeeping.access.links import Role, open_link
from scorekeeper.web.core.site import SITE
from tests.web.deals import ANN_OUT
from tests.web.phone import Phone
from tests.web.seated import Table, with_token


@pytest.fixture
def table(site: Flask) -> Table:
    hosts, anns, bobs = Phone(site), Phone(site), Phone(site)
    host = hosts.start("Ann", "Bob", **{"stake-amount": "1"})
    links = open_link(site.extensions[SITE].store, host.split("/")[-2]).links
    player, viewer = (f"/game/{links[role]}/" for role in (Role.PLAYER, Role.VIEWER))
    for seat, phone in enumerate((anns, bobs)):
        assert phone.post(player + "seat", with_token(phone, player, seat=str(seat))).status == 303
    hosts.fill(host + "enter", ANN_OUT)
    return Table(host=host, player=player, viewer=viewer, hosts=hosts, anns=anns, bobs=bobs)
