"""The values of cards in Oklahoma, melded and in hand, and the rules of melds (Laws 7 to 12)."""

from functools import cache
from typing import Final

from scorekeeper.domain.cards import (
    ANY_SUIT,
    JOKER,
    NATURAL_CARDS,
    QUEEN_OF_SPADES,
    Card,
    Rank,
    SuitlessCards,
)
from scorekeeper.domain.deals import Points
from scorekeeper.domain.melds import MeldRules

_ANY_QUEEN: Final = Card(Rank.QUEEN, None)
SUITLESS: Final[SuitlessCards] = {
    **ANY_SUIT,
    _ANY_QUEEN: tuple([card for card in ANY_SUIT[_ANY_QUEEN] if card != QUEEN_OF_SPADES]),
}
"""The cards that count the same in any suit; the queen of spades always needs its suit."""
DEUCES: Final = tuple([card for card in (*NATURAL_CARDS, *ANY_SUIT) if card.rank is Rank.TWO])
WILDS: Final = frozenset((JOKER, *DEUCES))

# Law 12. A deuce counts as the card it stands for; only a natural queen of spades counts fifty.
_TENS: Final = (Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
_FIVES: Final = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, Rank.SEVEN)
_RANK_VALUES: Final = {Rank.ACE: 20, **dict.fromkeys(_TENS, 10), **dict.fromkeys(_FIVES, 5)}
_JOKER_MELDED, _JOKER_IN_HAND = 100, 200
_QUEEN_OF_SPADES_MELDED, _QUEEN_OF_SPADES_IN_HAND = 50, 100
_DEUCE_IN_HAND: Final = 20


def melded_value(card: Card, stands_for: Card) -> Points:
    """Return the points that a melded card counts for its player (Law 12)."""
    if card.rank is Rank.JOKER:
        return _JOKER_MELDED
    if card.rank is Rank.TWO:
        return _RANK_VALUES[stands_for.rank]
    return _QUEEN_OF_SPADES_MELDED if card == QUEEN_OF_SPADES else _RANK_VALUES[card.rank]


@cache
def in_hand_values(high_unmelded: Points) -> dict[Card, Points]:
    """Return the points that each card counts in hand; king to eight by option (Law 12)."""
    values = {
        card: high_unmelded if card.rank in _TENS else _RANK_VALUES[card.rank]
        for card in (*NATURAL_CARDS, *ANY_SUIT)
    }
    values |= dict.fromkeys(DEUCES, _DEUCE_IN_HAND)
    return values | {JOKER: _JOKER_IN_HAND, QUEEN_OF_SPADES: _QUEEN_OF_SPADES_IN_HAND}


@cache
def meld_rules(*, ace_both_ends: bool, min_naturals: int) -> MeldRules:
    """Return the rules of melds (Laws 7 to 9 and 11)."""
    return MeldRules(
        wilds=WILDS,
        run_min=3,
        set_max=4,
        set_source="Law 7",
        ace_both_ends=ace_both_ends,
        min_naturals=min_naturals,
        worth=melded_value,
    )
