"""The outbox of a phone that has no room, or a clock that was wrong."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.outbox_screen import (
    ANN_OUT,
    arrive,
    enter,
    go_offline,
    go_online,
    open_table,
    outbox,
    played,
)
from tests.browser.pad_screen import tap
from tests.browser.screens import Screens


@pytest.fixture
def phone(request: pytest.FixtureRequest, screens: Screens) -> Page:
    return open_table(request, screens)


_FILL = """() => {
  for (let size = 1 << 22; size > 16; size >>= 1) {
    try { while (true) localStorage.setItem(`full${Math.random()}`, "x".repeat(size)) } catch {}
  }
}"""


@pytest.mark.long
def test_a_phone_without_room_says_so_and_leaves_no_page_with_an_unsent_deal(phone: Page) -> None:
    phone.evaluate(_FILL)
    phone.get_by_role("link", name="Enter deal").click()
    expect(phone.get_by_text("storage is full")).to_be_visible()
    tap(phone, ANN_OUT)
    go_offline(phone)
    phone.get_by_role("button", name="Score the deal").click()
    expect(phone.get_by_role("button", name="No connection. Try again")).to_be_visible()
    assert outbox(phone) == []
    go_online(phone)
    phone.get_by_role("button", name="Score the deal").click()
    arrive(phone)
    assert played(phone) == ["Ann"]


def test_a_refused_deal_is_not_sent_for_ever_by_a_phone_without_room(phone: Page) -> None:
    phone.get_by_role("link", name="Enter deal").click()
    posts: list[str] = []

    def refuse(route: Route) -> None:
        posts.append(route.request.url)
        phone.evaluate(_FILL)
        text = '{"text": "' + "No. " * 50 + '"}'
        route.fulfill(status=422, body=text, content_type="application/json")

    phone.route("**/enter", lambda route: refuse(route) if _is_data(route) else route.abort())
    # Then the form itself is sent, for the page about the refusal.
    with phone.expect_event("requestfailed", lambda asked: asked.is_navigation_request()):
        enter(phone, ANN_OUT)
    assert len(posts) == 1


def _is_data(route: Route) -> bool:
    return route.request.headers.get("accept") == "application/json"


def test_a_lock_set_by_a_fast_clock_does_not_stop_the_outbox(phone: Page) -> None:
    phone.evaluate(
        "localStorage.setItem('outbox-lease',"
        " JSON.stringify({owner: 'another tab', until: Date.now() + 86400000}))"
    )
    phone.get_by_role("link", name="Enter deal").click()
    enter(phone, ANN_OUT)
    arrive(phone)
    assert (played(phone), outbox(phone)) == (["Ann"], [])
