"""Expands the shorthand in which people type cards: ranks in a row, runs by their ends.

``KKK2`` is three kings and a deuce, ``8s-Ks`` a run, ``2b`` a black two and ``2r`` a red one, ``*``
the Joker. Cards that are typed without a suit have none in the notation either.
"""

import re
from collections.abc import Iterator
from typing import Final

from scorekeeper.domain.cards import CARD_TEXTS, JOKER, RANK_LETTERS, Card, Rank, Suit, read_card

_RANKS: Final = {letter: rank for rank, letter in RANK_LETTERS.items() if rank is not Rank.JOKER}
_RANK: Final = r"(?:10|[A2-9TJQK])"
_BARE: Final = re.compile(rf"(?:{_RANK}|\*)+")
_RUN: Final = re.compile(rf"({_RANK})([SHDC]?)-({_RANK})([SHDC])")
_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*", "\ufe0f": None})
_HIGH_ACE: Final = 14


def expand_shorthand(text: str) -> str:
    """Return cards in the notation, with runs written out.

    Text that is no shorthand is returned as it is, so that the reader of the record refuses it.
    """
    return " ".join([card for token in text.split() for card in _cards(token)])


def _cards(token: str) -> Iterator[str]:
    plain = token.translate(_SIGNS).upper()
    head, equals, name = plain.partition("=")
    card, stands_for = JOKER if head == "*" else read_card(head), read_card(name)
    run = _RUN.fullmatch(plain)
    if run is not None and run[2] in ("", run[4]):
        yield from _run(run[1], run[3], Suit(run[4]))
    elif card is not None and not equals:
        yield str(card)
    elif card is not None and stands_for not in (None, JOKER):
        yield f"{card}={stands_for}"
    elif _BARE.fullmatch(plain):
        yield from _bare(plain)
    else:
        yield token


def _bare(token: str) -> Iterator[str]:
    """Yield the cards that are typed as ranks in a row."""
    for letter in re.findall(rf"{_RANK}|\*", token):
        yield str(JOKER) if letter == "*" else letter.replace("10", "T")


def _run(first: str, last: str, suit: Suit) -> Iterator[str]:
    """Yield the cards of a run; an ace is low if it is first, high if it is last."""
    low, high = [int(_RANKS["T" if end == "10" else end]) for end in (first, last)]
    high = _HIGH_ACE if high == Rank.ACE else high
    for place in range(min(low, high), max(low, high) + 1):
        yield CARD_TEXTS[Card(Rank.ACE if place == _HIGH_ACE else Rank(place), suit)]
