"""The cookie of a browser that remembers as much as it may."""

import secrets

from scorekeeper.games.links import Thing
from scorekeeper.web.core.access import MOST_REMEMBERED
from tests.club_site import SiteOfClub
from tests.web.phone import Phone

MOST_BYTES = 4096
"""What browsers keep of a cookie, name and attributes included (RFC 6265, 6.1)."""


def key() -> str:
    return secrets.token_urlsafe(16)


def test_a_browser_that_knows_many_games_and_a_club_keeps_its_cookie(phone: Phone) -> None:
    phone.open("/")
    with phone.client.session_transaction() as session:
        session["games"] = [key() for _ in range(MOST_REMEMBERED[Thing.GAME])]
        session["nights"] = [f"{key()}.{'n' * 40}" for _ in range(MOST_REMEMBERED[Thing.NIGHT])]
        session["sat"] = {key(): 5 for _ in range(11)}
        session["next_links"] = [(key(), key()) for _ in range(5)]
        session["club"], session["officer"], session["phone"] = key(), key(), key()
        session["who"] = "Ж" * 40
    cookie = phone.client.get_cookie(phone.client.application.config["SESSION_COOKIE_NAME"])
    assert cookie is not None
    assert len(cookie.value) + 200 < MOST_BYTES


def test_a_browser_keeps_by_an_older_cookie_its_games_nights_club_and_seat(
    club: SiteOfClub,
) -> None:
    night = club.night()
    table = night.game("Ann", "Bob")
    browser = Phone(club.site)
    browser.send(browser.open(f"{table.door}seat"), {"seat": "1"})
    for address in (table.door, night.join, club.member):
        browser.open(address)
    with browser.client.session_transaction() as session:
        known = {name: session[name] for name in ("games", "nights", "phone", "sat")}
        session.clear()
        session.update(known, club=club.member_token)  # it was no list
    for _ in range(2):
        home = browser.open("/").text
        for address in (table.door, night.join, f"{club.member}people"):
            assert f'href="{address}"' in home
        browser.open(club.member)
    assert table.holders == [1]
    assert browser.open(f"{table.door}seat").status == 303  # it has its seat


def test_over_https_a_cookie_that_another_name_can_set_counts_as_none(phone: Phone) -> None:
    """Else whoever sets their own for somebody else would share a seat with them."""
    game = phone.start("Ann", "Bob")
    phone.client.get("/", base_url="https://localhost")
    assert f'href="{game}"' not in phone.client.get("/", base_url="https://localhost").text
    assert f'href="{game}"' in phone.open("/").text
