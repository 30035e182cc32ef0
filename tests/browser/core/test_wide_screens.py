"""On a wide screen pages have two columns, and buttons no wider than a hand needs."""

from typing import Final

import pytest
from playwright.sync_api import FloatRect, Page

from tests.browser.games import game_of, game_over, post_record
from tests.browser.looking import is_cut_off
from tests.browser.screens import Screens
from tests.club_books import tallied_game

WIDEST_BUTTON: Final = 28 * 16


def boxes_of(page: Page, *selectors: str) -> list[FloatRect]:
    """Return the boxes of the first elements of these selectors."""
    boxes = [page.locator(selector).first.bounding_box() for selector in selectors]
    return [box for box in boxes if box is not None]


@pytest.fixture
def desk(screens: Screens) -> Page:
    page = screens.open(1280)
    page.set_viewport_size({"width": 1280, "height": 800})
    return page


@pytest.mark.parametrize(
    ("path", "left", "right"),
    [
        ("final", ".results", ".money"),
        ("/rules/laws", "main > .leaf:first-child", "#part-values"),
        ("/", ".home main > .thin", "#new"),
        ("deal/1", ".one-deal .pad", ".one-deal .meaning"),
    ],
)
def test_the_parts_of_a_page_stand_side_by_side(
    desk: Page, path: str, left: str, right: str
) -> None:
    game = post_record(desk, game_of("Ann", "Bob") if path == "/" else game_over())
    desk.goto(path if path.startswith("/") else game + path)
    one, other = boxes_of(desk, left, right)
    # Above the rules stands the row that leads to their parts.
    assert one["y"] == other["y"] or path.startswith("/rules")
    assert other["y"] < one["y"] + one["height"]
    assert one["x"] + one["width"] < other["x"]
    assert not is_cut_off(desk)
    shown = desk.locator(":is(.main, .second):visible")
    wide = shown.evaluate_all("all => all.map(each => each.offsetWidth)")
    assert path == "final" or max(wide) <= WIDEST_BUTTON
    assert (
        shown.evaluate_all("all => all.filter(each => each.scrollWidth > each.clientWidth)") == []
    )


def test_the_main_button_stands_in_the_head_or_ends_with_its_column(desk: Page) -> None:
    desk.goto(post_record(desk, game_over()) + "final")
    box, button = boxes_of(desk, ".results", ".foot > .main")
    assert button["x"] + button["width"] == pytest.approx(box["x"] + box["width"], abs=1)
    desk.goto(post_record(desk, game_of("Ann", "Bob")))
    box, button, menu = boxes_of(desk, ".spread", ".foot > .main", ".menu")
    assert button["y"] + button["height"] < box["y"]
    assert button["x"] + button["width"] < menu["x"]


def test_the_results_of_five_are_in_view_on_a_phone(screens: Screens) -> None:
    page = screens.open(390)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(post_record(page, game_over()) + "final")
    foot, results = boxes_of(page, ".foot", ".ranks")
    assert results["y"] + results["height"] <= foot["y"]
    rows = page.locator(".ranks tbody tr").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect().height)"
    )
    assert max(rows) <= 40


def test_the_net_of_five_long_names_is_in_view(desk: Page) -> None:
    names = [f"{name} Longfellow-Smythe" for name in ("Ann", "Bob", "Cal", "Dot", "Eve")]
    desk.goto(post_record(desk, tallied_game(300, 20, -40, 10, 50, names=tuple(names))) + "final")
    desk.locator(".pairs > summary").click()
    square, net = boxes_of(desk, ".box:has(> .matrix)", ".matrix tbody tr:last-child .net")
    assert net["x"] + net["width"] <= square["x"] + square["width"]
