"""The pages people look at: the sheet, a result, the end, the big view."""

import re
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import (
    NAMES,
    bring,
    empty_game,
    five,
    game_of,
    post_record,
    send_form,
    total,
)
from tests.browser.looking import WIDTHS, is_cut_off, resize, spilled_totals
from tests.browser.screens import Screens

STOCK: Final = {
    "form": "totals",
    "ending": "stock",
    "hand0-melded_points": "20",
    "hand0-in_hand_points": "5",
    "hand1-melded_points": "5",
    "hand1-in_hand_points": "10",
}
# How large the parts of a sheet are, what is wider than its column, and how far the sheet scrolls.
_SHEET: Final = """() => {
  const sheet = document.querySelector(".sheet");
  const all = (part) => [...sheet.querySelectorAll(part)];
  const largest = (part) => Math.max(...all(part).map((each) =>
    parseFloat(getComputedStyle(each).fontSize)));
  const spilled = all(".total, .points, .running, .togo")
    .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent);
  return {
    scrolls: sheet.parentElement.scrollWidth - sheet.parentElement.clientWidth,
    first: sheet.querySelector("th").offsetWidth,
    spilled,
    ...Object.fromEntries(["total", "togo", "points", "running"].map((part) =>
      [part, largest(`.${part}`)])),
  };
}"""


def test_a_menu_closes_by_escape_and_by_a_tap_beside_it(phone: Page) -> None:
    game = bring(phone, five())
    for menu in phone.locator("details:is(.menu, .join)").all():
        button = menu.locator("> summary")
        button.click()
        expect(menu).to_have_attribute("open", "")
        phone.keyboard.press("Escape")
        expect(menu).not_to_have_attribute("open", "")
        expect(button).to_be_focused()
        button.click()
        phone.mouse.click(20, 600)
        expect(menu).not_to_have_attribute("open", "")
        assert phone.url == game
        # The main button needs no second tap.
        button.click()
        phone.locator(".foot .main").click(timeout=2000)
        phone.wait_for_url("**/enter")
        phone.goto(game)


def test_totals_of_four_stand_inside_their_columns(screens: Screens) -> None:
    page = screens.open(320)
    bring(page, game_of("Ann", "Bob", "Cal", "Dot"))
    assert "−1095" in page.locator(".total").all_inner_texts()
    assert [width for width in WIDTHS if spilled_totals(page, width)] == []
    size = "total => parseFloat(getComputedStyle(total).fontSize)"
    for width in (320, 390):
        resize(page, width)
        assert page.locator(".sheet .total").first.evaluate(size) >= 28


def test_in_text_twice_as_large_three_players_stay_in_view_below_the_largest_figures(
    phone: Page,
) -> None:
    game = bring(phone, game_of("Ann", "Bob", "Cal"))
    for width in (320, 360, 390):
        resize(phone, width)
        phone.evaluate("document.documentElement.style.fontSize = ''")
        before = phone.evaluate(_SHEET)
        phone.evaluate("document.documentElement.style.fontSize = '200%'")
        after = phone.evaluate(_SHEET)
        assert after["scrolls"] == 0, (width, after)
        assert after["first"] == pytest.approx(24, abs=1)
        assert after["total"] >= before["total"], (width, before, after)
        assert max(after["togo"], after["running"]) < after["total"]
        assert after["points"] <= 0.8 * after["total"] + 0.1
        assert after["spilled"] == []
    phone.evaluate("document.documentElement.style.fontSize = ''")
    tap_beside_its_link(phone, game)


def tap_beside_its_link(phone: Page, game: str) -> None:
    """The whole row of a deal leads to it, though its number alone is a link."""
    expect(phone.locator(".sheet a[href]")).to_have_count(2)
    box = phone.locator(".sheet tbody tr").nth(1).bounding_box()
    assert box is not None
    phone.mouse.click(box["x"] + box["width"] - 5, box["y"] + box["height"] / 2)
    phone.wait_for_url(game + "deal/2")


def test_cards_of_a_deal_stand_on_one_line_and_grow_with_the_text_up_to_a_cap(phone: Page) -> None:
    phone.goto(post_record(phone, five()) + "deal/1")
    cards = phone.locator(".line").first.locator(".card")
    for width in (390, 320):
        resize(phone, width)
        tops = cards.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
        assert (len(tops), len(set(tops))) == (6, 1), width
    size = "card => [card.offsetWidth, card.offsetHeight]"
    grown = []
    for text in ("100%", "130%", "200%"):
        phone.evaluate(f"document.documentElement.style.fontSize = '{text}'")
        grown.append(cards.first.evaluate(size))
    assert grown == [[30, 40], [39, 52], [44, 58]]
    assert not is_cut_off(phone)


