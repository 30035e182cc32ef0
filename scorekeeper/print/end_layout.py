"""Computes how a sheet ends: the house rules, the signatures, and a code beside them.

The constants are measured: the parts have these heights by ``static/print/sheet.css`` (mm).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper.print.fitting import TEXT_LETTER, letters_in, lines_of, width_of

UPRIGHT_PLAYERS: Final = 6
"""The most players for whom the paper stands upright."""
_RULES: Final = 3.0
"""The line and the space above the house rules."""
_TEXT_PIXELS: Final = 12.5
_TEXT_LINE: Final = 4.5
_SIGNATURE: Final = 8.3
"""The space to sign in, and the line."""
_MORE_AIR: Final = 2.4
"""The additional space above each further row of lines to sign."""
_NAME_PIXELS: Final = 16.0
_NAME_LINE: Final = 5.3
_OPINION_PIXELS: Final = 12.0
_OPINION_LINE: Final = 4.3
_BETWEEN: Final = 4.8
"""The blank width between two signatures."""
_SHORT_NAME: Final = 12
_USUAL_NAME: Final = 18
_BESIDE_CODE: Final = 5.0
"""The blank width between the text and a code beside it."""
_CODE_GAP: Final = 4.0
"""The blank height above a code that reaches up to the payments."""
_CODE_SPARE: Final = 2.0
"""The spare height by which a code is lifted more than the computed heights need."""


class EndLayout(NamedTuple):
    """The height of the end, and how far its code reaches above it (mm)."""

    height: float
    code_lift: float


class EndTexts(NamedTuple):
    """What stands at the end: paragraphs, and of each player name, agreement and challenges."""

    paragraphs: Sequence[str]
    signed: Sequence[tuple[str, str, str]]


class CodeSize(NamedTuple):
    """The width of a code beside the end, and its height with its caption (mm); 0 without one."""

    side: float
    height: float


def lay_out_end(texts: EndTexts, width: float, code: CodeSize, free: float) -> EndLayout:
    """Return the measures of the end of a sheet; ``free`` is the blank height above it (mm)."""
    if code.height:
        width -= _BESIDE_CODE + code.side
    height = _RULES + lines_of_texts(texts.paragraphs, width) * _TEXT_LINE
    height += _signatures(texts.signed, width, coded=code.height > 0)
    lift = min(max(0.0, code.height + _CODE_SPARE - height), max(0.0, free - _CODE_GAP))
    return EndLayout(max(height, code.height - lift), round(lift, 2))


def lines_of_texts(paragraphs: Sequence[str], width: float) -> int:
    """Return how many lines paragraphs fill, each of them at least one."""
    letters = letters_in(width, _TEXT_PIXELS, TEXT_LETTER)
    return sum([lines_of(text, letters) for text in paragraphs])


def _signatures(signed: Sequence[tuple[str, str, str]], width: float, *, coded: bool) -> float:
    """Return the height of all lines to sign, in mm."""
    names = [name for name, _, _ in signed]
    in_row = signatures_beside_code(names) if coded else signatures_in_row(len(names))
    each = width / in_row - _BETWEEN
    is_stacked = stacked(names, coded=coded)
    heights = [_signature(line, each, is_stacked=is_stacked) for line in signed]
    rows = [max(heights[first : first + in_row]) for first in range(0, len(heights), in_row)]
    return sum(rows) + len(rows) * _SIGNATURE + (len(rows) - 1) * _MORE_AIR


def _signature(line: tuple[str, str, str], width: float, *, is_stacked: bool) -> float:
    """Return the height of what stands below a line to sign."""
    name, agreed, challenged = line
    height = lines_of(name, letters_in(width, _NAME_PIXELS)) * _NAME_LINE
    opinions = letters_in(width, _OPINION_PIXELS)
    fits = width_of(name, _NAME_PIXELS) + width_of(agreed, _OPINION_PIXELS) <= width
    if agreed and (is_stacked or not fits):
        height += lines_of(agreed, opinions) * _OPINION_LINE
    if challenged:
        height += lines_of(challenged, opinions) * _OPINION_LINE
    return height


def signatures_in_row(players: int) -> int:
    """Return how many signatures stand side by side across the paper."""
    return players if players <= 4 else 3 if players <= UPRIGHT_PLAYERS else 5


def signatures_beside_code(names: Sequence[str]) -> int:
    """Return how many signatures stand side by side where a code is beside them."""
    players, longest = len(names), max([len(name) for name in names])
    most = signatures_in_row(players)
    if longest <= _SHORT_NAME:
        return most
    return min(most, (3 if longest <= _USUAL_NAME else 2) + (players > UPRIGHT_PLAYERS))


def stacked(names: Sequence[str], *, coded: bool) -> bool:
    """Tell whether names stand above the texts that their owners sign, for want of width."""
    if coded and signatures_beside_code(names) > 2:
        return True
    longest = max([len(name) for name in names])
    return longest > (_SHORT_NAME if len(names) > 3 else _USUAL_NAME)
