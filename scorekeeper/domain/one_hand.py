"""One hand by itself: what a family says of the ways to lay the cards that a player holds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import LaidHand, Points


@dataclass(frozen=True, slots=True, kw_only=True)
class WayToLay:
    """One way to lay a hand: what is left counts ``points``, and ``verdict`` says what that allows.

    ``discard`` is the card to throw away first, where the hand holds one that was drawn.
    """

    laid: LaidHand
    points: Points
    verdict: str
    discard: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAdvice:
    """The ways to lay a hand, the best first; if there are none, ``missing`` says why.

    ``condition`` is what the upcard asks. ``whole`` is the hand with the drawn card, if no card of
    it is left over, and ``whole_words`` say so.
    """

    ways: tuple[WayToLay, ...] = ()
    missing: str = ""
    condition: str = ""
    whole: LaidHand | None = None
    whole_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandArranger:
    """How a family arranges one hand of a single pack, and the words of the page that asks for it.

    ``arrange`` is given the options, the cards of the hand, each of them once, and the upcard if it
    is known. ``request`` asks for the cards, ``no_joker`` refuses a Joker.
    """

    arrange: Callable[[Any, Sequence[Card], Card | None], HandAdvice]
    request: str
    no_joker: str
