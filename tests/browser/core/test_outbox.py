"""Deals entered without a network: kept on the phone, sent by themselves, once and in order."""

import json

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looking import barriers, is_cut_off
from tests.browser.outbox_screen import (
    ANN_OUT,
    ANN_OUT_TYPED,
    BOB_OUT,
    arrive,
    begin,
    both_ways,
    deliver,
    enter,
    enter_first,
    enter_offline,
    go_offline,
    go_online,
    open_table,
    outbox,
    played,
    saying,
)
from tests.browser.pad_screen import tap
from tests.browser.screens import Screens


@pytest.fixture
def phone(request: pytest.FixtureRequest, screens: Screens) -> Page:
    return open_table(request, screens)


@pytest.mark.parametrize(
    "phone", ["plain http", pytest.param("secure", marks=pytest.mark.long)], indirect=True
)
def test_deals_saved_offline_are_shown_once_keep_no_draft_and_go_out_by_themselves_in_order(
    phone: Page,
) -> None:
    enter_offline(phone, ANN_OUT)
    expect(phone.locator("#outbox")).to_contain_text("1 deal waiting.")
    expect(phone.get_by_text("1 deal waiting.")).to_have_count(1)
    names: list[str] = phone.evaluate("Object.keys(localStorage)")
    assert [name for name in names if name.startswith("pad:")] == []
    assert played(phone) == []
    for number, presses in enumerate((BOB_OUT, ANN_OUT), 2):
        phone.get_by_role("button", name=f"Enter deal {number}").click()
        enter(phone, presses)
        saying(phone, f"Deal {number} is kept on this phone.")
    expect(phone.locator("#outbox")).to_contain_text("3 deals waiting.")
    go_online(phone)
    saying(phone, "Deal 3 is saved.")
    assert (played(phone), outbox(phone)) == (["Ann", "Bob", "Ann"], [])


def test_the_deal_after_a_lost_answer_goes_on_top_of_it(phone: Page) -> None:
    def lose(route: Route) -> None:
        deliver(route)
        go_offline(phone)
        route.abort()

    phone.get_by_role("link", name="Enter deal").click()
    tap(phone, "by:0 undo ask")
    phone.route("**/enter", lose, times=1)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is kept on this phone.")
    phone.get_by_role("button", name="Enter deal 2").click()
    enter(phone, BOB_OUT)
    expect(phone.locator("#outbox")).to_contain_text("2 deals waiting.")
    go_online(phone)
    saying(phone, "Deal 2 is saved.")
    assert (played(phone), outbox(phone)) == (["Ann", "Bob"], [])


