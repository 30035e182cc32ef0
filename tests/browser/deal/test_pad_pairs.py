"""The pad of partners: a board for each pair, its opponents, and what the pairs come to."""

from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dictation import dictate
from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.looking import misfits
from tests.browser.pad_screen import add, line_of, press_button, score, status_of, tap
from tests.browser.screens import Screens
from tests.web.partners import DEAL, FOUR, SIX

LONGFELLOW: Final = "Bartholomew Longfellow"
# The same presses as in a game of two.
ANN: Final = "D 7 by:0 S 4 5 6 C 9 D 9 H 9 D J Q K H 4"
BOB: Final = "next C 8 H 8 D 8 C A 2 3 S 7 9 H T 2"


def sit_down(page: Page, players: tuple[str, ...] = FOUR, *deals: dict[str, Any]) -> str:
    """Open the form of the next deal of a new game of gin to 150; the address of the game."""
    game = empty_game("gin150", players)
    address = urlsplit(post_record(page, {**game, "deals": list(deals)})).path
    page.goto(address + "enter")
    return address


def tabs(page: Page) -> list[str]:
    """Return the words of the tabs of the pairs."""
    found = page.locator("#pad .pairtab").all_inner_texts()
    return [" ".join(text.replace("♦", "").split()) for text in found]


def test_a_deal_of_two_pairs_is_entered_on_one_phone(phone: Page) -> None:
    game = sit_down(phone)
    tap(phone, f"{ANN} {BOB}")
    result = phone.locator("#pad .result")
    expect(result).to_have_text("Cal and Dot still play. Ann is 8 up.")
    phone.locator("#pad .actions").get_by_role("button", name="Next: Cal – Dot").click()
    expect(phone.locator("#pad .pairtab").nth(1)).to_be_focused()
    press_button(phone.get_by_role("button", name="Same upcard"))
    tap(phone, "by:0 sums d:5 next d:2")
    expect(result).to_contain_text("That makes 5 to 0.")
    assert "13 − 8 = 5 for Bob and Dot.\n+5" in result.inner_text()
    # What was entered of both pairs is kept on the phone.
    phone.reload()
    expect(phone.locator("#pad .pairtab").nth(0)).to_contain_text("Ann +8")
    press_button(phone.locator("#pad .pairtab").nth(1))
    score(phone, 1)
    expect(phone.locator("main")).to_contain_text("13 − 8 = 5 for Bob and Dot.")
    phone.goto(f"{game}enter")
    expect(phone.locator("#pad .upcard .card")).to_have_class("card big none")


def room_in_large_text(phone: Page) -> float:
    """How much of the board is shown above the digits, in heights of the open name and its figure.

    The phone is a small one, with large text.
    """
    before = phone.viewport_size
    assert before is not None
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    times: float = phone.evaluate(
        """() => {
          const heightOf = (name) => document.querySelector(name).clientHeight;
          return heightOf("#pad .board") / heightOf("#pad .ginhand.open .who");
        }"""
    )
    phone.evaluate("document.documentElement.style.fontSize = ''")
    phone.set_viewport_size(before)
    return times


@pytest.mark.long
def test_pairs_by_sums_follow_one_another(phone: Page) -> None:
    sit_down(phone, SIX)
    names = phone.locator("#pad .pairtab span > b")
    assert names.evaluate_all("all => all.every((name) => name.scrollHeight <= name.clientHeight)")
    onward = phone.locator("#pad .actions .main")
    tap(phone, "sums D 7 by:0 d:4")
    assert room_in_large_text(phone) > 1.1
    tap(phone, "next")
    assert room_in_large_text(phone) > 1.1
    expect(onward).to_have_text("Next: Cal – Dot")  # one count is missing, and two pairs
    tap(phone, "d:3 d:4")
    press_button(onward)
    tap(phone, "S 9 by:1 d:9 next d:2 d:0")
    expect(phone.locator("#pad .pairtab").nth(1)).to_contain_text("Dot +11")
    press_button(onward)
    tap(phone, "H K")
    press_button(phone.locator("#pad").get_by_role("button", name="Dead: two cards left"))
    expect(onward).to_have_text("Score the deal")


