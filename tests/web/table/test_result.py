"""The page of one deal: which hand it opens at once."""

import re

import pytest

from tests.web.phone import Phone

UNDERCUT = {
    "upcard": "7D",
    "ending": "knock",
    "by": "0",
    "hand0-cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H",
    "hand1-cards": "8C 8H 8D 8S AC 2C 3C QH QS QC",
}


@pytest.mark.parametrize(("address", "opened"), [("deal/1", "1"), ("deal/1?hand=0", "0")])
def test_the_lines_of_the_winner_are_open_after_an_undercut(
    phone: Phone, address: str, opened: str
) -> None:
    game = phone.start("Ann", "Bob", variant="gin150")
    phone.fill(game + "enter", UNDERCUT)
    text = phone.open(game + address).text
    assert re.findall(r'class="hand[^>]*id="lines(\d)" open', text) == [opened]
