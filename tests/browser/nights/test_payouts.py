"""A night closed and paid on two phones: live, in parts, without a network, and without a fault."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.club.facts import Adjustment
from scorekeeper.club.payments import adjust
from tests.browser.core.test_kept_pages import wait_until_kept
from tests.browser.looking import faults
from tests.browser.screens import Screens
from tests.club_books import tallied_game
from tests.club_site import SiteOfClub, done, new_post
from tests.web.club.test_officers import officer_of
from tests.web.nights.closed_nights import PlayedNight, correct, sit, tallied_table
from tests.web.phone import Phone

LONG = "Wilhelmina Maximiliana Montgomery-Wu Abc"


def take(screens: Screens, phone: Phone, screen: Page | None = None) -> Page:
    """A screen that the site takes for this phone."""
    screen = screen or screens.open(390)
    cookie = phone.client.get_cookie("scorekeeper")
    assert cookie is not None
    about = {"name": "scorekeeper", "value": cookie.value, "url": screens.address}
    screen.context.add_cookies([about])  # type: ignore[list-item]
    return screen


def test_a_night_is_closed_and_paid_on_two_phones(screens: Screens, club: SiteOfClub) -> None:
    played = PlayedNight.begin(club, settle="bank")
    officers = take(screens, officer_of(club))
    officers.goto(f"{played.night.by_officer}closing")
    officers.get_by_text("Between players").click()
    expect(officers.get_by_text("Bob", exact=True).first).to_be_visible()
    officers.get_by_role("button", name="Close the night 3 people, 3 payments").click()
    anns = take(screens, sit(played.table, 0))
    anns.goto(f"{played.night.join}payouts")
    anns.locator("summary", has_text="from Cal").click()
    for typed, told in (("3.005", "“3.005” is not an amount"), ("9", "Only $5.00 is unpaid")):
        anns.get_by_label("Part", exact=True).fill(typed)
        expect(anns.get_by_role("button", name=told)).to_be_disabled()
    anns.get_by_label("Part", exact=True).fill("")
    anns.locator("#tray").get_by_role("button", name="2", exact=True).click()
    anns.get_by_role("button", name="Cal paid $2.00").click()
    expect(officers.get_by_text("of 5.00")).to_be_visible()
    officers.get_by_role("button", name="Bob paid the till $3.00").click()
    expect(anns.get_by_text("All paid")).to_be_visible()
    # The part that Cal paid is not on its way any more: a second tap would be a second payment.
    expect(anns.locator("#outbox")).to_be_empty()
    pay_without_a_network(played, anns)
    expect(officers.get_by_text("2 of 3 paid")).to_be_visible()
    officers.locator("summary", has_text="5.00").click()
    officers.get_by_role("button", name="Taken back: Cal paid Ann $2.00").first.click()
    expect(anns.get_by_text("of 5.00")).to_be_visible()
    hear_that_another_was_faster(officers, anns)
    sign_out(officers)


def sign_out(officers: Page) -> None:
    """Sign out, and go back to a page that the browser had kept whole, as those of tests do not."""
    kept = officers.context.new_page()
    kept.goto("/club/officers/people")
    officers.get_by_label("More").first.click()
    officers.get_by_role("button", name="Sign out").click()
    officers.wait_for_url("**/")
    kept.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(kept.get_by_role("heading", name="For officers")).to_be_visible()


def hear_that_another_was_faster(officers: Page, phone: Page) -> None:
    """Tap on a phone out of reach what an officer marks and takes back; it is told till then."""
    phone.context.set_offline(True)
    phone.get_by_role("button", name="Cal paid Ann $2.00").click()
    officers.locator(".state button", has_text="Cal paid Ann $2.00").click()
    expect(officers.get_by_text("2 of 3 paid")).to_be_visible()
    phone.context.set_offline(False)
    told = phone.get_by_text("Eve has already marked $2.00 as paid")
    expect(told).to_be_visible()
    officers.get_by_role("button", name="Taken back: Cal paid Ann $2.00").first.click()
    expect(told).to_be_hidden()
    expect(phone.get_by_role("button", name="Cal paid Ann $2.00")).to_be_enabled()


def pay_without_a_network(played: PlayedNight, phone: Page) -> None:
    """Tap on a phone that is out of reach, twice; the payment is sent once it is back."""
    before = len(played.night.loaded.payments)
    phone.context.set_offline(True)
    button = phone.get_by_role("button", name="Cal paid Ann $3.00")
    button.click()
    expect(phone.get_by_text("1 payment waiting.")).to_be_visible()
    button.click()
    expect(phone.get_by_text("1 payment waiting.")).to_be_visible()
    phone.context.set_offline(False)
    expect(phone.get_by_text("1 payment waiting.")).to_be_hidden()
    expect(phone.locator(".own-payout .done")).to_be_visible()
    assert len(played.night.loaded.payments) == before + 1


@pytest.mark.long
def test_payouts_are_there_without_a_network(screens: Screens, club: SiteOfClub) -> None:
    played = PlayedNight.closed(club)
    phone = take(screens, club.officer, screens.open_new(390, service_workers="allow"))
    phone.goto("/rules")
    phone.wait_for_function("() => navigator.serviceWorker.controller !== null")
    phone.goto(f"{played.night.by_officer}payouts")
    phone.goto(f"{played.night.join}payouts")
    wait_until_kept(phone, f"{played.night.join}payouts")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.get_by_text("No network. This page is from")).to_be_visible()
    expect(phone.get_by_text("5.00", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("way", "told"),
    [("bank", "from the till"), pytest.param("carried", "+5.20", marks=pytest.mark.long)],
)
def test_a_correction_is_shown_on_another_phone_and_changes_no_line(
    screens: Screens, club: SiteOfClub, way: str, told: str
) -> None:
    played = PlayedNight.begin(club)
    assert played.close(way).status == 303
    anns = take(screens, sit(played.table, 0))
    anns.goto(f"{played.night.join}payouts")
    expect(anns.get_by_text(told).first).to_be_visible()
    correct(played, **{"hand1-melded_points": "130", "hand1-in_hand_points": "10"})
    expect(anns.get_by_text(": you get 1.00 less")).to_be_visible()
    expect(anns.get_by_text(told).first).to_be_visible()


@pytest.mark.long
def test_the_payouts_of_a_full_night_have_no_fault(screens: Screens, club: SiteOfClub) -> None:
    played = PlayedNight.begin(club)
    names = [f"{LONG[:38]} {letter}" for letter in "DEFG"]
    for number, pair in enumerate((names[:2], names[2:])):
        record = tallied_game(300, 20, names=tuple(pair))
        tallied_table(played.night, record, f"The table {number} by the window")
    assert played.close("bank").status == 303
    officers = take(screens, club.officer)
    officers.goto(f"{played.night.by_officer}payouts")
    officers.locator(".pay summary").first.click()
    officers.get_by_role("button", name="1", exact=True).click()
    assert faults(officers) == []
    officers.get_by_role("button", name="Cancel").click()
    owner = take(screens, sit(played.table, 0))
    owner.goto(f"{played.night.join}payouts")
    assert faults(owner) == []


@pytest.mark.long
def test_the_choice_of_balances_of_before_shows_its_own_payments(
    screens: Screens, club: SiteOfClub
) -> None:
    played = PlayedNight.begin(club)
    owed = Adjustment(id="", date="", party=played.person("Ann"), minor=-1225, reason="before")
    done(adjust(club.store, new_post(), owed))
    page = take(screens, club.officer)
    page.goto(f"{played.night.by_officer}closing")
    choice = page.get_by_role("checkbox", name="Include balances brought forward")
    page.get_by_text("On the balances").click()
    expect(choice).to_be_hidden()
    page.get_by_text("Between players").click()
    without, with_before = page.locator(".way .without-before"), page.locator(".way .with-before")
    expect(page.get_by_text("$3.00 goes to the till.")).to_be_visible()
    expect(with_before.first).to_be_hidden()
    choice.check()
    expect(page.get_by_text("$3.00 goes to the till.")).to_be_hidden()
    expect(without.first).to_be_hidden()
    expect(with_before.first).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Close the night 3 people, 3 payments").click()
    expect(page.get_by_text("Balances brought forward:")).to_be_visible()
