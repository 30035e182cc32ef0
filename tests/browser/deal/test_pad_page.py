"""The pad on a phone: whole deals by taps, and drafts that last."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import empty_game, post_record, renew_host_link, send_form
from tests.browser.pad_screen import (
    CAST,
    LAWS,
    assert_keys_fit_thumbs,
    line_of,
    melds,
    open_more,
    pad,
    point,
    press_button,
    score,
    sit_down,
    status_of,
    tap,
)
from tests.browser.screens import Screens
from tests.browser.taps import count_taps, taps


def test_a_deal_of_contract_by_taps(phone: Page) -> None:
    game = sit_down(phone, "contract", saves=True)
    head = pad(phone).locator("header p")
    expect(head).to_have_text("2 sets, Cal deals")
    assert head.evaluate("p => p.scrollWidth <= p.clientWidth")
    tap(phone, "by:1 next 8 8 K 2R")
    # The sheet says that this phone has begun the deal, and leads on with it.
    phone.goto(game)
    phone.locator(".foot").get_by_role("link", name="Continue deal 1").click()
    tap(phone, "next A JK 2B")
    assert_keys_fit_thumbs(phone)
    score(phone, 1)
    expect(phone.locator("main")).to_contain_text("55")
    expect(phone.locator(".foot").get_by_role("link", name="Enter deal 2")).to_be_visible()


@pytest.mark.long
def test_a_draft_on_plain_http_lasts_and_goes_on_at_the_same_key(screens: Screens) -> None:
    phone = screens.open(360, base_url=screens.plain_address)
    game = post_record(screens.open(360), empty_game("laws", CAST[:2]))
    phone.goto(urlsplit(game).path + "enter")
    assert phone.evaluate("isSecureContext") is False
    tap(phone, "by:0")
    line = line_of(phone)
    line.fill("KKK2, 8s-Ks, 5555")
    line.press("Enter")
    expect(status_of(phone)).to_contain_text("Ann: three melds.")
    laid = ["K K K 2", "8S-KS", "5 5 5 5"]
    assert melds(phone) == laid
    tap(phone, "H")
    phone.reload()
    assert melds(phone) == laid
    expect(phone.locator(".waiting")).to_contain_text("Run of hearts")
    tap(phone, "7")
    phone.reload()
    assert melds(phone) == [*laid, "7H-9H"]
    tap(phone, "J")
    assert melds(phone) == [*laid, "7H-JH"]


def test_a_draft_is_there_by_a_new_link_to_the_same_table(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0 K K 2")
    table = renew_host_link(phone, game)
    phone.wait_for_url(f"{table}links")  # the host's own page is led to the new link
    phone.goto(f"{table}enter")
    assert game not in phone.url
    assert melds(phone) == ["K K K 2"]


def test_a_reason_is_chosen_or_typed_and_one_too_long_leads_back_to_it(phone: Page) -> None:
    melds = ["KH KD KC", "5S 6S 7S", "8S 8H 8D", "9S 9H 9C"]
    hands = {"Ann": {"melds": melds, "in_hand": ""}, "Bob": {"melds": [], "in_hand": "A K"}}
    deal = {"ending": "out", "by": "Ann", "hands": hands}
    game = post_record(phone, empty_game("laws", ("Ann", "Bob")) | {"deals": [deal, deal]})
    phone.goto(game + "deal/1/correct")
    # It is seen before the change is saved, whatever stands in the hand.
    usual = pad(phone).get_by_label("Reason (optional)")
    reason = pad(phone).get_by_label("In your words")
    for field in (usual, reason):
        expect(field).to_be_in_viewport(ratio=1)
    reason.fill("x" * 201)
    press_button(phone.get_by_role("button", name="Save the change"))
    phone.get_by_role("link", name="A reason is one line").click()
    expect(reason).to_be_focused()
    usual.select_option("Wrong card")
    expect(reason).to_have_value("Wrong card")
    expect(phone.locator("#deal [name=reason]")).to_have_value("Wrong card")


def test_what_the_site_refuses_is_still_on_the_keys_until_its_cause_is_mended(
    phone: Page,
) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K next in_hand A next")
    press_button(phone.get_by_role("button", name="Score the deal"))
    problem = phone.get_by_role("alert").get_by_role("link", name="Cal still has to show")
    expect(problem).to_be_visible()
    # What is unlikely stands in the same list, and not below it once more.
    expect(pad(phone).locator(".notes .amber:visible")).to_have_count(0)
    assert melds(phone) == ["K K K"]
    tap(phone, "seat:2 in_hand K")
    expect(problem).to_be_hidden()
    tap(phone, "undo")
    expect(problem).to_be_visible()
    tap(phone, "K")
    score(phone, 1)
    expect(phone.locator("main")).to_contain_text("130")


def test_a_deal_just_scored_is_changed_on_the_keys_with_every_press_still_there(
    phone: Page, screens: Screens
) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, LAWS)
    score(phone, 1)
    # The way back is the sheet, and no form.
    phone.go_back()
    phone.wait_for_url(f"**{game}")
    phone.goto(game + "deal/1/correct")
    laid = ["K K K 2", "8S-KS", "5 5 5 5"]
    assert melds(phone) == laid
    tap(phone, "undo 5")
    press_button(phone.get_by_role("button", name="Save the change"))
    phone.wait_for_url("**/deal/1")
    expect(phone.locator("main")).to_contain_text("−120")
    # Cards under the wrong name are put right with four taps.
    count_taps(phone)
    phone.locator(".foot").get_by_role("link", name="Change the cards").click()
    phone.wait_for_url("**/deal/1/correct")
    counted = taps(phone)
    count_taps(phone)
    point(phone, "seat:0")
    phone.get_by_role("button", name="Give these cards to Bob").click()
    phone.reload()  # what was tapped is kept
    expect(phone.locator(".tab[aria-current]")).to_contain_text("Bob")
    expect(phone.locator(".tab.out")).to_contain_text("Bob")
    counted += taps(phone)
    count_taps(phone)
    phone.get_by_role("button", name="Save the change").click()
    phone.wait_for_url("**/deal/1")
    assert counted + taps(phone) == 4
    bob = phone.request.get(game + "record.json").json()["deals"][0]["hands"]["Bob"]
    assert bob["melds"] == ["K K K 2", "8S 9S TS JS QS KS", "5 5 5 5"]
    other = screens.open(360)
    other.goto(game + "deal/1/correct")
    tap(other, "undo")
    assert melds(other) == laid
    tap(other, "undo undo")
    assert other.locator('[name="hand2-in_hand"]').input_value() == "QS 9 4"


@pytest.mark.long
def test_cards_under_the_wrong_name_are_given_on_with_two_taps_while_a_deal_is_entered(
    phone: Page,
) -> None:
    sit_down(phone)
    tap(phone, "by:0 K K 2")
    count_taps(phone)
    phone.get_by_text("More", exact=True).click()
    phone.get_by_role("button", name="Give these cards to Bob").click()
    assert taps(phone) == 2
    expect(phone.locator(".tab.out")).to_contain_text("Bob")
    expect(phone.locator(".mline")).to_have_count(1)


@pytest.mark.long
def test_the_plain_form_shows_what_is_tapped_and_mends_what_keys_cannot_show(
    phone: Page,
) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K")
    open_more(phone)
    press_button(phone.get_by_text("Say or type instead"))
    tap(phone, "do:plain")
    ann = phone.get_by_role("group", name="Ann", exact=True)
    expect(ann.get_by_label("Melded", exact=True)).to_have_value("K K K")
    ann.get_by_label("Melded", exact=True).fill("KKK\nthree fives")
    press_button(phone.get_by_role("button", name="Score deal 1"))
    expect(phone.get_by_role("alert")).to_be_visible()
    tap(phone, "do:pad")
    expect(phone.get_by_text("The keys cannot show what is typed.")).to_be_visible()
    ann.get_by_label("Melded", exact=True).fill("KKK\n555")
    expect(phone.get_by_text("The keys cannot show what is typed.")).to_be_hidden()
    tap(phone, "do:pad")
    expect(phone.locator(".mline")).to_have_count(2)
    tap(phone, "8")
    expect(phone.locator(".mline")).to_have_count(3)
    tap(phone, "undo undo")
    assert melds(phone) == ["K K K"]


@pytest.mark.long
def test_who_sits_down_meanwhile_gets_nobodys_cards(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:1 K K next in_hand A next in_hand 4")
    send_form(phone, f"{game}players", action=f"{game}players/join", newcomer="Dot")
    press_button(phone.get_by_role("button", name="Score the deal"))
    expect(phone.get_by_role("heading", name="Someone was faster")).to_be_visible()
    expect(phone.locator(".tab")).to_have_text(["Ann−5", "Bob140out", "Cal−20", "Dot–"])


@pytest.mark.long
def test_a_deal_that_came_too_late_can_be_looked_at_later(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0 K K 2")
    faster = {"hand0-melds": "K K K", "hand1-in_hand": "A", "hand2-in_hand": "4"}
    send_form(phone, f"{game}enter", ending="out", by="0", **faster)
    tap(phone, "S 8 K next in_hand A next in_hand 4")
    press_button(phone.get_by_role("button", name="Score the deal"))
    expect(phone.get_by_role("heading", name="Someone was faster")).to_be_visible()
    phone.goto(game)
    press_button(phone.get_by_role("button", name="Look at both"))
    expect(phone.get_by_role("heading", name="Someone was faster")).to_be_visible()
    assert melds(phone)[:2] == ["K K K 2", "8S-KS"]
