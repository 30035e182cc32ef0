"""Writes names, numbers and cards in English, for texts that the domain itself contains."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.rules.cards import RANK_WORDS, SUIT_WORDS, Card, Colour

MINUS: Final = "−"
"""The minus sign of all figures for people, U+2212; never a hyphen."""


def with_capital(words: str) -> str:
    """Return words with a capital first letter, to begin a sentence."""
    return words[:1].upper() + words[1:]


def without_capital(words: str) -> str:
    """Return words with a small first letter, to stand inside a sentence."""
    return words[:1].lower() + words[1:]


def write_names(names: Sequence[str], joined_by: str = "and") -> str:
    """Return names as a list in words: ``Ann``, ``Ann and Bob``, ``Ann, Bob and Cal``."""
    *others, last = names
    return f"{', '.join(others)} {joined_by} {last}" if others else last


def write_subject(names: Sequence[str], one: str, several: str) -> str:
    """Return names and their verb, which is ``one`` or ``several``: ``Ann and Bob hold``."""
    return f"{write_names(names)} {one if len(names) == 1 else several}"


def write_winners(names: Sequence[str]) -> str:
    """Return who won, without a full stop: ``Ann wins``, ``Ann and Bob win``, ``nobody wins``."""
    return write_subject(names, "wins", "win") if names else "nobody wins"


def write_plural(count: int, noun: str, several: str = "") -> str:
    """Return a number and noun: ``1 deal``, ``2 deals``; ``several`` is an irregular plural."""
    return f"{count} {noun if count == 1 else several or f'{noun}s'}"


def write_numbers(numbers: Sequence[int]) -> str:
    """Return rising numbers in words, as a span if none is left out: ``2 to 5``, ``2, 4 or 6``."""
    least, most = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return str(least)
    if len(numbers) > most - least:
        return f"{least} to {most}"
    return write_names([str(number) for number in numbers], "or")


def write_card(card: Card) -> str:
    """Return a card in words: ``queen of spades``, ``Joker``, ``king``, ``black two``."""
    rank = RANK_WORDS[card.rank]
    if card.suit is None:
        return rank
    if isinstance(card.suit, Colour):
        return f"{card.suit.name.lower()} {rank}"
    return f"{rank} of {SUIT_WORDS[card.suit]}"


def write_several(name: str) -> str:
    """Return the plural of a rank: ``kings``, ``sixes``."""
    return f"{name}es" if name.endswith("x") else f"{name}s"
