"""Writes cards in one letter each, for the sheet code, and reads them again.

The letters are fixed for good, so they do not follow from how the program orders its cards.
"""

import re
from typing import Final

_RANKS: Final = "A23456789TJQK"
_KNOWN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""Letters of the spades from ace to king, then hearts, diamonds and clubs."""
_SUITLESS: Final = "123456789+-*/"
"""Letters of ranks without a suit, from ace to king."""
_JOKER, _BLACK_TWO, _RED_TWO = "0<>"
_STANDS_FOR: Final = "="
_PLAIN: Final = "!"
"""Begins a text that is not made of cards."""
_ITEM: Final = re.compile(r".=?(?:(?<==).)?", re.DOTALL)
"""A card, or a wild with what it stands for; half of a pair matches too, but is no card."""

_CARDS: Final = {
    **dict(zip(_KNOWN, [rank + suit for suit in "SHDC" for rank in _RANKS], strict=True)),
    **dict(zip(_SUITLESS, _RANKS, strict=True)),
    _JOKER: "JK",
    _BLACK_TWO: "2B",
    _RED_TWO: "2R",
}
_LETTERS: Final = {card: letter for letter, card in _CARDS.items()}


def shorten_cards(cards: str) -> str:
    """Return cards in the notation of the record as letters: ``5S 2D=6S`` is ``Eb=F``.

    A text that is not made of cards stands after an exclamation mark.
    """
    names = [item.split("=") for item in cards.split(" ")] if cards else []
    if any(len(pair) > 2 or not _LETTERS.keys() >= {*pair} for pair in names):
        return _PLAIN + cards
    return "".join([_STANDS_FOR.join([_LETTERS[name] for name in pair]) for pair in names])


def expand_cards(letters: str) -> str:
    """Return the cards that ``shorten_cards`` wrote; raises KeyError for letters of no cards."""
    if letters.startswith(_PLAIN):
        return letters.removeprefix(_PLAIN)
    return " ".join([_expand_card(item) for item in _ITEM.findall(letters)])


def _expand_card(item: str) -> str:
    return _STANDS_FOR.join([_CARDS[letter] for letter in item.split(_STANDS_FOR)])
