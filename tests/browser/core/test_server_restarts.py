"""The server is killed and started again while deals are on their way: none is lost or doubled."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.games import bring, empty_game
from tests.browser.pad_screen import tap
from tests.browser.screens import Screens
from tests.faults.site_with_clock import ForkedSite


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ForkedSite]:
    """The real server on one port and one database, started as often as it takes."""
    server = ForkedSite(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def phone(server: ForkedSite, chromium: Browser) -> Iterator[Page]:
    """A phone that is about to enter the first deal."""
    page = Screens(chromium, server.address).open_new(360)
    bring(page, empty_game("laws", ("Ann", "Bob")))
    page.get_by_role("link", name="Enter deal 1").click()
    expect(page.locator("#pad .frame")).to_be_visible()
    yield page
    page.context.close()


def enter(page: Page, by: int) -> None:
    tap(page, f"by:{by} K next in_hand A")
    page.get_by_role("button", name="Score the deal").click()


def played(page: Page) -> list[str]:
    game = "/".join(urlsplit(page.url).path.split("/")[:3])
    deals = page.request.get(f"{game}/record.json").json()["deals"]
    return [deal["by"] for deal in deals]


def saying(page: Page, text: str) -> None:
    expect(page.get_by_role("heading", name=text)).to_be_visible(timeout=20_000)


@pytest.mark.long
def test_a_server_that_dies_after_saving_has_the_deal_once_and_later_the_next(
    server: ForkedSite, phone: Page
) -> None:
    def save_and_die(route: Route) -> None:
        route.fetch()
        server.kill()
        route.abort()

    phone.route("**/enter", save_and_die, times=1)
    enter(phone, 0)
    saying(phone, "Deal 1 is kept on this phone.")
    phone.get_by_role("button", name="Enter deal 2").click()
    enter(phone, 1)
    saying(phone, "Deal 2 is kept on this phone.")
    server.start()
    saying(phone, "Deal 2 is saved.")
    assert played(phone) == ["Ann", "Bob"]
