"""The pages of a usual club on a phone ask their readers to take in no more than they need."""

from typing import Final
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page

from tests.browser.club.usual_club import UsualClub
from tests.browser.games import game_of, post_record
from tests.browser.looking import Load, load_of
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub
from tests.real_variants import REAL_VARIANTS
from tests.web.phone import Phone

MOST: Final = {
    "home": Load(50, 20),
    "table": Load(60, 12),
    "pad": Load(20, 10),
    "deal": Load(70, 11),
    "final": Load(45, 6),
    "night": Load(70, 12),
    "night of officers": Load(70, 12),
    "payouts": Load(50, 9),
    "standings": Load(110, 22),
    "person": Load(80, 14),
    "money": Load(90, 23),
}
"""The most words and controls of a page, on its whole length at 390 pixels."""


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
    pages = {
        "table": (usual.ann, usual.table.door),
        "pad": (usual.ann, f"{usual.table.door}enter"),
        "deal": (usual.ann, f"{usual.table.door}deal/{deal}"),
        "final": (usual.ann, f"{usual.over.game}final"),
        "night": (usual.ann, usual.night.join),
        "night of officers": (officer, usual.night.by_officer),
        "payouts": (usual.payee, f"{usual.closed.night.join}payouts"),
        "standings": (usual.ann, f"{usual.club.member}standings"),
        "person": (officer, f"/club/officers/people/{usual.club.id_of('Ann')}"),
        "money": (officer, "/club/officers/money"),
    }
    page, found = screens.open(390), {}
    open_home(page)
    found["home"] = load_of(page)
    for name, (phone, address) in pages.items():
        open_by(page, phone, address)
        found[name] = load_of(page)
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


def open_home(page: Page) -> None:
    """Open the page of new games on a phone that knows three games and seven names."""
    for names in (("Ann", "Bob", "Cal"), ("Ann", "Dot"), ("Eve", "Fay", "Gus")):
        post_record(page, game_of(*names))
    page.goto("/at-home")
    real = [f"variant:{key}" for key in REAL_VARIANTS]
    page.locator("#variant button").evaluate_all(
        "(all, real) => all.forEach((each) => real.includes(each.value) || each.remove())", real
    )
