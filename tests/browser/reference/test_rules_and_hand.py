"""The rules and the count of a hand, by thumb and without a script."""

import pytest
from playwright.sync_api import expect

from tests.browser.looking import misfits
from tests.browser.screens import Screens


@pytest.mark.long
def test_a_gin_hand_is_said_without_script(screens: Screens) -> None:
    page = screens.open(320, java_script_enabled=False)
    page.goto("/hand?variant=gin150")
    line = page.get_by_label("Say or type the cards")
    line.fill(
        "four five six of spades, jack queen king of diamonds, three nines and the four of hearts"
    )
    page.get_by_role("button", name="Arrange the hand").click()
    expect(line).to_have_value("three nines")
    expect(page.get_by_label("four of hearts")).to_be_checked()
    page.locator("#said0 label").last.click()
    assert misfits(page) == []
    page.get_by_role("button", name="Arrange the hand").click()
    expect(line).to_have_value("")
    expect(page.locator(".sum").first).to_have_text("4")


def test_a_law_of_a_counted_hand_is_one_tap_away(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    page.goto("/hand?variant=laws&melds=KKK2%0D%0A8S-KS&in_hand=5 6 QS")
    expect(page.get_by_text("+30", exact=True)).to_be_visible()
    page.get_by_role("link", name="Law 12").first.click()
    expect(page.locator("#law-12")).to_be_in_viewport()
