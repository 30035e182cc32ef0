"""The facts of one deal: what was laid on the table and what was left, never what it is worth.

``Deal`` and ``Hand`` hold the facts that families ask for; a family with facts of its own derives a
class from either and names it in its ``Asks``. The order of the fields is the order in the record.
Seats are counted from 0 in order of play; names live in the game, not here.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, NewType

from scorekeeper.domain.cards import CARD_TEXTS, Card

Seat = NewType("Seat", int)
Points = int


class Ending(StrEnum):
    """How a deal came to its end."""

    OUT = "out"
    STOCK = "stock"
    KNOCK = "knock"
    DEAD = "dead"


class MeldCard(NamedTuple):
    """A card in a meld and, for a wild, the card it was said to stand for."""

    card: Card
    stands_for: Card | None = None

    def __str__(self) -> str:
        if self.stands_for is None:
            return CARD_TEXTS[self.card]
        return f"{CARD_TEXTS[self.card]}={CARD_TEXTS[self.stands_for]}"


LaidMeld = tuple[MeldCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """A fine: by a law of the variant, or points (0 or more) that the table set with a reason."""

    law: int | None = None
    points: Points | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """What one player shows at the end of a deal, in cards or as totals; ``None`` is not given.

    Oklahoma and contract: ``melds`` and ``in_hand``, or the totals. Gin: ``cards`` to be arranged,
    or ``melds`` and ``deadwood`` as spread, or ``deadwood_points``. Who ``sat_out`` has no cards.
    """

    sat_out: bool = False
    laid_down: bool | None = None
    melds: tuple[LaidMeld, ...] | None = None
    in_hand: tuple[Card, ...] | None = None
    cards: tuple[Card, ...] | None = None
    deadwood: tuple[Card, ...] | None = None
    lay_offs: tuple[Card, ...] | None = None
    melded_points: Points | None = None
    in_hand_points: Points | None = None
    deadwood_points: Points | None = None
    penalties: tuple[Penalty, ...] = ()
    took_pile: bool | None = None
    discard: Card | None = None

    @property
    def is_total(self) -> bool:
        """Whether the hand was entered as totals, without its cards."""
        return self.in_hand_points is not None or self.deadwood_points is not None


NAMED_AGAIN: Final = frozenset({"lay_offs"})
"""Facts of a hand whose cards another of its facts names too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidHand:
    """The cards of one hand as they lie at the end of a deal, each of them in one place."""

    melds: tuple[tuple[Card, ...], ...]
    lay_offs: tuple[Card, ...] = ()
    deadwood: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal. ``hands`` has one entry a seat, in order; it is empty in a dead gin deal.

    ``by`` is the player who went out or knocked; the flags after it describe that player's turn.
    ``dealer`` is ``None`` where the rotation of the variant decides.
    """

    dealer: Seat | None = None
    upcard: Card | None = None
    ending: Ending
    by: Seat | None = None
    concealed: bool = False
    first_turn: bool = False
    last_card: bool = False
    wrong_count: bool = False
    agreed_correct: bool = False
    hands: tuple[Hand, ...] = ()

    def is_played_by(self, seat: Seat) -> bool:
        """Whether the player in a seat took part; where no hands are shown, everybody did."""
        return not (self.hands and self.hands[seat].sat_out)
