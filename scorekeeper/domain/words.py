"""Names and numbers in English sentences, for whatever the domain says to people itself."""

from collections.abc import Sequence
from typing import Final

MINUS: Final = "−"
"""The minus sign of every figure that people read, U+2212; never a hyphen."""


def write_names(names: Sequence[str]) -> str:
    """Join people in a sentence: ``Ann``, ``Ann and Bob``, ``Ann, Bob and Cal``."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def write_subject(names: Sequence[str], one: str, several: str) -> str:
    """Join people and their verb, in the form for one or several: ``Ann and Bob hold``."""
    return f"{write_names(names)} {one if len(names) == 1 else several}"


def write_winners(names: Sequence[str]) -> str:
    """Say who won, without a full stop: ``Ann wins``, ``Ann and Bob win``, ``nobody wins``."""
    return write_subject(names, "wins", "win") if names else "nobody wins"


def write_plural(count: int, noun: str) -> str:
    """Count things in figures, with their noun in the form for one or several: ``2 deals``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
