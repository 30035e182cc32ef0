"""Cards, packs and the notation of the game record.

A card is written as rank and suit (``KH``, ``TS``), the Joker as ``JK``. A card whose suit nobody
gave is its rank alone (``K``), a two of which only the colour is known ``2R`` or ``2B``. Suits and
ranks are ``str`` and ``int`` enums, which are hashed and compared fast: scoring a game looks up
thousands.
"""

from collections.abc import Iterable, Mapping
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
