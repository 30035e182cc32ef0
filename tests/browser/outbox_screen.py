"""Entering deals on a phone that loses its network, and what it then keeps and says."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.games import empty_game, post_record, send_form
from tests.browser.pad_screen import CAST, tap
from tests.browser.screens import Screens

ANN_OUT = "by:0 K next in_hand A"
BOB_OUT = "by:1 5 next in_hand Q"
ANN_OUT_TYPED = {"ending": "out", "by": "0", "hand0-melds": "K K K", "hand1-in_hand": "A"}
BOB_OUT_TYPED = {"ending": "out", "by": "1", "hand1-melds": "5 5 5", "hand0-in_hand": "Q"}
"""What the keys fill in."""

both_ways = pytest.mark.parametrize("phone", ["plain http", "secure"], indirect=True)
"""For what must hold with and without a service worker; the rest is tried by plain http."""


def begin(screens: Screens, page: Page, variant: str, players: int) -> None:
    """Open the table of a new game."""
    game = post_record(screens.open(360), empty_game(variant, CAST[:players]))
    page.goto(urlsplit(game).path)


def enter(page: Page, presses: str) -> None:
    """Enter a deal on the keys and send it."""
    tap(page, presses)
    page.get_by_role("button", name="Score the deal").click()


def enter_first(screens: Screens, game: str, typed: dict[str, str]) -> None:
    """Enter a deal on another phone, which looks at no page."""
    send_form(screens.open(360), game.replace("table.test", "127.0.0.1") + "enter", **typed)


def played(page: Page) -> list[str]:
    """Return who went out in each deal that the server has."""
    address = "/".join(page.url.replace("table.test", "127.0.0.1").split("/")[:5])
    record = page.request.get(f"{address}/record.json").json()
    return [deal["by"] for deal in record["deals"]]


def saying(page: Page, text: str) -> None:
    """Wait for the page to say this in a heading."""
    expect(page.get_by_role("heading", name=text)).to_be_visible()


def arrive(page: Page, number: int = 1) -> None:
    """Wait for the page of a deal that was saved."""
    page.wait_for_url(f"**/deal/{number}")


def outbox(page: Page) -> list[str]:
    """Return the keys under which the phone keeps deals to be sent."""
    names: list[str] = page.evaluate("Object.keys(localStorage)")
    return [name for name in names if name.startswith("outbox:")]


def deliver(route: Route) -> None:
    """Let a request reach the server, whatever becomes of the answer."""
    route.fetch(url=route.request.url.replace("table.test", "127.0.0.1"))


def go_offline(page: Page) -> None:
    """Take the network from the phone."""
    page.context.set_offline(True)


def go_online(page: Page) -> None:
    """Give the network back."""
    page.context.set_offline(False)


def enter_offline(page: Page, *deals: str) -> None:
    """Open the form of the next deal, lose the network, and enter deals one after the other."""
    page.get_by_role("link", name="Enter deal").click()
    tap(page, "by:0 undo ask")
    go_offline(page)
    for number, presses in enumerate(deals, 1):
        enter(page, presses)
        saying(page, f"Deal {number} is kept on this phone.")
        if number < len(deals):
            page.get_by_role("button", name=f"Enter deal {number + 1}").click()


def open_table(request: pytest.FixtureRequest, screens: Screens) -> Page:
    """A phone at the table of a new game, by plain http unless a test says otherwise."""
    is_secure = getattr(request, "param", "") == "secure"
    page = screens.open(360, base_url=screens.address if is_secure else screens.plain_address)
    begin(screens, page, "laws", 2)
    return page
