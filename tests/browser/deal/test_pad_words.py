"""Words in the line are read by the server alone: late, or once the network is back."""

import json
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.dictation import dictate
from tests.browser.games import empty_game, post_record, take_seat
from tests.browser.outbox_screen import arrive, begin, go_offline, go_online, outbox
from tests.browser.pad_screen import (
    CAST,
    add,
    line_of,
    melds,
    pad,
    press_button,
    press_send,
    sit_down,
    status_of,
    tap,
)
from tests.browser.screens import Screens
from tests.web.partners import FOUR

WAITING = "It will be read as soon as the network is back; the keys still work."
HEAR = "**/hear*"


def await_script(page: Page) -> None:
    """Wait for the script that asks, which the line tells by its placeholder."""
    line_of(page).focus()
    expect(line_of(page)).not_to_have_attribute("placeholder", "Say or type the cards")


def reason(page: Page) -> str:
    return pad(page).locator(".notes .reason").inner_text()


def score(page: Page) -> None:
    press_button(page.get_by_role("button", name="Score the deal"))


def hold_in(held: list[Route]) -> Callable[[Route], None]:
    """Return what holds requests back, for Playwright, which takes no method of a list."""

    def hold(route: Route) -> None:
        held.append(route)

    return hold


def test_what_is_heard_and_asked_is_of_the_words_that_stand_there_now(phone: Page) -> None:
    sit_down(phone)
    # A text that is too long is marked whole.
    dictate(line_of(phone), ["three kings " * 100])
    expect(pad(phone).locator(".heard mark")).to_have_count(1)
    add(phone)
    assert melds(phone) == []
    assert len(line_of(phone).input_value()) == 1200
    line_of(phone).fill("")
    # An older answer never takes the place of a newer one.
    held: list[Route] = []
    phone.route(HEAR, hold_in(held))
    for asked, words in enumerate(("three kings", " and four aces"), 1):
        dictate(line_of(phone), [words])
        while len(held) < asked:
            phone.wait_for_timeout(20)
    first, second = held
    second.continue_()
    pale = pad(phone).locator(".pale")
    expect(pale).to_have_count(2)
    first.continue_()
    phone.wait_for_timeout(300)
    expect(pale).to_have_count(2)
    expect(pad(phone).locator(".heard")).to_have_text("three kings and four aces")
    phone.unroute(HEAR)
    line_of(phone).fill("")
    # What was asked of other words goes when newer ones wait.
    dictate(line_of(phone), ["4 2 6 of clubs"])
    expect(pad(phone).locator(".which")).to_be_visible()
    phone.route(HEAR, lambda route: route.abort())
    line_of(phone).fill("")
    dictate(line_of(phone), ["three aces"])
    expect(pad(phone).locator(".say .amber")).to_have_text(WAITING)
    expect(pad(phone).locator(".which, .heard")).to_have_count(0)


def test_words_wait_for_the_network_with_their_player(screens: Screens) -> None:
    page = screens.open(390)
    sit_down(page, saves=True)
    tap(page, "by:0 K K")
    await_script(page)
    page.context.set_offline(True)
    # Typed notation waits as well: it has the same reader.
    dictate(line_of(page), ["AAA"])
    expect(pad(page).locator(".say .amber")).to_have_text(WAITING)
    add(page)
    expect(status_of(page)).to_have_text(WAITING)
    tap(page, "next")
    expect(line_of(page)).to_have_value("")
    dictate(line_of(page), ["left with a seven"])
    expect(pad(page).locator(".say .amber")).to_have_text(WAITING)
    tap(page, "next in_hand 9")
    score(page)
    expect(pad(page).locator(".tab").first).to_have_attribute("aria-current", "true")
    expect(line_of(page)).to_have_value("AAA")
    expect(pad(page).locator(".notes .reason")).to_have_text(
        "Ann: the words have not been read yet. Wait, or clear the line."
    )
    assert outbox(page) == []
    page.context.set_offline(False)
    # It is read by itself.
    expect(pad(page).locator(".pale")).to_have_count(1)
    add(page)
    assert melds(page) == ["K K K K", "A A A"]
    score(page)
    expect(pad(page).locator(".tab").nth(1)).to_have_attribute("aria-current", "true")
    assert reason(page) == "Bob: the words have not been added yet. Press Add, or clear the line."
    expect(pad(page).locator(".pale")).to_have_count(1)
    score(page)
    arrive(page)


