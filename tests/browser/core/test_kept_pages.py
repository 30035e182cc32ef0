"""Pages of games that the phone keeps for when the server is out of reach, where it may."""

from typing import Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import bring, empty_game
from tests.browser.looking import barriers, is_cut_off
from tests.browser.pad_screen import melds, tap
from tests.browser.screens import Screens

BANNER = "No network. This page is from"
# The pages of games and nights that are kept, but for those that are still to be kept as they have
# just come: the open one and, with a sheet, the form of the next deal.
_KEPT: Final = """async () => {
  const kept = [];
  for (const name of (await caches.keys()).filter((name) => name.startsWith("games-"))) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) {
      const { pathname } = new URL(page.url);
      const text = await (await cache.match(page))?.text();
      const isOfNow = Number(/data-kept="(\\d+)"/.exec(text)?.[1]) >= performance.timeOrigin;
      if (isOfNow || !pathname.startsWith(location.pathname)) kept.push(pathname);
    }
  }
  return kept.sort();
}"""
_WAIT: Final = f"""async wanted => {{
  for (let left = 500; left > 0; left -= 1) {{
    if ((await ({_KEPT})()).join() === wanted.join()) return;
    await new Promise((next) => setTimeout(next, 20));
  }}
  throw new Error(`kept: ${{await ({_KEPT})()}}`);
}}"""


@pytest.fixture
def phone(screens: Screens) -> Page:
    """A phone with a worker, at the table of a new game."""
    page = screens.open_new(360, service_workers="allow")
    page.goto("/rules")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    bring(page, empty_game("laws", ("Ann", "Bob")))
    return page


def wait_until_kept(page: Page, *paths: str) -> None:
    """Wait until just these pages are kept, as they came last: that is after they are shown."""
    page.evaluate(_WAIT, sorted(paths))


@pytest.mark.long
def test_a_kept_sheet_says_since_when_and_gives_way_to_the_servers_own(phone: Page) -> None:
    game = urlsplit(phone.url).path
    wait_until_kept(phone, game, game + "enter")
    phone.reload()
    expect(phone.get_by_role("link", name="Enter deal 1")).to_be_visible()
    wait_until_kept(phone, game, game + "enter")
    expect(phone.get_by_text(BANNER)).to_have_count(0)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_role("status").get_by_text(BANNER)).to_be_visible()
    expect(phone.get_by_role("link", name="Enter deal 1")).to_be_visible()
    assert barriers(phone) == []
    phone.set_viewport_size({"width": 320, "height": 568})
    assert not is_cut_off(phone)
    phone.context.set_offline(False)
    expect(phone.get_by_text(BANNER)).to_have_count(0)


def test_a_phone_that_saw_the_sheet_enters_deals_without_a_network_over_reloads(
    phone: Page,
) -> None:
    game = urlsplit(phone.url).path
    wait_until_kept(phone, game, game + "enter")
    phone.context.set_offline(True)
    phone.get_by_role("link", name="Enter deal 1").click()
    tap(phone, "by:0 K K 2")
    phone.reload()
    expect(phone.locator(".mline.open")).to_have_count(1)
    tap(phone, "2")
    assert melds(phone) == ["K K 2 2"]
    tap(phone, "next in_hand A")
    for number in (1, 2):
        phone.get_by_role("button", name="Score the deal").click()
        heading = phone.get_by_role("heading", name=f"Deal {number} is kept on this phone.")
        expect(heading).to_be_visible()
        phone.reload()
        expect(phone.locator("#pad h1")).to_have_text(f"Deal {number + 1}")
        if number == 1:
            tap(phone, "by:0 K next in_hand A")
    phone.context.set_offline(False)
    expect(phone.locator("#outbox")).to_have_count(1)
    expect(phone.locator("#outbox")).to_be_empty()
    assert len(phone.request.get(game + "record.json").json()["deals"]) == 2


def test_only_sheets_and_the_next_form_are_kept_until_a_link_leads_nowhere(phone: Page) -> None:
    game = urlsplit(phone.url).path
    for page in ("history", "players", ""):
        phone.goto(game + page)
    wait_until_kept(phone, game, game + "enter")
    # Nobody opened the form: a late answer to its worker must not bring back an older cookie.
    with phone.context.expect_event(
        "request", lambda request: urlsplit(request.url).path == game + "enter"
    ) as asked:
        phone.reload()
    assert asked.value.headers.get("x-again") == "yes"
    wait_until_kept(phone, game, game + "enter")
    phone.goto(game + "deal/9")
    wait_until_kept(phone)


@pytest.mark.long
def test_back_to_the_answer_to_a_form_leads_to_the_form_itself(phone: Page) -> None:
    phone.goto("/import")
    phone.locator("main form").evaluate("form => { form.noValidate = true; form.submit() }")
    expect(phone.get_by_role("alert").first).to_be_visible()
    phone.goto("/rules")
    phone.go_back()
    # At once: without it the page about the server is shown until that is asked, seconds later.
    assert phone.get_by_role("heading", level=1).inner_text() == "Import a record"
