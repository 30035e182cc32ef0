"""The pad on a phone: whole deals by taps, and drafts that last."""

from playwright.sync_api import Page, expect

from tests.browser.games import empty_game, post_record, renew_host_link, total
from tests.browser.looking import faults
from tests.browser.pad_screen import (
    LAWS,
    enter_digits,
    line_of,
    melds,
    pad,
    point,
    sit_down,
    status_of,
    tap,
)
from tests.browser.screens import Screens
from tests.browser.taps import count_taps, taps


def test_a_deal_of_contract_by_taps(phone: Page) -> None:
    sit_down(phone, "contract", saves=True)
    head = pad(phone).locator("header p")
    expect(head).to_have_text("2 sets, Cal deals")
    assert head.evaluate("p => p.scrollWidth <= p.clientWidth")
    tap(phone, "by:1 next 8 8 K 2R next A JK 2B")
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.locator("main")).to_contain_text("55")


def test_a_deal_by_text_line_on_plain_http(phone: Page, screens: Screens) -> None:
    game = sit_down(phone, players=2)
    plain_http = screens.open(360, base_url=screens.plain_address)
    plain_http.goto(game + "enter")
    assert plain_http.evaluate("isSecureContext") is False
    tap(plain_http, "by:0")
    line = line_of(plain_http)
    line.fill("KKK2, 8s-Ks, 5555")
    line.press("Enter")
    expect(status_of(plain_http)).to_contain_text("Ann: three melds.")
    assert melds(plain_http) == ["K K K 2", "8S-KS", "5 5 5 5"]
    plain_http.reload()
    assert melds(plain_http) == ["K K K 2", "8S-KS", "5 5 5 5"]


def test_a_reload_lands_on_the_same_key(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K 2 S 8")
    phone.reload()
    expect(phone.locator(".waiting")).to_contain_text("8")
    tap(phone, "K")
    assert melds(phone) == ["K K 2", "8S-KS"]


def test_a_draft_is_there_by_a_new_link_to_the_same_table(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0 K K 2")
    table = renew_host_link(phone, game)
    phone.wait_for_url(f"{table}links")  # the host's own page is led to the new link
    phone.goto(f"{table}enter")
    assert game not in phone.url
    assert melds(phone) == ["K K K 2"]


def test_a_reason_is_a_chip_or_a_line_and_one_too_long_leads_back_to_it(phone: Page) -> None:
    deal = {"ending": "out", "by": "Ann", "hands": {"Ann": total(90, 0), "Bob": total(5, 40)}}
    game = post_record(phone, empty_game("laws", ("Ann", "Bob")) | {"deals": [deal, deal]})
    phone.goto(game + "deal/1/correct")
    pad(phone).get_by_label("Why, if you like").fill("x" * 201)
    phone.get_by_role("button", name="Save the change").click()
    reason = pad(phone).get_by_label("Why, if you like")
    phone.get_by_role("link", name="A reason is one line").click()
    expect(reason).to_be_focused()
    phone.get_by_role("button", name="wrong card").click()
    expect(reason).to_have_value("wrong card")
    expect(phone.locator("#deal [name=reason]")).to_have_value("wrong card")


def test_what_the_site_refuses_is_still_on_the_keys(phone: Page) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K next in_hand A next")
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.get_by_role("alert")).to_contain_text("Cal still has to show")
    assert melds(phone) == ["K K K"]
    tap(phone, "seat:2 in_hand K")
    phone.get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/1")
    expect(phone.locator("main")).to_contain_text("130")


def test_a_deal_just_scored_is_changed_on_the_keys_with_every_press_still_there(
    phone: Page, screens: Screens
) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, LAWS)
    phone.get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/1")
    phone.go_back()
    phone.wait_for_url("**/deal/1/correct")
    assert melds(phone) == ["K K K 2", "8S-KS", "5 5 5 5"]
    phone.goto(game + "deal/1")
    count_taps(phone)
    phone.locator(".foot").get_by_role("link", name="Change the cards").click()
    phone.wait_for_url("**/deal/1/correct")
    before = taps(phone)
    count_taps(phone)
    point(phone, "undo 5")
    phone.get_by_role("button", name="Save the change").click()
    phone.wait_for_url("**/deal/1")
    assert before + taps(phone) <= 4
    expect(phone.locator("main")).to_contain_text("−120")
    other = screens.open(360)
    other.goto(game + "deal/1/correct")
    tap(other, "undo")
    assert other.locator('[name="hand2-in_hand"]').input_value() == "QS 9 4"
    tap(other, "undo undo undo undo")
    assert melds(other)[:1] == ["K K K 2"]


