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
from scorekeeper.rules.variants.oklahoma_gin import deal, facts, game, options, rules

FAMILY: Final = Family(
    key="oklahoma_gin",
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
    asks=facts.asks,
    players=facts.seats,
    pack=facts.pack,
    score_deal=deal.score_deal,
    is_over=game.is_over,
    next_dealer=game.next_dealer,
    dealer_rule=game.dealer_rule,
    finish=game.finish,
    target=game.target,
    values=rules.values,
    course=rules.course,
    in_hand_word="Deadwood",
    keypad=facts.keypad,
    arranger=deal.ARRANGER,
    highlights=game.highlights,
    boxes=game.boxes,
    columns=game.columns,
    enter=game.enter,
    finish_column=game.finish_column,
    idle_options=game.idle_options,
)

_GOING_OUT: Final = ("Knocking", "Lay-offs", "Gin", "Scoring", "A dead deal")
VARIANTS: Final = (
    Variant(
        key="gin150",
        name="Oklahoma gin to 150",
        short_name="Gin 150",
        summary="Gin 20, undercut 10; the game ends at 150.",
        family=FAMILY,
        defaults=options.GIN150,
        examples=rules.GIN150_EXAMPLES,
        rules=rules.GIN150_RULES,
        rules_of_going_out=_GOING_OUT,
    ),
    Variant(
        key="gin100",
        name="Oklahoma gin to 100",
        short_name="Gin 100",
        summary="Gin 25, undercut 25; the game ends at 100.",
        family=FAMILY,
        defaults=options.GIN100,
        examples=rules.GIN100_EXAMPLES,
        rules=rules.GIN100_RULES,
        rules_of_going_out=_GOING_OUT,
        sources={
            "big_gin_bonus": "Custom of gin clubs; in print it has the gin bonus",
            "deal": "Dealing",
        },
    ),
)
