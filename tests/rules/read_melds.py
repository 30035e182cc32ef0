"""Melds written as text, and what the reader says of them."""

from scorekeeper.rules.cards import read_card
from scorekeeper.rules.deals import LaidMeld, MeldCard
from scorekeeper.rules.melds import Meld, MeldFault, MeldRules, read_meld
from scorekeeper.rules.variants.contract.deal import meld_rules as contract_rules
from scorekeeper.rules.variants.oklahoma.facts import meld_rules as oklahoma_rules

LAWS = oklahoma_rules(ace_both_ends=True, min_naturals=0)
CONTRACT = contract_rules(ace="high", min_naturals=0)
SHAPE_FAULTS = {
    "not_a_meld",
    "set_too_long",
    "run_too_short",
    "round_the_corner",
    "ace_low_not_allowed",
    "ace_high_not_allowed",
}


def laid(text: str) -> LaidMeld:
    """Return the cards of a text as a player laid them; ``2D=KD`` declares a wild card."""
    found = []
    for token in text.split():
        card, _, name = token.partition("=")
        known = read_card(card)
        assert known is not None
        found.append(MeldCard(known, read_card(name)))
    return tuple(found)


def read(text: str, rules: MeldRules = LAWS) -> Meld:
    """Return the meld in a text, which must be legal."""
    meld = read_meld(laid(text), rules)
    assert isinstance(meld, Meld), meld
    return meld


def fault(text: str, rules: MeldRules = LAWS) -> MeldFault:
    """Return what is wrong with the cards of a text, which must be no meld."""
    found = read_meld(laid(text), rules)
    assert isinstance(found, MeldFault), found
    return found


def spelled(meld: Meld) -> str:
    """Return the cards of a meld as text, in the order of the reader."""
    return " ".join([str(card) for card in meld.cards])
