"""How many taps a deal takes, counted as the page itself takes them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import median, quantiles

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.deals import Deal
from scorekeeper.rules.scoring import Setup
from tests.browser.pad_deals import make_deal
from tests.browser.pad_keeping import assert_kept
from tests.browser.pad_keys import setup_of
from tests.browser.pad_presses import presses_of
from tests.browser.pad_reading import at_table, send
from tests.browser.pad_screen import open_more, place_of, sit_down, touch_of
from tests.browser.screens import Screens

# Each deal is entered on an empty pad, its form kept from leaving; only what is in sight is tapped.
# A key is held down for as long as the page asks, but nobody waits for it, and is slid in one go.
_ENTER = """async (deals) => {
  const form = document.getElementById("deal");
  const wait = setTimeout;
  globalThis.setTimeout = (act, time) => wait(act, time === 450 ? 0 : time);
  const find = (selector) => {
    const keys = [...document.querySelectorAll(`#pad ${selector}`)];
    const key = keys.filter((each) => each.checkVisibility() && !each.disabled).at(-1);
    if (!key) throw new Error(`${selector} is not in sight`);
    return key;
  };
  const press = async (code) => {
    const [way, touched, more] = /^(held|up|down):/.test(code) ? code.split(":") : ["", code];
    const key = find(`[data-press="${touched}"]`);
    const clientY = { up: -40, down: 40 }[way] ?? 0;
    key.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    key.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, clientY }));
    if (more || way === "held") await new Promise((resolve) => wait(resolve, 5));
    key.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    key.click();
  };
  const all = [];
  for (const presses of deals) {
    const entered = { taps: presses.length + 1 };
    const note = (event) => {
      event.preventDefault();
      event.stopPropagation();
      entered.fields = Object.fromEntries(new FormData(form));
    };
    document.addEventListener("submit", note, { capture: true, once: true });
    for (const code of presses) await press(code);
    find("[data-done]").click();
    document.querySelector('#pad [data-press="clear"]').click();
    all.push(entered);
  }
  return all;
}"""


def usual_deals(setup: Setup, times: int, cards: int = 50) -> list[Deal]:
    """Deals of about so many cards on the table."""
    return [make_deal(setup, Random(seed), cards=cards) for seed in range(times)]


def count_taps(setup: Setup, deals: Sequence[Deal]) -> list[int]:
    """The taps that each deal takes, the one that shows the score among them."""
    return [len(presses_of(setup, deal)) + 1 for deal in deals]


def test_what_is_tapped_on_the_page_is_the_deal_that_the_site_reads_and_exports(
    phone: Page, tmp_path: Path
) -> None:
    setup = setup_of("laws")
    # Between them these two press keys of every kind.
    deals = [make_deal(setup, Random(seed), cards=50) for seed in (3, 11)]
    sit_down(phone)
    open_more(phone)
    phone.locator('#pad [data-press="clear"]').wait_for()
    entered = phone.evaluate(_ENTER, [presses_of(setup, deal) for deal in deals])
    for deal, each in zip(deals, entered, strict=True):
        assert at_table(send(setup, each["fields"]), setup) == at_table(deal, setup)
    assert_kept(tmp_path, setup, [each["fields"] for each in entered])
    assert [each["taps"] for each in entered] == count_taps(setup, deals)


def test_a_usual_deal_of_three_players_takes_few_taps() -> None:
    setup = setup_of("laws")
    taps = count_taps(setup, usual_deals(setup, 200))
    assert median(taps) <= 33
    assert quantiles(taps, n=10)[-1] <= 37


def test_a_table_full_of_cards_takes_less_than_a_tap_a_card() -> None:
    setup = setup_of("laws")
    taps = count_taps(setup, usual_deals(setup, 200, cards=75))
    assert median(taps) <= 45
    assert quantiles(taps, n=10)[-1] <= 51


def touch(page: Page, press: str) -> None:
    """Leave a thumb on the glass as long as a press takes, or slide it up or down."""
    key, way, is_held = touch_of(press)
    x, y = place_of(page, key)
    if not way and not is_held:
        page.touchscreen.tap(x, y)
        return
    glass = page.context.new_cdp_session(page)
    send = "Input.dispatchTouchEvent"
    glass.send(send, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    if way:
        glass.send(send, {"type": "touchMove", "touchPoints": [{"x": x, "y": y + way}]})
    page.wait_for_timeout(500 if is_held else 0)
    glass.send(send, {"type": "touchEnd", "touchPoints": []})


def test_keys_are_slid_one_after_the_other(screens: Screens) -> None:
    phone = screens.open(360, has_touch=True)
    sit_down(phone)
    for press in ("by:0", "next", "down:4", "down:9", "up:K", "down:3"):
        touch(phone, press)
        phone.wait_for_timeout(100)
    fields = phone.locator("#deal").evaluate("form => Object.fromEntries(new FormData(form))")
    assert (fields["hand1-melds"], fields["hand1-in_hand"]) == ("K K 2", "4 9 3")


@pytest.mark.long
def test_a_thumb_on_glass_enters_what_was_dealt(screens: Screens) -> None:
    setup = setup_of("laws")
    phone = screens.open(360, has_touch=True)
    deal = make_deal(setup, Random(24), cards=20)  # with keys that are held and slid each way
    sit_down(phone)
    for press in presses_of(setup, deal):
        touch(phone, press)
    expect(phone.get_by_role("button", name="Score the deal")).to_be_visible()
    fields = phone.locator("#deal").evaluate("form => Object.fromEntries(new FormData(form))")
    assert at_table(send(setup, fields), setup) == at_table(deal, setup)