def test_cards_under_the_wrong_name_are_put_right_with_four_taps(phone: Page) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, LAWS)
    phone.get_by_role("button", name="Score the deal").click()
    phone.wait_for_url("**/deal/1")
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
    phone.evaluate("sessionStorage.setItem('kept', sessionStorage.taps)")
    count_taps(phone)
    phone.get_by_role("button", name="Save the change").click()
    phone.wait_for_url("**/deal/1")
    assert counted + int(phone.evaluate("Number(sessionStorage.kept)")) + taps(phone) == 4
    bob = phone.request.get(game + "record.json").json()["deals"][0]["hands"]["Bob"]
    assert bob["melds"] == ["K K K 2", "8S 9S TS JS QS KS", "5 5 5 5"]


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
    assert faults(phone) == []


def test_the_plain_form_shows_what_is_tapped_and_mends_what_keys_cannot_show(
    phone: Page,
) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K")
    phone.get_by_text("More", exact=True).click()
    phone.get_by_text("Say or type instead").click()
    tap(phone, "do:plain")
    ann = phone.get_by_role("group", name="Ann", exact=True)
    expect(ann.get_by_label("Melded", exact=True)).to_have_value("K K K")
    ann.get_by_label("Melded", exact=True).fill("KKK\nthree fives")
    phone.get_by_role("button", name="Score deal 1").click()
    expect(phone.get_by_role("alert")).to_be_visible()
    tap(phone, "do:pad")
    expect(phone.get_by_text("The keys cannot show what is typed.")).to_be_visible()
    ann.get_by_label("Melded", exact=True).fill("KKK\n555")
    tap(phone, "do:pad")
    expect(phone.locator(".mline")).to_have_count(2)
    tap(phone, "8")
    expect(phone.locator(".mline")).to_have_count(3)
    tap(phone, "undo undo")
    assert melds(phone) == ["K K K"]


def test_totals_are_typed_and_kept(phone: Page) -> None:
    sit_down(phone, players=2, saves=True)
    tap(phone, "by:0")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "mode:totals")
    enter_digits(phone, "240")
    tap(phone, "next d:0 in_hand")
    enter_digits(phone, "95")
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.locator("main")).to_contain_text("340")


def test_cards_are_counted_by_what_they_are_worth(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "end:stock")
    phone.get_by_text("More", exact=True).click()
    tap(phone, "mode:quick")
    phone.locator("#pad .classes").first.wait_for()
    tap(phone, "q:melded:10:1 q:melded:10:1 q:melded:100:1 q:in_hand:20:1")
    expect(phone.locator(".tab[aria-current]")).to_contain_text("100")
    assert phone.locator('[name="hand0-melded_points"]').input_value() == "120"


def test_in_gin_the_two_counts_are_enough(phone: Page) -> None:
    sit_down(phone, "gin150", 2, saves=True)
    tap(phone, "D 7 by:0 sums")
    enter_digits(phone, "4")
    tap(phone, "next")
    enter_digits(phone, "12")
    # A slip in the first count is mended there, and leaves the second as it is.
    tap(phone, "seat:0 undo d:3")
    expect(pad(phone).locator(".result")).to_contain_text("Ann scores 12 − 3.")
    tap(phone, "undo d:4")
    expect(pad(phone).locator(".result")).to_contain_text("Ann scores 12 − 4.")
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.locator("main")).to_contain_text("+8")


def test_who_sits_down_meanwhile_gets_nobodys_cards(phone: Page, screens: Screens) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:1 K K next in_hand A next in_hand 4")
    other = screens.open(360)
    other.goto(game + "players")
    other.get_by_role("textbox", name="A player joins").fill("Dot")
    other.get_by_role("button", name="Add").click()
    expect(other.locator("summary", has_text="Dot")).to_be_visible()
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    expect(phone.locator(".tab")).to_have_text(["Ann−5", "Bobout140", "Cal−20", "Dot–"])


def test_a_deal_that_came_too_late_can_be_looked_at_later(phone: Page, screens: Screens) -> None:
    game = sit_down(phone, saves=True)
    tap(phone, "by:0 K K 2")
    faster = screens.open(360)
    faster.goto(game + "enter")
    tap(faster, "by:0 K next in_hand A next in_hand 4")
    faster.get_by_role("button", name="Score the deal").click()
    faster.wait_for_url("**/deal/1")
    tap(phone, "S 8 K next in_hand A next in_hand 4")
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    phone.goto(game)
    phone.get_by_role("button", name="Look at both").click()
    expect(phone.get_by_role("heading", name="Somebody was faster")).to_be_visible()
    assert melds(phone)[:2] == ["K K K 2", "8S-KS"]
