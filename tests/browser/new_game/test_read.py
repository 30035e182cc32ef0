"""The page that reads a sheet, as a phone's camera opens it: once for each code."""

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.record.reading import read_record
from scorekeeper.record.writing import write_codes
from tests.browser.games import game_over
from tests.browser.looking import faults, misfits, usual_faults
from tests.browser.screens import Screens
from tests.marks import png

WAITS = "3 of 3 read. Waiting for the network."
NO_CODE = "No code was found in this photo. Try again closer, one code at a time."
# Debian's Chromium reads no codes. This stands for what does on phones: a photo so many pixels wide
# holds these codes. Some phones have it and can do nothing with it.
READS_CODES = """
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = () =>
      location.search ? Promise.reject(new Error("no service")) : Promise.resolve(["qr_code"]);
    detect = ({ width }) => Promise.resolve((CODES[width] ?? []).map((rawValue) => ({ rawValue })));
  };
"""
_NUMBERS = count(1)


def codes(address: str, parts: int = 3) -> Sequence[str]:
    """The texts of the codes of a game that no other test has taken."""
    found = read_record({**game_over(), "title": f"Sheet {next(_NUMBERS)}"}).record
    assert found is not None
    start = f"{address}/read#"
    (whole,) = write_codes(found, start=start, longest=2_000)
    head = whole.rindex(".") + 3
    texts = write_codes(found, start=start, longest=head + (len(whole) - head) // parts + 4)
    assert len(texts) == parts
    return texts


def scan(browser: BrowserContext, code: str) -> Page:
    """Open a code in a tab of its own, as a camera does."""
    tab = browser.new_page()
    tab.goto(code)
    return tab


def test_codes_are_added_one_after_the_other_and_the_game_is_taken(screens: Screens) -> None:
    browser = screens.open(320).context
    first, second, third = codes(screens.plain_address)
    tab = scan(browser, first)
    expect(tab.get_by_text("1 of 3 read.")).to_be_visible()
    assert tab.url == f"{screens.plain_address}/read"
    assert usual_faults(tab) == []
    tab.goto(third)
    expect(tab.get_by_text("2 of 3 read.")).to_be_visible()
    (other,) = codes(screens.plain_address, 1)
    wrong = scan(browser, other.replace(".1.1.", ".1.2."))
    expect(wrong.get_by_text("This code is from another sheet. 1 of 2 read.")).to_be_visible()
    wrong.goto(f"{screens.plain_address}/read#SK1")
    expect(wrong.get_by_text("This code is not from a score sheet.")).to_be_visible()
    last = scan(browser, second)
    expect(last.get_by_role("heading", name="Sheet ", level=2)).to_be_visible()
    expect(last.get_by_text("Nothing is saved yet.")).to_be_visible()
    assert faults(last) == []
    last.get_by_role("button", name="Save this game").click()
    last.wait_for_url("**/game/*/")
    expect(last.get_by_role("heading", name="Sheet ").first).to_be_visible()


def test_codes_are_kept_until_the_network_is_back(screens: Screens) -> None:
    page = screens.open(320)
    first, second, third = codes(screens.plain_address)
    page.goto(first)
    page.context.set_offline(True)
    page.goto(second)
    expect(page.get_by_role("status")).to_have_text("2 of 3 read.")
    page.goto(third)
    expect(page.get_by_role("status")).to_have_text(WAITS)
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Save this game")).to_be_visible()


@pytest.mark.long
def test_codes_are_found_in_photos(screens: Screens, tmp_path: Path) -> None:
    first, second, third = codes(screens.address)
    held = {11: [third], 12: ["https://club.test/"], 13: [second], 14: [first, "tel:12"]}
    page = screens.open_new(320)
    page.add_init_script(READS_CODES.replace("CODES", json.dumps(held)))
    photos = page.get_by_label("Or a photo of the sheet")
    page.goto("/read?without#SK1")
    expect(page.get_by_text("This code is not from a score sheet.")).to_be_visible()
    expect(photos).to_be_hidden()
    page.goto("/read")
    large = tmp_path / "large.png"
    with large.open("wb") as file:
        file.truncate(32 * 1024 * 1024 + 1)

    def choose(*names: str) -> None:
        for name in names:
            if name.isdecimal():
                (tmp_path / name).write_bytes(png(size=(int(name), 9)))
            elif name == "text":
                (tmp_path / name).write_text("cannot be read")
        photos.set_input_files([tmp_path / name for name in names])

    for names, told in [
        (["10"], NO_CODE),
        (["text"], "This photo cannot be read."),
        (["large.png"], "This photo is larger than 32 MB. Choose a smaller one."),
        (["12"], "This code is not from a score sheet."),
        (["11"], "1 of 3 read."),
        (["10"], NO_CODE),
        (["11"], "1 of 3 read."),
    ]:
        choose(*names)
        expect(page.get_by_role("status")).to_have_text(told)
    assert misfits(page) == []
    choose("13", "10", "14")
    expect(page.get_by_role("button", name="Save this game")).to_be_visible()
