"""Cards, packs, the notation of the game record, and the shorthand in which people type it.

A card is written as rank and suit (``KH``, ``TS``), the Joker as ``JK``. A card whose suit nobody
gave is its rank alone (``K``), a two of which only the colour is known ``2R`` or ``2B``. Suits and
ranks are ``str`` and ``int`` enums, which are hashed and compared fast: scoring a game looks up
thousands.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple


class Suit(StrEnum):
    """A suit; its value is its letter in the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Colour(StrEnum):
    """A colour of two suits, given in place of a suit; its value is its letter in the notation."""

    RED = "R"
    BLACK = "B"


class Rank(IntEnum):
    """A rank; its value is its place in a run, ace low. The Joker has a rank of its own."""

    JOKER = 0
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank in the notation: ``A``, ``2`` to ``9``, ``T``, ``J``, ``Q``, ``K``."""
        return RANK_LETTERS[self]

    @property
    def face(self) -> str:
        """The rank as a card shows it: the letter, but ``10`` for a ten; empty for the Joker."""
        return {Rank.TEN: "10", Rank.JOKER: ""}.get(self, self.letter)


RANK_LETTERS: Final[dict[Rank, str]] = dict(zip(Rank, ("JK", *"A23456789TJQK"), strict=True))
RANK_WORDS: Final[dict[Rank, str]] = {rank: rank.name.lower() for rank in Rank} | {
    Rank.JOKER: "Joker"
}
SUIT_WORDS: Final[dict[Suit, str]] = {suit: suit.name.lower() for suit in Suit}


class Card(NamedTuple):
    """One card; the Joker, and a card whose suit nobody gave, have the suit ``None``."""

    rank: Rank
    suit: Suit | Colour | None

    def __str__(self) -> str:
        return CARD_TEXTS[self]


JOKER: Final = Card(Rank.JOKER, None)
NATURAL_CARDS: Final = tuple(
    Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER
)
QUEEN_OF_SPADES: Final = Card(Rank.QUEEN, Suit.SPADES)
RED_TWO: Final = Card(Rank.TWO, Colour.RED)
BLACK_TWO: Final = Card(Rank.TWO, Colour.BLACK)

SuitlessCards = Mapping[Card, tuple[Card, ...]]
"""The cards that may be named without a suit, each with the cards that it may be.

No two of them may be the same card, so that counting tells whether a pack has them all.
"""
SUITS_NEEDED: Final[SuitlessCards] = MappingProxyType({})
"""No card may be named without a suit."""
ANY_SUIT: Final[SuitlessCards] = {
    Card(rank, None): tuple([Card(rank, suit) for suit in Suit])
    for rank in Rank
    if rank is not Rank.JOKER
}
"""Every rank without a suit, which may be any of four cards."""
TWOS_BY_COLOUR: Final[SuitlessCards] = {
    RED_TWO: (Card(Rank.TWO, Suit.HEARTS), Card(Rank.TWO, Suit.DIAMONDS)),
    BLACK_TWO: (Card(Rank.TWO, Suit.SPADES), Card(Rank.TWO, Suit.CLUBS)),
}

CARD_TEXTS: Final[dict[Card, str]] = {
    card: f"{RANK_LETTERS[card.rank]}{card.suit or ''}"
    for card in (*NATURAL_CARDS, JOKER, *ANY_SUIT, *TWOS_BY_COLOUR)
}
_CARDS_BY_TEXT: Final = {text: card for card, text in CARD_TEXTS.items()}
_SIGNS: Final = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None}
)


def read_card(text: str) -> Card | None:
    """Return the card that ``text`` names, or ``None``; ``10h`` and ``Q♠`` are names too.

    ``K`` and ``10`` name cards whose suit nobody gave, ``2b`` a black two.
    """
    card = _CARDS_BY_TEXT.get(text)
    if card is not None:
        return card
    plain = text.translate(_SIGNS).upper()
    if plain.startswith("10"):
        plain = "T" + plain[2:]
    return _CARDS_BY_TEXT.get(plain)


def write_cards(cards: Iterable[Card]) -> str:
    """Return the cards in the notation, separated by single spaces."""
    return " ".join([CARD_TEXTS[card] for card in cards])


class Pack(NamedTuple):
    """The cards of a game: ``copies`` packs of 52 cards and ``jokers`` Jokers in all."""

    copies: int
    jokers: int

    def limit(self, card: Card) -> int:
        """Return how many copies of ``card`` there are."""
        return self.jokers if card.rank is Rank.JOKER else self.copies


# --- Expands the shorthand in which people type cards: ranks in a row, runs by their ends ---------
# `KKK2` is three kings and a deuce, `8s-Ks` a run, `2b` a black two and `2r` a red one, `*`
# the Joker. Cards that are typed without a suit have none in the notation either.


_RANKS: Final = {letter: rank for rank, letter in RANK_LETTERS.items() if rank is not Rank.JOKER}
_RANK: Final = r"(?:10|[A2-9TJQK])"
_BARE: Final = re.compile(rf"(?:{_RANK}|\*)+")
_RUN: Final = re.compile(rf"({_RANK})([SHDC]?)-({_RANK})([SHDC])")
_JOINED: Final = re.compile(rf"(?:{_RANK}[SHDC]){{2,}}")
_SUIT_FIRST: Final = re.compile(rf"(?:[♠♥♦♣]{_RANK})+")
_TYPED_SIGNS: Final = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*", "\ufe0f": None}
)
_HIGH_ACE: Final = 14


def expand_shorthand(text: str) -> str:
    """Return cards in the notation, with runs written out.

    Text that is no shorthand is returned as it is, so that the reader of the record refuses it.
    """
    return " ".join([card for token in text.split() for card in _cards(token)])


def _cards(token: str) -> Iterator[str]:
    plain = token.translate(_TYPED_SIGNS).upper()
    if _SUIT_FIRST.fullmatch(token.upper()):
        plain = re.sub(rf"(.)({_RANK})", r"\2\1", plain)
    head, equals, name = plain.partition("=")
    card, stands_for = JOKER if head == "*" else read_card(head), read_card(name)
    run = _RUN.fullmatch(plain)
    if run is not None and run[2] in ("", run[4]):
        yield from _run(run[1], run[3], Suit(run[4]))
    elif card is not None and not equals:
        yield str(card)
    elif card is not None and stands_for not in (None, JOKER):
        yield f"{card}={stands_for}"
    elif _JOINED.fullmatch(plain):
        yield from [str(read_card(joined)) for joined in re.findall(rf"{_RANK}[SHDC]", plain)]
    elif _BARE.fullmatch(plain):
        for letter in re.findall(rf"{_RANK}|\*", plain):
            yield str(JOKER) if letter == "*" else letter.replace("10", "T")
    else:
        yield token


def _run(first: str, last: str, suit: Suit) -> Iterator[str]:
    """Yield the cards of a run; an ace is low if it is first, high if it is last."""
    low, high = [int(_RANKS["T" if end == "10" else end]) for end in (first, last)]
    high = _HIGH_ACE if high == Rank.ACE else high
    for place in range(min(low, high), max(low, high) + 1):
        yield CARD_TEXTS[Card(Rank.ACE if place == _HIGH_ACE else Rank(place), suit)]
