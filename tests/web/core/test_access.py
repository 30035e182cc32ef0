"""Access: every page of the site, asked for with every method by every kind of visitor."""

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Final

import pytest
from flask import Flask
from werkzeug.routing import MapAdapter

from scorekeeper.app import close_site
from scorekeeper.bookkeeping.access.keeper import find_keeper_key, renew_keeper_key
from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.links import (
    ClubRole,
    NightRole,
    renew_member_link,
    renew_night_link,
)
from scorekeeper.bookkeeping.club.payments import NewPayment, pay
from scorekeeper.bookkeeping.store.backups import BackupKind, make_backup
from scorekeeper.domain.club.facts import TILL
from scorekeeper.web.core.access import (
    EVERYBODY,
    FIRST,
    KEEPER,
    LEAST_ROLES,
    LeastRole,
    SeatNeed,
    role_needed,
    seat_needed,
)
from scorekeeper.web.core.codes import link_code
from scorekeeper.web.core.site import SITE
from tests.club_site import SiteOfClub, begin_club, club_app, done, new_post
from tests.web.deals import ANN_OUT, ANN_WINS
from tests.web.links import Table, begin, token_of
from tests.web.phone import Phone
from tests.web.visitors import (
    CLUB_KINDS,
    EXPECTED,
    KINDS,
    METHODS,
    NEEDS,
    ROWS,
    Pages,
    Visitor,
    address_of,
    met,
    needed,
    offered_in_vain,
    pages_of,
    visitor,
    wanted,
)

MANY_METHODS: Final = ("host", "player, unseated", "stranger")
"""Visitors who ask with every method; what HEAD, OPTIONS and DELETE do hangs on no more."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Yield a site of its own, with a club."""
    site = club_app(tmp_path_factory.mktemp("access"))
    begin_club(site)
    yield site
    close_site(site)


@pytest.fixture(scope="module")
def table(site: Flask) -> Table:
    """Return a table with one deal, whose players' link is renewed for the visitors."""
    table = begin(site, "Ann", "Bob")
    assert table.host.fill(table.game + "enter", ANN_OUT).status == 303
    return table


def key_of_backups(site: Flask) -> str:
    """Return the key of the page of backups, on which there is one."""
    settings = site.extensions[SITE].settings
    if not settings.backups.exists():
        make_backup(settings.database, settings.backups, BackupKind.ASKED, datetime.now(UTC))
    file = settings.backups_key
    return find_keeper_key(file) or renew_keeper_key(file)


def visitors_of_games(table: Table) -> dict[str, Visitor]:
    """Return one visitor of each kind; the other table's player even has the key of the game."""
    site = table.site
    other = begin(site, "Dot", "Eve")
    withdrawn = token_of(table.door)
    page = table.host.open(table.game + "links")
    form = next(form for form in page.forms if form.values["role"] == "player")
    table.host.post(form.action, form.values)
    links = table.visit.links
    strict = begin(site, "Ann", "Bob", **{"stake-amount": "1"})
    assert strict.host.fill(strict.game + "enter", ANN_OUT).status == 303
    stranger = visitor(site, "no-link-of-any-game-at-all")
    neighbour = visitor(site, token_of(other.door), seat="0")
    return {
        "host": visitor(site, links[Role.HOST]),
        "player, seated": visitor(site, links[Role.PLAYER], seat="1"),
        "player, unseated": visitor(site, links[Role.PLAYER]),
        "viewer": visitor(site, links[Role.VIEWER]),
        "withdrawn": visitor(site, withdrawn),
        "stranger": stranger,
        "must sit": visitor(site, token_of(strict.door)),
        "keeper": visitor(site, key_of_backups(site)),
        "other table's": Visitor(neighbour.phone, table.visit.game.key, neighbour.csrf_token),
    }


