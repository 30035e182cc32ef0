"""The first page of a club on a phone: the night, then the money, by taps alone."""

from datetime import date

import pytest
from playwright.sync_api import expect

from tests.browser.club.whole_club import LONG, take
from tests.browser.looking import AXE, faults, misfits
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub
from tests.web.nights.closed_nights import FEE
from tests.web.phone import Phone

WIN = {"ending": "out", "by": "0", "hand0-melded_points": "1100", "hand0-in_hand_points": "0"}


@pytest.mark.long
def test_an_evening_by_the_first_page(screens: Screens, club: SiteOfClub) -> None:
    ann, bob, cal = LONG[0], "Bob", LONG[1]
    for name in (ann, bob, cal):
        club.person(name, joined="2026-01-01")
    night = club.night(club.store.today(), place="Back room", fee=FEE, settle="transfers")
    table = night.game(ann, bob, cal, label="Table 1", stake="1")
    phone = Phone(club.site)
    phone.open(club.member)
    page = take(screens, phone, first_script=AXE)
    page.goto(night.join)
    page.get_by_role("button", name=ann).click()
    expect(page).not_to_have_url(f"{screens.address}{night.join}")
    page.goto("/")
    expect(page.get_by_text("Your table")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="Enter deal 1").click()
    expect(page).to_have_url(f"{screens.address}{table.door}enter")
    page.goto("/")
    hands = {"hand1-melded_points": "50", "hand1-in_hand_points": "20"}
    hands |= {"hand2-melded_points": "100", "hand2-in_hand_points": "20"}
    assert table.host.fill(f"{table.game}enter", WIN | hands | {"form": "totals"}).status == 303
    # An open page follows the night: first the table, then the money.
    expect(page.locator(".mine .total").first).to_have_text("1400")
    officer = club.officer
    closing = officer.open(f"{night.by_officer}closing")
    place = [form.action.endswith("/closing") for form in closing.forms].index(True)
    assert officer.send(closing, {"way": "transfers"}, form=place).status == 303
    expect(page.get_by_text("You get")).to_be_visible()
    assert misfits(page) == []
    page.get_by_role("link", name="Who pays whom").click()
    day = date.fromisoformat(night.loaded.night.date)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text(f"{day:%A} {day.day} {day:%B}")


def test_a_strangers_first_page_has_no_fault(screens: Screens, club: SiteOfClub) -> None:
    page = screens.open_new(320, first_script=AXE)
    page.goto("/")
    expect(page.get_by_text("Scan the code on the table")).to_be_visible()
    assert faults(page) == []
    page.get_by_text("A game without the club").click()
    expect(page.get_by_text("Enter the cards; it adds up.")).to_be_visible()