def test_words_wait_too_where_the_script_that_asks_never_came(phone: Page) -> None:
    phone.route("**/on_demand*", lambda route: route.abort())
    sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next in_hand 9")
    dictate(line_of(phone), ["three queens"])
    press_button(pad(phone).get_by_role("button", name="Add", exact=True))
    expect(pad(phone).locator(".notes .reason")).to_have_text(WAITING)
    tap(phone, "seat:1")
    expect(line_of(phone)).to_have_value("")
    score(phone)
    expect(pad(phone).locator(".notes .reason")).to_contain_text("have not been read yet")
    assert outbox(phone) == []
    phone.unroute("**/on_demand*")
    phone.evaluate("dispatchEvent(new Event('online'))")
    tap(phone, "seat:2")
    expect(pad(phone).locator(".pale")).to_have_count(1)


@pytest.mark.long
def test_words_about_the_hand_stay_so_until_another_part_is_opened(phone: Page) -> None:
    sit_down(phone)
    tap(phone, "by:0 K K next next in_hand")
    await_script(phone)
    phone.route(HEAR, lambda route: route.abort())
    dictate(line_of(phone), ["two queens"])
    expect(pad(phone).locator(".say .amber")).to_have_text(WAITING)
    tap(phone, "seat:1")
    phone.unroute(HEAR)
    # Cal's part is open as at first, but the words were said of the hand.
    tap(phone, "seat:2")
    expect(pad(phone).locator(".in_hand .pale")).to_have_count(2)
    add(phone)
    expect(phone.locator('[name="hand2-in_hand"]')).to_have_value("Q Q")
    dictate(line_of(phone), ["two kings"])
    tap(phone, "melded")
    add(phone)
    expect(pad(phone).locator(".heard mark")).to_have_text("two kings")


def test_words_that_wait_are_there_again_after_a_reload(phone: Page) -> None:
    sit_down(phone, saves=True)
    phone.route(HEAR, lambda route: route.abort())
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .amber")).to_have_text(WAITING)
    phone.reload()
    expect(line_of(phone)).to_have_value("three kings")
    phone.unroute(HEAR)
    expect(pad(phone).locator(".pale")).to_have_count(1)
    line_of(phone).fill("")
    line_of(phone).blur()
    phone.reload()
    expect(line_of(phone)).to_have_value("")


def test_a_slow_answer_is_awaited_and_the_deal_is_not_sent_without_it(phone: Page) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next in_hand 9")
    held: list[Route] = []
    phone.route(HEAR, hold_in(held))
    dictate(line_of(phone), ["two queens"])
    expect(pad(phone).locator(".say .quiet")).to_have_text("Reading …")
    score(phone)
    phone.wait_for_timeout(300)
    assert urlsplit(phone.url).path.endswith("/enter")
    held[0].continue_()
    expect(pad(phone).locator(".notes .reason")).to_have_text(
        "Cal: the words have not been added yet. Press Add, or clear the line."
    )
    line_of(phone).fill("")
    score(phone)
    arrive(phone)


@pytest.mark.long
def test_a_question_holds_the_deal_and_chatter_does_not(phone: Page) -> None:
    sit_down(phone, saves=True)
    tap(phone, "by:0 K K next in_hand 7 next in_hand 9")
    dictate(line_of(phone), ["ten"])
    score(phone)
    expect(pad(phone).locator(".notes .reason")).to_have_text(
        "Cal: tap one of the readings, or clear the line."
    )
    line_of(phone).fill("")
    dictate(line_of(phone), ["bananas"])
    score(phone)
    arrive(phone)


@pytest.mark.long
def test_much_at_once_is_told_and_read_in_a_moment(phone: Page) -> None:
    sit_down(phone)
    busy = json.dumps({"text": "A lot is being said at once. This will be read in a moment."})
    phone.route(
        HEAR,
        lambda route: route.fulfill(status=429, body=busy, content_type="application/json"),
        times=1,
    )
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .amber")).to_have_text(
        "A lot is being said at once. This will be read in a moment."
    )
    expect(pad(phone).locator(".pale")).to_have_count(1)


@pytest.mark.long
def test_another_page_in_place_of_the_answer_is_no_answer(phone: Page) -> None:
    sit_down(phone)
    phone.route(HEAR, lambda route: route.fulfill(body="<p>Sign in to this hotel"), times=1)
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .amber")).to_have_text(WAITING)
    expect(pad(phone).locator(".pale")).to_have_count(1)


def test_a_page_that_is_read_no_more_says_so(phone: Page) -> None:
    sit_down(phone)
    phone.context.clear_cookies()
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .amber")).to_have_text(
        "Nothing can be read on this page any more: reload it. The keys still work."
    )