def visitors_of_club(site: Flask) -> dict[str, Visitor]:
    """Return one visitor of each kind to the club and to a night of its."""
    club = SiteOfClub(site, Phone(site))
    night = club.night()
    night.game("Ann", "Bob")
    done(pay(club.store, new_post(), NewPayment(payer="p1", payee=TILL, minor=100)))
    done(renew_member_link(club.store, new_post()))  # an officer before may have withdrawn it
    former, shut_out = club.member_token, token_of(night.join)
    done(renew_member_link(club.store, new_post()))
    done(renew_night_link(club.store, new_post(), night.id, NightRole.JOIN))
    officer = visitor(site, "officers")
    joins = visitor(site, token_of(night.join))
    return {
        "member": visitor(site, club.member_token),
        "former member": visitor(site, former),
        "officer": replace(officer, is_officer=True),
        "member at a night": visitor(site, token_of(night.by_member)),
        "watches the night": visitor(site, token_of(night.watch)),
        "at the night": visitor(site, token_of(night.join)),
        "shut out": visitor(site, shut_out),
        "officer at a night": replace(joins, is_officer=True),
    }


@pytest.fixture(scope="module")
def visitors(table: Table) -> dict[str, Visitor]:
    """Return visitors who only look."""
    return visitors_of_games(table) | visitors_of_club(table.site)


@pytest.fixture(scope="module")
def pages(visitors: dict[str, Visitor], routes: MapAdapter) -> Callable[[str], Pages]:
    """Return a function that gives the pages of a visitor, asked for once by all tests."""
    return cache(lambda kind: list(pages_of(visitors[kind], kind, routes)))


@pytest.fixture
def who(site: Flask, kind: str) -> Visitor:
    """Return a visitor at a table or in a night of its own, who posts whatever it is let."""
    if kind in CLUB_KINDS:
        return visitors_of_club(site)[kind]
    table = begin(site, "Ann", "Bob")
    assert table.host.fill(table.game + "enter", ANN_OUT).status == 303
    return visitors_of_games(table)[kind]


@pytest.fixture(scope="module")
def routes(site: Flask) -> MapAdapter:
    return site.url_map.bind("localhost")


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
    least: dict[str, tuple[LeastRole, SeatNeed]] = {
        "anybody": (EVERYBODY, SeatNeed.NO),
        "viewer": (Role.VIEWER, SeatNeed.NO),
        "player": (Role.PLAYER, SeatNeed.NO),
        "enters": (Role.PLAYER, SeatNeed.WHERE_ASKED),
        "seated": (Role.PLAYER, SeatNeed.YES),
        "host": (Role.HOST, SeatNeed.NO),
        "keeper": (KEEPER, SeatNeed.NO),
        "first": (FIRST, SeatNeed.NO),
        "member": (ClubRole.MEMBER, SeatNeed.NO),
        "officer": (ClubRole.OFFICER, SeatNeed.NO),
        "watch": (NightRole.WATCH, SeatNeed.NO),
        "join": (NightRole.JOIN, SeatNeed.NO),
        "night_officer": (NightRole.OFFICER, SeatNeed.NO),
    }
    with site.app_context():
        found = {each: (role_needed(each), seat_needed(each)) for each in NEEDS}
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
    for address in sorted({address_of(routes, endpoint, who.link) for endpoint in NEEDS}):
        for method in METHODS if kind in MANY_METHODS else ("GET", "POST"):
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


# --- what pages give away -------------------------------------------------------------------------


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
    table.host.fill(table.game + "enter", ANN_WINS)
    sent = table.host.fill(f"/new?again={token_of(table.game)}", {})
    links = Table(site, table.host, sent.answer.location).visit.links
    who = visitor(site, token_of(table.by(role)))
    pages = "".join(
        [page.text for _, page in pages_of(who, kind, routes) if page.mimetype == "text/html"]
    )
    assert [each for each in Role if links[each] in pages] == [role]


def test_a_player_who_looks_on_is_offered_what_a_viewer_is(
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
    pages = [address_of(routes, name, who.link) for name, method, _ in ROWS if method == "GET"]
    assert {who.ask("GET", page).headers["Referrer-Policy"] for page in pages} == {"same-origin"}


def test_what_the_other_table_does_changes_nothing_here(
    visitors: dict[str, Visitor], routes: MapAdapter, table: Table, site: Flask
) -> None:
    before = table.visit.change_number
    other = begin(site, "Dot", "Eve")
    neighbour = visitor(site, token_of(other.game), seat="0")
    for endpoint, method, _ in ROWS:
        if endpoint.startswith("game."):
            neighbour.ask(method, address_of(routes, endpoint, neighbour.link))
    assert table.visit.change_number == before
