"""Oklahoma as a contract game: five deals, each with melds to lay down; the lowest total wins.

Source: "Rules for Oklahoma", compiled by John T. Wodder II (cited by heading). The text does not
give the number of Jokers, nor rules for a stock that runs out or for ties; each is an option.
Points count against a player.
"""

from typing import Final

from scorekeeper.rules.variant import Family, Variant
from scorekeeper.rules.variants.contract.deal import count_hand, keypad, score_deal
from scorekeeper.rules.variants.contract.facts import (
    LAST_CONTRACT,
    asks,
    contract_of,
    pack,
    seats,
)
from scorekeeper.rules.variants.contract.game import (
    dealer_rule,
    finish,
    highlights,
    is_over,
    next_dealer,
)
from scorekeeper.rules.variants.contract.options import CONTRACT
from scorekeeper.rules.variants.contract.rules import CONTRACT_EXAMPLES, RULES, course, values

FAMILY: Final = Family(
    key="contract",
    name="Contract Oklahoma",
    low_wins=True,
    reasons={"in_hand": "In hand", "going_out": "Went out"},
    asks=asks,
    players=seats,
    pack=pack,
    score_deal=score_deal,
    is_over=is_over,
    next_dealer=next_dealer,
    dealer_rule=dealer_rule,
    finish=finish,
    target=lambda _: None,
    values=values,
    course=course,
    smallest_step=5,
    deal_title=lambda _, number: str(contract_of(number)),
    deals=LAST_CONTRACT,
    keypad=keypad,
    count_hand=count_hand,
    highlights=highlights,
)

VARIANTS: Final = (
    Variant(
        key="contract",
        name="Contract Oklahoma",
        short_name="Contract",
        summary="Five deals with a contract each; cards in hand count against, the lowest wins.",
        family=FAMILY,
        defaults=CONTRACT,
        examples=CONTRACT_EXAMPLES,
        rules=RULES,
        rules_of_going_out=("Play", "Buying", "Note"),
    ),
)
