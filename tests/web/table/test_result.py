"""The page of one deal: which hand it opens at once, and the way to change it."""

import re

import pytest
from flask import Flask

from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.phone import Phone
from tests.web.seated import seat_two

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


def test_a_phone_with_a_seat_is_shown_and_corrects_its_own_hand_first(site: Flask) -> None:
    table = seat_two(site)
    for phone, opened in ((table.anns, "0"), (table.bobs, "1")):
        text = phone.open(table.player + "deal/1").text
        assert re.findall(r'class="hand[^>]*id="lines(\d)" open', text) == [opened]
        assert f'data-first="{opened}"' in phone.open(table.player + "deal/1/correct").text
    # The phone that entered the deal is where it was.
    assert "data-first" not in table.hosts.open(table.host + "deal/1/correct").text
    assert "data-first" not in table.hosts.open(table.host + "deal/1/correct?hand=9").text
    assert 'data-first="1"' in table.hosts.open(table.host + "deal/1/correct?hand=1").text


def test_an_earlier_deal_is_changed_where_it_is_challenged_and_not_at_a_foot(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    for deal in (ANN_OUT, BOB_OUT):
        phone.fill(game + "enter", deal)
    feet = [phone.open(f"{game}deal/{number}").text.count('class="foot"') for number in (1, 2)]
    assert feet == [0, 1]
    ways = r'Not right\?</span>.*deal/1/correct">Change the cards</a>.*>Challenge</a>'
    assert re.search(ways, phone.open(game + "deal/1").text, re.DOTALL)
