"""A club's people are pasted on a phone, looked at line by line, and added one by one."""

import pytest
from playwright.sync_api import expect

from tests.browser.club.whole_club import LONG, take
from tests.browser.looking import AXE, NARROWEST, faults, misfits
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub


@pytest.mark.long
def test_a_list_is_pasted_looked_at_and_added(screens: Screens, club: SiteOfClub) -> None:
    club.person("Ann B.")
    page = take(screens, club.officer, first_script=AXE)
    page.goto("/club/officers/people")
    page.get_by_role("link", name="Add a list of people").click()
    text = page.get_by_label("One person per line")
    text.fill("1. Bob\t5,50\nann b\nCal;five\n")
    page.get_by_role("button", name="Add as members").click()
    expect(page.get_by_role("alert")).to_contain_text("Look at line 2")
    expect(page.locator("#line-2")).to_contain_text("Ann B. is on the list. A different person?")
    assert faults(page) == []
    expect(text).to_have_value("1. Bob\t5,50\nann b\nCal;five\n")
    page.get_by_role("link", name="Look at line 3").click()
    text.fill("1. Bob\t5,50\nann b\nCal;-5\n")
    page.get_by_label("Yes, a different person").check()
    page.get_by_role("button", name="Add as members").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("#line-3")).to_contain_text("owes the club $5.00")
    page.get_by_role("button", name="Add 3 members").click()
    expect(page.get_by_text("3 people are on the list.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Bob")).to_have_count(0)


@pytest.mark.long
def test_a_list_is_added_without_a_script(screens: Screens, club: SiteOfClub) -> None:
    page = take(screens, club.officer, java_script_enabled=False)
    page.goto("/club/officers/people/list")
    page.get_by_label("One person per line").fill("Dot;1\nEve")
    page.get_by_role("button", name="Add as members").click()
    page.get_by_role("button", name="Add as guests").click()
    page.get_by_role("button", name="Add 2 guests").click()
    expect(page.get_by_text("2 people are on the list.")).to_be_visible()


@pytest.mark.parametrize("are_wrong", [True, pytest.param(False, marks=pytest.mark.long)])
def test_long_names_and_faults_fit_the_narrowest_phone(
    screens: Screens, club: SiteOfClub, *, are_wrong: bool
) -> None:
    lines = [f"{name};−123,456.50" for name in LONG] + ["דוד 2\t5", "W" * 40]
    wrong = ["Smith, Ann;lots and lots", "ann@example.org", "1.234", "x" * 300]
    page = take(screens, club.officer, first_script=AXE)
    page.goto("/club/officers/people/list")
    page.get_by_label("One person per line").fill("\n".join(lines + (wrong if are_wrong else [])))
    page.get_by_role("button", name="Add as guests").click()
    expect(page.get_by_role("heading", name="guests")).to_be_visible()
    assert faults(page) == []
    assert misfits(page, NARROWEST) == []


def test_the_cursor_is_in_the_name_field_again(screens: Screens, club: SiteOfClub) -> None:
    page = take(screens, club.officer)
    page.goto("/club/officers/people")
    page.get_by_label("Another name").fill("Ida")
    page.get_by_role("button", name="Add a member").click()
    expect(page.get_by_text("Ida is on the list.")).to_be_visible()
    expect(page.get_by_label("Another name")).to_be_focused()
    page.keyboard.type("Jon")
    expect(page.get_by_label("Another name")).to_have_value("Jon")
