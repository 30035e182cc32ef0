"""What the keys of the meld pad know of five hundred rum."""

from scorekeeper.domain.cards import JOKER
from scorekeeper.domain.keypad import KeypadFacts, values_by_key
from tests.trial_family.facts import CARD_VALUES, MELD_RULES
from tests.trial_family.options import RumOptions


def keypad(options: RumOptions) -> KeypadFacts:
    """The value of each card, melded and in hand; there is no Joker."""
    values = values_by_key(lambda card: 0 if card == JOKER else CARD_VALUES[card])
    return KeypadFacts(rules=MELD_RULES, in_hand=values, melded=values)
