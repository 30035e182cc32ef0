"""Oklahoma as a contract game: five deals, each with melds to lay down; the lowest total wins.

Source: "Rules for Oklahoma", compiled by John T. Wodder II (cited by heading). The text does not
give the number of Jokers, nor rules for a stock that runs out or for ties; each is an option.
Points count against a player.
"""

from typing import Final

from scorekeeper.rules.variant import Family, Variant
from scorekeeper.rules.variants.contract import deal, facts, game, options, rules

FAMILY: Final = Family(
    key="contract",
    low_wins=True,
    reasons={"in_hand": "In hand", "going_out": "Went out"},
    asks=facts.asks,
    players=facts.seats,
    pack=facts.pack,
    score_deal=deal.score_deal,
    is_over=game.is_over,
    next_dealer=game.next_dealer,
    dealer_rule=game.dealer_rule,
    finish=game.finish,
    target=lambda _: None,
    values=rules.values,
    course=rules.course,
    smallest_step=5,
    deal_title=lambda _, number: str(facts.contract_of(number)),
    deals=facts.LAST_CONTRACT,
    keypad=deal.keypad,
    count_hand=deal.count_hand,
    highlights=game.highlights,
)

VARIANTS: Final = (
    Variant(
        key="contract",
        name="Contract Oklahoma",
        short_name="Contract",
        summary="Five deals with a contract each; cards in hand count against, the lowest wins.",
        family=FAMILY,
        defaults=options.CONTRACT,
        examples=rules.CONTRACT_EXAMPLES,
        rules=rules.RULES,
        rules_of_going_out=("Play", "Buying", "Note"),
    ),
)
