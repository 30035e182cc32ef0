"""What the keys of a meld pad know of a family, so that they refuse what cannot be.

The keys only write what people lay down; what a deal is worth is judged by the family.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.domain.cards import JOKER, QUEEN_OF_SPADES, RANK_LETTERS, Card, Rank, Suit
from scorekeeper.domain.deals import Points
from scorekeeper.domain.meld_readings import MeldRules


class Board(StrEnum):
    """Which keys the pad draws: those for melds, or those for whole hands of cards with suits."""

    MELDS = "melds"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Points for who went out: all facts in ``needs`` hold, and of no group in ``unless`` all do.

    A fact is a flag of the deal, with ``!`` before it where it must not hold.
    """

    points: Points
    needs: tuple[str, ...] = ()
    unless: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypadFacts:
    """The facts behind the keys.

    ``in_hand`` and ``melded`` give points by rank letter, by ``JK``, ``QS`` and, where the colours
    of the twos differ, ``2R`` and ``2B``; ``melded`` is ``None`` where melds count for nothing.
    ``dealt`` is the fewest cards that a player can show, ``limits`` the most deadwood by upcard
    (points). Of the two flags in each pair of ``apart`` only one can hold.
    """

    rules: MeldRules
    in_hand: Mapping[str, Points]
    melded: Mapping[str, Points] | None = None
    board: Board = Board.MELDS
    dealt: int = 0
    bonuses: tuple[Bonus, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    limits: Mapping[str, Points] = field(default_factory=dict)


def values_by_key(value: Callable[[Card], Points]) -> dict[str, Points]:
    """The points of a card by what its key writes; a rank stands for its hearts."""
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    values = {RANK_LETTERS[rank]: value(Card(rank, Suit.HEARTS)) for rank in ranks}
    twos = {"2R": value(Card(Rank.TWO, Suit.HEARTS)), "2B": value(Card(Rank.TWO, Suit.CLUBS))}
    return values | twos | {"QS": value(QUEEN_OF_SPADES), "JK": value(JOKER)}
