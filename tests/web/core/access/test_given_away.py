"""What pages give away to each kind of visitor: links, keys, and ways that are shut."""

from base64 import urlsafe_b64decode
from collections.abc import Callable
from typing import Final

import pytest
from flask import Flask
from werkzeug.routing import MapAdapter

from scorekeeper.games.links import ROLES_OF_GAMES, Role
from scorekeeper.web.core.codes import link_code
from tests.web.deals import ANN_OUT, ANN_WINS
from tests.web.links import Table, begin, token_of
from tests.web.visiting import (
    Pages,
    Visitor,
    address_of,
    offered_in_vain,
    pages_of,
    visitor,
)
from tests.web.visitors import CLUB_KINDS, ROWS

HIGHER: Final = {
    "viewer": (Role.PLAYER, Role.HOST),
    "player, seated": (Role.HOST,),
    "player, unseated": (Role.HOST,),
    "must sit": (Role.HOST,),
}


@pytest.mark.parametrize("kind", HIGHER)
def test_no_page_gives_away_a_higher_link_in_words_or_in_a_code(
    pages: Callable[[str], Pages], table: Table, kind: str
) -> None:
    links = table.visit.links
    secrets = [links[role] for role in HIGHER[kind]]
    with table.site.test_request_context():
        secrets += [link_code(role, links[role]).drawing for role in HIGHER[kind]]
    found = [
        address
        for address, answer in pages(kind)
        for secret in secrets
        if secret.encode() in answer.data or secret in str(answer.headers)
    ]
    assert found == []


@pytest.mark.parametrize("kind", ["host", "player, seated", "viewer"])
def test_the_inner_key_of_a_game_stands_on_no_page(
    pages: Callable[[str], Pages], table: Table, kind: str
) -> None:
    key = table.visit.game.key
    found = [
        address
        for address, page in pages(kind)
        if key.encode() in page.data or key in str(page.headers)
    ]
    assert found == []


@pytest.mark.parametrize("kind", [*HIGHER, *CLUB_KINDS])
def test_no_page_offers_what_its_visitor_may_not(
    pages: Callable[[str], Pages], visitors: dict[str, Visitor], routes: MapAdapter, kind: str
) -> None:
    assert offered_in_vain(pages(kind), visitors[kind], kind, routes) == []


@pytest.mark.parametrize("end", ["over", "closed"])
@pytest.mark.parametrize("kind", ["player, unseated", "viewer"])
def test_no_page_of_a_game_that_ended_offers_what_its_visitor_may_not(
    site: Flask, routes: MapAdapter, kind: str, end: str
) -> None:
    table = begin(site, "Ann", "Bob")
    table.host.fill(table.game + "enter", ANN_OUT if end == "closed" else ANN_WINS)
    if end == "closed":
        table.host.fill(table.game + "close", {"reason": "It is late"})
    assert table.visit.game.sheet.final is not None
    role = Role.VIEWER if kind == "viewer" else Role.PLAYER
    who = visitor(site, token_of(table.by(role)))
    assert offered_in_vain(pages_of(who, kind, routes), who, kind, routes) == []


@pytest.mark.parametrize(
    ("kind", "role"), [("viewer", Role.VIEWER), ("player, unseated", Role.PLAYER)]
)
def test_the_next_game_is_opened_in_the_role_that_a_visitor_had(
    site: Flask, routes: MapAdapter, kind: str, role: Role
) -> None:
    table = begin(site, "Ann", "Bob")
    table.host.enter_first(table.game, ANN_WINS)
    sent = table.host.fill(f"/new?again={token_of(table.game)}", {})
    links = Table(site, table.host, sent.answer.location).visit.links
    who = visitor(site, token_of(table.by(role)))
    pages = "".join(
        [page.text for _, page in pages_of(who, kind, routes) if page.mimetype == "text/html"]
    )
    assert [each for each in ROLES_OF_GAMES if links[each] in pages] == [role]


def test_by_the_viewers_link_a_player_is_offered_only_what_a_viewer_may_do(
    visitors: dict[str, Visitor], routes: MapAdapter
) -> None:
    player, viewer = visitors["player, seated"], visitors["viewer"]
    looking = Visitor(player.phone, viewer.link, player.csrf_token)
    shown = pages_of(looking, "viewer", routes)
    assert offered_in_vain(shown, looking, "viewer", routes) == []


def test_links_are_too_long_to_be_guessed(table: Table) -> None:
    bits = [8 * len(urlsafe_b64decode(f"{link}==")) for link in table.visit.links.values()]
    assert min(bits) >= 128


@pytest.mark.parametrize("kind", ["host", "withdrawn", "keeper"])
def test_no_answer_lets_its_address_leave_for_another_site(
    visitors: dict[str, Visitor], routes: MapAdapter, kind: str
) -> None:
    who = visitors[kind]
    # One page of each room: the header is set beside all others, for whatever answer.
    names = {name.partition(".")[0]: name for name, method, _ in ROWS if method == "GET"}
    pages = [address_of(routes, name, who.link) for name in names.values()]
    assert {who.ask("GET", page).headers["Referrer-Policy"] for page in pages} == {"same-origin"}


PUBLIC: Final = {
    "new_game.home",
    "reference.card",
    "reference.pad",
    "reference.rules",
    "reference.rules_of",
}
"""The pages that search engines may list."""


@pytest.mark.parametrize("kind", ["host", "keeper", "officer", "at the night", "stranger"])
def test_search_engines_may_list_the_first_page_and_the_rules_alone(
    pages: Callable[[str], Pages], routes: MapAdapter, kind: str
) -> None:
    tags = {
        routes.match(address.partition("?")[0])[0]: answer.headers.get("X-Robots-Tag")
        for address, answer in pages(kind)
    }
    assert tags == {name: None if name in PUBLIC else "noindex" for name in tags}
    assert tags.keys() > PUBLIC
