"""Template filters that write figures, cards and times."""

import re
from datetime import datetime
from typing import Final

from babel.dates import format_datetime
from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.web.core.card_faces import face_of, meld_kind
from scorekeeper.wording import (
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
