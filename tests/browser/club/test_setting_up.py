"""A club is set up on a phone; its forms have no barrier, and nothing is cut off."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.games.keys import make_key
from tests.browser.looking import AXE, faults, usual_faults
from tests.browser.nights.conftest import ClubAddress
from tests.browser.screens import Screens
from tests.club_site import PASSPHRASE, club_app
from tests.only_site import close_site, site_of

AUCKLAND = "Pacific/Auckland"


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Flask]:
    site = club_app(tmp_path)
    yield site
    close_site(site)


@pytest.fixture
def page(bare: Flask, club_address: ClubAddress, screens: Screens) -> Page:
    """A narrow phone on a site without a club."""
    club_address.site = bare
    return screens.open(320, first_script=AXE, timezone_id=AUCKLAND)


def test_a_club_is_set_up_on_a_phone(page: Page, bare: Flask) -> None:
    page.goto(f"/set-up/{make_key(site_of(bare).settings.set_up_key)}/")
    expect(page.get_by_label("Time zone")).to_have_value(AUCKLAND)
    there = f"{datetime.now(ZoneInfo(AUCKLAND)):%Y-%m-%d}"
    expect(page.get_by_label("On this day")).to_have_value(there)
    page.get_by_label("Passphrase of the officers").fill("short")
    page.get_by_role("button", name="Set up the club").click()
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Type the name of the club")
    expect(alert).to_be_focused()
    assert faults(page) == []
    page.get_by_label("The club’s name").fill("Cavendish")
    page.get_by_label("Stake").fill("1.50")
    page.locator("[name=fee-person_night]").fill("2")
    # A currency is chosen by a tap, and the page comes back with what was typed.
    page.get_by_role("button", name="€ EUR").click()
    expect(page.get_by_label("Currency")).to_have_value("EUR")
    expect(page.get_by_label("Stake")).to_have_value("1.50")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Passphrase of the officers").fill(PASSPHRASE)
    # Enter in the last field sends the form, as on any page.
    page.get_by_label("The passphrase again").fill(PASSPHRASE)
    page.get_by_label("The passphrase again").press("Enter")
    expect(page.get_by_role("heading", name="Cavendish")).to_be_visible()
    page.locator("#menu > summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto("/officers/")
    assert usual_faults(page) == []
    page.goto("/club/officers/")
    expect(page.get_by_text("For officers")).to_be_visible()


@pytest.mark.long
def test_a_mark_that_is_too_large_is_told_before_it_is_sent(page: Page, bare: Flask) -> None:
    page.goto(f"/set-up/{make_key(site_of(bare).settings.set_up_key)}/")
    mark = page.locator("#mark")
    mark.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": b"x" * (2 << 20)})
    page.get_by_label("The club’s name").fill("Cavendish")
    page.get_by_role("button", name="Set up the club").click()
    told = "At most 1 MiB can be sent: choose a smaller file"
    expect(mark).to_have_js_property("validationMessage", told)
    expect(page.get_by_label("The club’s name")).to_have_value("Cavendish")
