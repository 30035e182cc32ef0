"""Slips that the keys invite: each is seen at once, and mended by a tap."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.dictation import dictate
from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.looking import usual_faults
from tests.browser.pad_keys import Keys, setup_of
from tests.browser.pad_screen import (
    CAST,
    add,
    line_of,
    melds,
    open_more,
    pad,
    press_button,
    sit_down,
    start_again,
    status_of,
    tap,
)
from tests.browser.screens import Screens

LONG = "Wilhelmina Charlotte Caroline of Ansbach"


def notes(page: Page) -> Locator:
    return pad(page).locator(".notes p")


def test_every_pad_begins_with_melds_and_says_what_the_first_key_made(phone: Page) -> None:
    table = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, table, 1)
    for address, first in (
        (f"{table}enter", "by:0 next 9"),
        (f"{table}hand/1", "9"),
        ("/hand?variant=laws", "9"),
    ):
        phone.goto(address)
        tap(phone, first)
        made = pad(phone).locator(".made:visible")
        expect(made.locator(".serif")).to_have_text("Three nines melded")
        press_button(made.get_by_role("button", name="To hand"))
        expect(made).to_have_count(0)
        tap(phone, "K")
        held = phone.locator('[name="in_hand"], [name="hand1-in_hand"]').last
        expect(held).to_have_value("9 K")
        tap(phone, "undo undo undo")
        expect(held).to_have_value("")


def test_a_hand_alone_keeps_its_line_and_has_no_side_once_its_player_went_out(phone: Page) -> None:
    table = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, table, 1)
    phone.goto(f"{table}hand/1")
    tap(phone, "K")
    line = pad(phone).locator(".say")
    expect(line).to_have_css("clip-path", "none")
    tap(phone, "by:1")
    expect(pad(phone).locator(".half")).to_have_count(0)
    # Where the phone lies, the line stands above the keys.
    phone.set_viewport_size({"width": 844, "height": 390})
    expect(line).to_have_css("clip-path", "none")
    field, keys = line.bounding_box(), pad(phone).locator(".keys").bounding_box()
    assert field
    assert keys
    assert field["y"] + field["height"] <= keys["y"]
    assert usual_faults(phone) == []


def test_five_players_are_in_view(phone: Page) -> None:
    names = (*CAST, "Dot", "Everhard")
    phone.goto(post_record(phone, empty_game("contract", names)) + "enter")
    tabs = pad(phone).get_by_role("group", name="Players")
    expect(tabs.get_by_role("button")).to_have_count(len(names))
    assert tabs.evaluate("row => row.scrollWidth <= row.clientWidth")


def test_each_slip_is_seen_at_once_and_mended_by_a_tap(phone: Page) -> None:
    sit_down(phone)
    # The first key of who went out can only be melded.
    tap(phone, "by:0 Q")
    expect(pad(phone).locator(".made")).to_have_text("Three queens melded")
    tap(phone, "QS")
    expect(pad(phone).locator(".made")).to_have_count(0)
    # A wild card in a set asks for the card whose place it took.
    start_again(phone)
    tap(phone, "by:0 K 2")
    asked = "Two kings and a deuce. Four cards? Press K again."
    expect(notes(phone)).to_have_text([asked])
    expect(status_of(phone)).to_have_text(f"{asked} 30 melded.")
    tap(phone, "K")
    expect(notes(phone)).to_have_count(0)
    tap(phone, "A JK")
    expect(notes(phone)).to_have_text(["Two aces and the Joker. Four cards? Press A again."])
    tap(phone, "A 2")
    expect(notes(phone)).to_have_count(0)  # a set has four cards at most
    assert melds(phone) == ["K K 2 K", "A A JK 2"]
    # A card in hand is taken out while melds are open.
    start_again(phone)
    tap(phone, "by:0 next in_hand 9 7 melded K")
    press_button(pad(phone).get_by_role("button", name="nine: take out"))
    tap(phone, "8")
    expect(phone.locator('[name="hand1-in_hand"]')).to_have_value("7 8")
    # More cards than were dealt are explained.
    start_again(phone)
    tap(phone, "by:0 S A A 5")
    expect(notes(phone)).to_contain_text(["17 cards: did Ann take the pile?"])
    press_button(notes(phone).get_by_role("button", name="Yes"))
    expect(notes(phone)).to_have_count(0)
    chip = pad(phone).get_by_role("button", name="Took the pile")
    expect(chip).to_have_attribute("aria-pressed", "true")


def test_the_key_of_a_law_takes_its_penalty_back_and_the_shortest_run_is_made_longer(
    phone: Page,
) -> None:
    sit_down(phone)
    tap(phone, "by:0 K fining law:17")
    law, chip = pad(phone).locator(".law").first, pad(phone).locator('[data-press="fining"].chip')
    expect(law).to_have_attribute("aria-pressed", "true")
    press_button(pad(phone).get_by_role("button", name="Once more Law 17"))
    expect(chip).to_have_text("Penalty −50")
    expect(phone.locator('[name="hand0-law17"]')).to_have_value("2")
    press_button(law)
    expect(chip).to_have_text("Penalty −25")
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(phone.locator('[name="hand0-law17"]')).to_have_value("")
    start_again(phone)
    tap(phone, "by:0 S 8")
    expect(notes(phone)).to_have_text(["Longer? Press its last card."])
    expect(status_of(phone)).to_have_text("Run, eight to ten of spades, 30. 30 melded.")
    tap(phone, "J")
    expect(notes(phone)).to_have_count(0)
    assert melds(phone) == ["8S-JS"]
    # What is unfolded is shown at the top of the board.
    start_again(phone)
    tap(phone, "by:0 K K")
    open_more(phone)
    expect(pad(phone).get_by_role("button", name="Give these cards to Cal")).to_be_visible()
    phone.wait_for_function(
        """() => {
          const [more, board] = [".seldom", ".board"].map((name) => document.querySelector(name));
          return Math.abs(more.getBoundingClientRect().y - board.getBoundingClientRect().y) < 2;
        }"""
    )


@pytest.mark.parametrize("width", [390, pytest.param(360, marks=pytest.mark.long)])
def test_no_key_moves_by_a_name_or_by_who_went_out(screens: Screens, width: int) -> None:
    page = screens.open(width)
    record = empty_game("laws", ("Ann", "Grandpa Joe", "Cal", LONG))
    page.goto(post_record(page, record) + "enter")
    tap(page, "by:0 K next")
    king = pad(page).locator('.keys [data-press="K"]')
    tabs = pad(page).locator(".tabs")
    first = [king.bounding_box(), tabs.bounding_box()]
    for presses in ("next", "K", "next", "seat:0", "seat:2"):
        tap(page, presses)
        assert [king.bounding_box(), tabs.bounding_box()] == first
    if width == 390:  # the room that short names leave is for a longer one
        record = empty_game("laws", ("Ann", "Bob", "Grandpa Joe", "Cal"))
        page.goto(post_record(page, record) + "enter")
        joe = tabs.get_by_text("Grandpa Joe")
        assert joe.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_the_pile_is_asked_about_from_one_card_more_than_were_dealt_on(keys: Keys) -> None:
    asked = "14 cards: did Ann take the pile?"
    assert asked not in keys.press("by:0 S A T K").doubts
    assert asked in keys.press("by:0 S A T K K").doubts


def test_one_rank_in_two_places_is_told_where_one_set_could_have_it(keys: Keys) -> None:
    told = "Kings melded and in hand: Bob."
    assert told in keys.press("by:0 next K down:K").doubts
    assert told not in keys.press("by:0 next held:K down:K").doubts
    assert "Two sets of kings: Bob." in keys.press("by:0 next K up:K").doubts
    assert "Two sets of kings: Bob." not in keys.press("by:0 next held:K up:K").doubts


def test_a_card_that_is_left_again_takes_its_place_by_the_first_tap(keys: Keys) -> None:
    assert keys.press("by:0 H 7 9 H 7 9 next H 9 J").doubts == [
        "Fewer than 13 cards: Ann.",
        "No nine of hearts is left: a deuce stands there.",
    ]
    freed = "by:0 H 7 9 H 7 9 next H 9 J seat:0 x:1 seat:1 line:0"
    assert keys.press(freed).doubts[-1] == (
        "A natural nine of hearts is left again: tap the deuce."
    )
    assert keys.press(f"{freed} card:0").fields["hand1-melds"] == "9H-JH"


def test_a_knocker_with_too_much_is_told_at_once(phone: Page, keys: Keys) -> None:
    gin = setup_of("gin150", 2)
    doubt = ["Knock with 9 or less: look at Ann’s count again."]
    assert keys.press("H 9 by:0 sums d:9", gin).doubts == []
    assert keys.press("H 9 by:0 sums d:1 d:2", gin).doubts == doubt
    assert keys.press("H 9 by:0 H A 2 3 6 7 8 K S Q 9 5", gin).doubts == doubt
    only_gin = ["Gin only: look at Ann’s count again."]
    assert keys.press("H A by:0 sums d:1", gin).doubts == only_gin
    sit_down(phone, "gin150", 2)
    line = pad(phone).get_by_role("textbox", name="Say or type the cards")
    expect(line).to_have_attribute("placeholder", "The upcard")
    tap(phone, "H 9 by:0 sums d:0")
    expect(line).to_have_attribute("placeholder", "Cards of Ann")
    expect(pad(phone).locator(".who")).to_contain_text(["0, gin", "0"])
    tap(phone, "undo d:1")
    expect(pad(phone).locator(".who")).to_contain_text(["0, knocks", "0"])
    counts = pad(phone).locator(".sum-key .caps")
    expect(counts).to_have_text(["Ann, deadwood", "Bob, deadwood after lay-offs"])
    expect(pad(phone).locator(".ginhand p")).to_have_text(["deadwood", "deadwood after lay-offs"])
    expect(pad(phone).get_by_role("button", name="00")).to_have_count(0)
    # On a low phone the line stands above the digits, with its button in reach.
    tap(phone, "next d:9")
    phone.set_viewport_size({"width": 360, "height": 680})
    expect(pad(phone).locator(".result")).to_contain_text("Ann scores 9 − 1")
    dictate(line_of(phone), ["ten points"])
    expect(pad(phone).locator(".heard")).to_be_visible()
    add(phone)


def test_who_names_who_went_out_adds_what_was_said_before(phone: Page) -> None:
    sit_down(phone)
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".pale")).to_have_count(1)
    tap(phone, "by:1")
    assert melds(phone) == ["K K K"]
    expect(pad(phone).get_by_label("words wait")).to_have_count(0)
    expect(pad(phone).locator(".tab").nth(1)).to_have_attribute("aria-current", "true")


@pytest.mark.parametrize("press", ["new", "in_hand", "next", "seat:1", "S", "line:0", "ask"])
def test_a_wild_that_waits_for_its_place_is_never_dropped(keys: Keys, press: str) -> None:
    asked = keys.press(f"by:2 seat:0 K D 3 6 JK {press}")
    assert asked.reason == ("Which card is the Joker? Tap it, or press its rank.")
    assert asked.state["pending"]["wild"] == "JK"
    assert keys.press(f"by:2 seat:0 K D 3 6 JK {press} 6 {press}").melds == [
        "K K K",
        "3D 4D 5D JK=6D",
    ]


def test_the_own_hand_is_asked_about_before_it_is_sent_as_it_is(phone: Page) -> None:
    game = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, game, 0)
    phone.goto(f"{game}hand/0")
    send, told = pad(phone).get_by_role("button", name="Send my cards"), notes(phone).last
    king = pad(phone).locator('.keys [data-press="K"]')
    tap(phone, "S 8 J 2")
    before = king.bounding_box()
    press_button(send)
    expect(told).to_contain_text("Which card is the deuce?")
    # Who went out is no press to take back: no key becomes one of another kind.
    tap(phone, "9 by:0 undo")
    expect(told).to_contain_text("No card to take back.")
    expect(phone.locator('[name="by"]')).to_have_value("0")
    assert king.bounding_box() == before
    press_button(send)
    expect(told).to_contain_text("4 of 13 cards. Send all the same?")
    expect(pad(phone).locator(".notes .amber:visible")).to_have_count(0)
    press_button(send)
    phone.wait_for_url("**/hands?deal=*")
