"""The faces of cards as pages draw them, made from cards or from the short codes of facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.domain.cards import (
    CARD_TEXTS,
    JOKER,
    RANK_LETTERS,
    RANK_WORDS,
    Card,
    Rank,
    Suit,
)
from scorekeeper.domain.deals import MeldCard
from scorekeeper.wording import write_card

SUIT_ICONS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}
_NO_SUIT: Final = "plain"
_COLOURS: Final = {"R": ("heart", "red "), "B": ("club", "black ")}
_CARDS: Final = {text: card for card, text in CARD_TEXTS.items()}
_RANKS: Final = {letter: rank for rank, letter in RANK_LETTERS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFace:
    """A card as a page draws it; ``suit`` names an icon and is ``plain`` for an unknown suit.

    ``badge`` is ``2`` or ``joker`` for a wild that stands for a card, and empty for other cards.
    """

    rank: str
    suit: str
    words: str
    badge: str = ""


def face_of(item: Card | MeldCard) -> CardFace:
    """Return the face of a card; a wild has the face of its natural card and a badge."""
    card, name = (item.card, item.stands_for) if isinstance(item, MeldCard) else (item, None)
    if name is None or name == card:
        return _face(card)
    return _as_wild(_face(name), is_joker=card == JOKER)


def face_of_code(code: str) -> CardFace:
    """Return the face of a card given by the short code of a fact.

    ``7`` has no suit, ``2R`` is a red two, ``2=K`` a wild that stands for a king.
    """
    card, _, name = code.partition("=")
    face = _face_of_part(name or card)
    return _as_wild(face, is_joker=card == str(JOKER)) if name else face


def _face_of_part(code: str) -> CardFace:
    if code in _CARDS:
        return _face(_CARDS[code])
    rank = _RANKS[code[0]]
    suit, colour = _COLOURS.get(code[1:], (_NO_SUIT, ""))
    return CardFace(rank=_rank_text(rank), suit=suit, words=colour + RANK_WORDS[rank])


def _face(card: Card) -> CardFace:
    suit = "joker" if card.suit is None else SUIT_ICONS[card.suit]
    return CardFace(rank=_rank_text(card.rank), suit=suit, words=write_card(card))


def _as_wild(face: CardFace, *, is_joker: bool) -> CardFace:
    return CardFace(
        rank=face.rank,
        suit=face.suit,
        words=f"{face.words}, a {'Joker' if is_joker else 'two'}",
        badge="joker" if is_joker else "2",
    )


def _rank_text(rank: Rank) -> str:
    if rank is Rank.JOKER:
        return ""
    return "10" if rank is Rank.TEN else rank.letter


def meld_kind(meld: Sequence[Card]) -> str:
    """Return ``set`` or ``run`` for the cards of a meld."""
    return "set" if len({card.rank for card in meld}) == 1 else "run"
