"""The terms of a variant on paper: bonuses, house rules, and what cards count."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from scorekeeper.rules.cards import RANK_WORDS
from scorekeeper.rules.deals import Points
from scorekeeper.rules.options import Option, OptionGroup, OptionKind, values_of
from scorekeeper.rules.variant import ValueRow, Variant

_SEE_NOTE: Final = "*"
_SHORT: Final = {word: rank.face for rank, word in RANK_WORDS.items() if rank.face}


class VariantToPrint(NamedTuple):
    """What papers of a variant are made of; ``players`` is how many a pad is for."""

    variant: Variant
    options: Any
    players: int = 2


class Term(NamedTuple):
    """A house rule and its value; ``printed`` is the printed value if it differs, else empty."""

    label: str
    text: str
    printed: str = ""


def line_of_variant(chosen: VariantToPrint) -> str:
    """Return a line about a variant: its summary, or that the table has house rules."""
    if any(term.printed for term, _ in _terms(chosen)):
        return "With the house rules of this table"
    return chosen.variant.summary.removesuffix(".")


def bonus_terms(chosen: VariantToPrint) -> tuple[Term, ...]:
    """Return bonuses and penalties in points, without those that are 0 here and in print."""
    return tuple(
        [
            term
            for term, option in _terms(chosen)
            if option.group is OptionGroup.BONUSES and option.kind is OptionKind.POINTS
            if values_of(chosen.options)[option.name] or term.printed
        ]
    )


def changed_terms(chosen: VariantToPrint) -> tuple[Term, ...]:
    """Return the other house rules that differ from the printed text."""
    shown = bonus_terms(chosen)
    changed = [term for term, _ in _terms(chosen) if term.printed]
    return tuple([term for term in changed if term not in shown])


def _terms(chosen: VariantToPrint) -> Iterator[tuple[Term, Option]]:
    """Yield the house rules that do something in a game of so many players."""
    variant, options, players = chosen
    now, printed = values_of(options), values_of(variant.defaults)
    idle = variant.family.idle_options(options, players)
    for option in variant.options:
        if option.name in idle:
            continue
        old = option.words(printed[option.name])
        differs = now[option.name] != printed[option.name]
        words = option.words(now[option.name])
        yield Term(option.label, words, old if differs else ""), option


# --- what cards count -------------------------------------------------------------------------


class CardValue(NamedTuple):
    """A row of the table: cards, and their values melded (may be empty) and in hand."""

    cards: str
    melded: str
    in_hand: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardValues:
    """The table of card values; ``melded`` is a column's heading, empty if melds count nothing.

    ``notes`` explain the values that are written as a star.
    """

    melded: str
    in_hand: str
    rows: tuple[CardValue, ...]
    notes: tuple[str, ...]


def card_values(variant: Variant, options: Any, *, short: bool = False) -> CardValues:
    """Return the card values of a variant under some options; ``short`` names ranks alone."""
    rows = variant.family.values(options)
    has_melded = _has_melded(rows)
    return CardValues(
        melded="Melded" if has_melded else "",
        in_hand=variant.family.in_hand_word,
        rows=tuple(
            [
                CardValue(
                    short_cards(row.cards) if short else row.cards,
                    _points(row.melded) if has_melded else "",
                    _points(row.in_hand),
                )
                for row in rows
            ]
        ),
        notes=tuple([f"{_SEE_NOTE} {row.cards}: {row.note}" for row in rows if row.note]),
    )


def value_strip(variant: Variant, options: Any) -> tuple[str, ...]:
    """Return the parts of a line: ``Cards melded, in hand: Joker 100, 200``, ``A 20``, ``K–8 10.``

    The first part begins with words that say what the values are.
    """
    rows = variant.family.values(options)
    has_melded = _has_melded(rows)
    in_hand = variant.family.in_hand_word
    head = f"Cards melded, {in_hand.lower()}" if has_melded else in_hand
    told = [_told(row, has_melded=has_melded).removesuffix(".") for row in rows]
    told[0] = f"{head}: {told[0]}"
    told[-1] = f"{told[-1]}."
    return tuple(told)


def short_cards(words: str) -> str:
    """Return cards in words as their ranks: ``Queen of spades`` as ``Q♠``, a range as ``K–8``."""
    for word, short in _SHORT.items():
        words = re.sub(rf"\b{word}\b", short, words, flags=re.IGNORECASE)
    return words.replace(" of spades", "♠").replace(" to ", "–")


def _told(row: ValueRow, *, has_melded: bool) -> str:
    """Return a kind of cards with its values; a value that a note explains is that note."""
    note = row.note.partition(";")[0].removeprefix("melded, ")
    worth = [row.melded, row.in_hand] if has_melded else [row.in_hand]
    if len(set(worth)) == 1:
        del worth[1:]
    words = [note if points is None else str(points) for points in worth]
    return f"{short_cards(row.cards)} {', '.join(words)}"


def _has_melded(rows: Sequence[ValueRow]) -> bool:
    return any(row.melded is not None for row in rows)


def _points(points: Points | None) -> str:
    return _SEE_NOTE if points is None else str(points)
