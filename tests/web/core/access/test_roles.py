"""Access: every page of the site, asked for with every method by every kind of visitor."""

from dataclasses import replace
from typing import Final

import pytest
from flask import Flask
from werkzeug.routing import MapAdapter

from scorekeeper.games.links import Role, Thing
from scorekeeper.web.core.access import (
    EVERYBODY,
    FIRST,
    KEEPER,
    LEAST_ROLES,
    LeastRole,
    SeatNeed,
    role_needed,
    seat_needed,
    thing_shown,
)
from tests.web.links import Table, begin, token_of
from tests.web.visiting import Visitor, address_of, met, needed, visitor, wanted
from tests.web.visitors import CLUB_KINDS, EXPECTED, KINDS, NEEDS, OF_CLUB, OF_GAMES, ROWS

METHODS: Final = ("GET", "HEAD", "OPTIONS", "POST", "DELETE")
OF_ROOMS: Final = {*{page.partition(".")[0]: page for page in NEEDS}.values()}
MANY_METHODS: Final = {"stranger": {*NEEDS}, "host": OF_ROOMS, "must sit": OF_ROOMS}
"""Whom each page, or one page of each room, is asked for with every method.

What HEAD, OPTIONS and DELETE do hangs on no more.
"""

ASKING_EVERYWHERE: Final = ("host", "stranger", "member", "at the night")
"""Visitors who ask also for what their link cannot open, and for what everybody may see.

That a link opens nothing but what it was made for is said once for all visitors, by ``open_link``;
a page for everybody asks for no link.
"""


def test_every_page_of_the_site_stands_in_the_table(site: Flask) -> None:
    rules = [
        (rule.endpoint, method)
        for rule in site.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]
    assert sorted(rules) == [(endpoint, method) for endpoint, method, _ in ROWS]


def test_every_view_says_beside_itself_whom_it_answers(site: Flask) -> None:
    silent = [
        endpoint
        for endpoint, view in site.view_functions.items()
        if f"{view.__module__}.{view.__qualname__}" not in LEAST_ROLES
    ]
    assert silent == []


def test_what_views_say_is_what_the_table_says(site: Flask) -> None:
    no = SeatNeed.NO
    least: dict[str, tuple[Thing | None, LeastRole, SeatNeed]] = {
        "anybody": (None, EVERYBODY, no),
        "viewer": (Thing.GAME, Role.VIEWER, no),
        "player": (Thing.GAME, Role.PLAYER, no),
        "enters": (Thing.GAME, Role.PLAYER, SeatNeed.WHERE_ASKED),
        "seated": (Thing.GAME, Role.PLAYER, SeatNeed.YES),
        "host": (Thing.GAME, Role.HOST, no),
        "keeper": (None, KEEPER, no),
        "first": (None, FIRST, no),
        "reader": (Thing.CLUB, Role.READER, no),
        "member": (Thing.CLUB, Role.MEMBER, no),
        "officer": (Thing.CLUB, Role.OFFICER, no),
        "watch": (Thing.NIGHT, Role.VIEWER, no),
        "join": (Thing.NIGHT, Role.PLAYER, no),
        "night_officer": (Thing.NIGHT, Role.OFFICER, no),
    }
    with site.app_context():
        found = {each: (thing_shown(each), role_needed(each), seat_needed(each)) for each in NEEDS}
    assert found == {endpoint: least[needs] for endpoint, needs in NEEDS.items()}


def test_a_view_that_says_nothing_answers_the_host_alone(
    site: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(LEAST_ROLES, "scorekeeper.web.table.sheet.show_sheet")
    with site.app_context():
        assert role_needed("table.sheet") is Role.HOST


@pytest.mark.parametrize("kind", KINDS)
def test_each_visitor_gets_what_the_table_says(who: Visitor, routes: MapAdapter, kind: str) -> None:
    wrong = []
    own = OF_CLUB if kind in CLUB_KINDS else OF_GAMES
    asked = [page for page, least in NEEDS.items() if kind in ASKING_EVERYWHERE or least in own]
    addresses = {address_of(routes, page, who.link): page for page in asked}
    for address, page in sorted(addresses.items()):
        for method in METHODS if page in MANY_METHODS.get(kind, ()) else ("GET", "POST"):
            found = met(who.ask(method, address))
            expected = wanted(kind, needed(routes, method, address))
            wrong += [(method, address, found, expected)] if found != expected else []
    assert wrong == []


@pytest.mark.parametrize("kind", ["host", "player, seated", "keeper"])
def test_no_post_is_taken_without_the_token_of_the_form(
    visitors: dict[str, Visitor], routes: MapAdapter, kind: str
) -> None:
    who = visitors[kind]
    bare = replace(who, csrf_token="")
    taken = []
    for endpoint, method, least in ROWS:
        if method == "POST" and EXPECTED[kind, least] == "open":
            answer = bare.ask("POST", address_of(routes, endpoint, who.link))
            is_refused = answer.status_code == 400 and "Nothing was saved" in answer.text
            taken += [] if is_refused else [endpoint]
    assert taken == []


def test_what_the_other_table_does_changes_nothing_here(
    visitors: dict[str, Visitor], routes: MapAdapter, table: Table, site: Flask
) -> None:
    before = table.visit.change_number
    other = begin(site, "Dot", "Eve")
    neighbour = visitor(site, token_of(other.game), seat="0")
    for endpoint, method, least in ROWS:
        if least in OF_GAMES:
            neighbour.ask(method, address_of(routes, endpoint, neighbour.link))
    assert table.visit.change_number == before
