"""Oklahoma gin: the upcard limits the deadwood of a knocker; an ace allows only gin.

Sources: two web texts, one to 150 (gin 20, undercut 10), one to 100 (gin 25, undercut 25). Where
they are silent, the rules of gin on Pagat hold, then those of Bicycle. Boxes, game bonus, shutout
and doubled spades are options that neither text has.

Neither has Hollywood or partners (rummy-games.com, pokerwiner.com, Bicycle, rummytalk.com). Where
their sources disagree or are silent: a side's first win after a column has closed goes into the
next open one; boxes, game bonus and shutout are those of each column; the third counts like the
others, by option twice; money is settled on the sum of the columns. Partners have one box a deal,
by option one more for each pair if they won all; what the side that lost the deal made earns it no
box; level sides have no deal; each pair has its own upcard; and each player settles with the next
one in the list.
"""

from typing import Final

from scorekeeper.rules.variant import Family, Variant
from scorekeeper.rules.variants.oklahoma_gin.deal import ARRANGER
from scorekeeper.rules.variants.oklahoma_gin.facts import asks, keypad, pack, seats
from scorekeeper.rules.variants.oklahoma_gin.game import (
    boxes,
    columns,
    dealer_rule,
    enter,
    finish,
    finish_column,
    highlights,
    idle_options,
    is_over,
    next_dealer,
    target,
)
from scorekeeper.rules.variants.oklahoma_gin.options import GIN100, GIN150
from scorekeeper.rules.variants.oklahoma_gin.pairs import score_deal
from scorekeeper.rules.variants.oklahoma_gin.rules import (
    GIN100_EXAMPLES,
    GIN100_RULES,
    GIN150_EXAMPLES,
    GIN150_RULES,
    course,
    values,
)

FAMILY: Final = Family(
    key="oklahoma_gin",
    name="Oklahoma gin",
    low_wins=False,
    reasons={
        "difference": "Difference",
        "gin_bonus": "Gin",
        "big_gin_bonus": "Big gin",
        "undercut_bonus": "Undercut",
        "spade_double": "Spades double",
        "boxes": "Boxes",
        "extra_boxes": "Extra boxes",
        "roodle": "Roodle",
        "game_bonus": "Game",
        "shutout": "Shutout",
        "last_column_double": "Counts twice",
    },
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
    in_hand_word="Deadwood",
    keypad=keypad,
    arranger=ARRANGER,
    highlights=highlights,
    boxes=boxes,
    columns=columns,
    enter=enter,
    finish_column=finish_column,
    idle_options=idle_options,
)

_GOING_OUT: Final = ("Knocking", "Lay-offs", "Gin", "Scoring", "A dead deal")
VARIANTS: Final = (
    Variant(
        key="gin150",
        name="Oklahoma gin to 150",
        short_name="Gin 150",
        summary="Gin 20, undercut 10; the game ends at 150.",
        family=FAMILY,
        defaults=GIN150,
        examples=GIN150_EXAMPLES,
        rules=GIN150_RULES,
        rules_of_going_out=_GOING_OUT,
    ),
    Variant(
        key="gin100",
        name="Oklahoma gin to 100",
        short_name="Gin 100",
        summary="Gin 25, undercut 25; the game ends at 100.",
        family=FAMILY,
        defaults=GIN100,
        examples=GIN100_EXAMPLES,
        rules=GIN100_RULES,
        rules_of_going_out=_GOING_OUT,
        sources={
            "big_gin_bonus": "Custom of gin clubs; in print it has the gin bonus",
            "deal": "Dealing",
        },
    ),
)
