"""A long game on a phone: names and totals stay in view, older deals are folded away."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.games import bring, empty_game, post_record, send_form, take_seat, total
from tests.browser.screens import Screens

COLUMNS = "all => all.slice(0, 5).map(each => Math.round(each.getBoundingClientRect().right))"


def long_game(*names: str) -> dict[str, Any]:
    hands = {name: total(25, 5) for name in names}
    deals = [{"ending": "stock", "hands": hands} for _ in range(9)]
    return empty_game("modern", names) | {"deals": deals}


def top_of(page: Page) -> str:
    """The words at the top of the window after the head of the sheet has left."""
    page.evaluate("scrollTo(0, 400)")
    found = page.evaluate("document.elementFromPoint(200, 30).closest('.heads')?.innerText ?? ''")
    return " ".join(found.split())


def height(page: Page, selector: str) -> float:
    """How high an element is (px)."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["height"]


def test_names_and_totals_stay_when_the_head_of_the_sheet_has_left(screens: Screens) -> None:
    page = screens.open(390)
    bring(page, long_game("Ann", "Bob", "Cal"))
    assert top_of(page) == "Ann 180 Bob 180 Cal 180"


def test_names_and_totals_go_sideways_with_their_columns(screens: Screens) -> None:
    page = screens.open(390)
    game = post_record(page, long_game("Ann", "Bob", "Cal", "Dot", "Bartholomew"))
    take_seat(page, game, 3)
    page.goto(game)
    expect(page.get_by_role("columnheader", name="Dot")).to_be_in_viewport(ratio=1)
    edges = page.locator(".sheet thead th").evaluate_all(COLUMNS)
    assert edges[0] == edges[1]  # the first column is whole behind that of the deals
    page.get_by_role("region", name="Score sheet").evaluate("box => box.scrollLeft = 130")
    expect(page.locator(".heads > ul")).to_have_js_property("scrollLeft", 130)
    heads = page.locator(".heads li").evaluate_all(COLUMNS)
    assert heads == page.locator(".sheet thead th:not(:first-child)").evaluate_all(COLUMNS)
    hands = {f"hand{at}-{name}_points": "5" for at in range(5) for name in ("melded", "in_hand")}
    send_form(page, f"{game}enter", ending="stock", **hands | {"hand3-melded_points": "45"})
    expect(page.locator(".sheet thead .total")).to_have_text(["180", "180", "180", "220", "180"])


def test_older_deals_unfold_without_a_script(screens: Screens) -> None:
    page = screens.open(390, java_script_enabled=False)
    bring(page, long_game("Ann", "Wilhelmina Maximiliana"))
    # A long name takes two lines before it is cut, and a phone on its side has a head of one.
    assert height(page, ".sheet thead th:last-child .name") > 40
    page.set_viewport_size({"width": 844, "height": 390})
    assert max(height(page, ".bar"), height(page, ".foot")) < 56
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.get_by_role("rowheader", name="Deal 2")).to_be_hidden()
    expect(page.get_by_role("rowheader", name="Deal 3")).to_be_visible()
    page.get_by_text("Deals 1 to 2 · all deals").click()
    expect(page.get_by_role("rowheader", name="Deal 2")).to_be_visible()


def test_unfolded_deals_stay_so_while_others_enter_the_next(screens: Screens) -> None:
    page = screens.open(390)
    game = bring(page, long_game("Ann", "Bob"))
    page.get_by_text("Deals 1 to 2 · all deals").click()
    hands = {f"hand{seat}-{name}_points": "5" for seat in (0, 1) for name in ("melded", "in_hand")}
    send_form(page, f"{game}enter", ending="stock", **hands)
    expect(page.get_by_text("Deals 1 to 3 · all deals")).to_be_visible()
    expect(page.get_by_role("rowheader", name="Deal 1 stock")).to_be_visible()
