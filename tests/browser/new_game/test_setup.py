"""The form of a game's stake and house rules, as a phone shows it."""

from playwright.sync_api import expect

from tests.browser.games import game_over, post_record
from tests.browser.screens import Screens


def test_a_mended_field_is_no_longer_marked_as_wrong(screens: Screens) -> None:
    page = screens.open(320)
    page.goto(f"{post_record(page, game_over())}setup")
    tops = page.locator(".terms input").evaluate_all(
        "all => all.map((each) => each.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1, "the stake takes one row"
    page.get_by_label("Amount").fill("1.234")
    page.get_by_label("Per points").fill("none")
    page.get_by_role("button", name="Use these rules").click()
    told = page.get_by_role("alert")
    expect(told.get_by_role("link")).to_have_count(2)
    page.get_by_label("Amount").fill("1.23")
    expect(told.get_by_role("link")).to_have_count(1)
    expect(page.locator("#stake-amount-problem")).to_have_count(0)
    page.get_by_label("Per points").fill("1")
    expect(told).to_have_count(0)
