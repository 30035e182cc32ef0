"""Deals of the outbox that the server does not take: both versions, and three ways on."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import renew_host_link
from tests.browser.looking import barriers, is_cut_off, usual_faults
from tests.browser.outbox_screen import (
    ANN_OUT,
    ANN_OUT_TYPED,
    BOB_OUT_TYPED,
    begin,
    enter_first,
    enter_offline,
    go_online,
    open_table,
    outbox,
    played,
    saying,
)
from tests.browser.pad_screen import melds, tap
from tests.browser.screens import Screens


@pytest.fixture
def phone(request: pytest.FixtureRequest, screens: Screens) -> Page:
    return open_table(request, screens)


@pytest.fixture
def late(phone: Page, screens: Screens) -> Page:
    """Ann's phone with a deal that waited while Bob's entered another in its place."""
    game = phone.url
    enter_offline(phone, ANN_OUT)
    enter_first(screens, game, BOB_OUT_TYPED)
    go_online(phone)
    saying(phone, "Deal 1 was not saved: Someone was faster.")
    return phone


def look_at_both(page: Page) -> None:
    page.get_by_role("button", name="Look at both").click()
    expect(page.get_by_role("heading", name="Someone was faster", exact=True)).to_be_visible()


def test_a_deal_that_was_not_taken_is_looked_at_changed_and_put_in_the_others_place(
    late: Page,
) -> None:
    expect(late.locator(".foot .main:visible")).to_have_text(["Look at both"])
    expect(late.locator("#outbox")).to_be_empty()
    assert barriers(late) == []
    late.goto("/")
    expect(late.locator("#outbox")).to_contain_text("Deal 1 was not saved: Someone was faster.")
    look_at_both(late)
    assert melds(late) == ["K K K"]
    assert len(outbox(late)) == 1
    # Two versions are read on the narrowest phone, and mine is changed on the keys.
    late.set_viewport_size({"width": 320, "height": 568})
    assert not is_cut_off(late)
    assert usual_faults(late) == []
    tap(late, "do:pad seat:1 in_hand A")
    with late.expect_navigation():
        late.get_by_role("button", name="Score the deal").click()
    expect(late.locator("#conflict")).to_contain_text("Ann went out")
    assert late.locator('[name="hand1-in_hand"]').input_value() == "A A"
    choose(late, "Put mine in its place")
    assert (played(late), outbox(late)) == (["Ann"], [])


@pytest.mark.long
def test_a_deal_that_was_not_taken_is_entered_as_the_next(late: Page) -> None:
    look_at_both(late)
    choose(late, "Enter mine as deal 2")
    assert (played(late), outbox(late)) == (["Bob", "Ann"], [])


def choose(page: Page, way: str) -> None:
    page.get_by_text(way, exact=True).click()
    page.wait_for_url(re.compile(r"/deal/\d+$"))


@pytest.mark.long
def test_the_same_deal_from_two_phones_is_no_conflict(phone: Page, screens: Screens) -> None:
    game = phone.url
    enter_offline(phone, ANN_OUT)
    enter_first(screens, game, ANN_OUT_TYPED)
    go_online(phone)
    saying(phone, "Deal 1 is saved.")
    assert played(phone) == ["Ann"]


@pytest.mark.long
def test_theirs_is_kept_and_what_was_entered_on_top_of_mine_follows_it(
    phone: Page, screens: Screens
) -> None:
    game = phone.url
    enter_offline(phone, ANN_OUT, ANN_OUT)
    enter_first(screens, game, BOB_OUT_TYPED)
    go_online(phone)
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 was not saved")
    assert played(phone) == ["Bob"]
    look_at_both(phone)
    phone.get_by_text("Keep theirs").click()
    expect(phone.locator("#outbox")).to_be_empty()
    assert (played(phone), outbox(phone)) == (["Bob", "Ann"], [])


def renew_link(screens: Screens, page: Page) -> str:
    """The path of the table by the new link that its host made; the old one is withdrawn."""
    game = "/".join(urlsplit(page.url).path.split("/")[:3]) + "/"
    return urlsplit(renew_host_link(screens.open(360), game)).path


def test_a_deal_whose_link_was_withdrawn_goes_out_by_the_new_one_and_at_no_other_table(
    phone: Page, screens: Screens
) -> None:
    enter_offline(phone, ANN_OUT)
    table = renew_link(screens, phone)
    go_online(phone)
    expect(phone.get_by_role("heading", name="The link was withdrawn", exact=True)).to_be_visible()
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 was not saved: The link was withdrawn")
    begin(screens, phone, "laws", 2)
    expect(phone.locator("#outbox")).to_contain_text("Deal 1 at another table was not saved")
    expect(phone.get_by_role("button", name="Send it from here")).to_have_count(0)
    phone.goto(table)
    phone.get_by_role("button", name="Send it from here").click()
    expect(phone.get_by_role("link", name="Enter deal 2")).to_be_visible()
    expect(phone.locator("#outbox")).to_be_empty()
    assert (played(phone), outbox(phone)) == (["Ann"], [])
