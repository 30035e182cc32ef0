"""The facts about Oklahoma gin that the pad needs."""

from scorekeeper.domain.arrangement import FACE_POINTS
from scorekeeper.domain.cards import RANK_LETTERS, Card, Rank, Suit
from scorekeeper.domain.keypad import Board, KeypadFacts, values_by_key
from scorekeeper.domain.variants.oklahoma_gin.facts import MELD_RULES, knock_limit
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions


def keypad(options: GinOptions) -> KeypadFacts:
    """Return deadwood values, rules of melds, and the limit of deadwood by upcard."""
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    ace = knock_limit(options, Card(Rank.ACE, Suit.SPADES))
    return KeypadFacts(
        rules=MELD_RULES,
        in_hand=values_by_key(lambda card: min(int(card.rank), FACE_POINTS)),
        board=Board.CARDS,
        limits={
            RANK_LETTERS[rank]: knock_limit(options, Card(rank, Suit.SPADES)) for rank in ranks
        },
        limit_rule="A knocker may keep the pips of the upcard, ten for a face card, with an ace "
        f"{ace or 'gin only'}.",
        doubling=Suit.SPADES if options.spade_double else None,
        terms=f"Gin to {options.target}",
    )
