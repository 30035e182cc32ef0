"""The fifth evening by ear alone: an officer closes the night and marks who has paid."""

from playwright.sync_api import expect

from tests.browser.by_ear import Ear
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub
from tests.web.nights.closed_nights import PlayedNight


def test_an_evening_of_payouts(screens: Screens, club: SiteOfClub) -> None:
    played = PlayedNight.begin(club, settle="bank")
    ear = Ear.of(screens)
    cookie = club.officer.client.get_cookie("scorekeeper")
    assert cookie is not None
    about = {"name": "scorekeeper", "value": cookie.value, "url": screens.address}
    ear.page.context.add_cookies([about])  # type: ignore[list-item]
    ear.open(f"{played.night.by_officer}closing")
    ear.press("radio", "Between players")
    ear.press("button", "Close the night 3 people, 3 payments")
    ear.page.wait_for_url("**/payouts")
    ear.arrive()
    payments = {
        "Bob paid the till $3.00": "Bob pays the till",
        "Cal paid Ann $5.00": "Cal pays Ann",
        "Bob paid Ann $0.20": "Bob pays Ann",
    }
    for words, row in payments.items():
        ear.press("button", f"Mark paid : {words}")
        expect(ear.page.get_by_role("button", name=f"Mark paid : {words}")).to_have_count(0)
        # The button is gone, so the finger stays at the line that it belonged to.
        assert next(stop.name for stop in ear.stops() if stop.is_focused).startswith(row)
    assert ear.told[0] == "1 payment waiting."
    assert "Bob paid Ann $0.20" in ear.told[-1]
    assert "All paid" in " ".join([stop.name for stop in ear.stops()])
    assert ear.gestures <= 30, ear.gestures
