"""A night on two phones and a TV: somebody comes, a table begins, a deal is told to all."""

from typing import Final

from playwright.sync_api import expect

from scorekeeper.club.nights import come_to_night
from scorekeeper.games.links import Role, link_of
from tests.browser.screens import Screens
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.web.phone import Phone

DEAL: Final = {
    "ending": "stock",
    "hand0-melded_points": "25",
    "hand0-in_hand_points": "5",
    "hand1-melded_points": "5",
    "hand1-in_hand_points": "10",
    "form": "totals",
}
LINES_OF_TEXT: Final = """name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return range.getClientRects().length;
}"""

_ABOVE_FOOT = """() => document.activeElement.getBoundingClientRect().bottom
  <= document.querySelector(".foot").getBoundingClientRect().top"""


def test_phones_follow_a_table_of_the_night_from_the_code_to_its_first_deal(
    screens: Screens, club: SiteOfClub
) -> None:
    night = club.night(place="Back room")
    first, second, tv = (screens.open(390), screens.open(360), screens.open(1280))
    for screen, address in ((first, night.join), (second, night.join), (tv, f"{night.watch}tv")):
        screen.goto(address)
    expect(first.get_by_role("img", name="QR code: the night’s link")).to_be_visible()
    expect(tv.get_by_text("No table yet.")).to_be_visible()
    second.get_by_text("+ Person").click()
    second.get_by_label("Who comes").fill("I")
    first.get_by_text("+ Person").click()
    # The field is ready for the name, and not behind the foot of the page.
    field = first.get_by_label("Who comes")
    expect(field).to_be_focused()
    first.wait_for_function(_ABOVE_FOOT)
    field.fill("Hal")
    first.get_by_role("button", name="Add").click()
    done(come_to_night(club.store, new_post(), night.id, "Dot"))
    for name in ("Hal", "Dot"):
        expect(second.get_by_role("link", name=f"{name} since")).to_be_visible()
    expect(second.get_by_label("Who comes")).to_have_value("I")
    first.get_by_role("link", name="Hal since").click()
    first.get_by_role("link", name="Dot since").click()
    first.get_by_role("link", name="New table with Hal and Dot").click()
    first.get_by_role("button", name="Start the game").click()
    expect(first.get_by_role("link", name="Friday 20 November")).to_be_visible()
    panel = second.get_by_role("region", name="Table 1")
    expect(panel).to_contain_text("Laws · deal 1")
    panel.get_by_role("link").click()
    second.get_by_role("button", name="Dot").click()
    expect(second.get_by_role("link", name="Friday 20 November")).to_be_visible()
    enter(night)
    expect(tv.get_by_role("region", name="Table 1")).to_contain_text("Laws · deal 2")
    second.get_by_role("link", name="Friday 20 November").click()
    expect(second.get_by_role("region", name="Table 1")).to_contain_text("The stock ran out.")


def enter(night: ClubNight) -> None:
    """Enter a deal at the night's table, by its host's link."""
    key = next(iter(night.loaded.games.values())).key
    token = link_of(night.club.store, key, Role.HOST)
    assert Phone(night.club.site).fill(f"/game/{token}/enter", DEAL).status == 303


def test_each_table_of_the_board_leads_to_itself(screens: Screens, club: SiteOfClub) -> None:
    night = club.night()
    names = (*"ABCDEFGHI", "Josephine")
    night.game(*names, variant="contract", label="The long table by the window")
    night.game("Eve", "Fay", variant="gin150")
    page = screens.open(390)
    page.goto(night.join)
    page.get_by_role("region", name="The long table by the window").get_by_role("link").click()
    expect(page.get_by_text("The long table by the window · 20 Nov")).to_be_visible()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{night.watch}tv")
    dealer = page.locator(".name > span", has_text="Josephine")
    assert dealer.evaluate(LINES_OF_TEXT) == 1
