"""An evening of Hollywood: one enters the deals, one watches, and a TV shows them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import door_of, hollywood, post_record, send_form
from tests.browser.looking import resize
from tests.browser.screens import Screens


def enter_knock(phone: Page, game: str, *counts: str) -> None:
    """Enter the next deal, which Ann wins, by the counts of both."""
    fields = {f"hand{seat}-deadwood_points": count for seat, count in enumerate(counts)}
    send_form(phone, f"{game}enter", upcard="KD", ending="knock", by="0", **fields)


@pytest.mark.long
def test_a_deal_is_written_into_the_open_games_on_every_phone(screens: Screens) -> None:
    ann, watching, tv = (screens.open(width) for width in (390, 320, 1024))
    game = post_record(ann, hollywood(6))
    shared = door_of(ann, game)
    watching.goto(shared)
    tv.goto(f"{shared}big")
    expect(watching.locator("tbody .shut").first).to_be_visible()
    watching.locator(".sheet .game > a").nth(1).click()
    expect(watching.locator("#so-far .game:target")).to_be_visible()
    expect(tv.locator(".board.closed")).to_have_count(1)
    # What is entered on one phone is on all others without a tap.
    enter_knock(ann, game, "2", "12")
    row = watching.locator("tr[data-deal]").last
    expect(row.locator("td")).to_have_text(["", "", "98", "", "73", ""])
    expect(tv.locator(".board").nth(1).locator(".togo").first).to_have_text("2 to go")
    enter_knock(ann, game, "0", "15")
    expect(tv.locator(".says").first).to_have_text("Ann wins.")
    # In large text one whole game is beside the column of deals, and the box stops at each.
    resize(watching, 320)
    watching.evaluate("document.documentElement.style.fontSize = '200%'")
    box = watching.locator(".pad > .box")
    heads = box.locator(".game").evaluate_all("all => all.map(each => each.clientWidth)")
    room = box.evaluate("box => box.clientWidth - box.querySelector('tbody th').offsetWidth")
    assert max(heads) <= room
    assert box.evaluate("box => getComputedStyle(box).scrollSnapType") == "x mandatory"
