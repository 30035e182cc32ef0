"""The line of the pad in which cards are said: what is heard shows, and is added at a tap."""

import json
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from scorekeeper.rules.cards import expand_shorthand
from tests.browser.dictation import dictate, written_meanwhile
from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.looking import NARROWEST, misfits, usual_faults
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_screen import (
    CAST,
    add,
    line_of,
    melds,
    pad,
    press_button,
    say,
    sit_down,
    start_again,
    status_of,
    tap,
)
from tests.browser.screens import Screens
from tests.hearing.comparing import game, heard, points_of
from tests.hearing.people import say_hand

GUESSES = (
    "3",
    "3 Kings five",
    "3 Kings five two 10",
    "3 Kings, five to 10 of spades ace deuce three of diamonds left with a 7 and two Queens",
)


def test_what_is_dictated_is_added_and_a_whole_line_may_be_a_command(phone: Page) -> None:
    sit_down(phone)
    dictate(line_of(phone), GUESSES)
    expect(pad(phone).locator(".pale")).to_have_count(6)
    expect(pad(phone).locator(".tab").first).to_contain_text("80")
    expect(pad(phone).locator(".heard")).to_have_text(GUESSES[-1])
    assert melds(phone) == []
    pad(phone).get_by_role("button", name="Add", exact=True).click()
    expect(status_of(phone)).to_have_text(
        "Ann: three melds, three cards in hand. 105 melded, 25 in hand."
    )
    expect(pad(phone).locator(".pale")).to_have_count(0)
    assert melds(phone) == ["K K K", "5S-TS", "AD-3D"]
    assert line_of(phone).input_value() == ""
    assert written_meanwhile(line_of(phone)) == []
    assert not line_of(phone).evaluate("field => field === document.activeElement")
    pad(phone).locator(".done").get_by_role("button", name="Undo").click()
    expect(pad(phone).locator(".done")).to_have_count(0)
    assert melds(phone) == []
    tap(phone, "by:0")
    say(phone, "three kings and a deuce")
    say(phone, "Read.")
    expect(status_of(phone)).to_have_text("Ann: three kings, deuce. 40 melded.")
    say(phone, "undo")
    assert melds(phone) == []
    say(phone, "next")
    expect(pad(phone).locator(".tab").nth(1)).to_have_attribute("aria-current", "true")
    _correct_what_was_added(phone)
    say(phone, "left with two queens")
    say(phone, "short")
    say(phone, "a seven")
    expect(status_of(phone)).to_have_text("Seven.")
    say(phone, "long")
    say(phone, "next")
    tap(phone, "in_hand")
    say(phone, "score it")
    expect(status_of(phone)).to_have_text("Ann 100. Bob −25. Cal –.".replace("–", "0"))
    expect(phone.get_by_role("button", name="Score the deal")).to_be_focused()
    assert phone.url.endswith("/enter")


def test_that_nobody_went_out_may_be_said(phone: Page) -> None:
    sit_down(phone)
    say(phone, "three kings, left with a nine")
    expect(line_of(phone)).to_have_value("")
    say(phone, "Nobody went out, the stock is gone.")
    expect(phone.locator('[name="ending"][value="stock"]')).to_be_checked()
    assert melds(phone) == ["K K K"]


def _correct_what_was_added(phone: Page) -> None:
    """Correct what Bob has said; it takes the place of what was added last, of his alone."""
    for words in (
        "three kings",
        "no, I mean three queens and a four left",
        "not the four, the five",
    ):
        say(phone, words)
    melded, in_hand = (phone.locator(f'[name="hand1-{name}"]') for name in ("melds", "in_hand"))
    expect(in_hand).to_have_value("5")
    expect(melded).to_have_value("Q Q Q")
    say(phone, "no, I mean three kings")  # nobody knows what becomes of the five
    expect(melded).to_have_value("Q Q Q")
    line_of(phone).fill("")
    say(phone, "scratch that")
    expect(melded).to_have_value("")
    _say_a_hand_anew(phone, melded, in_hand)


