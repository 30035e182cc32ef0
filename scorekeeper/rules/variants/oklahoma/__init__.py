"""Oklahoma, the melding family: the laws of the Regency and Cavendish clubs, and a modern book.

Sources: "Laws of Oklahoma, adopted by the Regency and Cavendish clubs of New York" (cited by
number), and the modern book text (cited by heading). The two differ in king to eight in hand (10 by
the laws, 20 as the modern text prints it), in bonuses for going out on the first turn, and in 1000
reached or passed; each is an option. The score of a hand may be negative.
"""

from typing import Final

from scorekeeper.rules.variant import Family, Variant
from scorekeeper.rules.variants.oklahoma import deal, facts, game, options, rules

FAMILY: Final = Family(
    key="oklahoma",
    low_wins=False,
    reasons={
        "melded": "Melded",
        "in_hand": "In hand",
        "going_out": "Going out",
        "penalty": "Penalty",
        "game_bonus": "Game",
        "concealed": "Concealed",
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
    must_pass=game.must_pass,
    values=rules.values,
    course=rules.course,
    rounding_rule=game.rounding_rule,
    round_final=game.round_final,
    allows_sitting_out=True,
    smallest_step=5,
    keypad=deal.keypad,
    count_hand=deal.count_hand,
    highlights=game.highlights,
)

VARIANTS: Final = (
    Variant(
        key="laws",
        name="Laws of Oklahoma",
        short_name="Laws",
        summary="As adopted by the Regency and Cavendish clubs: game at 1000, scores rounded.",
        family=FAMILY,
        defaults=options.LAWS,
        examples=rules.LAWS_EXAMPLES,
        rules=rules.LAWS_RULES,
        rules_of_going_out=("Law 6", "Law 14", "Law 21", "Law 23", "Law 24"),
    ),
    Variant(
        key="modern",
        name="Modern Oklahoma",
        short_name="Modern",
        summary="As in modern books: 1000 must be passed, nothing is rounded, up to five play.",
        family=FAMILY,
        defaults=options.MODERN,
        examples=rules.MODERN_EXAMPLES,
        rules=rules.MODERN_RULES,
        rules_of_going_out=(
            "How to play",
            "Queen of spades",
            "Going out",
            "Bonus for going out",
            "Out concealed",
        ),
        citations={
            "Law 4": "Law 4, by option",
            "Law 5": "Dealing",
            "Law 7": "Melds",
            "Law 10": "End of the deal",
            "Law 10, by option": "Bonus for going out",
            "Law 12": "Card values",
            "Law 17": "Law 17, by option",
            "Law 18": "Law 18, by option",
            "Law 19": "Law 19, by option",
            "Law 22": "Bonus for game",
            "Law 23": "Out concealed",
            "Law 24": "End of the deal",
            "Law 25": "Law 25, by option",
        },
        sources={
            "joker_in_pack": "Cards",
            "high_unmelded": "Card values, perhaps a misprint",
            "ace_both_ends": "Melds",
            "five_players": "Number of players",
            "going_out_bonus": "Bonus for going out",
            "concealed_bonus": "Out concealed",
            "winner_bonus": "Bonus for game",
            "first_turn_out": "Bonus for going out",
            "concealed_timing": "Out concealed",
            "last_card_out_bonus": "End of the deal",
            "target": "Bonus for game",
            "target_test": "Bonus for game",
        },
    ),
)
