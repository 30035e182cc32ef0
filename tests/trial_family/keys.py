"""What the keys of the meld pad know of five hundred rum."""

from scorekeeper.domain.cards import JOKER
from scorekeeper.domain.keys import KeyFacts, values_by_key
from tests.trial_family.facts import CARD_VALUES, MELD_RULES
from tests.trial_family.options import RumOptions


def keys(options: RumOptions) -> KeyFacts:
    """The value of each card, melded and in hand; there is no Joker."""
    values = values_by_key(lambda card: 0 if card == JOKER else CARD_VALUES[card])
    return KeyFacts(rules=MELD_RULES, in_hand=values, melded=values)
