"""The score sheet of partners, with what the pairs won below each deal."""

from typing import Final

from playwright.sync_api import expect

from tests.browser.games import partners, post_record, send_form, take_seat
from tests.browser.looking import resize
from tests.browser.screens import Screens
from tests.web.partners import FOUR

# How far the mark of a deal is below the number of the deal, in pixels.
_GAP: Final = """link => {
  const number = document.createRange();
  number.selectNode([...link.childNodes].find((each) => each instanceof Text && each.data.trim()));
  const topOf = (each) => each.getBoundingClientRect().top;
  const size = parseFloat(getComputedStyle(link).fontSize);
  return topOf(link.querySelector(".said")) - topOf(number) - size;
}"""


def test_the_mark_of_a_deal_is_below_its_number(screens: Screens) -> None:
    page = screens.open(320)
    game = post_record(page, partners(*FOUR))
    take_seat(page, game, 0)
    send_form(page, f"{game}challenge/2", reason="I had three")
    page.goto(game)
    link = page.locator("tr[data-deal] th > a")
    expect(link.locator(".said")).to_have_accessible_name("challenged")
    for width in (320, 390, 844):
        resize(page, width)
        assert link.evaluate(_GAP) >= 0, width
