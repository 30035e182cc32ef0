"""The pages people look at: the sheet, a result, the end, the big view."""

from playwright.sync_api import Page, expect

from tests.browser.games import bring, five, game_of, post_record
from tests.browser.looking import WIDTHS, resize, spilled_totals
from tests.browser.screens import Screens


def test_a_menu_closes_by_escape_and_by_a_tap_beside_it(phone: Page) -> None:
    game = post_record(phone, five())
    for name in ("", "hands", "deal/1"):
        phone.goto(game + name)
        for menu in phone.locator("details:is(.menu, .join)").all():
            button = menu.locator("> summary")
            button.click()
            expect(menu).to_have_attribute("open", "")
            phone.keyboard.press("Escape")
            expect(menu).not_to_have_attribute("open", "")
            expect(button).to_be_focused()
            button.click()
            phone.mouse.click(20, 700)
            expect(menu).not_to_have_attribute("open", "")
        assert phone.url.endswith(f"/{name}")


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


def test_a_run_of_six_stands_on_one_line_with_its_points(screens: Screens) -> None:
    page = screens.open(320)
    page.goto(post_record(page, five()) + "deal/1")
    cards = page.locator(".line").first.locator(".card")
    for width in (320, 390):
        resize(page, width)
        tops = cards.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
        assert (len(tops), len(set(tops))) == (6, 1), width


def test_the_chart_is_folded_on_a_phone_and_open_on_a_wide_screen(phone: Page) -> None:
    bring(phone, five())
    chart = phone.get_by_role("img", name="Running totals, deal by deal")
    expect(chart).to_be_hidden()
    resize(phone, 1024)
    phone.reload()
    expect(chart).to_be_visible()


def test_the_screen_stays_on_also_after_a_lock_was_lost_until_it_may_sleep_for_good(
    screens_that_wake: Screens,
) -> None:
    page = screens_that_wake.open_new(360)
    page.add_init_script(
        "const ask = WakeLock.prototype.request;"
        "WakeLock.prototype.request = async function (kind) {"
        "  return window.held = await ask.call(this, kind) }"
    )
    bring(page, five())
    assert page.evaluate("isSecureContext")
    state = page.get_by_role("status")
    expect(state).to_have_text("Screen stays on.")
    page.evaluate("held.release()")
    expect(state).to_have_text("Screen may sleep.")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(state).to_have_text("Screen stays on.")
    page.get_by_role("button", name="Let it sleep").click()
    page.reload()
    expect(state).to_have_text("Screen may sleep.")


def test_by_plain_http_a_tap_keeps_the_screen_on_until_the_next_tap(
    phone: Page,
) -> None:
    game = post_record(phone, five())
    phone.goto(game.replace("127.0.0.1", "table.test"))
    assert not phone.evaluate("isSecureContext")
    state, video = phone.get_by_role("status"), phone.locator("video")
    expect(state).to_have_text("This phone may sleep; nothing is lost.")
    phone.get_by_role("button", name="Keep it on").click()
    expect(state).to_have_text("Screen stays on.")
    # Chromium keeps the screen on for a stream that plays in view; WebKit if it has sound as well.
    expect(video).to_be_in_viewport()
    assert video.evaluate("video => !video.paused && !video.muted && !video.loop")
    assert video.evaluate("video => video.srcObject.getTracks().length") == 2
    phone.get_by_role("button", name="Let it sleep").click()
    expect(state).to_have_text("This phone may sleep; nothing is lost.")
    expect(video).to_have_count(0)


def test_what_is_read_aloud_is_what_stands_on_the_page_and_can_be_stopped(
    screens: Screens,
) -> None:
    page = screens.open_new(360)
    page.add_init_script("window.said = []; speechSynthesis.speak = (one) => said.push(one.text)")
    page.goto(post_record(page, five()) + "deal/1")
    button = page.get_by_role("button", name="Read aloud")
    button.click()
    shown = page.locator("[data-spoken]")
    expect(shown).to_be_visible()
    assert page.evaluate("said.join(' ')") == shown.inner_text()
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
