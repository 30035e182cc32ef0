"""The facts about contract Oklahoma that the pad needs."""

from scorekeeper.domain.keypad import KeypadFacts, values_by_key
from scorekeeper.domain.variants.contract.deal import CARD_VALUES, meld_rules
from scorekeeper.domain.variants.contract.options import ContractOptions


def keypad(options: ContractOptions) -> KeypadFacts:
    """Return the values in hand and the rules of melds, which score nothing (Card Values)."""
    return KeypadFacts(
        rules=meld_rules(ace=options.ace, min_naturals=options.min_naturals),
        in_hand=values_by_key(lambda card: CARD_VALUES[card]),
    )
