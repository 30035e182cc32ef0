"""A whole game typed on a small phone that runs no script."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.screens import Screens


def enter_deal(page: Page, by: str, hands: dict[str, tuple[str, str]]) -> None:
    page.get_by_role("link", name="Enter deal").click()
    page.get_by_role("group", name="Who went out").get_by_label(by).check()
    for name, (melds, in_hand) in hands.items():
        hand = page.get_by_role("group", name=name, exact=True)
        hand.get_by_label("Melded", exact=True).fill(melds)
        hand.get_by_label("In hand", exact=True).fill(in_hand)
    page.get_by_role("button", name="Score deal").click()


@pytest.mark.long
def test_a_game_of_two_deals_is_typed_and_settled_on_a_phone(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.locator(".stake summary").click()
    page.get_by_label("Amount").fill("1")
    page.get_by_role("button", name="Change the house rules").click()
    page.locator(".rule summary", has_text="Target").first.click()
    page.get_by_label("Target", exact=True).fill("400")
    page.get_by_role("button", name="Use these rules").click()
    page.get_by_role("button", name="Start the game").click()

    enter_deal(
        page,
        "Ann",
        {
            "Ann": ("KH KD KC\n5S 6S 7S 8S 9S TS\nAD 2C=2D 3D 4D", ""),
            "Bob": ("9C TC JC\n4H 4S 4C", "AS 7D 2H QD 8H 6C 3C"),
        },
    )
    expect(page.locator("details[open]")).to_contain_text("+210")
    page.get_by_role("link", name="Score sheet").last.click()

    enter_deal(
        page,
        "Ann",
        {
            "Ann": ("KH KD KC\n5S 6S 7S 8S 9S TS\nAD 2C=2D 3D 4D", ""),
            "Bob": ("9C TC JC\n4H 4S 4C", "AS 7D 2H QD 8H 6C 3C"),
        },
    )
    page.get_by_role("link", name="final score").click()
    expect(page.get_by_text("Ann wins", exact=True)).to_be_visible()
    # 420 and 200 for the game are 600; −60 is −100; the difference is seven hundreds.
    expect(page.locator(".pays")).to_contain_text("$7.00")


def test_a_wrong_deal_comes_back_with_all_that_was_typed(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    page.goto("/new")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Start the game").click()
    enter_deal(page, "Ann", {"Ann": ("KH KD 4C", ""), "Bob": ("", "AS")})
    expect(page.get_by_role("alert")).to_contain_text("Line 1: KH KD 4C")
    hand = page.get_by_role("group", name="Ann", exact=True)
    expect(hand.get_by_label("Melded", exact=True)).to_have_value("KH KD 4C")
