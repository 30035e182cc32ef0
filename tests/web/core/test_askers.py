"""Whose turn a request is: a seat's, an officer's, a link's with its phone, or an address's."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.club.nights import put_game_in_night
from scorekeeper.games.links import Role, open_link, withdraw_link_of
from scorekeeper.store.database import Connections, StorageError
from scorekeeper.web.core import security
from scorekeeper.web.core.security import Asker, Askers
from scorekeeper.web.core.sites import sites_of
from tests.club_site import ClubNight, ClubTable, SiteOfClub, done, new_post
from tests.hosts import PhoneAt, host_app
from tests.only_site import close_site, site_of
from tests.web.links import token_of
from tests.web.phone import Phone

HALL, HOME = "127.0.0.1", "10.0.0.7"
"""The address of a club's hall; test phones ask from there. And another one."""


class Desk:
    """Asks who asks at a site."""

    def __init__(self, site: Flask) -> None:
        self.askers = Askers(sites_of(site))

    def ask(self, path: str, phone: Phone | None = None, network: str = HALL) -> Asker:
        """Return who asks for a path, with the cookie of a phone."""
        found = self.askers.find("localhost", path, cookies_of(phone), network)
        return found if isinstance(found, Asker) else found()


def cookies_of(phone: Phone | None) -> str:
    cookie = None if phone is None else phone.client.get_cookie("scorekeeper")
    return "" if cookie is None else f"scorekeeper={cookie.value}"


@pytest.fixture
def desk(club: SiteOfClub) -> Desk:
    return Desk(club.site)


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    return club.night()


@pytest.fixture
def table(night: ClubNight) -> ClubTable:
    return night.game("Ann", "Bob")


def sit(club: SiteOfClub, table: ClubTable, seat: int) -> Phone:
    phone = Phone(club.site)
    phone.send(phone.open(f"{table.door}seat"), {"seat": str(seat)})
    return phone


def test_a_seat_has_a_turn_of_its_own_on_every_page(
    club: SiteOfClub, desk: Desk, table: ClubTable
) -> None:
    ann, bob = (sit(club, table, seat) for seat in (0, 1))
    (turn,) = {desk.ask(path, ann) for path in (table.door, "/", "/new", "/rules/laws")}
    assert not turn.is_stranger
    assert desk.ask(table.door, bob) not in {turn, desk.ask(table.door)}
    # A seat is one turn, however many cookies say that they have it.
    assert desk.ask("/", sit_again(club, table)) == turn


def sit_again(club: SiteOfClub, table: ClubTable) -> Phone:
    """Let another phone of Ann take her seat."""
    phone = Phone(club.site)
    values = phone.open(f"{table.door}seat").forms[0].values
    phone.post(f"{table.door}seat", {**values, "seat": "0", "me": "yes"})
    return phone


def test_an_officer_has_a_turn_without_a_look_into_the_database(
    club: SiteOfClub, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Connections, "reading", None)
    asker = desk.ask("/new", club.officer)
    assert (asker.turn.partition(" ")[0], asker.is_stranger) == ("officer", False)


def test_links_of_the_club_and_of_its_nights_make_nobody_a_stranger(
    club: SiteOfClub, desk: Desk, night: ClubNight, table: ClubTable
) -> None:
    ways = (club.member, night.join, night.watch, night.by_member, table.door, table.game)
    for way in ways:
        asker = desk.ask(f"{way}page")
        assert (asker.turn.partition(" ")[0], asker.is_stranger) == ("link", False), way


def test_by_one_link_each_phone_that_has_a_cookie_has_its_turn(
    club: SiteOfClub, desk: Desk, night: ClubNight, table: ClubTable
) -> None:
    phones = [sit(club, table, seat) for seat in (0, 1)]
    for phone in phones:
        phone.open(night.join)
        with phone.client.session_transaction() as session:
            del session["sat"]
    turns = {desk.ask("/", phone).turn for phone in phones}
    assert len(turns) == 2
    assert {turn.split()[:2] == ["link", token_of(night.join)] for turn in turns} == {True}


def test_a_stranger_has_the_turn_of_the_address(club: SiteOfClub, desk: Desk) -> None:
    fresh = Phone(club.site)
    fresh.open("/")
    paths = ("/", "/rules/laws", "/game/nothing/", "/night/nothing/", "/club/officers/", "/game/")
    for path in paths:
        assert desk.ask(path, fresh, HOME) == Asker("", HOME, is_stranger=True)


def test_a_cookie_that_the_site_did_not_sign_says_nothing(
    club: SiteOfClub, desk: Desk, table: ClubTable
) -> None:
    cookies = cookies_of(sit(club, table, 0))
    for forged in (cookies[:-2], cookies.replace("scorekeeper=", "scorekeeper=e"), "scorekeeper="):
        assert desk.askers.find("", "/", forged, HOME) == Asker("", HOME, is_stranger=True)


