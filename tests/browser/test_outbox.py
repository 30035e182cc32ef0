"""Deals entered without a network: kept on the phone, sent by themselves, once and in order."""

import json
import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Screens
from tests.browser.games import empty_game, post_record
from tests.browser.looking import barriers, is_cut_off
from tests.browser.pad_screen import CAST, melds, tap

ANN_OUT = "by:0 K next in_hand A"
BOB_OUT = "by:1 5 next in_hand Q"


@pytest.fixture(params=["plain http", "secure"])
def phone(request: pytest.FixtureRequest, screens: Screens) -> Page:
    """A phone of the table, by plain http and as a secure context."""
    is_plain = request.param == "plain http"
    address = screens.plain_address if is_plain else screens.address
    page = screens.open(360, base_url=address)
    begin(screens, page, "laws", 2)
    return page


def begin(screens: Screens, page: Page, variant: str, players: int) -> None:
    """Open the table of a new game."""
    game = post_record(screens.open(360), empty_game(variant, CAST[:players]))
    page.goto(urlsplit(game).path)


def enter(page: Page, presses: str) -> None:
    """Enter a deal on the keys and send it."""
    tap(page, presses)
    page.get_by_role("button", name="Show the score").click()


def played(page: Page) -> list[str]:
    """Who went out of each deal that the server has."""
    address = "/".join(page.url.replace("table.test", "127.0.0.1").split("/")[:5])
    record = page.request.get(f"{address}/record.json").json()
    return [deal["by"] for deal in record["deals"]]


def saying(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=text)).to_be_visible()


def arrive(page: Page, number: int = 1) -> None:
    """Wait for the page of a deal that was saved."""
    page.wait_for_url(f"**/deal/{number}")


def outbox(page: Page) -> list[str]:
    """What the phone keeps."""
    names: list[str] = page.evaluate("Object.keys(localStorage)")
    return [name for name in names if name.startswith("outbox:")]


def deliver(route: Route) -> None:
    """Let a request reach the server, whatever becomes of the answer."""
    route.fetch(url=route.request.url.replace("table.test", "127.0.0.1"))


def go_offline(page: Page) -> None:
    page.context.set_offline(True)


def go_online(page: Page) -> None:
    page.context.set_offline(False)


def enter_offline(page: Page, *deals: str) -> None:
    """Open the form of the next deal, lose the network, and enter deals one after the other."""
    page.get_by_role("link", name="Enter deal").click()
    tap(page, "by:0 undo")
    go_offline(page)
    for number, presses in enumerate(deals, 1):
        enter(page, presses)
        saying(page, f"Deal {number} is kept on this phone.")
        if number < len(deals):
            page.get_by_role("button", name=f"Enter deal {number + 1}").click()


def test_a_deal_saved_offline_goes_out_by_itself(phone: Page) -> None:
    enter_offline(phone, ANN_OUT)
    expect(phone.locator(".kept")).to_contain_text("1 deal waiting.")
    assert played(phone) == []
    go_online(phone)
    saying(phone, "Deal 1 is saved.")
    assert (played(phone), outbox(phone)) == (["Ann"], [])


def test_deals_go_out_in_the_order_they_were_entered(phone: Page) -> None:
    enter_offline(phone, ANN_OUT, BOB_OUT, ANN_OUT)
    expect(phone.locator(".kept")).to_contain_text("3 deals waiting.")
    go_online(phone)
    saying(phone, "Deal 3 is saved.")
    assert (played(phone), outbox(phone)) == (["Ann", "Bob", "Ann"], [])


