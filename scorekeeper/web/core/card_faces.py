"""The faces of cards as pages draw them; a suit is on a face exactly where it was given."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.domain.cards import JOKER, RED_TWO, Card, Suit, read_card
from scorekeeper.domain.deals import MeldCard
from scorekeeper.wording import write_card

SUIT_ICONS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}
_NO_SUIT: Final = "plain"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFace:
    """A card as a page draws it; ``suit`` names an icon and is ``plain`` where none was given.

    ``is_red`` is true of a red two whose suit was not given. ``badge`` is ``2`` or ``joker`` for a
    wild that stands for a card, and empty for other cards.
    """

    rank: str
    suit: str
    words: str
    is_red: bool = False
    badge: str = ""


def face_of(item: Card | MeldCard) -> CardFace:
    """Return the face of a card; a wild has the face of its natural card and a badge."""
    card, name = item if isinstance(item, MeldCard) else MeldCard(item)
    if name is None or MeldCard(card, name).is_itself:
        return _face(card)
    face = _face(name)
    wild, badge = ("Joker", "joker") if card == JOKER else ("two", "2")
    return replace(face, words=f"{face.words}, a {wild}", badge=badge)


def face_of_code(code: str) -> CardFace:
    """Return the face of a card of a fact, in the notation: ``7``, ``2R``, ``2=K``.

    Raises ValueError for any other text.
    """
    text, _, name = code.partition("=")
    card = read_card(text)
    if card is None:
        raise ValueError(code)
    return face_of(MeldCard(card, read_card(name)))


def _face(card: Card) -> CardFace:
    suit = SUIT_ICONS[card.suit] if isinstance(card.suit, Suit) else _NO_SUIT
    return CardFace(
        rank=card.rank.face,
        suit="joker" if card == JOKER else suit,
        words=write_card(card),
        is_red=card == RED_TWO,
    )


def meld_kind(meld: Sequence[Card]) -> str:
    """Return ``set`` or ``run`` for the cards of a meld."""
    return "set" if len({card.rank for card in meld}) == 1 else "run"
