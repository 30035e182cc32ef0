"""Replaces the shorthand in a typed deal by the notation of the game record."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.domain.asks import AskKind, Asks
from scorekeeper.domain.shorthand import expand_shorthand
from scorekeeper.record.document import Document


def expand_deal(document: Mapping[str, Any], asks: Asks) -> Document:
    """Return the document with the cards of every hand in the notation.

    Values that are no strings or no shorthand stay as they are, so that the reader refuses them.
    """
    hands = document.get("hands")
    if not isinstance(hands, dict):
        return dict(document)
    return {**document, "hands": {name: _expand_hand(hand, asks) for name, hand in hands.items()}}


def _expand_hand(hand: Any, asks: Asks) -> Any:
    if not isinstance(hand, dict):
        return hand
    kinds = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
    names = [ask.name for ask in asks.hand if ask.kind in kinds and ask.name in hand]
    return {**hand, **{name: _expand(hand[name]) for name in names}}


def _expand(value: Any) -> Any:
    if isinstance(value, list):
        return [_expand(each) for each in value]
    return expand_shorthand(value) if isinstance(value, str) else value