def test_a_deal_that_was_sent_leads_to_its_score(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    enter(phone, ANN_OUT)
    arrive(phone)
    expect(phone.locator("main")).to_contain_text("+130")
    assert (played(phone), outbox(phone)) == (["Ann"], [])


def test_an_answer_that_was_lost_does_not_double_the_deal(phone: Page) -> None:
    def lose(route: Route) -> None:
        deliver(route)
        route.abort()

    phone.get_by_role("link", name="Enter deal").click()
    phone.route("**/enter", lose, times=1)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is kept on this phone.")
    assert played(phone) == ["Ann"]
    saying(phone, "Deal 1 is saved.")
    assert (played(phone), outbox(phone)) == (["Ann"], [])


def test_the_deal_after_a_lost_answer_goes_on_top_of_it(phone: Page) -> None:
    def lose(route: Route) -> None:
        deliver(route)
        go_offline(phone)
        route.abort()

    phone.get_by_role("link", name="Enter deal").click()
    tap(phone, "by:0 undo")
    phone.route("**/enter", lose, times=1)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is kept on this phone.")
    phone.get_by_role("button", name="Enter deal 2").click()
    enter(phone, BOB_OUT)
    expect(phone.locator(".kept")).to_contain_text("2 deals waiting.")
    go_online(phone)
    saying(phone, "Deal 2 is saved.")
    assert (played(phone), outbox(phone)) == (["Ann", "Bob"], [])


@pytest.mark.parametrize("status", [502, 503, 504])
def test_a_server_that_is_not_up_yet_is_asked_again(phone: Page, status: int) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    phone.route("**/enter", lambda route: route.fulfill(status=status, body="<p>Later"), times=1)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is saved.")
    assert played(phone) == ["Ann"]


def test_a_login_page_in_between_is_no_receipt(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    phone.route("**/enter", lambda route: route.fulfill(body="<p>Pay for this network"), times=1)
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
    again = screens.open(360, storage_state=kept, base_url=base)
    with again.expect_response(lambda answer: answer.request.method == "POST") as told:
        again.goto("/")
    assert told.value.ok
    again.get_by_role("region", name="Under way").get_by_role("link").first.click()
    expect(again.get_by_role("link", name="Enter deal 2")).to_be_visible()
    assert (played(again), outbox(again)) == (["Ann"], [])


def test_what_waits_is_said_on_the_first_page_and_at_the_table(phone: Page) -> None:
    def refuse(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    phone.get_by_role("link", name="Enter deal").click()
    phone.route("**/enter", refuse)
    enter(phone, ANN_OUT)
    saying(phone, "Deal 1 is kept on this phone.")
    phone.get_by_role("link", name="Score sheet").last.click()
    expect(phone.locator("#outbox").get_by_text("1 deal waiting.")).to_be_visible()
    phone.goto("/")
    expect(phone.locator("#outbox").get_by_text("1 deal waiting.")).to_be_visible()


def test_a_waiting_deal_can_be_thrown_away_and_put_back(phone: Page) -> None:
    enter_offline(phone, ANN_OUT)
    phone.get_by_text("1 deal waiting.").first.click()
    phone.get_by_role("button", name="Throw away").click()
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 is thrown away.")
    assert outbox(phone) == []
    phone.get_by_role("button", name="Put it back").click()
    go_online(phone)
    saying(phone, "Deal 1 is saved.")
    assert played(phone) == ["Ann"]


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


def test_a_correction_waits_too(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    enter(phone, ANN_OUT)
    arrive(phone)
    phone.goto(f"{phone.url}/correct")
    tap(phone, "seat:0 5")
    phone.locator("#pad").get_by_label("Why it is corrected").fill("the fives")
    go_offline(phone)
    phone.get_by_role("button", name="Show the score").click()
    saying(phone, "The correction of deal 1 is kept on this phone.")
    go_online(phone)
    saying(phone, "The correction of deal 1 is saved.")
    phone.get_by_role("link", name="Show the score").click()
    expect(phone.locator("main")).to_contain_text("+145")


def test_a_token_of_another_visit_is_renewed(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    phone.context.clear_cookies()
    enter(phone, ANN_OUT)
    arrive(phone)
    assert played(phone) == ["Ann"]


def test_a_draft_goes_when_the_deal_waits(phone: Page) -> None:
    enter_offline(phone, ANN_OUT)
    names: list[str] = phone.evaluate("Object.keys(localStorage)")
    assert [name for name in names if name.startswith("pad:")] == []


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
    assert [first, second] == titles[:2]


def test_a_browser_that_keeps_nothing_sends_the_form_itself(screens: Screens) -> None:
    page = screens.open(360)
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full') }")
    begin(screens, page, "laws", 2)
    page.get_by_role("link", name="Enter deal").click()
    enter(page, ANN_OUT)
    arrive(page)
    assert played(page) == ["Ann"]


# --- somebody else was faster ---------------------------------------------------------------------


@pytest.fixture
def late(phone: Page, screens: Screens) -> Page:
    """Ann's phone with a deal that waited while Bob's entered another in its place."""
    game = phone.url
    enter_offline(phone, ANN_OUT)
    faster = screens.open(360)
    faster.goto(game.replace("table.test", "127.0.0.1") + "enter")
    enter(faster, BOB_OUT)
    arrive(faster)
    go_online(phone)
    saying(phone, "Deal 1 was not taken: Somebody was faster.")
    return phone


def look_at_both(page: Page) -> None:
    page.get_by_role("button", name="Look at both").click()
    expect(page.get_by_role("heading", name="Somebody was faster", exact=True)).to_be_visible()


def test_a_deal_that_was_not_taken_is_not_lost(late: Page) -> None:
    late.goto("/")
    expect(late.locator("#outbox")).to_contain_text("Deal 1 was not taken: Somebody was faster.")
    look_at_both(late)
    assert melds(late) == ["K K K"]
    assert len(outbox(late)) == 1


@pytest.mark.parametrize(
    ("way", "expected"),
    [
        ("Keep theirs", ["Bob"]),
        ("Put mine in its place", ["Ann"]),
        ("Enter mine as deal 2", ["Bob", "Ann"]),
    ],
)
def test_of_two_versions_the_table_chooses(late: Page, way: str, expected: list[str]) -> None:
    look_at_both(late)
    late.get_by_text(way, exact=True).click()
    late.wait_for_url(lambda address: not address.endswith(("/enter", "/correct")))
    assert (played(late), outbox(late)) == (expected, [])


def test_mine_can_be_changed_on_the_keys_before_it_is_chosen(late: Page) -> None:
    look_at_both(late)
    tap(late, "do:pad seat:1 in_hand A")
    with late.expect_navigation():
        late.get_by_role("button", name="Show the score").click()
    expect(late.locator("#conflict")).to_contain_text("Ann went out")
    assert late.locator('[name="hand1-in_hand"]').input_value() == "A A"


def test_two_versions_can_be_read_on_the_narrowest_phone(late: Page) -> None:
    look_at_both(late)
    late.set_viewport_size({"width": 320, "height": 568})
    assert not is_cut_off(late)
    assert barriers(late) == []


def test_a_deal_that_waits_has_no_barrier(phone: Page) -> None:
    enter_offline(phone, ANN_OUT)
    phone.get_by_text("1 deal waiting.").first.click()
    phone.set_viewport_size({"width": 320, "height": 568})
    assert not is_cut_off(phone)
    assert barriers(phone) == []


def test_the_same_deal_from_two_phones_is_no_conflict(phone: Page, screens: Screens) -> None:
    game = phone.url
    enter_offline(phone, ANN_OUT)
    other = screens.open(360)
    other.goto(game.replace("table.test", "127.0.0.1") + "enter")
    enter(other, ANN_OUT)
    arrive(other)
    go_online(phone)
    saying(phone, "Deal 1 is saved.")
    assert played(phone) == ["Ann"]


def test_what_was_entered_on_top_of_a_deal_that_goes_follows_theirs(
    phone: Page, screens: Screens
) -> None:
    game = phone.url
    enter_offline(phone, ANN_OUT, ANN_OUT)
    faster = screens.open(360)
    faster.goto(game.replace("table.test", "127.0.0.1") + "enter")
    enter(faster, BOB_OUT)
    arrive(faster)
    go_online(phone)
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 was not taken")
    assert played(phone) == ["Bob"]
    look_at_both(phone)
    phone.get_by_text("Keep theirs").click()
    expect(phone.locator("#outbox")).to_be_empty()
    assert (played(phone), outbox(phone)) == (["Bob", "Ann"], [])


def renew_link(screens: Screens, page: Page) -> str:
    """The path of the table by the new link that its host made; the old one is withdrawn."""
    host = screens.open(360)
    links = "/".join(urlsplit(page.url).path.split("/")[:3]) + "/links"
    token = re.findall(r'name="csrf_token" value="([^"]+)"', host.request.get(links).text())[0]
    renewed = host.request.post(f"{links}/new", form={"csrf_token": token, "role": "host"})
    return urlsplit(renewed.url).path.removesuffix("links")


def test_a_deal_whose_link_was_withdrawn_goes_out_by_the_new_one(
    phone: Page, screens: Screens
) -> None:
    enter_offline(phone, ANN_OUT)
    table = renew_link(screens, phone)
    go_online(phone)
    expect(phone.get_by_role("heading", name="The link was withdrawn", exact=True)).to_be_visible()
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 was not taken: The link was withdrawn")
    phone.goto(table)
    phone.get_by_role("button", name="Send it from here").click()
    expect(phone.get_by_role("link", name="Enter deal 2")).to_be_visible()
    assert (played(phone), outbox(phone)) == (["Ann"], [])


def test_a_deal_of_another_table_cannot_be_sent_from_here(phone: Page, screens: Screens) -> None:
    enter_offline(phone, ANN_OUT)
    renew_link(screens, phone)
    go_online(phone)
    expect(phone.get_by_role("heading", name="The link was withdrawn", exact=True)).to_be_visible()
    begin(screens, phone, "laws", 2)
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 at another table was not taken")
    expect(phone.get_by_role("button", name="Send it from here")).to_have_count(0)
