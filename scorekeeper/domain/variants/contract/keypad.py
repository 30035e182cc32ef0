"""What the keys of the meld pad know of contract Oklahoma."""

from scorekeeper.domain.keypad import KeypadFacts, values_by_key
from scorekeeper.domain.variants.contract.deal import CARD_VALUES, meld_rules
from scorekeeper.domain.variants.contract.options import ContractOptions


def keypad(options: ContractOptions) -> KeypadFacts:
    """Values in hand and what a meld is; melds count for nothing (Card Values, Introduction)."""
    return KeypadFacts(
        rules=meld_rules(ace=options.ace, min_naturals=options.min_naturals),
        in_hand=values_by_key(lambda card: CARD_VALUES[card]),
    )