def _say_a_hand_anew(phone: Page, melded: Locator, in_hand: Locator) -> None:
    """Say Bob's whole hand over the one that is in.

    It stops: is it added, or in the place of what is there?
    """
    say(phone, "three queens left with a four")
    dictate(line_of(phone), ["four aces left with two fives"])
    expect(pad(phone).locator(".pale")).to_have_count(0)
    add(phone)
    expect(status_of(phone)).to_have_text("Bob: cards are there already. Which is it?")
    expect(pad(phone).locator(".which button")).to_have_text(
        ["Add to what is there", "Instead of what is there"]
    )
    tap(phone, "next")
    expect(pad(phone).locator(".reason")).to_contain_text("Bob: tap whether these cards are added")
    expect(melded).to_have_value("Q Q Q")
    press_button(pad(phone).get_by_role("button", name="Clear the line"))
    expect(line_of(phone)).to_have_value("")
    expect(pad(phone).locator(".reason, .which")).to_have_count(0)
    dictate(line_of(phone), ["four aces left with two fives"])
    press_button(pad(phone).get_by_role("button", name="Add to what is there"))
    expect(melded).to_have_value("Q Q Q\nA A A A")
    press_button(pad(phone).locator(".done").get_by_role("button", name="Undo"))
    dictate(line_of(phone), ["four aces left with two fives"])
    press_button(pad(phone).get_by_role("button", name="Instead of what is there"))
    expect(melded).to_have_value("A A A A")
    expect(in_hand).to_have_value("5 5")
    expect(pad(phone).locator(".done")).to_contain_text("Bob: one meld, two cards in hand.")
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".pale").first).to_be_visible()
    expect(pad(phone).get_by_role("button", name="Instead")).to_have_count(0)
    line_of(phone).fill("")
    dictate(line_of(phone), ["put down three kings and four aces"])  # the aces lie there already
    expect(pad(phone).get_by_role("button", name="Instead of what is there")).to_be_visible()
    line_of(phone).fill("")
    press_button(pad(phone).locator(".done").get_by_role("button", name="Undo"))
    expect(melded).to_have_value("Q Q Q")
    press_button(pad(phone).locator(".done").get_by_role("button", name="Undo"))
    expect(melded).to_have_value("")
    _see_what_stands_instead(phone, melded)


def _see_what_stands_instead(phone: Page, melded: Locator) -> None:
    """Say from another's page what is to stand instead of Bob's hand, which is shown then."""
    say(phone, "three queens left with a four")
    tap(phone, "seat:0")
    dictate(line_of(phone), ["Bob four aces left with two fives"])
    press_button(pad(phone).get_by_role("button", name="Instead of what is there"))
    expect(pad(phone).locator(".tab").nth(1)).to_have_attribute("aria-current", "true")
    expect(melded).to_have_value("A A A A")
    tap(phone, "undo undo undo")
    expect(melded).to_have_value("")


def test_out_answers_who_went_out_and_the_next_player_is_open(phone: Page) -> None:
    sit_down(phone)
    say(phone, "three kings, four aces and out")
    expect(pad(phone).locator(".done")).to_contain_text("Ann: two melds, out.")
    tabs = pad(phone).locator(".tab")
    expect(tabs.nth(0)).to_have_class("tab out")
    expect(tabs.nth(1)).to_have_attribute("aria-current", "true")
    expect(line_of(phone)).to_have_attribute("placeholder", "Cards of Bob")
    dictate(line_of(phone), ["three nines and out"])
    question = pad(phone).locator(".which")
    expect(question.get_by_role("button")).to_have_count(2)
    press_button(question.get_by_role("button", name="Ann went out"))
    add(phone)
    expect(phone.locator('[name="hand1-melds"]')).to_have_value("9 9 9")
    expect(tabs.nth(0)).to_have_class("tab out")
    undo = pad(phone).locator(".done").get_by_role("button", name="Undo")
    press_button(undo)
    press_button(undo)
    expect(pad(phone).locator(".tab.out")).to_have_count(0)


