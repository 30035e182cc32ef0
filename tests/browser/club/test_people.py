"""People of a club on a phone: names offered while one is typed, and how their pages look."""

from playwright.sync_api import Page, expect

from tests.browser.looking import AXE, faults, misfits, open_folds
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub

LONG = "Bartholomew Longfellow of Kentish Town"
PEOPLE = "/club/officers/people"


def chips(page: Page) -> list[str]:
    """The names that are offered below a field."""
    return page.locator(".offered button").all_inner_texts()


def test_names_are_offered_by_how_they_begin(screens: Screens, club: SiteOfClub) -> None:
    for name in ("Anton", "Ann", "Bob", "Mary Anne"):
        club.person(name)
    club.night("2026-11-13").game("Ann", "Bob", wins="Ann")
    page = screens.open(360)
    page.goto(club.member)
    page.goto("/")
    first, second = (page.locator(f"#players-{seat}") for seat in (0, 1))
    first.press_sequentially("an")
    expect(page.locator(".offered button")).to_have_text(["Ann", "Anton", "Mary Anne"])
    page.get_by_role("button", name="Mary Anne").click()
    expect(first).to_have_value("Mary Anne")
    assert chips(page) == []
    second.press_sequentially("bo")
    page.get_by_role("button", name="Bob").click()
    page.get_by_role("button", name="Start the game").click()
    page.goto("/")
    page.get_by_text("+ Name").click()
    page.get_by_label("Another name").press_sequentially("an")
    # Mary Anne has a seat already.
    expect(page.locator(".offered button")).to_have_text(["Ann", "Anton"])
    page.locator(".offered").get_by_role("button", name="Anton").click()
    expect(page.locator("[data-name=Anton]")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_label("Another name")).to_be_focused()


def test_no_page_of_people_has_a_fault(screens: Screens, club: SiteOfClub) -> None:
    night = club.night("2026-11-20", fee={"per": "person_night", "amount": "2.00"})
    night.game(LONG, "Cal", wins=LONG, stake="1", label="12")
    night.game(LONG, "Dot", wins="Dot", stake="100")
    page = screens.open(320, first_script=AXE)
    cookie = club.officer.client.get_cookie("scorekeeper")
    assert cookie is not None
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": screens.address}])
    person = club.id_of(LONG)
    found = []
    for address in (f"{PEOPLE}/{person}", f"{PEOPLE}/{person}/change"):
        page.goto(address)
        open_folds(page)
        found += faults(page)
    for address in (
        PEOPLE,
        f"{PEOPLE}/{person}/statement",
        f"{PEOPLE}/{person}/games",
    ):
        page.goto(address)
        found += misfits(page)
    assert found == []
