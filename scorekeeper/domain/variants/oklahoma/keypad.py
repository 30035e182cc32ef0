"""The facts about Oklahoma that the pad needs."""

from collections.abc import Iterator

from scorekeeper.domain.keypad import Bonus, KeypadFacts, values_by_key
from scorekeeper.domain.variants.oklahoma.bonuses import (
    concealed_withheld,
    going_out_withheld,
    may_be_concealed_at_first,
)
from scorekeeper.domain.variants.oklahoma.deal import CARDS_DEALT
from scorekeeper.domain.variants.oklahoma.options import OklahomaOptions
from scorekeeper.domain.variants.oklahoma.values import in_hand_values, meld_rules, melded_value


def keypad(options: OklahomaOptions) -> KeypadFacts:
    """Return values, rules of melds and bonuses by the options (Laws 4, 10, 12, 23 and 24)."""
    in_hand = in_hand_values(options.high_unmelded)
    return KeypadFacts(
        rules=meld_rules(ace_both_ends=options.ace_both_ends, min_naturals=options.min_naturals),
        melded=values_by_key(lambda card: melded_value(card, card)),
        in_hand=values_by_key(lambda card: in_hand[card]),
        dealt=CARDS_DEALT,
        penalty=options.penalty,
        bonuses=tuple(_bonuses(options)),
        apart=() if may_be_concealed_at_first(options) else (("concealed", "first_turn"),),
    )


def _bonuses(options: OklahomaOptions) -> Iterator[Bonus]:
    """Yield the bonuses that are in the points of a deal, not those held until the end."""
    withheld = [case.flags for case in going_out_withheld(options)]
    yield Bonus(points=options.going_out_bonus, unless=tuple(withheld))
    if options.concealed_timing == "at_once":
        withheld = [case.flags for case in concealed_withheld(options)]
        needs = ("concealed",)
        yield Bonus(points=options.concealed_bonus, needs=needs, unless=tuple(withheld))
