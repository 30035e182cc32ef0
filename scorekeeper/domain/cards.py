"""Cards, packs and the notation of the game record.

A card is written as rank and suit (``KH``, ``TS``), the Joker as ``JK``. Suits and ranks are
``str`` and ``int`` enums, which are hashed and compared fast: scoring a game looks up thousands.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Final, NamedTuple


class Suit(StrEnum):
    """A suit; its value is its letter in the notation."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


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
    """One card; the Joker has the suit ``None``."""

    rank: Rank
    suit: Suit | None

    def __str__(self) -> str:
        return CARD_TEXTS[self]


JOKER: Final = Card(Rank.JOKER, None)
NATURAL_CARDS: Final = tuple(
    Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER
)
QUEEN_OF_SPADES: Final = Card(Rank.QUEEN, Suit.SPADES)

CARD_TEXTS: Final[dict[Card, str]] = {
    card: f"{RANK_LETTERS[card.rank]}{card.suit}" for card in NATURAL_CARDS
}
CARD_TEXTS[JOKER] = "JK"
_CARDS_BY_TEXT: Final = {text: card for card, text in CARD_TEXTS.items()}
_SIGNS: Final = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C", "\ufe0f": None}
)


def read_card(text: str) -> Card | None:
    """Return the card that ``text`` names, or ``None``; ``10h`` and ``Q♠`` are names too."""
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
        return self.copies if card.suit else self.jokers
