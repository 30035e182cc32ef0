"""One hand of Oklahoma gin by itself: its least deadwood, and whether it may knock."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.domain.arrangement import Arrangement, best_arrangement, best_discards
from scorekeeper.domain.cards import Card
from scorekeeper.domain.deals import LaidHand, Points
from scorekeeper.domain.lay_offs import BIG_GIN_CARDS
from scorekeeper.domain.one_hand import HandAdvice, HandArranger, WayToLay
from scorekeeper.domain.variants.oklahoma_gin.deal import CARDS_DEALT
from scorekeeper.domain.variants.oklahoma_gin.facts import knock_limit, limit_words
from scorekeeper.domain.variants.oklahoma_gin.options import GinOptions
from scorekeeper.domain.words import write_card, write_plural


def arrange_hand(options: GinOptions, cards: Sequence[Card], upcard: Card | None) -> HandAdvice:
    """Arrange ten cards, or eleven with every discard, and judge each way by the upcard."""
    condition = limit_words(knock_limit(options, upcard)) if upcard else ""
    if len(cards) == CARDS_DEALT:
        way = _way(options, best_arrangement(cards), upcard)
        return HandAdvice(ways=(way,), condition=condition)
    if len(cards) == BIG_GIN_CARDS:
        ways = [_way(options, best, upcard, card) for card, best in best_discards(cards)]
        whole = best_arrangement(cards)
        return HandAdvice(
            ways=tuple(ways),
            condition=condition,
            whole=None if whole.points else _laid(whole),
            whole_words=f"{_whole_name(options)}: all eleven are melded.",
        )
    count = write_plural(len(cards), "card")
    missing = f"{count} so far: a hand has ten, eleven before the discard" if cards else ""
    return HandAdvice(missing=missing, condition=condition)


ARRANGER: Final = HandArranger(
    arrange=arrange_hand,
    request="Tick ten cards, or eleven before the discard",
    no_joker="Gin is played without a Joker",
)


def _whole_name(options: GinOptions) -> str:
    return "Gin" if options.big_gin_bonus is None else "Big gin"


def _way(
    options: GinOptions, best: Arrangement, upcard: Card | None, discard: Card | None = None
) -> WayToLay:
    verdict = _verdict(options, best.points, upcard)
    return WayToLay(laid=_laid(best), points=best.points, verdict=verdict, discard=discard)


def _laid(best: Arrangement) -> LaidHand:
    return LaidHand(melds=best.melds, deadwood=best.deadwood)


def _verdict(options: GinOptions, points: Points, upcard: Card | None) -> str:
    """Return whether the upcard allows the knock: ``Knock with 6: the six of clubs allows 6.``"""
    if not points:
        return "Gin: no deadwood at all."
    if upcard is None:
        return "Choose the upcard to see whether you may knock."
    limit = knock_limit(options, upcard)
    allowed = str(limit) if limit else "gin only"
    start = f"Knock with {points}" if points <= limit else f"No knock with {points}"
    return f"{start}: the {write_card(upcard)} allows {allowed}."
