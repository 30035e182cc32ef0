"""The gin pad: what the deal comes to while it is typed, and hands laid as their players want."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.games import LONG, empty_game, post_record, take_seat
from tests.browser.looking import NARROWEST, misfits
from tests.browser.pad_screen import (
    enter_digits,
    line_of,
    open_more,
    press_button,
    score,
    status_of,
    tap,
)

ANN = "D 7 by:0 S 4 5 6 C 9 D 9 H 9 D J Q K H 4"
BOB = "next C 8 H 8 D 8 C A 2 3 S 7 9 H T 2"
DEALT = {
    "ending": "knock",
    "by": "Ann",
    "upcard": "TD",
    "hands": {"Ann": {"deadwood_points": 4}, "Bob": {"deadwood_points": 100}},
}


def sit_down(page: Page, *deals: dict[str, Any], first: str = "Ann") -> str:
    """Open the form of the next deal of a new game of gin to 150; the address of the game."""
    game = empty_game("gin150", (first, "Bob"))
    address = urlsplit(post_record(page, {**game, "deals": deals})).path
    page.goto(address + "enter")
    return address


def result(page: Page) -> Locator:
    return page.locator("#pad .result")


def hand(page: Page, seat: int) -> Locator:
    return page.locator("#pad .ginhand").nth(seat)


def cards(group: Locator) -> list[str]:
    """The cards of a group in words, whether they can be tapped or not."""
    names = group.locator(".card").evaluate_all("all => all.map(e => e.ariaLabel)")
    return [str(name).removesuffix(": take out") for name in names]


def test_the_result_is_shown_before_the_deal_is_sent_and_goes_if_a_card_is_missing(
    phone: Page,
) -> None:
    game = sit_down(phone, DEALT)
    asked: list[str] = []
    phone.on("request", lambda r: asked.append(r.url) if r.url.endswith("/preview") else None)
    tap(phone, f"{ANN} {BOB}")
    expect(status_of(phone)).to_contain_text("Ann scores 12 − 4. That makes 104 to 0.")
    shown = "Ann scores 12 − 4. +8 That makes 104 to 0."
    assert " ".join(result(phone).inner_text().split()) == shown
    # What Bob lays off lies apart from his deadwood.
    expect(hand(phone, 1)).to_contain_text("28 − 16: 7 on the run, 9 on the set.")
    expect(hand(phone, 1).locator(".sum")).to_have_text("12")
    assert cards(hand(phone, 1).locator(".laid")) == ["seven of spades", "nine of spades"]
    assert cards(hand(phone, 1).locator(".dead")) == ["two of hearts", "ten of hearts"]
    tap(phone, "seat:0 seat:1 seat:0")
    expect(result(phone)).to_contain_text("+8")
    assert len(asked) == 1  # of many quick presses only the last is sent
    tap(phone, "seat:1 undo")
    expect(result(phone)).to_be_hidden()
    expect(hand(phone, 1).locator(".laid")).to_have_count(0)
    assert phone.request.get(f"{game}record.json").json()["deals"] == [DEALT]
    # A knock over the limit is reported at once.
    tap(phone, "2 up D 3")
    expect(result(phone)).to_have_text("Ann: Knocked with 4, the limit is 3")
    tap(phone, "up D 7")
    expect(result(phone)).to_contain_text("+8")


@pytest.mark.long
def test_a_refused_deal_says_so_in_view_and_once(phone: Page) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    sit_down(phone)
    tap(phone, f"{ANN} K {BOB}")
    refused: list[int] = []
    phone.on("response", lambda answer: refused.append(answer.status))
    press_button(phone.get_by_role("button", name="Score the deal"))
    expect(phone.get_by_text("Nothing is saved yet")).to_be_in_viewport()
    assert refused.count(422) == 1
    words = phone.locator(":not([role=status])").get_by_text("Ann has 11 cards", exact=False)
    words = words.locator("visible=true").and_(phone.locator(":not([role=status])"))
    expect(words).to_have_count(1)
    tap(phone, "seat:0 drop:10")
    expect(words).to_have_count(0)
    expect(phone.get_by_text("Nothing is saved yet")).to_be_hidden()
    expect(result(phone)).to_contain_text("+8")


@pytest.mark.long
def test_without_the_server_the_pad_works_and_asks_again_later(phone: Page) -> None:
    sit_down(phone)
    said: list[str] = []
    phone.on("pageerror", lambda error: said.append(str(error)))
    tap(phone, ANN)
    phone.context.set_offline(True)
    with phone.expect_event("requestfailed"):
        tap(phone, BOB)
    expect(hand(phone, 1).locator(".sum")).to_have_text("28")
    expect(result(phone)).to_have_text("")
    phone.context.set_offline(False)
    expect(result(phone)).to_contain_text("+8")
    phone.route("**/preview", lambda route: route.fulfill(status=503), times=2)
    with phone.expect_response("**/preview"):
        tap(phone, "undo H 3")
    tap(phone, "undo")
    expect(result(phone)).to_be_hidden()
    tap(phone, "H 3")  # no event of the browser tells when a busy server answers again
    expect(result(phone)).to_contain_text("+9")
    assert said == []


def enter_counts(page: Page, *counts: int) -> None:
    """Enter the upcard, that Ann knocked, and the count of each hand."""
    expect(page.locator("#pad .digits")).to_have_count(0)
    expect(page.get_by_role("heading", name="Upcard")).to_be_visible()
    tap(page, "D 7")
    expect(page.get_by_role("heading", name="Who knocked?")).to_be_visible()
    tap(page, "by:0 d:{} next {}".format(counts[0], " ".join(f"d:{x}" for x in str(counts[1]))))


def test_by_sums_every_deal_begins_with_the_upcard_and_the_knocker(phone: Page) -> None:
    game = sit_down(phone, DEALT)
    sums = phone.get_by_role("button", name="Sums: just the counts")
    tap(phone, "sums")
    expect(sums).to_have_attribute("aria-pressed", "true")
    enter_counts(phone, 4, 12)
    expect(result(phone)).to_contain_text("Ann scores 12 − 4.")
    # A slip in the first count is mended there, and leaves the second as it is.
    tap(phone, "seat:0 undo d:3")
    expect(result(phone)).to_contain_text("Ann scores 12 − 3.")
    score(phone, 2)
    expect(phone.locator("main")).to_contain_text("+9")
    phone.goto(game + "enter")
    enter_counts(phone, 2, 12)
    expect(result(phone)).to_contain_text("Ann scores 12 − 2.")
    open_more(phone)
    tap(phone, "clear")
    phone.reload()
    expect(sums).to_have_attribute("aria-pressed", "true")
    enter_counts(phone, 1, 12)
    tap(phone, "up")
    phone.locator(".keys button").first.focus()
    phone.keyboard.press("c")
    phone.keyboard.press("9")  # the rank of the upcard, and no digit of a count
    expect(phone.locator("[name=upcard]")).to_have_value("9C")
    expect(result(phone)).to_contain_text("Ann scores 12 − 1.")


@pytest.mark.long
def test_by_sums_a_dead_deal_an_own_hand_and_a_correction_ask_for_what_they_need(
    phone: Page,
) -> None:
    game = sit_down(phone, DEALT)
    tap(phone, "sums D 7")
    tap(phone, "end:dead")
    expect(phone.locator("#pad .digits")).to_have_count(0)
    score(phone, 2)
    take_seat(phone, game, 0)
    phone.goto(f"{game}hand/0")
    tap(phone, "by:0 D 7 d:4")
    expect(phone.locator('[name="hand0-deadwood_points"]')).to_have_value("4")
    # A correction is judged in its own place.
    phone.goto(game + "deal/1/correct")
    expect(result(phone)).to_contain_text("That makes 96 to 0 after deal 1.")
    enter_digits(phone, "10")
    expect(result(phone)).to_contain_text("That makes 90 to 0 after deal 1.")


SEVEN_TWICE = "D 7 by:0 S 4 5 6 7 C 7 D 7 H 7 D J Q K"


def test_split_lays_a_hand_another_way_and_sends_it_so(phone: Page) -> None:
    game = sit_down(phone, first=LONG)
    melds = phone.locator('[name="hand0-melds"]')
    spreads: list[str] = []
    tap(phone, f"{SEVEN_TWICE} split")
    while (spread := melds.input_value()) not in ("", *spreads):
        spreads.append(spread)
        tap(phone, "split")
    # Splits end with the best layout, which the site finds.
    assert spread == ""
    assert len(spreads) > 2
    assert phone.locator('[name="hand0-cards"]').input_value() == "4S 5S 6S 7S 7C 7D 7H JD QD KD"
    tap(phone, "split")
    expect(hand(phone, 0)).to_contain_text("as spread")
    assert melds.input_value() == spreads[0]
    tap(phone, "drop:0")
    expect(hand(phone, 0)).not_to_contain_text("as spread")
    assert melds.input_value() == ""
    tap(phone, "undo next C 8 H 8 D 8 C A 2 3 S 9 T H T 2")
    assert phone.locator('[name="hand0-cards"]').input_value() == ""
    left = phone.locator('[name="hand0-deadwood"]').input_value().split()
    assert sorted([*spreads[0].split(), *left]) == sorted("4S 5S 6S 7S 7C 7D 7H JD QD KD".split())
    expect(result(phone)).to_contain_text(f"{LONG} scores")
    assert misfits(phone, NARROWEST) == []  # a long name leaves its figures in view
    score(phone, 1)
    phone.goto(game + "deal/1/correct")
    expect(hand(phone, 0)).to_contain_text("as spread")
    assert melds.input_value() == spreads[0]


TOPS = "all => all.map(e => e.getBoundingClientRect().top)"


def test_a_whole_deal_of_gin_fits_a_small_phone(phone: Page) -> None:
    sit_down(phone)
    tap(phone, f"{ANN} split")
    expect(phone.locator("#pad .notes")).to_have_text("These cards can lie in one way only.")
    tap(phone, BOB)
    expect(result(phone)).to_contain_text("+8")
    for seat in (0, 1):
        tops = hand(phone, seat).locator(".card").evaluate_all(TOPS)
        assert len(set(tops)) == 1
    for part in (hand(phone, 0), hand(phone, 1), line_of(phone)):
        expect(part).to_be_in_viewport(ratio=1)
    assert misfits(phone) == []