def test_a_deal_that_comes_is_marked_and_nothing_jumps_at_the_end_of_a_game(phone: Page) -> None:
    game = bring(phone, game_of("Ann", "Bob"))
    expect(phone.locator(".fresh")).to_have_count(0)
    phone.evaluate(
        "globalThis.jumped = 0; new PerformanceObserver((seen) => {"
        "  for (const each of seen.getEntries()) jumped += each.value;"
        "}).observe({ type: 'layout-shift' })"
    )
    course = phone.get_by_text("Who led, deal by deal")
    before = course.bounding_box()
    wins = {"ending": "out", "by": "0", "hand0-in_hand_points": "0", "hand1-in_hand_points": "10"}
    send_form(phone, f"{game}enter", **{**STOCK, **wins, "hand0-melded_points": "900"})
    expect(phone.locator(".bar p")).to_have_text("Ann wins")
    expect(phone.locator(".sheet thead .total").first).to_have_text("1400")
    assert course.bounding_box() == before
    # The main button becomes narrower, which is the rest.
    assert phone.evaluate("jumped") < 0.03
    expect(phone.locator(".fresh")).to_have_text(re.compile(r"^\s*Deal 3"))
    phone.mouse.click(20, 600)
    expect(phone.locator(".fresh")).to_have_count(0)
    # On a phone on its side the course stands above the foot.
    phone.set_viewport_size({"width": 844, "height": 390})
    for page in ("final", ""):
        phone.goto(game + page)
        if not page:
            course.click()
        phone.wait_for_function(
            "document.querySelector('.chart').getBoundingClientRect().bottom"
            " <= document.querySelector('.foot').getBoundingClientRect().top"
        )


def test_five_columns_scroll_beside_the_deals_and_the_chart_is_open_on_a_wide_screen(
    screens: Screens,
) -> None:
    page = screens.open(320)
    bring(page, five())
    number = page.get_by_role("rowheader").first
    before = number.bounding_box()
    page.get_by_role("region", name="Score sheet").evaluate("box => box.scrollLeft = 200")
    assert number.bounding_box() == before
    chart = page.get_by_role("img", name="Running totals, deal by deal")
    expect(chart).to_be_hidden()
    resize(page, 1024)
    page.reload()
    expect(chart).to_be_visible()


def test_the_screen_stays_on_without_a_word_once_a_deal_was_entered(screens: Screens) -> None:
    page = screens.open_new(360, permissions=["screen-wake-lock"])
    page.add_init_script(
        "const ask = WakeLock.prototype.request;"
        "WakeLock.prototype.request = async function (kind) {"
        "  return window.held = await ask.call(this, kind) }"
    )
    game = bring(page, empty_game("laws", ("Ann", "Bob")))
    assert page.evaluate("isSecureContext && !('held' in globalThis)")
    send_form(page, f"{game}enter", **STOCK)
    page.wait_for_function("() => globalThis.held?.released === false")
    page.evaluate("held.release()")
    page.wait_for_function("() => held.released")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => !held.released")
    expect(page.get_by_text("Screen")).to_have_count(0)


def test_by_plain_http_the_first_tap_keeps_the_screen_on(phone: Page) -> None:
    game = post_record(phone, five())
    phone.goto(game.replace("127.0.0.1", "table.test"))
    assert not phone.evaluate("isSecureContext")
    video = phone.locator("video")
    phone.get_by_text("What do I need?").click()
    # Chromium keeps the screen on for a stream that plays in view; WebKit if it has sound as well.
    expect(video).to_be_in_viewport()
    assert video.evaluate("video => !video.paused && !video.muted && !video.loop")
    assert video.evaluate("video => video.srcObject.getTracks().length") == 2
    phone.get_by_text("What do I need?").click()
    expect(video).to_have_count(1)


def test_what_is_read_aloud_stands_on_the_page_and_the_button_stops_it_or_is_not_there(
    screens: Screens,
) -> None:
    page = screens.open_new(360)
    page.add_init_script("window.said = []; speechSynthesis.speak = (one) => said.push(one.text)")
    page.goto(post_record(page, five()) + "deal/1")
    page.get_by_text("In words").click()
    button = page.get_by_role("button", name="Read aloud")
    button.click()
    shown = page.locator("[data-spoken]")
    expect(shown).to_be_visible()
    assert page.evaluate("said.join(' ')") == shown.inner_text()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    # A browser that cannot speak has no button for it.
    page.add_init_script("delete window.speechSynthesis")
    page.reload()
    page.get_by_text("In words").click()
    expect(shown).to_be_visible()
    expect(button).to_be_hidden()


@pytest.mark.long
def test_without_a_script_needs_open_menus_open_and_needs_can_be_hidden(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    game = bring(page, game_of("Ann", "Bob"))
    page.locator(".menu summary").click()
    expect(page.get_by_role("link", name="End the game early")).to_be_visible()
    page.locator(".menu summary").click()
    page.get_by_text("What do I need?").click()
    expect(page.locator(".ruler").first).to_be_visible()
    page.get_by_role("button", name="Hide this").click()
    expect(page.get_by_text("What do I need?")).to_be_hidden()
    page.goto(game + "deal/1")
    expect(page.locator("[data-read]")).to_be_hidden()


def test_the_result_is_the_largest_figure_of_the_end(screens: Screens) -> None:
    page = screens.open(390)
    for names in (NAMES[:3], NAMES):
        hands = {"Ann": total(1000, 0)} | {name: total(0, 1130) for name in names[1:]}
        record = empty_game("modern" if len(names) > 4 else "laws", names)
        deals = [{"ending": "out", "by": "Ann", "hands": hands}]
        page.goto(post_record(page, {**record, "deals": deals}) + "final")
        sizes = page.locator(".tally :is(.won, .won ~ td)").evaluate_all(
            "all => all.filter((each) => each.checkVisibility())"
            ".map((each) => parseFloat(getComputedStyle(each).fontSize))"
        )
        assert min(sizes) >= (28 if len(names) < 4 else 23), names
        assert not is_cut_off(page)
