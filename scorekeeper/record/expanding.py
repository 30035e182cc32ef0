"""Replaces the shorthand in a typed deal by the full notation of the game record."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.domain.asks import AskKind, Asks
from scorekeeper.domain.cards import Pack
from scorekeeper.domain.shorthand import expand_shorthand
from scorekeeper.record.document import Document


def expand_deal(document: Mapping[str, Any], asks: Asks, pack: Pack) -> Document:
    """Return the document with every card string in full notation; all hands share one pack.

    Values that are no strings or no shorthand stay as they are, for the reader to refuse.
    """
    texts = list(_strings(document, asks))
    written = iter(expand_shorthand(texts, pack))
    return _rewrite(document, asks, written)


def _strings(document: Mapping[str, Any], asks: Asks) -> Iterator[str]:
    for hand in _hands(document).values():
        for value in _card_fields(hand, asks).values():
            yield from [value] if isinstance(value, str) else value


def _rewrite(document: Mapping[str, Any], asks: Asks, written: Iterator[str]) -> Document:
    hands: Document = {}
    for name, hand in _hands(document).items():
        fields: Document = {}
        for field, value in _card_fields(hand, asks).items():
            fields[field] = next(written) if isinstance(value, str) else [*_take(written, value)]
        hands[name] = {**hand, **fields} if isinstance(hand, dict) else hand
    return {**document, "hands": hands} if hands else dict(document)


def _take(written: Iterator[str], value: list[str]) -> Iterator[str]:
    for _ in value:
        yield next(written)


def _hands(document: Mapping[str, Any]) -> Mapping[str, Any]:
    hands = document.get("hands")
    return hands if isinstance(hands, dict) else {}


def _card_fields(hand: object, asks: Asks) -> dict[str, str | list[str]]:
    """Return the facts of a hand that are card strings, in the order of ``asks``."""
    if not isinstance(hand, dict):
        return {}
    kinds = (AskKind.CARD, AskKind.CARDS, AskKind.MELDS)
    return {
        ask.name: hand[ask.name]
        for ask in asks.hand
        if ask.kind in kinds and _is_text(hand.get(ask.name))
    }


def _is_text(value: object) -> bool:
    if isinstance(value, list):
        return all(isinstance(each, str) for each in value)
    return isinstance(value, str)