@pytest.mark.long
def test_hands_of_pairs_are_said_in_the_pair_that_is_open(phone: Page) -> None:
    sit_down(phone)
    pad = phone.locator("#pad")
    tap(phone, "D 7 by:0")
    dictate(
        line_of(phone),
        ["four five six of spades jack queen king of diamonds nines but the spade four of hearts"],
    )
    add(phone)
    expect(status_of(phone)).to_contain_text("Ann: ")
    tap(phone, "next")
    dictate(line_of(phone), ["twenty five points"])
    add(phone)
    expect(pad.locator(".result")).to_contain_text("Ann is 21 up.")
    dictate(line_of(phone), ["bananas"])
    press_button(pad.locator(".pairtab").nth(1))
    expect(line_of(phone)).to_have_value("")
    press_button(pad.locator(".pairtab").nth(0))
    expect(line_of(phone)).to_have_value("bananas")
    expect(pad.locator(".heard")).to_have_text("bananas")
    press_button(pad.locator(".pairtab").nth(1))
    dictate(line_of(phone), ["seven of diamonds"])
    add(phone)
    expect(pad.get_by_role("button", name="Upcard seven of diamonds: change")).to_be_visible()
    tap(phone, "by:0")
    dictate(line_of(phone), ["five points"])
    add(phone)
    tap(phone, "next")
    dictate(line_of(phone), ["two points"])
    assert misfits(phone) == []
    add(phone)
    expect(pad.locator(".result")).to_contain_text("21 − 13 = 8 for Ann and Cal.")
    expect(pad.locator(".pairtab").nth(0)).to_contain_text("Ann +21")


def test_a_corrected_pair_leaves_the_other_as_it_is(phone: Page) -> None:
    game = sit_down(phone, FOUR, DEAL)
    phone.goto(f"{game}deal/1/correct")
    press_button(phone.locator("#pad .pairtab").nth(1))
    tap(phone, "seat:1 d:3")
    expect(phone.locator("#pad .result")).to_contain_text("30 − 16 = 14 for Ann and Cal.")
    press_button(phone.locator("#pad").get_by_role("button", name="Save the change"))
    phone.wait_for_url("**/deal/1")
    expect(phone.locator("main")).to_contain_text("30 − 16 = 14 for Ann and Cal.")


def test_opponents_of_two_pairs_are_changed_by_one_tap_until_a_card_is_there(phone: Page) -> None:
    sit_down(phone)
    change = phone.get_by_role("button", name="Change opponents")
    press_button(change)
    assert phone.locator("#pad .pairtab b").all_inner_texts() == ["Ann – Dot", "Cal – Bob"]
    tap(phone, "D 7 by:0 S 4")
    expect(change).to_have_count(0)


@pytest.mark.long
def test_opponents_of_three_pairs_are_changed_by_two_names_and_sent(phone: Page) -> None:
    game = sit_down(phone, ("Ann", LONGFELLOW, *SIX[2:]))
    assert misfits(phone) == []  # nothing of the tabs is cut off
    press_button(phone.get_by_role("button", name="Change opponents"))
    for name in (LONGFELLOW, "Fay"):
        press_button(phone.get_by_role("button", name=name, exact=True))
    pairs = ["Ann – Fay", "Cal – Dot", f"Eve – {LONGFELLOW}"]
    assert phone.locator("#pad .pairtab b").all_inner_texts() == pairs
    for at in range(3):
        press_button(phone.locator("#pad .pairtab").nth(at))
        tap(phone, "D K end:dead")
    score(phone, 1)
    assert phone.locator(".hand .name").all_inner_texts() == pairs
    phone.goto(f"{game}enter")
    assert phone.locator("#pad .pairtab b").all_inner_texts() == pairs


def test_each_player_sends_the_own_hand_on_a_pad_of_two(screens: Screens) -> None:
    host = screens.open_new(360)
    game = sit_down(host)
    take_seat(host, game, 2)
    host.clock.install()
    host.goto(f"{game}hand/2")
    assert host.locator("#pad .pairtab").count() == 0
    # A dead pair is complete with its upcard, and yet waits until it is sent.
    tap(host, "end:dead S K")
    expect(host.locator("#pad .upcard")).to_contain_text("A dead deal")
    host.clock.run_for(1000)
    assert "No hand is in yet." in host.request.get(f"{game}hands").text()
    tap(host, "dead by:0 sums d:5")
    press_button(host.locator("#pad").get_by_role("button", name="Send my cards"))
    host.wait_for_url("**/hands?deal=*")
    expect(host.locator("#hands")).to_contain_text("Cal is in. Waiting for Ann, Bob and Dot.")
