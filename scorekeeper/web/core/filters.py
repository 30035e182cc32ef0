"""Template filters that write figures, cards and times."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from babel.dates import format_datetime
from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.domain.cards import JOKER, RED_TWO, Card, Suit, read_card
from scorekeeper.domain.deals import MeldCard
from scorekeeper.domain.settlement import write_amount
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.wording import (
    with_capital,
    without_capital,
    write_balance,
    write_card,
    write_count,
    write_date,
    write_day_and_month,
    write_money,
    write_month,
    write_names,
    write_plural,
    write_points,
    write_short_date,
    write_signed,
    write_signed_amount,
    write_size,
    write_stake,
    write_symbol,
)

# --- The faces of cards as pages draw them; a suit is on a face exactly where it was given --------


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


_WRITTEN_CARD: Final = re.compile(r"\b((?:10|[2-9TJQKA])[SHDC])\b")
_SUIT_LETTERS: Final = {
    "S": ("spade", "of spades"),
    "H": ("heart", "of hearts"),
    "D": ("diamond", "of diamonds"),
    "C": ("club", "of clubs"),
}


def register(app: Flask) -> None:
    """Give the filters to every template."""
    app.jinja_env.filters.update(
        points=write_points,
        count_words=write_count,
        signed=write_signed,
        money=write_money,
        amount=write_amount,
        balance=write_balance,
        capital=with_capital,
        small=without_capital,
        day_and_month=write_day_and_month,
        time=write_time,
        signed_amount=write_signed_amount,
        stake=write_stake,
        symbol=write_symbol,
        names=write_names,
        plural=write_plural,
        day=write_date,
        short_day=write_short_date,
        month=write_month,
        night=name_of_night,
        size=write_size,
        moment=write_moment,
        face=face_of,
        meld_kind=meld_kind,
        anchor=rule_anchor,
        suits=draw_suits,
    )


def draw_suits(text: str) -> Markup:
    """Return a text as HTML with its cards drawn: ``7D`` as a seven and a small diamond."""
    return Markup("").join(
        [
            _draw_card(part) if number % 2 else escape(part)
            for number, part in enumerate(_WRITTEN_CARD.split(text))
        ]
    )


def _draw_card(text: str) -> Markup:
    icon, words = _SUIT_LETTERS[text[-1]]
    rank = text[:-1].replace("T", "10")
    return Markup(
        '<span class="written">{}<svg role="img" aria-label="{}"><use href="#{}"/></svg></span>'
    ).format(rank, words, f"icon-{icon}")


def rule_anchor(citation: str) -> str:
    """Return the id of the element that explains a cited rule: ``law-4-by-option``."""
    return re.sub("[^a-z0-9]+", "-", citation.lower()).strip("-")


def write_moment(at: datetime) -> str:
    """Return day and time in the server's time zone: ``20 Nov, 21:05``."""
    return format_datetime(at.astimezone(), "d MMM, HH:mm", locale="en")


def write_time(at: datetime) -> str:
    """Return the time of day in the server's time zone: ``21:05``."""
    return format_datetime(at.astimezone(), "HH:mm", locale="en")


def write_day(at: datetime) -> str:
    """Return the day in the server's time zone: ``20 November 2026``."""
    return format_datetime(at.astimezone(), "d MMMM y", locale="en")
