"""What is seen counts: who goes on adds what the line says; what the pad says is true now."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.dictation import dictate
from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.outbox_screen import arrive
from tests.browser.pad_screen import (
    CAST,
    add,
    line_of,
    melds,
    pad,
    press_button,
    press_send,
    say,
    sit_down,
    start_again,
    status_of,
    tap,
)
from tests.browser.screens import Screens
from tests.web.partners import FOUR

HEAR = "**/hear*"
NINE = "left with a nine"


def reason_is(page: Page, text: str) -> None:
    expect(pad(page).locator(".notes .reason")).to_have_text(text)


def choose(page: Page, reading: str) -> None:
    """Tap the reading of a question."""
    press_button(pad(page).locator(".which").get_by_role("button", name=reading))


def test_who_goes_on_adds_what_is_seen_and_what_is_still_read(phone: Page) -> None:
    sit_down(phone)
    for way in ("next", "seat:1"):
        tap(phone, "by:0")
        dictate(line_of(phone), ["three kings"])
        expect(pad(phone).locator(".pale")).to_have_count(1)
        tap(phone, way)
        expect(line_of(phone)).to_have_value("")
        assert melds(phone) == ["K K K"]
        expect(pad(phone).locator(".tab").nth(1)).to_have_attribute("aria-current", "true")
        # What is said is never another player's; the last press goes back, the one before takes
        # it out.
        tap(phone, "undo undo undo ask")
        assert melds(phone) == []
    # Also words that are still read; keys after them are the next player's.
    tap(phone, "by:0")
    dictate(line_of(phone), ["three kings"])
    tap(phone, "next in_hand 7")
    expect(pad(phone).locator(".tab").nth(1)).to_have_attribute("aria-current", "true")
    expect(phone.locator('[name="hand1-in_hand"]')).to_have_value("7")
    assert melds(phone) == ["K K K"]
    # "In hand" adds the melds before.
    start_again(phone)
    tap(phone, "by:1 next")
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".pale")).to_have_count(1)
    tap(phone, "in_hand 7")
    expect(phone.locator('[name="hand2-melds"]')).to_have_value("K K K")
    expect(phone.locator('[name="hand2-in_hand"]')).to_have_value("7")


def test_a_question_keeps_who_goes_on_until_it_is_answered(phone: Page) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next")
    dictate(line_of(phone), ["kings and three aces left with a nine"])
    expect(pad(phone).locator(".which")).to_be_visible()
    tap(phone, "seat:0")
    reason_is(phone, "Cal: tap one of the readings, or clear the line.")
    expect(pad(phone).locator(".tab").nth(2)).to_have_attribute("aria-current", "true")
    choose(phone, "three kings")
    # The sentence goes with its cause.
    expect(pad(phone).locator(".notes .reason")).to_have_count(0)
    press_button(phone.get_by_role("button", name="Score the deal"))
    arrive(phone)


def test_the_deal_is_sent_with_what_is_seen_and_tapped(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next")
    dictate(line_of(phone), ["kings and three aces left with a nine"])
    choose(phone, "three kings")
    press_button(phone.get_by_role("button", name="Score the deal"))
    arrive(phone)
    record = phone.request.get(f"{game}record.json").text()
    assert '["KKK","AAA"]' in "".join(record.split())


def test_what_is_not_understood_keeps_who_goes_on_and_chatter_does_not(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K K next")
    dictate(line_of(phone), ["three aces and three bings, can you believe it"])
    expect(pad(phone).locator(".heard mark")).to_contain_text("three bings")
    tap(phone, "next")
    reason_is(phone, "Bob: repeat what was not understood, or clear the line.")
    expect(phone.locator('[name="hand1-melds"]')).to_have_value("A A A")
    line_of(phone).fill("")
    dictate(line_of(phone), ["can you believe it"])
    expect(pad(phone).locator(".heard .chatter")).to_be_visible()
    press_button(phone.get_by_role("button", name="Add", exact=True))
    expect(pad(phone).get_by_text("There is no card in this.")).to_be_visible()
    tap(phone, "next")
    expect(pad(phone).locator(".tab").nth(2)).to_have_attribute("aria-current", "true")


def test_ones_own_hand_is_sent_with_what_is_seen(phone: Page) -> None:
    table = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, table, 1)
    phone.goto(f"{table}hand/1")
    dictate(line_of(phone), ["three kings left with a nine"])
    expect(pad(phone).locator(".pale")).to_have_count(2)
    press_send(phone)
    phone.wait_for_url("**/hands?deal=*")


def test_a_hand_is_counted_with_what_is_seen(phone: Page) -> None:
    phone.goto("/hand?variant=laws")
    dictate(line_of(phone), ["three kings left with a nine"])
    expect(pad(phone).locator(".pale")).to_have_count(2)
    press_button(pad(phone).get_by_role("button", name="Count the hand"))
    expect(phone.locator(".best")).to_contain_text("+20")


def test_who_goes_on_to_another_pair_adds_what_is_seen(phone: Page) -> None:
    game = post_record(phone, empty_game("gin150", FOUR))
    phone.goto(f"{game}enter")
    dictate(line_of(phone), ["seven of diamonds"])
    expect(pad(phone).locator(".heard")).to_be_visible()
    press_button(pad(phone).locator("[data-pair='1']"))
    expect(pad(phone).locator("[data-pair='0'] .card")).to_have_attribute(
        "aria-label", "seven of diamonds"
    )
    expect(line_of(phone)).to_have_value("")


def test_a_sentence_about_words_goes_when_they_are_read(phone: Page) -> None:
    phone.goto("/hand?variant=laws")
    tap(phone, "7")
    expect(line_of(phone)).not_to_have_attribute("placeholder", "Say or type the cards")
    phone.context.set_offline(True)
    dictate(line_of(phone), ["four tens"])
    expect(pad(phone).locator(".say .amber")).to_be_visible()
    press_button(pad(phone).get_by_role("button", name="Count the hand"))
    expect(pad(phone).locator(".notes .reason")).to_contain_text("the words have not been read yet")
    phone.context.set_offline(False)
    expect(pad(phone).locator(".pale")).to_have_count(1)
    expect(pad(phone).locator(".notes .reason")).to_have_count(0)


def test_the_tab_shows_whose_words_wait_and_add_that_it_cannot(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0")
    button = pad(phone).get_by_role("button", name="Add", exact=True)
    phone.route(HEAR, lambda route: route.abort())
    dictate(line_of(phone), ["three kings"])
    expect(button).to_have_attribute("aria-disabled", "true")
    waiting = pad(phone).locator(".tab").filter(has=phone.get_by_label("words wait"))
    expect(waiting).to_have_count(0)
    tap(phone, "next")
    expect(waiting).to_contain_text("Ann")
    phone.unroute(HEAR)
    tap(phone, "seat:0")
    expect(pad(phone).locator(".pale")).to_have_count(1)
    expect(button).not_to_have_attribute("aria-disabled", "true")
    tap(phone, "next")
    expect(waiting).to_have_count(0)


@pytest.mark.long
def test_waiting_words_show_with_a_hand_of_gin_and_with_a_pair(phone: Page) -> None:
    sit_down(phone, "gin150", 2)
    phone.route(HEAR, lambda route: route.abort())
    tap(phone, "H 5 by:0")
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .amber")).to_be_visible()
    tap(phone, "seat:1")
    expect(pad(phone).locator(".ginhand").first.get_by_label("words wait")).to_be_visible()
    game = post_record(phone, empty_game("gin150", FOUR))
    phone.goto(f"{game}enter")
    dictate(line_of(phone), ["seven of diamonds"])
    expect(pad(phone).locator(".say .amber")).to_be_visible()
    press_button(pad(phone).locator("[data-pair='1']"))
    expect(pad(phone).locator("[data-pair='0']").get_by_label("words wait")).to_be_visible()


@pytest.mark.long
def test_a_correction_opens_without_news_of_an_earlier_entry(screens: Screens) -> None:
    page = screens.open(360)
    game = sit_down(page, saves=True)
    tap(page, "by:0 K K next in_hand 7 next")
    say(page, NINE)
    expect(pad(page).locator(".done")).to_contain_text("Cal: one card in hand.")
    press_button(page.get_by_role("button", name="Score the deal"))
    arrive(page)
    other = screens.open(390)
    other.goto(f"{game}deal/1/correct")
    line_of(other).focus()
    expect(line_of(other)).to_have_attribute("placeholder", "Cards of Cal")
    expect(pad(other).locator(".done")).to_have_count(0)
    tap(other, "seat:2 in_hand 9")
    expect(status_of(other)).to_contain_text("Nine")
    tap(other, "undo undo")
    expect(other.locator('[name="hand2-in_hand"]')).to_have_value("9")
    expect(pad(other).locator(".done")).to_have_count(0)
    # Still one press takes it back, as it was added by one.
    tap(other, "undo")
    expect(other.locator('[name="hand2-in_hand"]')).to_have_value("")


def test_a_said_upcard_is_told_as_one(phone: Page) -> None:
    sit_down(phone, "gin150", 2)
    say(phone, "upcard five of hearts")
    told = pad(phone).locator(".done span").first
    expect(told).to_have_text("Upcard five of hearts.")
    expect(status_of(phone)).to_have_text("Upcard five of hearts.")
    # Hands that are said in the same breath are told after it.
    start_again(phone)
    say(phone, "upcard five of hearts Ann knocked with four points Bob has twelve points")
    expect(told).to_have_text("Upcard five of hearts. Ann: 4 points, knocks. Bob: 12 points.")


def test_an_answer_takes_no_button_from_under_the_finger(phone: Page) -> None:
    phone.goto("/hand?variant=laws")
    tap(phone, "7 turn:7 melded")
    dictate(line_of(phone), ["three kings"])
    # The answer lays the melds, and comes between the touch and its end.
    count = pad(phone).get_by_role("button", name="Count the hand")
    count.hover()
    phone.mouse.down()
    expect(pad(phone).locator(".pale")).to_have_count(1)
    phone.mouse.up()
    expect(phone.locator(".best")).to_contain_text("+25")


@pytest.mark.parametrize("height", [568, pytest.param(740, marks=pytest.mark.long)])
def test_a_question_moves_no_button(phone: Page, height: int) -> None:
    phone.set_viewport_size({"width": 360, "height": height})
    sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next in_hand 9")
    phone.route(HEAR, lambda route: route.abort())
    dictate(line_of(phone), ["ten"])
    expect(pad(phone).locator(".say .amber")).to_be_visible()
    score = phone.get_by_role("button", name="Score the deal")
    buttons = [score, pad(phone).get_by_role("button", name="Add", exact=True)]
    if height < 600:
        buttons.pop()  # the line has no room of its own on a low phone
    before = [button.bounding_box() for button in buttons]
    phone.unroute(HEAR)
    expect(pad(phone).locator(".which")).to_be_visible()
    for button, box in zip(buttons, before, strict=True):
        now = button.bounding_box()
        assert box
        assert now
        assert abs(box["y"] - now["y"]) < box["height"] / 2
    choose(phone, "ten in hand")
    add(phone)
    expect(phone.locator('[name="hand2-in_hand"]')).to_have_value("9 T")
