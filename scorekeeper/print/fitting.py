"""Computes how texts fit into widths: the title, the names of players, words in lines."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from scorekeeper.print.heading import LETTER, SUITS
from scorekeeper.print.kinds import MM_A_PIXEL

_TITLE_PIXELS: Final = (37.0, 24.0)
_TITLE_LEADING: Final = 1.12
_OUTCOME_PIXELS: Final = 20.0
_OUTCOME_LINE: Final = 23.0
_NAME_PIXELS: Final = (22.0, 19.0, 17.0, 15.0, 13.5, 12.0)
_NAME_LEADING: Final = 1.2
_SHORT_WORD: Final = 20
TEXT_LETTER: Final = 0.5
"""Mean width of a letter of a sentence in the font Inter (em), with a margin."""
_LATIN: Final = "\u0180"
"""The first sign that the font of the text does not have."""


class FittedTitle(NamedTuple):
    """The size of a title in CSS pixels, and the height of it and the outcome in mm."""

    pixels: float
    height: float


class FittedNames(NamedTuple):
    """The size of names in CSS pixels; ``more`` is their height beyond one large line, in mm."""

    pixels: float
    more: float


def fit_title_lines(title: str, outcome: str, width: float) -> FittedTitle:
    """Return the measures of a title and the outcome below it; ``width`` is in mm.

    The title becomes smaller before it takes a second line.
    """
    largest, smallest = _TITLE_PIXELS
    letters = max(1, len(title))
    one_line = (width - SUITS) / (LETTER * MM_A_PIXEL * letters)
    pixels = float(int(max(smallest, min(largest, one_line))))
    lines = lines_of(title, letters_in(width - SUITS, pixels))
    below = lines_of(outcome, letters_in(width, _OUTCOME_PIXELS))
    height = lines * pixels * _TITLE_LEADING + below * _OUTCOME_LINE
    return FittedTitle(pixels, height * MM_A_PIXEL)


def fit_names(names: Sequence[str], width: float) -> FittedNames:
    """Return the largest size at which all names fit on two lines; ``width`` is in mm."""
    pixels, lines = 0.0, 1
    for pixels in _NAME_PIXELS:
        letters = letters_in(width, pixels)
        lines = max([lines_of(name, letters) for name in names])
        if lines <= 2 and not any(len(word) > letters for name in names for word in _words(name)):
            break
    more = max(0.0, lines * pixels - _NAME_PIXELS[0])
    return FittedNames(pixels, more * _NAME_LEADING * MM_A_PIXEL)


def is_plain(texts: Iterable[str]) -> bool:
    """Tell whether the font of the text has all letters; another font makes lines higher."""
    return all(sign < _LATIN for text in texts for sign in text)


def letters_in(width: float, pixels: float, letter: float = LETTER) -> int:
    """Return how many letters of a size in CSS pixels fit on ``width`` mm, at least one.

    ``letter`` is the mean width of a letter (em).
    """
    return max(1, int(width / (letter * MM_A_PIXEL * pixels)))


def width_of(text: str, pixels: float) -> float:
    """Return roughly how wide a text of a size in CSS pixels is, in mm."""
    return len(text) * LETTER * MM_A_PIXEL * pixels


def lines_of(text: str, letters: int) -> int:
    """Return how many lines of ``letters`` letters a text fills."""
    lines, used = 1, 0
    for word in _words(text):
        if used and used + 1 + len(word) > letters:
            lines, used = lines + 1, 0
        used += len(word) + (1 if used else 0)
        lines, used = lines + (used - 1) // letters, (used - 1) % letters + 1
    return lines


def has_short_words(texts: Iterable[str]) -> bool:
    """Tell whether each word of the texts fits into a column beside others."""
    return all(len(word) <= _SHORT_WORD for text in texts for word in _words(text))


def _words(text: str) -> list[str]:
    """Return the parts of a text between which a line may break."""
    return text.replace("-", "- ").split()
