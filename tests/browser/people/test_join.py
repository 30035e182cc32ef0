"""Many phones at one table: joined by the code, found again, taken over, freed."""

import re
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import NAMES, door_of, empty_game, five, game_over, post_record
from tests.browser.looking import faults, misfits, resize
from tests.browser.pad_screen import CAST, LAWS, melds, tap
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
        .locator("li", has_text="this phone")
        .locator("span")
        .inner_text()
    )


def test_three_phones_join_by_the_code_of_the_score_sheet_with_one_tap_each(table: Table) -> None:
    code = table.look().locator("#join figcaption").text_content() or ""
    assert code == f"{table.screens.plain_address}{table.door}seat"
    for name in ("Ann", "Bob", "Cal"):
        page = table.scan()
        count_taps(page)
        sit(page, name)
        assert (own_seat(page), taps(page)) == (name, 1)
    phones = table.look().get_by_label("Phones at the table").locator("li.here")
    assert phones.locator("span").all_inner_texts() == ["Ann", "Bob", "Cal"]


def test_somebody_looks_first_and_then_joins_with_two_taps_and_a_name(table: Table) -> None:
    page = table.scan()
    page.get_by_role("link", name="Just watch").click()
    page.get_by_role("link", name="Take your seat").click()
    count_taps(page)
    page.get_by_label("Somebody else").click()
    page.keyboard.type("Dot")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#sheet")).to_be_visible()
    assert (own_seat(page), taps(page)) == ("Dot", 2)


def test_a_phone_without_scripts_joins_as_well(table: Table) -> None:
    page = table.scan(java_script_enabled=False)
    sit(page, "Bob")
    assert own_seat(page) == "Bob"


def test_a_phone_that_was_away_finds_its_seat_again_and_leaves_it_for_another(
    table: Table,
) -> None:
    page = table.scan()
    sit(page, "Cal")
    page.goto("about:blank")
    page.goto(f"{table.door}seat")
    assert own_seat(page) == "Cal"
    page.locator(".menu summary").click()
    page.get_by_role("link", name="Seats").click()
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_text("this phone", exact=True)).to_have_count(0)
    sit(page, "Bob")
    assert own_seat(page) == "Bob"


def test_a_new_phone_says_that_is_me_and_the_old_one_is_told_and_has_the_seat_back(
    table: Table,
) -> None:
    old, new = table.scan(), table.scan()
    sit(old, "Ann")
    new.reload()
    count_taps(new)
    new.get_by_role("button", name="That is me : Ann").click()
    expect(new.locator("#sheet")).to_be_visible()
    assert (own_seat(new), taps(new)) == ("Ann", 1)
    names = new.locator("#sheet thead .name > span")
    assert names.all_inner_texts() == ["Ann", "Bob", "Cal"]
    expect(old.get_by_text("Another phone took your seat as Ann.")).to_be_visible()
    old.get_by_role("button", name="That is me").click()
    expect(old.get_by_text("this phone", exact=True)).to_be_visible()
    assert own_seat(old) == "Ann"


def test_a_phone_that_loses_its_seat_at_the_pad_is_told_and_loses_nothing(
    screens: Screens,
) -> None:
    stake = {"currency": "USD", "amount": "1", "per": 100}
    host = screens.open(390)
    game = post_record(host, empty_game("laws", CAST, stake=stake))
    table = Table(screens, host, game, door_of(host, game))
    old, new = table.scan(), table.scan()
    sit(old, "Bob")
    # What is loaded on demand may still be on its way.
    old.route("**/on_demand.js", lambda route: route.abort())
    old.goto(f"{table.door}enter")
    tap(old, LAWS)
    laid, told = melds(old), old.get_by_text("Another phone took your seat as Bob.")

    def lose() -> None:
        new.goto(f"{table.door}seat")
        new.get_by_role("button", name="That is me : Bob").click()
        expect(told).to_be_visible()

    lose()
    old.get_by_role("button", name="That is me").click()
    expect(told).to_have_count(0)
    assert melds(old) == laid
    lose()
    refused: list[str] = []
    old.on("response", lambda answer: refused.append(answer.url) if answer.status == 403 else None)
    old.get_by_role("button", name="Score the deal").click()
    expect(old.get_by_text("Another phone took your seat as Bob. A phone needs")).to_be_visible()
    old.get_by_role("button", name="That is me : Bob").click()
    old.wait_for_url("**/deal/1")
    assert len(refused) == 1
    assert "Deal 1 entered" in table.look("history").locator("main").inner_text()