def test_an_error_or_a_login_page_does_not_count_as_saved(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    # The route that was added last answers first.
    phone.route("**/enter", lambda route: route.fulfill(body="<p>Pay for this network"), times=1)
    phone.route("**/enter", lambda route: route.fulfill(status=503, body="<p>Later"), times=1)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is saved.")
    assert played(phone) == ["Ann"]


def test_a_browser_that_was_closed_sends_when_it_is_opened_again(
    phone: Page, screens: Screens
) -> None:
    enter_offline(phone, ANN_OUT)
    kept = phone.context.storage_state()
    base = "/".join(phone.url.split("/")[:3])
    phone.context.close()
    again = screens.open_new(360, storage_state=kept, base_url=base)
    with again.expect_response(lambda answer: answer.request.method == "POST") as told:
        again.goto("/")
    assert told.value.ok
    again.get_by_role("region", name="Under way").get_by_role("link").first.click()
    expect(again.get_by_role("link", name="Enter deal 2")).to_be_visible()
    assert (played(again), outbox(again)) == (["Ann"], [])


@pytest.mark.long
def test_waiting_deals_are_shown_on_the_first_page_and_at_the_table(phone: Page) -> None:
    def refuse(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    phone.get_by_role("link", name="Enter deal").click()
    phone.route("**/enter", refuse)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is kept on this phone.")
    phone.get_by_role("link", name="Score sheet").last.click()
    phone.wait_for_url("**/game/*/")
    expect(phone.locator("#outbox").get_by_text("1 deal waiting.")).to_be_visible()
    phone.goto("/")
    expect(phone.locator("#outbox").get_by_text("1 deal waiting.")).to_be_visible()


def test_a_waiting_deal_has_no_barrier_and_can_be_thrown_away_and_put_back(phone: Page) -> None:
    enter_offline(phone, ANN_OUT)
    phone.get_by_text("1 deal waiting.").first.click()
    phone.set_viewport_size({"width": 320, "height": 568})
    assert not is_cut_off(phone)
    assert barriers(phone) == []
    phone.get_by_role("button", name="Discard").click()
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 is discarded.")
    assert outbox(phone) == []
    phone.get_by_role("button", name="Put it back").click()
    go_online(phone)
    saying(phone, "Deal 1 is saved.")
    assert played(phone) == ["Ann"]


@both_ways
def test_two_tabs_of_one_phone_send_a_deal_once(phone: Page) -> None:
    enter_offline(phone, ANN_OUT, BOB_OUT)
    tab = phone.context.new_page()
    sent: list[str] = []
    for page in (phone, tab):
        page.on("request", lambda request: sent.append(request.method))
    go_online(phone)
    tab.goto("/")
    saying(phone, "Deal 2 is saved.")
    expect(tab.locator("#outbox")).to_be_empty()
    assert (sent.count("POST"), played(phone)) == (2, ["Ann", "Bob"])


def test_a_correction_waits_too_unless_it_changes_nothing(phone: Page, screens: Screens) -> None:
    game = phone.url
    enter_first(screens, game, ANN_OUT_TYPED)
    phone.goto(f"{game}deal/1/correct")
    tap(phone, "seat:0")
    phone.get_by_role("button", name="Save the change").click()
    expect(phone.get_by_role("link", name="The deal is as it was")).to_be_visible()
    assert outbox(phone) == []
    phone.get_by_role("link", name="Score sheet").first.click()
    expect(phone.locator("#outbox")).to_be_empty()
    phone.goto(f"{game}deal/1/correct")
    tap(phone, "seat:0 5")
    go_offline(phone)
    phone.get_by_role("button", name="Save the change").click()
    saying(phone, "The correction of deal 1 is kept on this phone.")
    go_online(phone)
    saying(phone, "The correction of deal 1 is saved.")
    phone.get_by_role("link", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("+145")


@pytest.mark.long
def test_away_from_the_table_a_refused_deal_is_shown_briefly(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    enter(phone, "by:0 K next")
    expect(phone.get_by_text("Nothing is saved yet")).to_be_visible()
    phone.goto("/rules")
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 is not saved yet.Check it")


@pytest.mark.long
def test_a_token_of_another_visit_is_renewed_and_the_deal_sent_leads_to_its_score(
    phone: Page,
) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    phone.context.clear_cookies()
    enter(phone, ANN_OUT)
    arrive(phone)
    expect(phone.locator("main")).to_contain_text("+130")
    assert (played(phone), outbox(phone)) == (["Ann"], [])


@pytest.mark.long
def test_in_contract_the_next_deal_asks_for_its_own_contract(screens: Screens) -> None:
    page = screens.open(360)
    begin(screens, page, "contract", 3)
    page.get_by_role("link", name="Enter deal").click()
    first = page.locator("#pad header p").inner_text()
    tap(page, "by:1")
    go_offline(page)
    enter(page, "next A next A")
    page.get_by_role("button", name="Enter deal 2").click()
    second = page.locator("#pad header p").inner_text()
    titles = json.loads(page.locator("#pad-table").inner_text())["asks_for_all"]
    assert [first, second] == [f"{titles[0]}, Cal deals", titles[1]]


def test_a_browser_that_keeps_nothing_sends_the_form_itself(screens: Screens) -> None:
    page = screens.open_new(360)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    begin(screens, page, "laws", 2)
    page.get_by_role("link", name="Enter deal").click()
    enter(page, ANN_OUT)
    arrive(page)
    assert played(page) == ["Ann"]
