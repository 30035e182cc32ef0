"""Expands the shorthand in which people type cards: ranks without suits, runs by their ends.

``KKK2`` is three kings and a deuce, ``8s-Ks`` a run, ``2=TS`` any deuce that stands for the ten of
spades, ``2b`` a black two and ``2r`` a red one, ``*`` the Joker. The program chooses the suits that
are not typed: always in the same way, and so that the pack has all cards of the deal. They change
no score, as a ``Q`` without a suit is never the queen of spades.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.domain.cards import CARD_TEXTS, JOKER, RANK_LETTERS, Card, Pack, Rank, Suit
from scorekeeper.domain.cards import read_card as read_named_card

_RANKS: Final = {letter: rank for rank, letter in RANK_LETTERS.items() if rank is not Rank.JOKER}
_RANK: Final = r"(?:10|[A2-9TJQK])"
_BARE: Final = re.compile(rf"(?:{_RANK}|\*)+")
_RUN: Final = re.compile(rf"({_RANK})([SHDC]?)-({_RANK})([SHDC])")
_SUITS: Final = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
_TWOS: Final = {
    "2": _SUITS,
    "2R": (Suit.HEARTS, Suit.DIAMONDS),
    "2B": (Suit.CLUBS, Suit.SPADES),
}
_SIGNS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*", "\ufe0f": None})
_HIGH_ACE: Final = 14


class _Named(NamedTuple):
    """A card with its suit, or a text that is no card (``card`` is ``None``), for the reader."""

    text: str
    card: Card | None = None


class _Loose(NamedTuple):
    """A card without a suit: the suits that it may have, and the text that follows it."""

    rank: Rank
    suits: tuple[Suit, ...]
    tail: str = ""


def expand_shorthand(texts: Iterable[str], pack: Pack) -> tuple[str, ...]:
    """Return the card strings of one deal with all suits and runs written out.

    Texts that are no shorthand stay as they are, for the reader of the record to refuse.
    """
    strings = [list(_items(text)) for text in texts]
    used = Counter([item.card for string in strings for item in string if isinstance(item, _Named)])
    return tuple([" ".join(_write(string, used, pack)) for string in strings])


def _write(
    string: Sequence[_Named | _Loose], used: Counter[Card | None], pack: Pack
) -> Iterator[str]:
    beside = {item.card.suit for item in string if isinstance(item, _Named) and item.card}
    for item in string:
        if isinstance(item, _Named):
            yield item.text
            continue
        # Prefer a card that the pack still has, of a suit not in this string, used least often.
        card = min(
            [Card(item.rank, suit) for suit in item.suits],
            key=lambda card: (used[card] >= pack.copies, card.suit in beside, used[card]),
        )
        used[card] += 1
        beside.add(card.suit)
        yield CARD_TEXTS[card] + item.tail


def _items(text: str) -> Iterator[_Named | _Loose]:
    for token in text.split():
        plain = token.translate(_SIGNS).upper()
        head, equals, name = plain.partition("=")
        run = _RUN.fullmatch(plain)
        if equals and read_named_card(name) in (None, JOKER):
            yield _Named(token)
        elif run is not None and run[2] in ("", run[4]):
            yield from _run(run[1], run[3], Suit(run[4]))
        elif head in _TWOS:
            yield _Loose(Rank.TWO, _TWOS[head], equals + name)
        elif head == "*":
            yield _Named(f"JK{equals}{name}", JOKER)
        elif read_named_card(head) is not None:
            yield _Named(f"{read_named_card(head)}{equals}{name}", read_named_card(head))
        elif _BARE.fullmatch(plain):
            yield from _bare(plain)
        else:
            yield _Named(token)


def _bare(token: str) -> Iterator[_Named | _Loose]:
    """Yield the cards of ranks in a row; a queen is any but the queen of spades."""
    for letter in re.findall(rf"{_RANK}|\*", token):
        if letter == "*":
            yield _Named("JK", JOKER)
            continue
        rank = _RANKS["T" if letter == "10" else letter]
        yield _Loose(rank, _SUITS[:3] if rank is Rank.QUEEN else _SUITS)


def _run(first: str, last: str, suit: Suit) -> Iterator[_Named]:
    """Yield the cards of a run; an ace is low if it is first, high if it is last."""
    low, high = [int(_RANKS["T" if end == "10" else end]) for end in (first, last)]
    high = _HIGH_ACE if high == Rank.ACE else high
    for place in range(min(low, high), max(low, high) + 1):
        card = Card(Rank.ACE if place == _HIGH_ACE else Rank(place), suit)
        yield _Named(CARD_TEXTS[card], card)