def test_all_games_at_home_that_an_address_began_have_one_turn(
    club: SiteOfClub, desk: Desk
) -> None:
    first, second = (Phone(club.site).start("Ann", "Bob") for _ in range(2))
    asked = [desk.ask(f"{game}history", network=HOME) for game in (first, second)]
    assert asked == [Asker("", HALL, is_stranger=True)] * 2
    # Also for who takes a seat there, who is no stranger then.
    ann = Phone(club.site)
    ann.send(ann.open(f"{first}seat"), {"seat": "0"})
    assert desk.ask(f"{first}history", ann, HOME) == Asker("", HALL)


def test_who_began_a_game_is_forgotten_at_a_restart_and_then_it_is_who_asks(
    club: SiteOfClub, desk: Desk
) -> None:
    game = Phone(club.site).start("Ann", "Bob")
    site_of(club.site).store.beginners._values.clear()
    assert desk.ask(game, network=HOME) == Asker("", HOME, is_stranger=True)


def test_a_phone_of_the_club_keeps_its_turn_at_a_game_at_home(
    club: SiteOfClub, desk: Desk, table: ClubTable, night: ClubNight
) -> None:
    seated, watching = sit(club, table, 0), Phone(club.site)
    watching.open(night.watch)
    game = Phone(club.site).start("Ann", "Bob")
    for phone in (seated, watching):
        assert desk.ask(game, phone) == desk.ask("/", phone)
        assert not desk.ask(game, phone).is_stranger


def test_whose_a_link_is_is_remembered_for_a_minute(
    club: SiteOfClub, desk: Desk, night: ClubNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(security, "monotonic", lambda: now[0])
    phone = Phone(club.site)
    game = phone.start("Ann", "Bob")
    assert desk.ask(game).is_stranger
    key = open_link(club.store, token_of(game)).id
    done(put_game_in_night(club.store, new_post(), key, night.id))
    assert isinstance(desk.askers.find("", game, "", HALL), Asker)
    now[0] += 61
    assert not isinstance(desk.askers.find("", game, "", HALL), Asker)
    assert not desk.ask(game).is_stranger


def test_a_withdrawn_link_makes_a_stranger(club: SiteOfClub, desk: Desk, table: ClubTable) -> None:
    watch = table.by(Role.VIEWER)
    withdraw_link_of(club.store, table.visit.id, Role.VIEWER)
    assert desk.ask(watch) == Asker("", HALL, is_stranger=True)


def test_a_database_that_cannot_be_read_makes_strangers_and_no_error(
    desk: Desk, table: ClubTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: object) -> None:
        raise StorageError("the disk is full")

    door = table.door
    monkeypatch.setattr(Connections, "reading", broken)
    assert desk.ask(door) == Asker("", HALL, is_stranger=True)


def test_only_so_many_links_are_remembered(
    desk: Desk, table: ClubTable, night: ClubNight, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "_MOST_LINKS", 2)
    for way in (table.door, night.join, night.watch, "/game/nothing/"):
        desk.ask(way)
    assert len(desk.askers._owners) == 1


def test_styles_and_scripts_have_places_of_their_own(desk: Desk) -> None:
    assert desk.ask("/static/0/core/site.css", network=HOME) == Asker("/static/", HOME)


# --- a host ---------------------------------------------------------------------------------------


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Flask]:
    app = host_app(tmp_path, "regency", "cavendish")
    yield app
    close_site(app)


def test_a_site_is_asked_by_its_name_and_a_cookie_is_good_at_its_own(host: Flask) -> None:
    phone = PhoneAt(host, "regency")
    game = phone.start("Ann", "Bob")
    phone.send(phone.open(f"{game}seat"), {"seat": "0"})
    cookie = phone.client.get_cookie("__Host-scorekeeper", "regency.cards.example.org")
    assert cookie is not None
    PhoneAt(host, "cavendish").open("/")
    found = []
    for name in ("regency", "cavendish"):
        asked = Askers(sites_of(host)).find(
            f"{name}.cards.example.org", "/", f"__Host-scorekeeper={cookie.value}", HOME
        )
        found.append(asked if isinstance(asked, Asker) else asked())
    assert found == [Asker("regency", HALL), Asker("cavendish", HOME, is_stranger=True)]


def test_what_is_no_site_has_one_place_by_address_and_a_sleeping_site_believes_a_link(
    host: Flask,
) -> None:
    def ask(name: str, path: str) -> object:
        domain = f"{name}.cards.example.org".removeprefix(".")
        return Askers(sites_of(host)).find(domain, path, "", HOME)

    for name in ("", "nobody"):
        assert ask(name, "/game/x/") == Asker("-", HOME, is_stranger=True)
    assert ask("regency", "/game/x/history") == Asker("regency", "x")
    assert ask("regency", "/") == Asker("regency", HOME, is_stranger=True)


def test_a_cookie_of_any_bytes_is_read_as_the_page_reads_it(
    desk: Desk, club: SiteOfClub, table: ClubTable
) -> None:
    ann = sit(club, table, 0)
    cookie = cookies_of(ann)
    asked = desk.ask("/", ann)
    for other in ("de-\xe4", "\xff\xfe", "another=\xc2", "=\x80", "\xe4=1"):
        found = desk.askers.find("localhost", "/", f"{other}; {cookie}", HALL)
        assert found == asked, other
        worn = desk.askers.find("localhost", "/", f"{cookie[:40]}{other}", HALL)
        assert worn == desk.ask("/"), other
