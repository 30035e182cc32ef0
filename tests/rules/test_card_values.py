"""What each of the fifty-three cards counts in each variant, as the five texts print it."""

import pytest

from scorekeeper.rules.arrangement import deadwood_value
from scorekeeper.rules.cards import JOKER, NATURAL_CARDS
from scorekeeper.rules.variants.contract.deal import CARD_VALUES
from scorekeeper.rules.variants.oklahoma.facts import in_hand_values, melded_value

RANKS = "A23456789TJQK"
LAWS_MELDED = dict(zip(RANKS, [20, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10], strict=True))
LAWS_IN_HAND = LAWS_MELDED | {"2": 20}
MODERN_IN_HAND = LAWS_IN_HAND | dict.fromkeys("89TJQK", 20)
CONTRACT = dict(zip(RANKS, [15, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10], strict=True))
GIN = dict(zip(RANKS, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))


def printed(values: dict[str, int], **apart: int) -> dict[str, int]:
    """Return what each natural card counts: what its rank counts, but for the cards apart."""
    return {str(card): values[str(card)[0]] for card in NATURAL_CARDS} | apart


def test_a_natural_card_counts_what_the_laws_print_when_melded() -> None:
    melded = {str(card): melded_value(card, card) for card in NATURAL_CARDS}
    assert melded == printed(LAWS_MELDED, QS=50)


@pytest.mark.parametrize(("high", "values"), [(10, LAWS_IN_HAND), (20, MODERN_IN_HAND)])
def test_a_card_counts_what_is_printed_when_left_in_hand(high: int, values: dict[str, int]) -> None:
    left = {str(card): in_hand_values(high)[card] for card in NATURAL_CARDS}
    assert left == printed(values, QS=100)


def test_the_joker_counts_a_hundred_whatever_it_stands_for() -> None:
    assert {melded_value(JOKER, card) for card in NATURAL_CARDS} == {100}


def test_the_joker_counts_two_hundred_when_left_in_hand() -> None:
    assert in_hand_values(10)[JOKER] == 200


def test_a_card_counts_what_contract_prints() -> None:
    counted = {str(card): CARD_VALUES[card] for card in NATURAL_CARDS}
    assert counted == printed(CONTRACT, **{"2S": 20, "2C": 20})


def test_the_joker_counts_twenty_in_contract() -> None:
    assert CARD_VALUES[JOKER] == 20


def test_a_card_of_deadwood_counts_its_pips_and_a_face_card_ten() -> None:
    assert {str(card): deadwood_value([card]) for card in NATURAL_CARDS} == printed(GIN)
