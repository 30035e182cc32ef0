"""One draft in two tabs, and after a refusal."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import empty_game, post_record, send_form, take_seat
from tests.browser.pad_screen import CAST, pad, press_button, press_send, sit_down, tap

CAL_AND_BOB = {"hand0-melds": "K K K", "hand1-in_hand": "9", "hand2-in_hand": "4"}
"""The hands of a deal, in which Ann goes out."""


def drafts_of_hands(phone: Page) -> list[str]:
    names: list[str] = phone.evaluate("Object.keys(localStorage)")
    found = [re.search(r"^pad:.*/hand/(\d)#", name) for name in names]
    return sorted([name[1] for name in found if name])


def test_two_tabs_show_one_hand_and_know_that_it_was_sent(phone: Page) -> None:
    game = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, game, 1)
    other = phone.context.new_page()
    for tab in (phone, other):
        tab.goto(f"{game}hand/1")
    tap(phone, "in_hand 9 K")
    expect(other.locator('[name="hand1-in_hand"]')).to_have_value("9 K")
    tap(other, "in_hand 7")
    expect(phone.locator('[name="hand1-in_hand"]')).to_have_value("9 K 7")
    press_send(phone)
    phone.wait_for_url("**/hands?deal=*")
    expect(pad(other).locator(".notes .reason")).to_have_text(
        "Sent from another tab of this browser."
    )
    other.close()


@pytest.mark.long
def test_a_refused_deal_that_is_on_the_pad_again_is_not_told_twice(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    take_seat(phone, game, 1)
    phone.goto(f"{game}hand/1")
    tap(phone, "K")
    press_send(phone)
    problem = pad(phone).locator(".note[role=alert]:visible")
    expect(problem).to_be_visible()
    phone.reload()
    expect(pad(phone).locator(".tab")).to_contain_text("30")
    expect(phone.locator("#outbox")).to_be_empty()
    phone.goto(f"{game}hand/2")
    tap(phone, "Q")
    press_button(pad(phone).get_by_role("button", name="Send Cal’s cards"))
    expect(problem).to_be_visible()
    phone.goto(f"{game}enter")
    # Two take the place of one, so that cards are in view.
    expect(phone.locator("#outbox summary")).to_have_text("2 entries were not saved.")
    phone.locator("#outbox summary").click()
    expect(phone.locator("#outbox")).to_contain_text("Your hand in deal 1")
    phone.locator("#outbox").get_by_role("button", name="Discard").last.click()
    phone.locator("#outbox").get_by_role("button", name="Put it back").wait_for()
    phone.reload()
    tap(phone, "by:0 K K next in_hand 7 next")
    press_button(pad(phone).locator(".main").last)
    expect(problem).to_contain_text("Cal")
    phone.reload()
    expect(phone.locator("#outbox")).not_to_contain_text("Deal 1 was not")
    tap(phone, "seat:2 in_hand 9")
    press_button(phone.get_by_role("button", name="Score the deal"))
    phone.wait_for_url("**/deal/1")
    expect(phone.locator("#outbox")).to_be_empty()


@pytest.mark.long
def test_what_was_pressed_since_a_refusal_goes_and_comes_with_the_deal(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next")
    press_button(pad(phone).locator(".main").last)
    expect(pad(phone).locator(".note[role=alert]:visible")).to_contain_text("Cal")
    tap(phone, "seat:1 in_hand 9")
    phone.goto(game)
    way, notice = phone.locator(".foot a.main"), phone.locator("#outbox")
    expect(way).to_have_text("Continue deal 1")
    press_button(notice.get_by_role("button", name="Discard"))
    expect(way).to_have_text("Enter deal 1")
    press_button(notice.get_by_role("button", name="Put it back"))
    expect(way).to_have_text("Continue deal 1")


def test_a_refused_hand_goes_with_its_deal_whichever_phone_scores_it(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    take_seat(phone, game, 1)
    phone.goto(f"{game}hand/1")
    tap(phone, "K")
    press_send(phone)
    problem = pad(phone).locator(".note[role=alert]:visible")
    expect(problem).to_be_visible()
    phone.goto(f"{game}hand/2")
    tap(phone, "Q")
    press_button(pad(phone).get_by_role("button", name="Send Cal’s cards"))
    expect(problem).to_be_visible()
    phone.goto(f"{game}enter")
    # Two take the place of one, so that cards are in view.
    expect(phone.locator("#outbox summary")).to_have_text("2 entries were not saved.")
    # What is discarded leaves no draft behind, and comes back with it.
    phone.locator("#outbox summary").click()
    assert drafts_of_hands(phone) == ["1", "2"]
    press_button(phone.locator("#outbox").get_by_role("button", name="Discard").last)
    assert drafts_of_hands(phone) == ["1"]
    press_button(phone.locator("#outbox").get_by_role("button", name="Put it back"))
    assert drafts_of_hands(phone) == ["1", "2"]
    send_form(phone, f"{game}enter", ending="out", by="0", **CAL_AND_BOB)
    phone.wait_for_url("**/deal/1")
    phone.goto(game)
    expect(phone.get_by_role("rowheader", name="Deal 1")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_empty()
