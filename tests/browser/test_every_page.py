"""Every page, by day and by night, on the narrowest phone: no barrier, nothing cut off."""

from typing import Final

from playwright.sync_api import expect

from tests.browser.games import NAMES, bring, game_over, gin_game, post_record
from tests.browser.looking import WIDTHS, barriers, faults, is_cut_off, spilled_totals
from tests.browser.screens import Screens

SITE_PAGES: Final = ("/", "/new?variant=modern", "/new?variant=gin100", "/import", "/nowhere")
GAME_PAGES: Final = (
    "",
    "enter",
    "deal/1",
    "deal/1/correct",
    "undo/2",
    "close",
    "players",
    "history",
    "final",
)


def test_no_page_of_a_game_has_a_barrier_or_is_cut_off(screens: Screens) -> None:
    page = screens.open(320)
    over, gin = post_record(page, game_over()), post_record(page, gin_game())
    wrong = []
    addresses = [
        *SITE_PAGES,
        *[over + name for name in GAME_PAGES if name != "close"],
        *[gin + name for name in ("", "enter", "deal/1", "close")],
    ]
    for address in addresses:
        page.goto(address)
        wrong += [(address, fault) for fault in faults(page)]
    assert wrong == []


def test_a_form_with_problems_has_no_barrier_and_is_not_cut_off(screens: Screens) -> None:
    page = screens.open(320)
    game = post_record(page, gin_game())
    page.goto(game + "enter")
    pad = page.locator("#pad")
    pad.get_by_text("More", exact=True).click()
    pad.get_by_role("button", name="Type it").click()
    page.get_by_role("button", name="Score deal").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert faults(page) == []


def test_the_sheet_of_five_scrolls_in_its_own_box(screens: Screens) -> None:
    page = screens.open(320)
    bring(page, game_over())
    box = page.get_by_role("region", name="Score sheet")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    assert not is_cut_off(page)


def test_totals_stand_inside_their_columns(screens: Screens) -> None:
    page = screens.open(320)
    record = game_over()
    record["players"] = list(NAMES[:3])
    for deal in record["deals"]:
        deal["hands"] = {name: deal["hands"][name] for name in NAMES[:3]}
    bring(page, record)
    assert [width for width in WIDTHS if spilled_totals(page, width)] == []


def test_with_text_twice_as_large_nothing_is_cut_off(screens: Screens) -> None:
    page = screens.open(640)
    game = post_record(page, gin_game())
    for address in ("/new", game, game + "enter", game + "deal/1"):
        page.goto(address)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not is_cut_off(page), address


def test_with_text_twice_as_large_no_page_of_a_game_has_a_barrier_or_is_cut_off(
    screens: Screens,
) -> None:
    page = screens.open(320)
    game = bring(page, game_over())
    wrong = []
    for name in ("", "deal/1", "enter", "final", "history", "big"):
        page.goto(game + name)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.locator("main details").evaluate_all("all => all.forEach(each => each.open = true)")
        wrong += [(name, barrier) for barrier in barriers(page)]
        wrong += [(name, "cut off")] if is_cut_off(page) else []
    assert wrong == []


def test_names_beside_the_money_stay_whole_and_in_view(screens: Screens) -> None:
    page = screens.open(320)
    page.goto(post_record(page, game_over()) + "final")
    page.locator(".box").last.evaluate("box => box.scrollLeft = box.scrollWidth")
    name = page.locator(".matrix th", has_text="Cal").last
    found = name.evaluate(
        "name => [name.scrollWidth <= name.clientWidth,"
        " name.getBoundingClientRect().left - name.closest('.box').getBoundingClientRect().left]"
    )
    assert found == [True, 0]