def _see_four_readings(phone: Page) -> None:
    """Ask what has four readings of many cards: the words of none are cut off."""
    size = phone.viewport_size
    assert size
    phone.set_viewport_size({"width": 390, "height": 664})
    line_of(phone).fill("")
    melded = "king queen of hearts and a wild one and a deuce for help on the table here"
    dictate(line_of(phone), [f"{melded}, left with the six of hearts"])
    readings = pad(phone).locator(".which div")
    expect(readings.get_by_role("button")).to_have_count(4)
    assert readings.evaluate("div => div.scrollHeight <= div.clientHeight")
    line_of(phone).fill("")
    phone.set_viewport_size(size)


def _see_suits(phone: Page) -> None:
    """See that a run without its suit is asked for it."""
    dictate(line_of(phone), ["four kings, eight to king"])
    suits = pad(phone).locator(".which button > span:last-child")
    expect(suits).to_have_text(
        [f"eight to king of {suit}" for suit in ("spades", "hearts", "diamonds", "clubs")]
    )
    line_of(phone).fill("")


def test_what_has_two_readings_is_asked_and_what_is_not_understood_stays(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0")
    # Nothing of a long question is cut off.
    dictate(line_of(phone), ["king of hearts and two deuces then three bings"])
    expect(pad(phone).locator(".which button").first).to_be_visible()
    assert usual_faults(phone) == []
    _see_four_readings(phone)
    dictate(line_of(phone), ["three kings 4 2 6 of clubs three bings"])
    question = pad(phone).get_by_role("group", name="“4 2 6 of clubs”: which is it?")
    expect(question.get_by_role("button")).to_have_text(["456four to six", "4526a deuce as the 5"])
    expect(pad(phone).locator(".heard mark")).to_have_text("three bings")
    add(phone)
    expect(status_of(phone)).to_contain_text("Ann: one meld. Not understood: three")
    assert melds(phone) == ["K K K"]
    assert line_of(phone).input_value() == "4 2 6 of clubs three bings "
    expect(question.get_by_role("button").first).to_be_focused()
    press_button(question.get_by_role("button", name="a deuce as the 5"))
    add(phone)
    expect(line_of(phone)).to_have_value("three bings ")
    assert melds(phone) == ["K K K", "4C 2=5C 6C"]
    pad(phone).locator(".heard mark").click()
    assert line_of(phone).evaluate("f => f.value.slice(f.selectionStart, f.selectionEnd)") == (
        "three bings"
    )
    _see_suits(phone)
    # A question that is left open stays one about melds, or about the hand.
    tap(phone, "next")
    dictate(line_of(phone), ["4 2 6 of clubs, left with a 7 and the black queen"])
    add(phone)
    assert line_of(phone).input_value() == "4 2 6 of clubs left with the black queen "
    press_button(question.get_by_role("button", name="four to six"))
    add(phone)
    expect(line_of(phone)).to_have_value("left with the black queen ")
    press_button(pad(phone).get_by_role("button", name="queen of spades in hand"))
    add(phone)
    expect(line_of(phone)).to_have_value("")
    expect(phone.locator('[name="hand1-melds"]')).to_have_value("4C-6C")
    expect(phone.locator('[name="hand1-in_hand"]')).to_have_value("7 QS")


def test_gin_hears_the_upcard_and_both_hands(phone: Page) -> None:
    sit_down(phone, "gin150", 2)
    say(phone, "seven of diamonds")
    tap(phone, "by:0")
    say(phone, "four five six of spades three nines but the spade jack queen king of diamonds")
    expect(status_of(phone)).to_contain_text("Ann: nine cards.")
    say(phone, "four of hearts")
    say(phone, "next")
    say(phone, "twelve points")
    expect(phone.locator('[name="hand1-deadwood_points"]')).to_have_value("12")
    assert phone.locator('[name="hand0-cards"]').input_value().split() == (
        "4S 5S 6S 9H 9D 9C JD QD KD 4H".split()
    )
    # After a sum that is said the other one is asked, and no way to enter takes one away.
    start_again(phone)
    say(phone, "seven of diamonds")
    tap(phone, "by:0")
    say(phone, "Bob has twelve points")
    counts = [phone.locator(f'[name="hand{seat}-deadwood_points"]') for seat in (0, 1)]
    tap(phone, "seat:1 seat:0 sums")
    expect(counts[1]).to_have_value("12")
    tap(phone, "sums d:4")
    expect(counts[0]).to_have_value("4")
    expect(counts[1]).to_have_value("12")
    # Several cards are no upcard: it is asked after them.
    start_again(phone)
    say(phone, "Ann knocked, four five six of spades three nines but the spade")
    expect(phone.locator('[name="hand0-cards"]')).to_have_value("4S 5S 6S 9H 9D 9C")
    say(phone, "seven of diamonds")
    expect(phone.locator('[name="upcard"]')).to_have_value("7D")


def test_the_line_hears_ones_own_hand(screens: Screens) -> None:
    page = screens.open(390)
    table = post_record(page, empty_game("laws", CAST))
    take_seat(page, table, 1)
    page.goto(f"{table}hand/1")
    expect(line_of(page)).to_have_attribute("placeholder", "Say or type")
    say(page, "three kings left with a seven")
    expect(status_of(page)).to_contain_text("one meld, one card in hand")
    say(page, "two queens")
    say(page, "four aces")
    tap(page, "in_hand")
    expect(line_of(page)).to_have_attribute("placeholder", "Cards in hand")
    assert page.locator('[name="in_hand"], [name$="-in_hand"]').first.input_value() == "7 Q Q"


def test_a_keyboard_over_the_keys_leaves_the_line_in_view(screens: Screens) -> None:
    page = screens.open(390)
    sit_down(page)
    line = line_of(page)
    line.focus()
    expect(line).not_to_have_attribute("placeholder", "Say or type the cards")  # its script is here
    page.evaluate(
        "Object.defineProperty(visualViewport, 'height', { get: () => 400, configurable: true });"
        "visualViewport.dispatchEvent(new Event('resize'))"
    )
    dictate(line, ["three kings four aces five to ten of clubs six to nine of hearts three jacks"])
    expect(pad(page).locator(".pale")).to_have_count(5)
    box = line.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 400
    expect(pad(page).locator(".tray")).to_be_hidden()
    expect(pad(page).locator(".pale").last).to_be_in_viewport()
    line.blur()
    expect(pad(page).locator(".tray")).to_be_visible()


@pytest.mark.long
def test_long_names_and_names_from_right_to_left_leave_the_line_whole(screens: Screens) -> None:
    page = screens.open(320)
    names = ("Bartholomew Longfellow the Third of Som", "שרה לוי", "Ann")
    page.goto(post_record(page, empty_game("laws", names)) + "enter")
    say(page, "three kings left with a seven")
    expect(pad(page).locator(".done")).to_contain_text("one meld, one card in hand.")
    assert misfits(page, NARROWEST) == []
    say(page, "next")
    dictate(line_of(page), ["three aces and a joker six to nine of hearts and out"])
    expect(pad(page).locator(".pale").first).to_be_visible()
    assert misfits(page, NARROWEST) == []
    add(page)
    expect(pad(page).locator(".done")).to_contain_text("שרה לוי")
    assert misfits(page, NARROWEST) == []


@pytest.mark.parametrize("variant", ["laws", "contract"])
def test_the_pad_takes_all_that_is_heard(keys: Keys, variant: str) -> None:
    chance = Random(5)
    setup = setup_of(variant, 4)
    said = [each for each in (say_hand(chance) for _ in range(200)) if each.variant == variant]
    answers = [heard(each.text, variant, each.line) for each in said]
    facts = [
        {name: value for name, value in answer.items() if name not in ("status", "parts")}
        for answer in answers
    ]
    runs = [["by:1", "seat:0", f"add:{json.dumps(each)}"] for each in facts]
    for each, pressed in zip(facts, keys.press_all(runs, setup), strict=True):
        assert not pressed.refusals, each
        told = expand_shorthand(pressed.fields.get("hand0-melds", "")).split()
        assert len(told) == sum([len(meld.split()) for meld in each["melds"]])
        held = pressed.fields.get("hand0-in_hand", "").split()
        assert sorted(held) == sorted(each.get("in_hand", "").split())
        if variant == "laws":
            has_melds_alone = not each.get("in_hand") and not each.get("out")
            worth = pressed.points[0] if has_melds_alone else None
            assert worth in (None, points_of(each["melds"], game(variant).rules))
