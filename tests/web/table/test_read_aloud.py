import re
from html import unescape
from typing import Any

import pytest

from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.web.table.result import say_hands
from tests.web.deals import ANN_OUT
from tests.web.games import out, sheet_of, stock
from tests.web.phone import Phone

BOB = {"melds": ["9C TC JC", "6H 6S 6C"], "in_hand": "AS 7D"}


def said(sheet: ScoreSheet) -> str:
    return say_hands(sheet, sheet.rows[-1])


def spoken(phone: Phone) -> str:
    """The words of a deal of Ann and Bob, as its page has them."""
    game = phone.start("Ann", "Bob")
    phone.enter_first(game, ANN_OUT)
    (words,) = re.findall(r"data-spoken>([^<]*)<", phone.open(game + "deal/1").text)
    return unescape(words)


def ann_out(*melds: str, bob: dict[str, Any] = BOB) -> ScoreSheet:
    hands = {"Ann": {"melds": list(melds), "in_hand": ""}, "Bob": bob}
    return sheet_of("laws", {"ending": "out", "by": "Ann", "hands": hands})


def test_a_deal_begins_with_its_number_and_how_it_ended(phone: Phone) -> None:
    assert spoken(phone).startswith("Deal 1. Ann went out. Bob dealt. Ann: ")


@pytest.mark.parametrize(
    ("meld", "words"),
    [
        ("K K K", "three kings, 30"),
        ("KH KD KC", "three kings of hearts, diamonds and clubs, 30"),
        ("Q QS Q", "three queens, one of spades, 70"),
        ("KH K JK", "three kings, one of hearts, one a Joker, 120"),
    ],
)
def test_a_set_is_counted_with_the_suits_that_were_given(meld: str, words: str) -> None:
    assert f"Ann: {words}; going out 100." in said(ann_out(meld))


def test_a_run_is_read_aloud_by_its_ends() -> None:
    assert "five to ten of spades, 45" in said(ann_out("5S 6S 7S 8S 9S TS"))


def test_a_joker_in_a_set_is_read_aloud() -> None:
    assert "three kings, one a Joker, 120" in said(ann_out("K K JK=KC"))


def test_a_two_in_a_run_is_read_aloud_with_the_card_it_stands_for() -> None:
    assert "eight to king of spades, the ten a two, 100" in said(ann_out("8S 9S 2D=TS JS QS KS"))


def test_a_two_that_is_a_two_is_not_read_aloud_as_wild() -> None:
    assert "ace to three of hearts, 30" in said(ann_out("AH 2H 3H"))


def test_cards_in_hand_are_named_one_by_one() -> None:
    words = said(ann_out("KH KD KC"))
    assert "clubs, 15; in hand ace of spades and seven of diamonds, minus 25." in words


def test_cards_without_a_suit_are_counted() -> None:
    bob = {"melds": ["AH 2 3H", "2=2 2D=2 2"], "in_hand": "Q Q QS 8 2 T JK"}
    words = said(ann_out("K K 2", bob=bob))
    assert "three kings, one a two, 30" in words
    assert "ace to three of hearts, 30; three twos, one of diamonds, 15" in words
    held = "a Joker, the queen of spades, a two, two queens, an eight and a ten"
    assert f"in hand {held}, minus 360" in words


def test_twos_of_contract_are_read_aloud_by_their_colour() -> None:
    hands = {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "2B 2B 2R K"}}
    words = said(sheet_of("contract", {"ending": "out", "by": "Ann", "hands": hands}))
    assert "in hand two black twos, a king and a red two, 55" in words


def test_a_hand_ends_with_its_points_and_the_total() -> None:
    assert "Plus 130, together 130." in said(ann_out("KH KD KC"))


def test_minus_is_said_as_a_word() -> None:
    assert "−" not in said(sheet_of("laws", stock(Ann=20, Bob=-15)))
    assert "Minus 15, together minus 15." in said(sheet_of("laws", stock(Ann=20, Bob=-15)))


def test_totals_are_read_aloud_as_totals() -> None:
    sheet = sheet_of("laws", out("Ann", Ann=200, Bob=0))
    assert "Ann: melded 100; in hand 0; going out 100." in said(sheet)


def test_what_comes_next_is_said_last(phone: Phone) -> None:
    next_to_deal = "Ann deals: the winner of a deal deals the next (Law 5)."
    standing = "together minus 30. Ann leads by 240 and has 790 to go."
    assert spoken(phone).endswith(f"{standing} {next_to_deal}")


def test_a_gin_hand_is_read_aloud_by_melds_lay_offs_and_deadwood() -> None:
    hands = {
        "Ann": {"cards": "4S 5S 6S 9C 9D 9H JD QD KD 4H"},
        "Bob": {"cards": "8C 8H 8D AC 2C 3C 7S 9S TH 2H"},
    }
    deal = {"upcard": "7D", "ending": "knock", "by": "Ann", "hands": hands}
    words = said(sheet_of("gin150", deal))
    assert "laid off seven of spades and nine of spades" in words
    assert "deadwood four of hearts" in words


def test_cards_that_are_no_meld_are_read_aloud_by_the_words_of_their_family() -> None:
    hands = {
        "Ann": {"melds": ["7C 7D 7S"], "in_hand": ""},
        "Bob": {"melds": [], "in_hand": "5H", "laid_off": "7H KC QD TS"},
    }
    words = said(sheet_of("rum500", {"ending": "out", "by": "Ann", "hands": hands}))
    laid = "king of clubs, queen of diamonds, ten of spades and seven of hearts"
    assert f"laid off {laid}, 37; in hand five of hearts, minus 5" in words
    assert "Ann: three sevens of clubs, diamonds and spades, 21" in words
