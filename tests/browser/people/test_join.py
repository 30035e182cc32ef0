"""Many phones at one table: joined by the code, found again, taken over, freed."""

import re
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import (
    door_of,
    empty_game,
    five,
    game_over,
    post_record,
    send_form,
    take_seat,
)
from tests.browser.looking import misfits, open_folds, resize, usual_faults
from tests.browser.pad_screen import CAST, melds, tap
from tests.browser.screens import Screens
from tests.browser.taps import count_taps, taps

LARGE_ENOUGH: Final = 200


@dataclass(frozen=True)
class Table:
    """A new game: its host's phone, its path for the host, and the path that the code names.

    Phones see it as they see most tables, over plain http.
    """

    screens: Screens
    host: Page
    game: str
    door: str

    def look(self, name: str = "") -> Page:
        """The host's phone at a page of the game."""
        self.host.goto(self.game + name)
        return self.host

    def scan(self, **about: Any) -> Page:
        """Another phone that has scanned the code."""
        page = self.screens.open(360, base_url=self.screens.plain_address, **about)
        page.goto(f"{self.door}seat")
        return page


@pytest.fixture
def table(screens: Screens) -> Table:
    host = screens.open(390)
    game = post_record(host, empty_game("laws", ("Ann", "Bob", "Cal")))
    plain = game.replace(screens.address, screens.plain_address)
    return Table(screens, host, plain, door_of(host, game))


def sit(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).click()
    expect(page.locator("#sheet")).to_be_visible()


def own_seat(page: Page) -> str:
    """Whose seat the score sheet says is on this phone."""
    return (
        page.get_by_label("Phones at the table")
        .locator("li", has_text="you")
        .locator("span")
        .inner_text()
    )


def test_phones_join_by_the_code_of_the_score_sheet_with_one_tap_each(table: Table) -> None:
    code = table.look().locator("#join figcaption").text_content() or ""
    assert code == f"{table.screens.plain_address}{table.door}seat"
    page = table.scan()
    count_taps(page)
    sit(page, "Ann")
    assert (own_seat(page), taps(page)) == ("Ann", 1)
    # One tap brings back a seat that another phone took.
    send_form(table.host, f"{table.door}seat", seat="0", me="yes")
    page.get_by_role("button", name="That’s me").click()
    expect(page.get_by_text("you", exact=True)).to_be_visible()
    page = table.scan(java_script_enabled=False)
    sit(page, "Bob")
    assert own_seat(page) == "Bob"
    # Somebody looks first, and then joins with two taps and a name.
    page = table.scan()
    page.get_by_role("link", name="Just watch").click()
    page.get_by_role("link", name="Take your seat").click()
    count_taps(page)
    page.get_by_label("Somebody else").click()
    page.keyboard.type("Dot")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#sheet")).to_be_visible()
    assert (own_seat(page), taps(page)) == ("Dot", 2)
    phones = table.look().get_by_label("Phones at the table").locator("li.here")
    assert phones.locator("span").all_inner_texts() == ["Ann", "Bob", "Dot"]


@pytest.mark.long
def test_a_seat_goes_from_phone_to_phone_and_waits_for_one_that_was_away(table: Table) -> None:
    old, new = table.scan(), table.scan()
    sit(old, "Bob")
    new.get_by_role("button", name="Bob").click()
    expect(new.get_by_role("heading", name="Someone was faster")).to_be_visible()
    new.get_by_role("alert").get_by_role("button", name="I am Bob").click()
    expect(new.locator("#sheet")).to_be_visible()
    assert own_seat(new) == "Bob"
    names = new.locator("#sheet thead .name > span")
    assert names.all_inner_texts() == ["Ann", "Bob", "Cal"]
    assert old.evaluate("isSecureContext") is False
    expect(old.get_by_text("Another phone took your seat as Bob.")).to_be_visible()
    old.get_by_role("button", name="That’s me").click()
    expect(old.get_by_text("you", exact=True)).to_be_visible()
    assert own_seat(old) == "Bob"
    old.goto("about:blank")
    old.goto(f"{table.door}seat")
    assert own_seat(old) == "Bob"
    old.locator(".menu summary").click()
    old.get_by_role("link", name="Seats").click()
    old.get_by_role("button", name="Stand up").click()
    expect(old.get_by_text("you", exact=True)).to_have_count(0)
    sit(old, "Cal")
    assert own_seat(old) == "Cal"


