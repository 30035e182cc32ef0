"""A club's people are pasted, dropped or chosen as a file on a phone, and added one by one."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.club.whole_club import take
from tests.browser.looking import AXE, NARROWEST, faults, misfits
from tests.browser.screens import Screens
from tests.club_site import SiteOfClub

DROP = """text => {
  const files = new DataTransfer();
  files.items.add(new File([text], "people.csv"));
  const about = { dataTransfer: files, bubbles: true, cancelable: true };
  document.dispatchEvent(new DragEvent("drop", about));
}"""


def test_a_list_is_pasted_looked_at_and_added(screens: Screens, club: SiteOfClub) -> None:
    club.person("Ann B.")
    page = take(screens, club.officer, first_script=AXE)
    page.goto("/club/officers/people")
    page.get_by_role("link", name="Add a list of people").click()
    page.get_by_label("The list").fill("Bob;guest;5,50\nann b;member;five\nCal;;")
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("alert")).to_contain_text("Ann B. is on the list. Another person?")
    assert faults(page) == []
    page.get_by_label("Balance, line 2").fill("-5")
    page.get_by_label("Yes, another person").check()
    page.get_by_role("button", name="Look again").click()
    # Another meaning of a column is looked at without a tap.
    page.get_by_label("Column 2").select_option("Left out")
    expect(page.get_by_text("3 members")).to_be_visible()
    page.get_by_role("button", name="Add 3 people").click()
    expect(page.get_by_text("3 people are on the list.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Bob")).to_have_count(0)


def test_a_list_is_dropped_or_chosen_as_a_file(screens: Screens, club: SiteOfClub) -> None:
    page = take(screens, club.officer, first_script=AXE)
    page.goto("/club/officers/people/list")
    page.evaluate(DROP, "Dot;1\nEve;2")
    expect(page.get_by_role("button", name="Add 2 people")).to_be_visible()
    page.get_by_role("link", name="Another list").click()
    file = Path(__file__).parents[2] / "cases" / "books" / "14-three-sheets.xlsx"
    chosen = page.get_by_label("Or a file: XLSX, ODS or CSV")
    chosen.set_input_files({"name": "a.csv", "mimeType": "text/csv", "buffer": b"x" * (2 << 20)})
    page.get_by_label("The list").fill("Cal")
    page.get_by_role("button", name="Look at it").click()
    told = "At most 1 MiB can be sent: choose a smaller file"
    expect(chosen).to_have_js_property("validationMessage", told)
    expect(page.get_by_label("The list")).to_have_value("Cal")
    chosen.set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_role("button", name="Add 2 people")).to_be_visible()
    page.get_by_label("Sheet of the workbook").select_option("Read me")
    expect(page.get_by_role("button", name="Add 1 person")).to_be_visible()
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
