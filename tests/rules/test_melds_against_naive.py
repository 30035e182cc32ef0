"""Readings of melds against a naive reader that tries everything."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURAL_CARDS, Card, Rank, Suit
from scorekeeper.rules.deals import LaidMeld, MeldCard
from scorekeeper.rules.melds import Meld, MeldFault, MeldRules, read_meld
from scorekeeper.rules.variants.contract.deal import meld_rules as contract_rules
from scorekeeper.rules.variants.contract.facts import SUITLESS as CONTRACT_SUITLESS
from scorekeeper.rules.variants.oklahoma.facts import SUITLESS as OKLAHOMA_SUITLESS
from scorekeeper.rules.variants.oklahoma.facts import meld_rules as oklahoma_rules
from scorekeeper.rules.variants.oklahoma.facts import melded_value
from scorekeeper.rules.variants.oklahoma_gin.facts import MELD_RULES as GIN
from tests.examples import tries
from tests.rules.naive_melds import naive_verdict
from tests.rules.read_melds import CONTRACT, LAWS, SHAPE_FAULTS

RULES = st.sampled_from(
    [
        *[
            oklahoma_rules(ace_both_ends=both, min_naturals=naturals)
            for both in (True, False)
            for naturals in (0, 1, 2)
        ],
        *[
            contract_rules(ace=ace, min_naturals=naturals)
            for ace in ("high", "both")
            for naturals in (0, 2)
        ],
        GIN,
    ]
)
ANY_CARD = st.sampled_from([*NATURAL_CARDS, JOKER])
WILD = st.sampled_from([JOKER, *[Card(Rank.TWO, suit) for suit in Suit]])
SUIT = st.sampled_from(list(Suit))
SUITLESS = {LAWS.wilds: OKLAHOMA_SUITLESS, CONTRACT.wilds: CONTRACT_SUITLESS}
"""The cards that may lack a suit, by the wilds of their rules."""


@st.composite
def near_melds(draw: st.DrawFn) -> LaidMeld:
    """Sets and runs in which up to two cards became wild and perhaps one card is wrong."""
    if draw(st.booleans()):
        rank = draw(st.sampled_from(NATURAL_CARDS)).rank
        cards = [Card(rank, suit) for suit in draw(st.lists(SUIT, min_size=2, max_size=6))]
    else:
        suit, low = draw(SUIT), draw(st.integers(1, 13))
        places = range(low, low + draw(st.integers(2, 14)))
        cards = [Card(Rank((place - 1) % 13 + 1), suit) for place in places]
    items = [MeldCard(card) for card in cards]
    for place in draw(st.lists(st.integers(0, len(items) - 1), max_size=2, unique=True)):
        wild = draw(WILD)
        items[place] = MeldCard(wild, cards[place] if draw(st.booleans()) else None)
    if draw(st.integers(0, 3)) == 0:
        items[draw(st.integers(0, len(items) - 1))] = MeldCard(draw(ANY_CARD))
    return tuple(draw(st.permutations(items)))


def without_suits(meld: LaidMeld, rules: MeldRules, places: set[int]) -> LaidMeld:
    """The same cards, those in these places without a suit as far as the family takes them so."""
    kinds = SUITLESS.get(rules.wilds, {})
    bare = {card: key for key, kind in kinds.items() for card in kind}
    return tuple(
        [
            MeldCard(bare.get(card, card), Card(name.rank, None) if name and kinds else name)
            if place in places
            else MeldCard(card, name)
            for place, (card, name) in enumerate(meld)
        ]
    )


def few_unnamed(meld: LaidMeld, rules: MeldRules) -> bool:
    return sum([item.stands_for is None and item.card in rules.wilds for item in meld]) <= 2


def verdict(meld: LaidMeld, rules: MeldRules) -> str | int:
    found = read_meld(meld, rules)
    if isinstance(found, MeldFault):
        return "illegal" if found.code in SHAPE_FAULTS else found.code
    if rules.worth is None:
        return 0
    return sum([rules.worth(item.card, item.stands_for or item.card) for item in found.cards])


@tries(60)
@given(
    meld=near_melds().filter(lambda meld: few_unnamed(meld, LAWS)),
    rules=RULES,
    places=st.sets(st.integers(0, 13)),
)
def test_the_reader_agrees_with_the_naive_one(
    meld: LaidMeld, rules: MeldRules, places: set[int]
) -> None:
    for cards in (meld, without_suits(meld, rules, places)):
        assert verdict(cards, rules) == naive_verdict(cards, rules)


@given(meld=near_melds(), rules=RULES)
def test_a_meld_that_was_read_reads_the_same_again(meld: LaidMeld, rules: MeldRules) -> None:
    found = read_meld(meld, rules)
    if isinstance(found, Meld):
        again = read_meld(found.cards, rules)
        assert isinstance(again, Meld)
        assert again == replace(found, kind=again.kind, naturals=again.naturals, cards=again.cards)
        assert again.cards == found.cards


@given(meld=near_melds(), rules=RULES)
def test_a_read_meld_has_the_cards_that_were_laid(meld: LaidMeld, rules: MeldRules) -> None:
    found = read_meld(meld, rules)
    if isinstance(found, Meld):
        assert sorted([str(item.card) for item in found.cards]) == sorted(
            [str(item.card) for item in meld]
        )


@given(meld=near_melds(), rules=RULES)
def test_every_wild_of_a_read_meld_has_a_name(meld: LaidMeld, rules: MeldRules) -> None:
    found = read_meld(meld, rules)
    if isinstance(found, Meld):
        assert all(
            (item.stands_for is not None) == (item.card in rules.wilds) for item in found.cards
        )


@pytest.mark.parametrize("name", [card for card in NATURAL_CARDS if card.rank is not Rank.TWO])
def test_a_deuce_is_worth_its_card_except_as_the_queen_of_spades(name: Card) -> None:
    deuce = Card(Rank.TWO, Suit.DIAMONDS)
    natural = 10 if str(name) == "QS" else melded_value(name, name)
    assert melded_value(deuce, name) == natural
