"""The values of cards in Oklahoma, melded and in hand, and the rules of melds (Laws 7 to 12)."""

from functools import cache
from typing import Final

from scorekeeper.domain.cards import JOKER, QUEEN_OF_SPADES, Card, Rank, Suit
from scorekeeper.domain.deals import Points
from scorekeeper.domain.meld_readings import MeldRules

DEUCES: Final = tuple([Card(Rank.TWO, suit) for suit in Suit])
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
        Card(rank, suit): high_unmelded if rank in _TENS else value
        for rank, value in _RANK_VALUES.items()
        for suit in Suit
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
