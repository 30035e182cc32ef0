"""The facts by which the pad in the browser refuses impossible keys and shows points.

The pad only writes down the cards of a deal; the family checks and scores them on the server.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scorekeeper.domain.cards import JOKER, QUEEN_OF_SPADES, RANK_LETTERS, Card, Rank, Suit
from scorekeeper.domain.deals import Points
from scorekeeper.domain.melds import MeldRules


class Board(StrEnum):
    """The kind of keys that the pad has: for melds, or for whole hands of cards with suits."""

    MELDS = "melds"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """A bonus for the player who went out, in points.

    It is paid if all facts in ``needs`` are true, unless all facts of a group in ``unless`` are. A
    fact is the name of a flag of the deal, or such a name after ``!``, true if the flag is not set.
    """

    points: Points
    needs: tuple[str, ...] = ()
    unless: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class KeypadFacts:
    """The facts of a family and its options that the pad needs.

    ``in_hand`` and ``melded`` give points by rank letter, by ``JK``, ``QS`` and, where the colours
    of the twos differ, ``2R`` and ``2B``; ``melded`` is ``None`` if melds score nothing.
    ``dealt`` is the fewest cards that a player can show, ``limits`` the most deadwood by upcard
    (points), and ``limit_rule`` says the same in a sentence. ``doubling`` is the suit of an upcard
    that doubles a deal, if any does. ``penalty`` is what a breach of a law that fines costs
    (points), 0 if the table sets each penalty itself. ``terms`` says where the game ends, at
    the head of a board that counts no cards. Of the two flags in each pair of ``apart`` only one
    can hold.
    """

    rules: MeldRules
    in_hand: Mapping[str, Points]
    melded: Mapping[str, Points] | None = None
    board: Board = Board.MELDS
    dealt: int = 0
    bonuses: tuple[Bonus, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    limits: Mapping[str, Points] = field(default_factory=dict)
    limit_rule: str = ""
    doubling: Suit | None = None
    penalty: Points = 0
    terms: str = ""


def values_by_key(value: Callable[[Card], Points]) -> dict[str, Points]:
    """Return the points of cards by the text of their keys; a rank alone means its heart."""
    ranks = [rank for rank in Rank if rank is not Rank.JOKER]
    values = {RANK_LETTERS[rank]: value(Card(rank, Suit.HEARTS)) for rank in ranks}
    twos = {"2R": value(Card(Rank.TWO, Suit.HEARTS)), "2B": value(Card(Rank.TWO, Suit.CLUBS))}
    return values | twos | {"QS": value(QUEEN_OF_SPADES), "JK": value(JOKER)}
