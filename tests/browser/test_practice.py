"""Somebody alone, without cards, practises: the keys, agreement, and throwing it away."""

from playwright.sync_api import expect

from tests.browser.looking import AXE, faults, misfits
from tests.browser.pad_screen import tap
from tests.browser.screens import Screens


def test_one_person_practises_alone(screens: Screens) -> None:
    phone = screens.open(320, first_script=AXE)
    phone.goto("/")
    phone.locator(".menu summary").click()
    phone.get_by_role("link", name="Practise").click()
    assert faults(phone) == []
    phone.get_by_role("button", name="Laws of Oklahoma").click()
    expect(phone.get_by_text("you are Ann, the site plays Bob, Cal and Dot")).to_be_visible()
    assert misfits(phone) == []
    phone.get_by_role("link", name="Enter my hand").click()
    expect(phone.locator("#pad").get_by_text("No cards? Enter these")).to_be_visible()
    tap(phone, "by:0 K K 2 S 8 K 5 5")
    assert faults(phone) == []
    phone.get_by_role("button", name="Send").click()
    expect(phone.locator("#hands")).to_contain_text("All hands are in")
    phone.get_by_role("button", name="Score the deal").click()
    phone.get_by_role("button", name="Agree").first.click()
    expect(phone.get_by_text("All agree")).to_be_visible()
    phone.get_by_role("link", name="Score sheet").click()
    phone.get_by_role("button", name="Throw it away").click()
    expect(phone.get_by_text("New game").first).to_be_visible()
    expect(phone.get_by_text("Under way")).to_have_count(0)
