"""The lines of a deal: how cards were counted, in words."""

import re

import pytest

from scorekeeper.wording.games import draw_lines
from tests.web.games import sheet_of
from tests.web.phone import Phone


def hows(variant: str, *melds: str, in_hand: str = "3H") -> list[str]:
    """Return how each line of Bob's hand was counted."""
    ann = {"melds": ["JH JD JC"], "in_hand": ""}
    bob = {"melds": list(melds), "in_hand": in_hand}
    sheet = sheet_of(variant, {"ending": "out", "by": "Ann", "hands": {"Ann": ann, "Bob": bob}})
    return [line.how for line in draw_lines(sheet, sheet.rows[0])[1]]


@pytest.mark.parametrize(
    ("meld", "how"),
    [
        ("8S 9S 2D=TS JS QS KS", "5 × 10, QS 50"),
        ("QH QD JK=QC", "2 × 10, Joker 100"),
        ("5H 5D 5C 5S", "4 × 5"),
        ("AD 2D 3D", "ace 20, 2 × 5"),
        ("AH AD 2C=AC", "two aces 40, deuce as ace 20"),
        ("AH 2D=A 2C=A", "ace 20, two deuces as aces 40"),
        ("QH QD 2C=QS", "3 × 10"),
        ("7H 8H 9H", "1 × 5, 2 × 10"),
    ],
)
def test_every_meld_is_explained_in_words(meld: str, how: str) -> None:
    assert hows("laws", meld)[0] == how


def test_cards_in_hand_are_counted_with_what_they_are_called() -> None:
    assert hows("laws", in_hand="AS QS KH 8D 2C 2D 4S") == [
        "In hand: QS 100, ace 20, two deuces 40, 2 × 10, 1 × 5"
    ]


def test_the_points_of_a_house_rule_are_counted_by_rank() -> None:
    assert hows("modern", in_hand="KH KD 9C 4S") == ["In hand: two kings 40, nine 20, 1 × 5"]


def test_a_line_without_cards_tells_how_it_was_counted(phone: Phone) -> None:
    game = phone.start("Ann", "Bob")
    hands = {"hand0-melds": "KH KD KC", "hand1-melds": "", "hand1-in_hand": "QS KH"}
    phone.fill(game + "enter", {"ending": "out", "by": "0", "hand0-in_hand": "", **hands})
    text = phone.open(game + "deal/1").text
    law = '<a href="/rules/laws#law-10">Law 10</a>'
    assert f'<p class="how">no card left · {law}</p>' in text
    times = '<span aria-hidden="true">1 × 10</span><span class="vh">one card at ten</span>'
    assert f'100, {times} · <a href="/rules/laws#law-12">Law 12</a></p>' in text


def test_melds_that_score_nothing_are_shown_with_the_hand(phone: Phone) -> None:
    game = phone.start("Ann", "Bob", variant="contract")
    melds = {"hand0-melds": "8S 8D JK\nKH KD KC", "hand1-in_hand": "AS 9H"}
    deal = phone.follow(phone.fill(game + "enter", {"ending": "out", "by": "0", **melds})).text
    assert re.findall("<small>(set|run)</small>", deal) == ["set", "set"]
    assert "Ann: three eights, one of spades, one of diamonds, one a Joker; three kings of" in deal
    assert "hearts, diamonds and clubs; went out 0." in deal