def test_a_hand_is_heard_in_an_insecure_page(screens: Screens) -> None:
    page = screens.open(360, base_url=screens.plain_address)
    begin(screens, page, "laws", 2)
    page.goto(page.url + "enter")
    assert not page.evaluate("isSecureContext")
    dictate(line_of(page), ["three kings"])
    expect(pad(page).locator(".pale")).to_have_count(1)


def test_the_text_is_in_no_address(phone: Page) -> None:
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url))
    phone.goto("/hand?variant=laws")
    dictate(line_of(phone), ["three kings left with a seven"])
    expect(pad(phone).locator(".pale")).to_have_count(2)
    assert any(urlsplit(url).path == "/hand/hear" for url in asked)
    assert not any("kings" in url for url in asked)


def test_a_hand_that_is_counted_waits_for_its_words(phone: Page) -> None:
    phone.goto("/hand?variant=laws")
    tap(phone, "7 turn:7 melded")
    held: list[Route] = []
    phone.route(HEAR, hold_in(held))
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .quiet")).to_have_text("Reading …")
    count = pad(phone).get_by_role("button", name="Count the hand")
    press_button(count)
    while not held:
        phone.wait_for_timeout(20)
    held[0].continue_()
    expect(pad(phone).locator(".notes .reason")).to_contain_text(
        "the words have not been added yet"
    )
    add(phone)
    press_button(count)
    expect(phone.locator(".best")).to_contain_text("+25")


@pytest.mark.long
def test_ones_own_hand_waits_for_its_words(phone: Page) -> None:
    table = post_record(phone, empty_game("laws", CAST))
    take_seat(phone, table, 1)
    phone.goto(f"{table}hand/1")
    tap(phone, "7 turn:7")
    await_script(phone)
    phone.context.set_offline(True)
    dictate(line_of(phone), ["three kings"])
    expect(pad(phone).locator(".say .amber")).to_have_text(WAITING)
    send = pad(phone).locator(".tray .main").last
    press_button(send)
    expect(pad(phone).locator(".notes .reason")).to_contain_text(
        "Bob: the words have not been read yet"
    )
    assert outbox(phone) == []
    phone.context.set_offline(False)
    expect(pad(phone).locator(".pale")).to_have_count(1)
    add(phone)
    press_send(phone)
    phone.wait_for_url("**/hands?deal=*")


def test_the_words_of_each_pair_wait_with_it(phone: Page) -> None:
    game = post_record(phone, empty_game("gin150", FOUR))
    phone.goto(f"{game}enter")
    phone.route(HEAR, lambda route: route.abort())
    dictate(line_of(phone), ["seven of diamonds"])
    press_button(pad(phone).locator("[data-pair='1']"))
    expect(line_of(phone)).to_have_value("")
    dictate(line_of(phone), ["nine of hearts"])
    press_button(pad(phone).locator("[data-pair='0']"))
    expect(line_of(phone)).to_have_value("seven of diamonds")
    phone.unroute(HEAR)
    add(phone)
    expect(pad(phone).locator(".upcard")).to_contain_text("7")


def test_words_go_along_to_the_plain_form_and_back(phone: Page) -> None:
    sit_down(phone)
    dictate(line_of(phone), ["bananas"])
    pad(phone).locator("[data-press='do:plain']").evaluate("key => key.click()")
    plain = phone.locator('[name="hand0-said"]')
    expect(plain).to_have_value("bananas")
    plain.fill("three kings")
    phone.get_by_role("button", name="Use the keys").click()
    expect(line_of(phone)).to_have_value("three kings")
    expect(plain).to_have_value("")
    expect(pad(phone).locator(".pale")).to_have_count(1)


@pytest.mark.long
def test_words_of_a_plain_form_that_was_kept_offline_come_back(screens: Screens) -> None:
    page = screens.open(360, base_url=screens.plain_address)
    begin(screens, page, "laws", 3)
    page.goto(page.url + "enter")
    pad(page).locator("[data-press='do:plain']").evaluate("key => key.click()")
    go_offline(page)
    page.locator('[name="hand0-said"]').fill("three kings and out")
    page.locator('[name="hand1-said"]').fill("three bings")
    page.get_by_role("button", name="Score deal 1").click()
    expect(page.locator("#outbox")).to_contain_text("1 deal waiting.")
    go_online(page)
    page.get_by_role("button", name="Check it").click()
    # What was sure is in the fields, and what was not is in the line of its player.
    expect(pad(page).locator(".tab").first).to_contain_text("30")
    tap(page, "seat:1")
    expect(line_of(page)).to_have_value("three bings")
    expect(pad(page).locator(".heard mark")).to_have_text("three bings")
    line_of(page).fill("")
    tap(page, "in_hand 7 next in_hand 9")
    score(page)
    arrive(page)
