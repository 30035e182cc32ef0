"""People of a club on a phone: names are offered while one is typed."""

from playwright.sync_api import Page, expect

from tests.browser.screens import Screens
from tests.club_site import SiteOfClub


def chips(page: Page) -> list[str]:
    """The names that are offered below a field."""
    return page.locator(".offered button").all_inner_texts()


def test_names_are_offered_by_how_they_begin(screens: Screens, club: SiteOfClub) -> None:
    for name in ("Anton", "Ann", "Bob", "Mary Anne"):
        club.person(name)
    club.night("2026-11-13").game("Ann", "Bob", wins="Ann")
    page = screens.open(360)
    page.goto(club.member)
    page.goto("/at-home")
    first, second = (page.locator(f"#players-{seat}") for seat in (0, 1))
    first.press_sequentially("an")
    expect(page.locator(".offered button")).to_have_text(["Ann", "Anton", "Mary Anne"])
    page.get_by_role("button", name="Mary Anne").click()
    expect(first).to_have_value("Mary Anne")
    assert chips(page) == []
    second.press_sequentially("bo")
    page.get_by_role("button", name="Bob").click()
    page.get_by_role("button", name="Start the game").click()
    page.goto("/at-home")
    page.get_by_text("+ Name").click()
    page.get_by_label("Another name").press_sequentially("an")
    # Mary Anne has a seat already.
    expect(page.locator(".offered button")).to_have_text(["Ann", "Anton"])
    page.locator(".offered").get_by_role("button", name="Anton").click()
    expect(page.locator("[data-name=Anton]")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Another name")).to_be_focused()
