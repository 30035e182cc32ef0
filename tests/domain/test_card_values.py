"""What each of the fifty-three cards counts in each variant, as the five texts print it."""

import pytest

from scorekeeper.domain.arrangement import deadwood_value
from scorekeeper.domain.cards import JOKER, NATURAL_CARDS, Card
from scorekeeper.domain.variants.contract.deal import CARD_VALUES
from scorekeeper.domain.variants.oklahoma.values import in_hand_values, melded_value

RANKS = "A23456789TJQK"
LAWS_MELDED = dict(zip(RANKS, [20, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10], strict=True))
LAWS_IN_HAND = LAWS_MELDED | {"2": 20}
MODERN_IN_HAND = LAWS_IN_HAND | dict.fromkeys("89TJQK", 20)
CONTRACT = dict(zip(RANKS, [15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10], strict=True))
GIN = dict(zip(RANKS, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))
EVERY_NATURAL = pytest.mark.parametrize("card", NATURAL_CARDS, ids=str)


@EVERY_NATURAL
def test_a_natural_card_counts_what_the_laws_print_when_melded(card: Card) -> None:
    printed = 50 if str(card) == "QS" else LAWS_MELDED[str(card)[0]]
    assert melded_value(card, card) == printed


@EVERY_NATURAL
@pytest.mark.parametrize(("high", "printed"), [(10, LAWS_IN_HAND), (20, MODERN_IN_HAND)])
def test_a_card_counts_what_is_printed_when_left_in_hand(
    card: Card, high: int, printed: dict[str, int]
) -> None:
    expected = 100 if str(card) == "QS" else printed[str(card)[0]]
    assert in_hand_values(high)[card] == expected


@EVERY_NATURAL
def test_the_joker_counts_a_hundred_whatever_it_stands_for(card: Card) -> None:
    assert melded_value(JOKER, card) == 100


def test_the_joker_counts_two_hundred_when_left_in_hand() -> None:
    assert in_hand_values(10)[JOKER] == 200


@EVERY_NATURAL
def test_a_card_counts_what_contract_prints(card: Card) -> None:
    printed = 20 if str(card) in ("2S", "2C") else CONTRACT[str(card)[0]]
    assert CARD_VALUES[card] == printed


def test_the_joker_counts_twenty_in_contract() -> None:
    assert CARD_VALUES[JOKER] == 20


@EVERY_NATURAL
def test_a_card_of_deadwood_counts_its_pips_and_a_face_card_ten(card: Card) -> None:
    assert deadwood_value([card]) == GIN[str(card)[0]]
