"""Template filters that write figures, cards and times."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from babel.dates import format_datetime
from flask import Flask
from markupsafe import Markup, escape

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.domain.cards import JOKER, RED_TWO, Card, Suit, read_card
from scorekeeper.domain.deals import MeldCard, Seat
from scorekeeper.domain.scoring import Setup, write_ending
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.sheet import SheetRow
from scorekeeper.web.core import phrases
from scorekeeper.wording import (
    with_capital,
    without_capital,
    write_card,
    write_count,
    write_date,
    write_day_and_month,
    write_duration,
    write_money,
    write_names,
    write_plural,
    write_points,
    write_proof,
    write_sentence,
    write_several,
    write_signed,
    write_signed_amount,
    write_signed_money,
    write_stake,
    write_symbol,
)
from scorekeeper.wording.deal_lines import draw_lines, laid_hands
from scorekeeper.wording.rule_words import write_meld_rules, write_span

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
    """Give the filters, and the function ``by_count``, to every template."""
    app.jinja_env.globals["by_count"] = by_count
    app.jinja_env.filters.update(
        points=write_points,
        count_words=write_count,
        signed=write_signed,
        money=write_money,
        signed_money=write_signed_money,
        proof=write_proof,
        letters=count_letters,
        longest_word=lambda text: max([count_letters(word) for word in text.split()]),
        amount=write_amount,
        capital=with_capital,
        small=without_capital,
        day_and_month=write_day_and_month,
        signed_amount=write_signed_amount,
        stake=write_stake,
        symbol=write_symbol,
        names=write_names,
        sentence=fill_sentence,
        seated=names_in_seats,
        kind=kind_of,
        plural=write_plural,
        day=write_date,
        date=write_day,
        moment=write_moment,
        time=write_time,
        played=write_played,
        later=write_later,
        duration=write_duration,
        card_words=write_card,
        several=write_several,
        face=face_of,
        meld_kind=meld_kind,
        anchor=rule_anchor,
        suits=draw_suits,
        ended=how_it_ended,
        deal_lines=draw_lines,
        laid_hands=laid_hands,
        span=write_span,
        meld_rules=write_meld_rules,
        problem_words=phrases.problem_words,
        title_of=phrases.title_of,
        points_by_name=phrases.points_by_name,
        names_doer=phrases.names_doer,
        who_closed=phrases.who_closed,
        deal_number=phrases.deal_number,
        is_of_end=phrases.is_of_end,
        players_before=phrases.players_before,
        challenger_before=phrases.challenger_before,
        challenger_of=phrases.challenger_of,
        hand_challenged=phrases.hand_challenged,
        doer_of=phrases.doer_of,
    )


def by_count(count: int, one: str, several: str, **places: object) -> Markup:
    """Return the form of a sentence for a count, with its named places filled.

    ``by_count(left, "{n} deal is left", "{n} deals are left")``: ``2 deals are left``.
    """
    form = Markup(one if count == 1 else several)  # noqa: S704 - a template wrote it
    return form.format(n=count, **places)


def fill_sentence(words: str, **places: object) -> Markup:
    """Return a sentence of a template with its named places filled, and with a full stop.

    It gets none if a name or a quotation at its end brings its own.
    """
    filled = Markup(words).format(**places) if places else escape(words)  # noqa: S704 - as above
    return filled + write_sentence(filled.unescape()).removeprefix(filled.unescape())


def count_letters(text: str) -> int:
    """Return how many letters a text has, which may be HTML without tags."""
    return len(text.unescape() if isinstance(text, Markup) else text)


def names_in_seats(seats: Iterable[Seat], players: Sequence[str]) -> list[str]:
    """Return the names of the players in some seats."""
    return [players[seat] for seat in seats]


def kind_of(value: object) -> str:
    """Return the name of a value's class, such as ``Dealt`` for that act of a journal."""
    return type(value).__name__


def how_it_ended(row: SheetRow, setup: Setup) -> str:
    """Return how a deal ended, without a full stop: ``Ann went out``, ``The stock ran out``."""
    return write_ending(setup, by=row.by, ending=row.ending, outcome=row.outcome)


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


def write_later(at: datetime, before: datetime) -> str:
    """Return the time of a later event, with its day if that is not the day of the earlier one."""
    return write_time(at) if write_day(before) == write_day(at) else write_moment(at)


def write_played(game: CurrentGame) -> str:
    """Return when a game was played: its day, and the time if it was begun here on that day."""
    at, day = game.created_at.astimezone(), game.sheet.game.started.played_on
    is_of_here = day in ("", at.date().isoformat())
    return write_moment(game.created_at) if is_of_here else write_date(day)
