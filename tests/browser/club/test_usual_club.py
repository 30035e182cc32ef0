"""The pages of a usual club on a phone ask their readers to take in no more than they need."""

from typing import Final
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from tests.browser.club.usual_club import GUEST, LONG, MEMBERS, UsualClub
from tests.browser.games import LONG as LONG_AT_HOME
from tests.browser.games import bring, game_of, hollywood, post_record
from tests.browser.looking import Load, load_of
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub
from tests.real_variants import REAL_VARIANTS
from tests.web.phone import Phone

MOST: Final = {
    "fresh": Load(50, 20),
    "home": Load(45, 20),
    "front": Load(60, 12),
    "table": Load(60, 14),
    "hollywood": Load(100, 20),
    "pad": Load(15, 10),
    "deal": Load(95, 12),
    "final": Load(40, 6),
    "links": Load(55, 8),
    "print": Load(45, 8),
    "other rules": Load(35, 8),
    "night": Load(55, 12),
    "closing": Load(80, 16),
    "payouts": Load(45, 9),
    "people": Load(30, 24),
    "standings": Load(50, 20),
    "person": Load(75, 14),
    "money": Load(45, 20),
}
"""The most words and controls of a page, on its whole length at 390 pixels."""
KNOWN: Final = (("Ann", "Bob", "Cal"), ("Ann", "Dot"), ("Eve", "Fay", "Gus"))
NAMES: Final = (*MEMBERS, LONG, GUEST, "Ned", "Oda", "Pia", LONG_AT_HOME)


@pytest.fixture(scope="module")
def usual(club: SiteOfClub) -> UsualClub:
    return UsualClub.begin(club)


def open_by(page: Page, phone: Phone, address: str) -> None:
    """Open an address of the site with the rights of this phone."""
    page.context.clear_cookies()
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    about = {"name": cookie.key, "value": cookie.value, "url": urljoin(page.url, "/")}
    page.context.add_cookies([about])  # type: ignore[list-item]
    page.goto(address)


def test_no_page_asks_more_than_it_needs(screens: Screens, usual: UsualClub) -> None:
    officer, deal = usual.club.officer, len(usual.table.visit.game.sheet.rows)
    page = screens.open(390)
    open_home(page)
    found = {"fresh": load_of(page, NAMES)}
    open_home(page, *KNOWN)
    found["home"] = load_of(page, NAMES)
    bring(page, hollywood())
    found["hollywood"] = load_of(page, NAMES)
    pages = {
        "front": (usual.ann, "/"),
        "table": (usual.ann, usual.table.door),
        "pad": (usual.ann, f"{usual.table.door}enter"),
        "deal": (usual.ann, f"{usual.table.door}deal/{deal}"),
        "final": (usual.ann, f"{usual.over.game}final"),
        "links": (officer, f"{usual.table.game}links"),
        "print": (officer, f"{usual.over.game}print"),
        "other rules": (officer, f"{usual.table.game}other-rules"),
        "night": (usual.ann, usual.night.join),
        "closing": (officer, f"{usual.night.by_officer}closing"),
        "payouts": (usual.payee, f"{usual.closed.night.join}payouts"),
        "people": (officer, "/club/officers/people"),
        "standings": (usual.ann, f"{usual.club.member}standings"),
        "person": (officer, f"/club/officers/people/{usual.club.id_of('Ann')}"),
        "money": (officer, "/club/officers/money"),
    }
    for name, (phone, address) in pages.items():
        open_by(page, phone, address)
        found[name] = load_of(page, NAMES)
    over = {
        name: load
        for name, load in found.items()
        if load.words > MOST[name].words or load.controls > MOST[name].controls
    }
    assert found.keys() == MOST.keys()
    assert over == {}


def test_marks_leave_a_short_name_its_room(screens: Screens, usual: UsualClub) -> None:
    page = screens.open(320)
    page.goto("/")
    for address in ("/", usual.night.join):
        open_by(page, usual.ann, address)
        bob = page.locator(".figures .name", has_text="Bob")
        assert bob.locator("svg").count() == 3  # he deals, and went out concealed twice
        name = bob.get_by_text("Bob")
        assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    page.goto("/")
    season, way = (part.bounding_box() for part in page.locator(".of-season .headed > *").all())
    assert season is not None
    assert way is not None
    assert way["x"] >= season["x"] + season["width"]  # "All 9" stays beside a name of two lines


def open_home(page: Page, *games: tuple[str, ...]) -> None:
    """Open the page of new games on a phone that knows games of these people."""
    for names in games:
        post_record(page, game_of(*names))
    page.goto("/at-home")
    real = [f"variant:{key}" for key in REAL_VARIANTS]
    page.locator("#variant button").evaluate_all(
        "(all, real) => all.forEach((each) => real.includes(each.value) || each.remove())", real
    )
