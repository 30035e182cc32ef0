"""Cards as papers draw them; a suit is drawn exactly where somebody gave it."""

import re
from typing import Final, NamedTuple

from scorekeeper.rules.cards import JOKER, RED_TWO, Card, Suit
from scorekeeper.rules.deals import MeldCard

SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_STAR: Final = "★"
_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_WRITTEN_CARD: Final = re.compile(r"\b([A2-9TJQK])([SHDC])\b")


class CardSign(NamedTuple):
    """A card: its rank, the sign of its suit (may be empty), and whether the suit is red.

    ``wild`` is the rank of the wild that stands for the card, empty if the card is itself.
    """

    rank: str
    sign: str
    red: bool
    wild: str = ""


def card_sign(item: Card | MeldCard) -> CardSign:
    """Return a card as it is drawn; a wild is the card that it stands for, with a mark."""
    card, name = item if isinstance(item, MeldCard) else MeldCard(item)
    if name is None or MeldCard(card, name).is_itself:
        return _sign(card)
    wild = _sign(card)
    return _sign(name)._replace(wild=wild.rank + wild.sign)


def _sign(card: Card) -> CardSign:
    if card == JOKER:
        return CardSign(_STAR, "", red=False)
    if isinstance(card.suit, Suit):
        return CardSign(card.rank.face, SIGNS[card.suit], red=card.suit in _RED)
    return CardSign(card.rank.face, "", red=card == RED_TWO)


def write_signs(text: str) -> str:
    """Return a text with its cards of the notation written with signs: ``QS 50`` as ``Q♠ 50``."""
    return _WRITTEN_CARD.sub(
        lambda found: found[1].replace("T", "10") + SIGNS[Suit(found[2])], text
    )