def test_of_two_phones_that_tap_one_name_the_second_is_told(table: Table) -> None:
    quick, slow = table.scan(), table.scan()
    sit(quick, "Bob")
    slow.get_by_role("button", name="Bob").click()
    expect(slow.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    slow.get_by_role("alert").get_by_role("button", name=re.compile("That is me")).click()
    expect(slow.locator("#sheet")).to_be_visible()
    assert own_seat(slow) == "Bob"


def test_the_host_frees_a_seat_for_the_next(table: Table) -> None:
    sit(table.scan(), "Cal")
    host = table.look()
    host.get_by_role("link", name="Take your seat").click()
    host.get_by_role("button", name="Free the seat of Cal").click()
    expect(host.get_by_text("on another phone")).to_have_count(0)
    other = table.scan()
    sit(other, "Cal")
    assert own_seat(other) == "Cal"


# --- links ----------------------------------------------------------------------------------------


def test_over_plain_http_a_link_is_copied_and_withdrawn_and_the_host_led_to_a_new_one(
    table: Table,
) -> None:
    page = table.scan()
    host = table.look("links")
    host.get_by_role("button", name="Copy").first.click()
    expect(host.get_by_role("button", name="Copied")).to_be_visible()
    chosen = host.evaluate("document.getSelection().toString()")
    assert chosen == host.get_by_role("textbox", name="The players’ link").input_value()
    host.get_by_role("button", name=re.compile("Withdraw.*players")).click()
    expect(host.get_by_text("Withdrawn. It opens nothing any more.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="The link was withdrawn")).to_be_visible()
    host.get_by_role("button", name=re.compile("New link.*host")).click()
    host.wait_for_url(lambda address: not address.startswith(table.game))
    assert host.get_by_role("textbox", name="The host’s link").input_value() in host.url


def test_an_address_is_copied_where_the_browser_lets_a_page_do_it(screens: Screens) -> None:
    page = screens.open_new(390, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{post_record(page, game_over())}links")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_role("textbox", name="The players’ link").input_value()


# --- how it looks ---------------------------------------------------------------------------------


def test_seats_and_links_have_no_fault(screens: Screens) -> None:
    page = screens.open(320)
    game = post_record(page, {**game_over(), "deals": []})
    page.goto(f"{game}links")
    players = page.get_by_role("textbox", name="The players’ link").input_value()
    other = screens.open(320)
    other.goto(players[players.index("/game/") :])
    wrong = looked_at(other, "seats, free")
    sit(other, NAMES[0])
    wrong += [("table, seated", fault) for fault in misfits(other)]
    page.get_by_text("Show its code").click()
    wrong += looked_at(page, "links")
    page.goto(f"{game}seat")
    wrong += looked_at(page, "seats, taken")
    page.goto(game)
    page.locator("#join summary").click()
    wrong += looked_at(page, "table, joining")
    assert wrong == []


def looked_at(page: Page, name: str) -> list[tuple[str, str]]:
    return [(name, fault) for fault in faults(page)]


def test_codes_are_large_enough_to_scan_and_dark_on_light_by_night(screens: Screens) -> None:
    page = screens.open(320, color_scheme="dark")
    page.goto(f"{post_record(page, game_over())}links")
    codes = page.locator(".code:visible")
    drawn = "each => each.querySelector('path + path').getBoundingClientRect().width"
    for width in (320, 390):
        resize(page, width)
        sizes = codes.evaluate_all(f"all => all.map({drawn})")
        assert (len(sizes), min(sizes) >= LARGE_ENOUGH) == (2, True), width
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
