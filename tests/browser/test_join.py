"""Many phones at one table: joined by the code, found again, taken over, freed."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import NAMES, empty_game, game_over, post_record
from tests.browser.looking import faults
from tests.browser.screens import Screens
from tests.browser.taps import open_counting, taps

LARGE_ENOUGH: Final = 200


def host_a_table(screens: Screens) -> Page:
    """A host's phone at the score sheet, as most tables meet the site: over plain http."""
    record = empty_game("laws", ("Ann", "Bob", "Cal"))
    page = screens.open(390)
    game = post_record(page, record)
    page.goto(game.replace(screens.address, screens.plain_address))
    return page


def scanned(table: Page) -> str:
    """The address that the code on the score sheet leads to."""
    return table.locator("#join figcaption").text_content() or ""


def scan(screens: Screens, table: Page) -> Page:
    """Another phone that has scanned the code."""
    page = screens.open(360)
    page.goto(scanned(table))
    return page


def scan_counting(screens: Screens, table: Page) -> Page:
    """Another phone that has scanned the code, and counts its taps from then on."""
    page = open_counting(screens, 360)
    page.goto(scanned(table))
    return page


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


def test_three_phones_join_with_one_tap_each(screens: Screens) -> None:
    table = host_a_table(screens)
    for name in ("Ann", "Bob", "Cal"):
        page = scan_counting(screens, table)
        sit(page, name)
        assert (own_seat(page), taps(page)) == (name, 1)
    table.reload()
    phones = table.get_by_label("Phones at the table").locator("li.here")
    assert phones.locator("span").all_inner_texts() == ["Ann", "Bob", "Cal"]


def test_somebody_new_joins_with_two_taps_and_a_name(screens: Screens) -> None:
    page = scan_counting(screens, host_a_table(screens))
    page.get_by_label("Somebody else").click()
    page.keyboard.type("Dot")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#sheet")).to_be_visible()
    assert (own_seat(page), taps(page)) == ("Dot", 2)


def test_a_phone_without_scripts_joins_as_well(screens: Screens) -> None:
    table = host_a_table(screens)
    page = screens.open(360, java_script_enabled=False)
    page.goto(scanned(table))
    sit(page, "Bob")
    assert own_seat(page) == "Bob"


def test_a_phone_that_was_away_finds_its_seat_again(screens: Screens) -> None:
    table = host_a_table(screens)
    page = scan(screens, table)
    sit(page, "Bob")
    context = page.context
    page.close()
    back = context.new_page()
    back.goto(scanned(table))
    assert own_seat(back) == "Bob"


def test_a_new_browser_says_that_is_me_and_there_is_one_ann(screens: Screens) -> None:
    table = host_a_table(screens)
    old, new = scan(screens, table), scan_counting(screens, table)
    sit(old, "Ann")
    new.reload()
    new.get_by_role("button", name="That is me : Ann").click()
    expect(new.locator("#sheet")).to_be_visible()
    assert (own_seat(new), taps(new)) == ("Ann", 1)
    table.reload()
    assert table.locator("#sheet thead .name > span").all_inner_texts() == ["Ann", "Bob", "Cal"]


def test_the_old_phone_sees_that_its_seat_was_taken_and_has_it_back(screens: Screens) -> None:
    table = host_a_table(screens)
    old, new = scan(screens, table), scan(screens, table)
    sit(old, "Ann")
    new.reload()
    new.get_by_role("button", name="That is me : Ann").click()
    expect(new.locator("#sheet")).to_be_visible()
    expect(old.get_by_text("Another phone took your seat as Ann.")).to_be_visible()
    old.get_by_role("button", name="That is me").click()
    expect(old.get_by_text("this phone", exact=True)).to_be_visible()
    assert own_seat(old) == "Ann"


