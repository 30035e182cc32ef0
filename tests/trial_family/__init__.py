"""Five hundred rum, a family that only the tests know: what a new family needs, and no more.

It is laid out like a folder of ``scorekeeper/rules/variants``, and ``tests/conftest.py`` lists its
variants among the others before any test is collected. Its second variant belongs to a family
without what is optional: it has no pad and cannot count a hand by itself.

Source: the rules of 500 rum as on Pagat, without wild cards.
"""

from dataclasses import replace
from typing import Final

from scorekeeper.rules.variant import Family, Variant
from tests.trial_family.deal import count_hand, keypad, score_deal
from tests.trial_family.facts import asks, pack, seats
from tests.trial_family.game import dealer_rule, finish, is_over, next_dealer, target
from tests.trial_family.options import RUM
from tests.trial_family.rules import EXAMPLES, RULES, course, values

FAMILY: Final = Family(
    key="rum",
    low_wins=False,
    reasons={"melded": "Melded", "laid_off": "Laid off", "in_hand": "In hand"},
    asks=asks,
    players=seats,
    pack=pack,
    score_deal=score_deal,
    is_over=is_over,
    next_dealer=next_dealer,
    dealer_rule=dealer_rule,
    finish=finish,
    target=target,
    values=values,
    course=course,
    keypad=keypad,
    count_hand=count_hand,
)

_RUM: Final = Variant(
    key="rum500",
    name="Five hundred rum",
    short_name="Rum 500",
    summary="Melds count for a player, cards in hand against; the first to 500 wins.",
    family=FAMILY,
    defaults=RUM,
    examples=EXAMPLES,
    rules=RULES,
)
VARIANTS: Final = (
    _RUM,
    replace(
        _RUM,
        key="bare500",
        name="Five hundred rum without a pad",
        short_name="Bare 500",
        summary="As five hundred rum, but without keys: every hand is typed.",
        family=replace(FAMILY, key="bare_rum", keypad=None, count_hand=None),
    ),
)
