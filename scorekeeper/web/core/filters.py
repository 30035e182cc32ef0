"""How templates write figures, cards and times."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from babel.dates import format_datetime
from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.domain.cards import JOKER, Card, Rank, Suit
from scorekeeper.domain.deals import MeldCard
from scorekeeper.wording import (
    write_card,
    write_count,
    write_date,
    write_money,
    write_names,
    write_points,
    write_signed,
    write_signed_amount,
    write_stake,
    write_symbol,
)

_SUIT_MARKS: Final = {
    Suit.SPADES: "spade",
    Suit.HEARTS: "heart",
    Suit.DIAMONDS: "diamond",
    Suit.CLUBS: "club",
}

_WRITTEN_CARD: Final = re.compile(r"\b((?:10|[2-9TJQKA])[SHDC])\b")
_SUIT_LETTERS: Final = {
    "S": ("spade", "of spades"),
    "H": ("heart", "of hearts"),
    "D": ("diamond", "of diamonds"),
    "C": ("club", "of clubs"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CardFace:
    """A card as it is drawn. ``badge`` is what a wild is: ``2``, or ``joker`` for the star."""

    rank: str
    mark: str
    words: str
    badge: str = ""


def register(app: Flask) -> None:
    """Give the filters to every template."""
    app.jinja_env.filters.update(
        points=write_points,
        count_words=write_count,
        signed=write_signed,
        money=write_money,
        signed_amount=write_signed_amount,
        stake=write_stake,
        symbol=write_symbol,
        names=write_names,
        day=write_date,
        moment=write_moment,
        face=face_of,
        meld_kind=meld_kind,
        anchor=rule_anchor,
        suits=draw_suits,
    )


def face_of(item: Card | MeldCard) -> CardFace:
    """The face of a card; a wild shows what it stands for and, as a badge, what it is."""
    card, name = (item.card, item.stands_for) if isinstance(item, MeldCard) else (item, None)
    if name is None or name == card:
        return CardFace(rank=_rank(card), mark=_mark(card), words=write_card(card))
    return CardFace(
        rank=_rank(name),
        mark=_mark(name),
        words=f"{write_card(name)}, a {'Joker' if card == JOKER else 'two'}",
        badge="joker" if card == JOKER else "2",
    )


def meld_kind(meld: Sequence[Card]) -> str:
    """Whether cards that are a meld are a set or a run."""
    return "set" if len({card.rank for card in meld}) == 1 else "run"


def draw_suits(text: str) -> Markup:
    """A text of a record with its cards drawn: ``7D`` is a seven and a small diamond."""
    return Markup("").join(
        [
            _draw_card(part) if number % 2 else escape(part)
            for number, part in enumerate(_WRITTEN_CARD.split(text))
        ]
    )


def _draw_card(text: str) -> Markup:
    mark, words = _SUIT_LETTERS[text[-1]]
    rank = text[:-1].replace("T", "10")
    return Markup(
        '<span class="written">{}<svg role="img" aria-label="{}"><use href="#{}"/></svg></span>'
    ).format(rank, words, mark)


def rule_anchor(citation: str) -> str:
    """Where a rules page tells the rule of a citation: ``law-4-by-option``."""
    return re.sub("[^a-z0-9]+", "-", citation.lower()).strip("-")


def write_moment(at: datetime) -> str:
    """A time in the site's own zone: ``20 Nov, 21:05``."""
    return format_datetime(at.astimezone(), "d MMM, HH:mm", locale="en")


def write_time(at: datetime) -> str:
    """The time of day in the site's own zone: ``21:05``."""
    return format_datetime(at.astimezone(), "HH:mm", locale="en")


def write_day(at: datetime) -> str:
    """The day in the site's own zone: ``20 November 2026``."""
    return format_datetime(at.astimezone(), "d MMMM y", locale="en")


def _rank(card: Card) -> str:
    if card.rank is Rank.JOKER:
        return ""
    return "10" if card.rank is Rank.TEN else card.rank.letter


def _mark(card: Card) -> str:
    return "joker" if card.suit is None else _SUIT_MARKS[card.suit]