@pytest.mark.long
def test_a_phone_that_loses_its_seat_at_the_pad_is_told_and_loses_nothing(
    screens: Screens,
) -> None:
    host, old, new = screens.open(390), screens.open(360), screens.open(360)
    stake = {"currency": "USD", "amount": "1", "per": 100}
    game = post_record(host, empty_game("laws", CAST, stake=stake))
    door = door_of(host, game)
    take_seat(old, door, 1)
    # What is loaded on demand may still be on its way.
    old.route("**/on_demand.js", lambda route: route.abort())
    old.goto(f"{door}enter")
    tap(old, "by:0 K K 2 next in_hand A next in_hand 4")
    laid, told = melds(old), old.get_by_text("Another phone took your seat as Bob.")

    def lose() -> None:
        send_form(new, f"{door}seat", seat="1", me="yes")
        expect(told).to_be_visible()

    lose()
    old.get_by_role("button", name="That’s me").click()
    expect(told).to_have_count(0)
    assert melds(old) == laid
    lose()
    refused: list[str] = []
    old.on("response", lambda answer: refused.append(answer.url) if answer.status == 403 else None)
    old.get_by_role("button", name="Score the deal").click()
    expect(old.get_by_text("Another phone took your seat as Bob. A phone needs")).to_be_visible()
    old.get_by_role("button", name="I am Bob").click()
    old.wait_for_url("**/deal/1")
    assert len(refused) == 1
    assert "Deal 1 entered" in host.request.get(f"{game}history").text()


# --- links ----------------------------------------------------------------------------------------


def test_over_plain_http_a_link_is_copied(table: Table) -> None:
    host = table.look("links")
    host.get_by_role("button", name="Copy").first.click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    chosen = host.evaluate("document.getSelection().toString()")
    assert chosen == host.get_by_role("textbox", name="The players’ link").input_value()


def test_an_address_is_copied_where_the_browser_lets_a_page_do_it(screens: Screens) -> None:
    page = screens.open_new(390, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{post_record(page, game_over())}links")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_role("textbox", name="The players’ link").input_value()


# --- how it looks ---------------------------------------------------------------------------------


def test_seats_and_links_have_no_fault(screens: Screens) -> None:
    host, other = screens.open(320), screens.open(320)
    game = post_record(host, {**game_over(), "deals": []})
    door = door_of(host, game)
    other.goto(f"{door}seat")
    wrong = [("seats, free", fault) for fault in misfits(other)]
    take_seat(other, door, 0)
    host.goto(f"{game}seat")
    wrong += looked_at(host, "seats, taken")
    host.goto(f"{game}links")
    open_folds(host)
    wrong += looked_at(host, "links")
    other.goto(door)
    other.locator("#join summary").click()
    wrong += looked_at(other, "table, seated and joining")
    assert wrong == []


def looked_at(page: Page, name: str) -> list[tuple[str, str]]:
    return [(name, fault) for fault in usual_faults(page)]


def test_codes_are_large_enough_to_scan_and_dark_on_light_by_night(screens: Screens) -> None:
    page = screens.open(320, color_scheme="dark")
    page.goto(f"{post_record(page, game_over())}links")
    open_folds(page)
    codes = page.locator(".code:visible")
    drawn = "each => each.querySelector('path + path').getBoundingClientRect().width"
    for width in (320, 390):
        resize(page, width)
        sizes = codes.evaluate_all(f"all => all.map({drawn})")
        assert (len(sizes), min(sizes) >= LARGE_ENOUGH) == (3, True), width
    colours = codes.first.locator("path").evaluate_all(
        "all => all.map(each => [getComputedStyle(each).fill, getComputedStyle(each).stroke])"
    )
    assert (colours[0][0], colours[1][1]) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")


def test_the_big_view_shows_the_code_whole_where_it_covers_nothing(screens: Screens) -> None:
    page = screens.open(1280)
    page.goto(f"{post_record(page, five())}big")
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.get_by_text("To join: scan.")).to_be_visible()
        box = page.locator(".corner .code").bounding_box()
        assert box is not None
        assert box["width"] >= 0.22 * height
        assert box["y"] + box["height"] <= height
    corner = page.locator(".corner").bounding_box()
    board = page.locator(".board").bounding_box()
    assert corner is not None
    assert board is not None
    assert corner["y"] >= board["y"] + board["height"]
    over = page.locator(".says").first.evaluate(
        """says => { const range = document.createRange(); range.selectNodeContents(says);
        const corner = document.querySelector('.corner').getBoundingClientRect();
        return [...range.getClientRects()].filter(line => line.right > corner.left).length }"""
    )
    assert over == 0
    resize(page, 390)
    expect(page.locator(".corner")).to_be_hidden()