def test_of_two_phones_that_tap_one_name_the_second_is_told(screens: Screens) -> None:
    table = host_a_table(screens)
    quick, slow = scan(screens, table), scan(screens, table)
    sit(quick, "Bob")
    slow.get_by_role("button", name="Bob").click()
    expect(slow.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    slow.get_by_role("alert").get_by_role("button", name=re.compile("That is me")).click()
    expect(slow.locator("#sheet")).to_be_visible()
    assert own_seat(slow) == "Bob"


def test_the_host_frees_a_seat_for_the_next(screens: Screens) -> None:
    table = host_a_table(screens)
    page = scan(screens, table)
    sit(page, "Cal")
    table.get_by_role("link", name="Take your seat").click()
    table.get_by_role("button", name="Free the seat of Cal").click()
    expect(table.get_by_text("on another phone")).to_have_count(0)
    other = scan(screens, table_at(table))
    sit(other, "Cal")
    assert own_seat(other) == "Cal"


def table_at(page: Page) -> Page:
    """The host's phone, back at the score sheet."""
    page.get_by_role("link", name="Just looking").click()
    expect(page.locator("#sheet")).to_be_visible()
    return page


def test_a_player_stands_up_and_another_sits_down(screens: Screens) -> None:
    table = host_a_table(screens)
    page = scan(screens, table)
    sit(page, "Cal")
    page.get_by_role("link", name="Seats").click()
    page.get_by_role("button", name="Stand up").click()
    expect(page.get_by_text("this phone", exact=True)).to_have_count(0)
    sit(page, "Bob")
    assert own_seat(page) == "Bob"


def test_just_looking_leads_to_the_table_without_a_seat(screens: Screens) -> None:
    page = scan(screens, host_a_table(screens))
    page.get_by_role("link", name="Just looking").click()
    expect(page.get_by_role("link", name="Take your seat")).to_be_visible()


# --- links ----------------------------------------------------------------------------------------


def test_the_host_is_led_from_the_old_link_to_the_new_one(screens: Screens) -> None:
    table = host_a_table(screens)
    before = table.url
    table.goto(f"{before}links")
    table.get_by_role("button", name=re.compile("New link.*host")).click()
    table.wait_for_url(lambda address: not address.startswith(before))
    assert table.get_by_role("textbox", name="The host’s link").input_value() in table.url


def test_a_withdrawn_link_leads_to_a_page_that_says_so(screens: Screens) -> None:
    table = host_a_table(screens)
    page = scan(screens, table)
    table.goto(f"{table.url}links")
    table.get_by_role("button", name=re.compile("Withdraw.*players")).click()
    expect(table.get_by_text("Withdrawn. Nobody comes in by it.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="The link was withdrawn")).to_be_visible()


def test_an_address_is_copied_where_the_browser_lets_a_page_do_it(screens: Screens) -> None:
    page = screens.open_new(390, permissions=["clipboard-read", "clipboard-write"])
    page.goto(f"{post_record(page, game_over())}links")
    page.get_by_role("button", name="Copy").first.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.get_by_role("textbox", name="The players’ link").input_value()


def test_over_plain_http_there_is_nothing_to_copy_with(screens: Screens) -> None:
    table = host_a_table(screens)
    table.goto(f"{table.url}links", wait_until="networkidle")
    expect(table.get_by_role("button", name="New link")).to_have_count(3)
    expect(table.get_by_role("button", name="Copy")).to_have_count(0)


# --- how it looks ---------------------------------------------------------------------------------


def test_seats_and_links_have_no_barrier_and_are_not_cut_off(screens: Screens) -> None:
    page = screens.open(320)
    game = post_record(page, {**game_over(), "deals": []})
    page.goto(f"{game}links")
    players = page.get_by_role("textbox", name="The players’ link").input_value()
    other = screens.open(320)
    other.goto(players[players.index("/game/") :])
    wrong = looked_at(other, "seats, free")
    sit(other, NAMES[0])
    wrong += looked_at(other, "table, seated")
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


@pytest.mark.parametrize("width", [320, 390])
def test_codes_are_large_enough_to_scan_and_dark_on_light_by_night(
    screens: Screens, width: int
) -> None:
    page = screens.open(width, color_scheme="dark")
    page.goto(f"{post_record(page, game_over())}links")
    codes = page.locator(".code:visible")
    sizes = codes.evaluate_all(
        "all => all.map(each => each.querySelector('path + path').getBoundingClientRect().width)"
    )
    assert (len(sizes), min(sizes) >= LARGE_ENOUGH) == (2, True)
    colours = codes.first.locator("path").evaluate_all(
        "all => all.map(each => [getComputedStyle(each).fill, getComputedStyle(each).stroke])"
    )
    assert (colours[0][0], colours[1][1]) == ("rgb(255, 255, 255)", "rgb(0, 0, 0)")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_big_view_shows_the_code_of_the_table_whole(
    screens: Screens, width: int, height: int
) -> None:
    page = screens.open(width)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{post_record(page, game_over())}big")
    expect(page.get_by_text("Join the table")).to_be_visible()
    box = page.locator(".corner .code").bounding_box()
    assert box is not None
    assert box["width"] >= 220
    assert box["y"] + box["height"] <= height


def test_the_code_of_the_big_view_covers_nothing(screens: Screens) -> None:
    page = screens.open(1280)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{post_record(page, game_over())}big")
    corner = page.locator(".corner").bounding_box()
    board = page.locator(".board").bounding_box()
    assert corner is not None
    assert board is not None
    assert corner["y"] >= board["y"] + board["height"]
    over = page.locator(".says").evaluate(
        """says => { const range = document.createRange(); range.selectNodeContents(says);
        const corner = document.querySelector('.corner').getBoundingClientRect();
        return [...range.getClientRects()].filter(line => line.right > corner.left).length }"""
    )
    assert over == 0


def test_a_narrow_big_view_leaves_its_room_to_the_totals(screens: Screens) -> None:
    page = screens.open(390)
    page.goto(f"{post_record(page, game_over())}big")
    expect(page.locator(".corner")).to_be_hidden()
