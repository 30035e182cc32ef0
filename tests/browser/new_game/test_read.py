"""The page that reads a sheet, as a phone's camera opens it: once for each code."""

from collections.abc import Sequence
from itertools import count

from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.record.reading import read_record
from scorekeeper.record.sheet_code.encoding import write_codes
from tests.browser.games import game_over
from tests.browser.looking import faults
from tests.browser.screens import Screens

WAITS = "3 of 3 read. Waiting for the network."
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
    assert faults(tab) == []
    tab.goto(third)
    expect(tab.get_by_text("2 of 3 read.")).to_be_visible()
    (other,) = codes(screens.plain_address, 1)
    wrong = scan(browser, other.replace(".1.1.", ".1.2."))
    expect(wrong.get_by_text("This code is of another sheet. 1 of 2 read.")).to_be_visible()
    wrong.goto(f"{screens.plain_address}/read#SK1")
    expect(wrong.get_by_text("This is no code of a sheet.")).to_be_visible()
    last = scan(browser, second)
    expect(last.get_by_role("heading", name="Sheet ", level=2)).to_be_visible()
    expect(last.get_by_text("Nothing is saved yet.")).to_be_visible()
    assert faults(last) == []
    last.get_by_role("button", name="Take this game").click()
    last.wait_for_url("**/game/*/")
    expect(last.get_by_role("heading", name="Sheet ").first).to_be_visible()


def test_codes_are_kept_until_the_network_is_back(screens: Screens) -> None:
    page = screens.open(320)
    texts = codes(screens.plain_address)
    page.goto(texts[0])
    page.context.set_offline(True)
    for text in texts[1:]:
        page.goto(text)
    expect(page.get_by_role("status")).to_have_text(WAITS)
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Take this game")).to_be_visible()
