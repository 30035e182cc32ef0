"""Cards and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import (
    ANY_SUIT,
    BLACK_TWO,
    JOKER,
    NATURAL_CARDS,
    QUEEN_OF_SPADES,
    RED_TWO,
    TWOS_BY_COLOUR,
    Card,
    Pack,
    Rank,
    Suit,
    read_card,
    write_cards,
)

EVERY_CARD = (*NATURAL_CARDS, JOKER, *ANY_SUIT, *TWOS_BY_COLOUR)
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


def test_a_pack_has_fifty_two_natural_cards() -> None:
    assert len(set(NATURAL_CARDS)) == 52


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("K", Card(Rank.KING, None)),
        ("t", Card(Rank.TEN, None)),
        ("10", Card(Rank.TEN, None)),
        ("2", Card(Rank.TWO, None)),
        ("2b", BLACK_TWO),
        ("2R", RED_TWO),
    ],
)
def test_a_card_whose_suit_nobody_gave_is_its_rank_or_colour(text: str, card: Card) -> None:
    assert read_card(text) == card
    assert read_card(str(card)) == card


def test_every_card_is_read_as_it_is_written() -> None:
    assert [read_card(str(card)) for card in EVERY_CARD] == [*EVERY_CARD]


def test_every_card_is_read_in_lower_case() -> None:
    assert [read_card(str(card).lower()) for card in EVERY_CARD] == [*EVERY_CARD]


def test_every_card_is_read_with_its_suit_sign() -> None:
    signed = [text[0] + SIGNS[text[1]] for text in map(str, NATURAL_CARDS)]
    assert [read_card(text) for text in signed] == [*NATURAL_CARDS]


@pytest.mark.parametrize("suit", list(Suit))
def test_a_ten_is_read_as_ten(suit: Suit) -> None:
    assert read_card(f"10{suit}") == Card(Rank.TEN, suit)


@pytest.mark.parametrize(
    "text",
    ["", "H", "1H", "0H", "11H", "TT", "KHH", "K H", "JKS", "XX", "♠", "-KH", "3B", "KR", "1"],
)
def test_what_is_no_card_is_not_read(text: str) -> None:
    assert read_card(text) is None


def test_a_suit_sign_with_a_variation_selector_is_read() -> None:
    assert read_card("Q♠\ufe0f") == QUEEN_OF_SPADES


@given(st.text(max_size=6))
def test_any_text_is_a_card_or_none(text: str) -> None:
    card = read_card(text)
    assert card is None or card in EVERY_CARD


@given(st.lists(st.sampled_from(EVERY_CARD)))
def test_cards_written_in_a_row_are_read_one_by_one(cards: list[Card]) -> None:
    assert [read_card(text) for text in write_cards(cards).split()] == cards


def test_ranks_have_their_letters() -> None:
    assert "".join([rank.letter for rank in Rank]) == "JKA23456789TJQK"


def test_a_pack_of_two_has_two_of_a_card() -> None:
    assert Pack(2, 1).limit(QUEEN_OF_SPADES) == 2


def test_a_pack_of_two_has_the_given_number_of_jokers() -> None:
    assert Pack(2, 1).limit(JOKER) == 1
