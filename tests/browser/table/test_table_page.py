"""The pages people look at: the sheet, a result, the end, the big view."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.games import bring, five, game_of, post_record
from tests.browser.looking import WIDTHS, resize, spilled_totals
from tests.browser.screens import Screens


@pytest.mark.parametrize("name", ["", "hands", "deal/1"])
def test_a_menu_closes_by_escape_and_by_a_tap_beside_it(screens: Screens, name: str) -> None:
    page = screens.open(360)
    page.goto(post_record(page, five()) + name)
    for menu in page.locator("details:is(.menu, .join)").all():
        button = menu.locator("> summary")
        button.click()
        expect(menu).to_have_attribute("open", "")
        page.keyboard.press("Escape")
        expect(menu).not_to_have_attribute("open", "")
        expect(button).to_be_focused()
        button.click()
        page.mouse.click(20, 700)
        expect(menu).not_to_have_attribute("open", "")
    assert page.url.endswith(f"/{name}")


def test_totals_of_four_stand_inside_their_columns(screens: Screens) -> None:
    page = screens.open(320)
    bring(page, game_of("Ann", "Bob", "Cal", "Dot"))
    assert "−1095" in page.locator(".total").all_inner_texts()
    assert [width for width in WIDTHS if spilled_totals(page, width)] == []
    size = "total => parseFloat(getComputedStyle(total).fontSize)"
    for width in (320, 390):
        resize(page, width)
        assert page.locator(".sheet .total").first.evaluate(size) >= 28


def test_while_five_columns_scroll_the_deal_column_stays(screens: Screens) -> None:
    page = screens.open(320)
    bring(page, five())
    number = page.get_by_role("rowheader").first
    before = number.bounding_box()
    page.get_by_role("region", name="Score sheet").evaluate("box => box.scrollLeft = 200")
    assert number.bounding_box() == before


@pytest.mark.parametrize("width", [320, 390])
def test_a_run_of_six_stands_on_one_line_with_its_points(screens: Screens, width: int) -> None:
    page = screens.open(width)
    page.goto(post_record(page, five()) + "deal/1")
    cards = page.locator(".line").first.locator(".card")
    tops = cards.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert (len(tops), len(set(tops))) == (6, 1)


def test_on_a_wide_screen_the_chart_is_open(screens: Screens) -> None:
    page = screens.open(1024)
    bring(page, five())
    expect(page.get_by_role("img", name="Running totals, deal by deal")).to_be_visible()


def test_on_a_phone_the_chart_is_folded(screens: Screens) -> None:
    page = screens.open(360)
    bring(page, five())
    expect(page.get_by_role("img", name="Running totals, deal by deal")).to_be_hidden()


def test_where_the_screen_can_be_kept_on_the_table_says_it_is(screens_that_wake: Screens) -> None:
    page = screens_that_wake.open(360)
    bring(page, five())
    assert page.evaluate("isSecureContext")
    expect(page.get_by_role("status")).to_have_text("Screen stays on.")


def test_a_lock_that_was_lost_is_taken_again_when_the_page_comes_back(
    screens_that_wake: Screens,
) -> None:
    page = screens_that_wake.open_new(360)
    page.add_init_script(
        "const ask = WakeLock.prototype.request;"
        "WakeLock.prototype.request = async function (kind) {"
        "  return window.held = await ask.call(this, kind) }"
    )
    bring(page, five())
    state = page.get_by_role("status")
    expect(state).to_have_text("Screen stays on.")
    page.evaluate("held.release()")
    expect(state).to_have_text("Screen may sleep.")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(state).to_have_text("Screen stays on.")


def test_who_lets_the_screen_sleep_is_remembered(screens_that_wake: Screens) -> None:
    page = screens_that_wake.open(360)
    bring(page, five())
    page.get_by_role("button", name="Let it sleep").click()
    page.reload()
    expect(page.get_by_role("status")).to_have_text("Screen may sleep.")


def insecure(screens: Screens) -> Page:
    """The sheet as a phone sees it that came by plain http."""
    page = screens.open(360)
    game = post_record(page, five())
    page.goto(game.replace("127.0.0.1", "table.test"))
    assert not page.evaluate("isSecureContext")
    return page


def test_by_plain_http_the_table_says_that_sleep_is_harmless(screens: Screens) -> None:
    page = insecure(screens)
    expect(page.get_by_role("status")).to_have_text("This phone may sleep; nothing is lost.")


def test_by_plain_http_a_tap_keeps_the_screen_on(screens: Screens) -> None:
    page = insecure(screens)
    page.get_by_role("button", name="Keep it on").click()
    expect(page.get_by_role("status")).to_have_text("Screen stays on.")
    video = page.locator("video")
    # Chromium keeps the screen on for a stream that plays in view; WebKit if it has sound as well.
    expect(video).to_be_in_viewport()
    assert video.evaluate("video => !video.paused && !video.muted && !video.loop")
    assert video.evaluate("video => video.srcObject.getTracks().length") == 2


def test_by_plain_http_the_screen_may_be_let_sleep_again(screens: Screens) -> None:
    page = insecure(screens)
    page.get_by_role("button", name="Keep it on").click()
    page.get_by_role("button", name="Let it sleep").click()
    expect(page.get_by_role("status")).to_have_text("This phone may sleep; nothing is lost.")
    expect(page.locator("video")).to_have_count(0)


def test_what_is_read_aloud_is_what_stands_on_the_page(screens: Screens) -> None:
    page = screens.open_new(360)
    page.add_init_script("window.said = []; speechSynthesis.speak = (one) => said.push(one.text)")
    page.goto(post_record(page, five()) + "deal/1")
    page.get_by_role("button", name="Read aloud").click()
    shown = page.locator("[data-spoken]")
    expect(shown).to_be_visible()
    assert page.evaluate("said.join(' ')") == shown.inner_text()


def test_reading_aloud_can_be_stopped(screens: Screens) -> None:
    page = screens.open_new(360)
    page.add_init_script("speechSynthesis.speak = () => {}")
    page.goto(post_record(page, five()) + "deal/1")
    button = page.get_by_role("button", name="Read aloud")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_browser_that_cannot_speak_has_no_button_for_it(screens: Screens) -> None:
    page = screens.open_new(360)
    page.add_init_script("delete window.speechSynthesis")
    page.goto(post_record(page, five()) + "deal/1")
    expect(page.get_by_text("In words")).to_be_visible()
    expect(page.get_by_role("button", name="Read aloud")).to_be_hidden()


def test_without_a_script_needs_open_menus_open_and_needs_can_be_hidden(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    bring(page, game_of("Ann", "Bob"))
    page.locator(".menu summary").click()
    expect(page.get_by_role("link", name="End the game early")).to_be_visible()
    page.locator(".menu summary").click()
    page.get_by_text("What do I need?").click()
    expect(page.get_by_text("Leads by")).to_be_visible()
    page.get_by_role("button", name="Hide this").click()
    expect(page.get_by_text("What do I need?")).to_be_hidden()


def test_without_a_script_nothing_offers_what_needs_one(screens: Screens) -> None:
    page = screens.open(360, java_script_enabled=False)
    game = bring(page, five())
    expect(page.locator("[data-wake]")).to_be_hidden()
    page.goto(game + "deal/1")
    expect(page.locator("[data-read]")).to_be_hidden()
