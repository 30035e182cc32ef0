"""Computes how a sheet ends: the house rules, the signatures, and a code beside them.

The constants are measured: the parts have these heights by ``static/print/sheet.css`` (mm).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

UPRIGHT_PLAYERS: Final = 6
"""The most players for whom the paper stands upright."""
_RULES: Final = 10.6
"""House rules, and what cards count."""
_SIGNATURE: Final = 15.7
_MEANING: Final = 2.1
"""The height of the sentence that people sign, without the space above the signature lines."""
_SIGNATURE_LINE: Final = 4.3
_LINE: Final = 4.6
_SIGNATURE_LETTERS: Final = 22
_OPINION_LETTERS: Final = 22
_SHORT_NAME: Final = 12
_USUAL_NAME: Final = 18
_CODE_LETTERS: Final = 22
"""How many letters fewer a line has if a code is beside it."""
_CODE_GAP: Final = 4.0
"""The blank height above a code that reaches up to the payments."""
_CODE_SPARE: Final = 2.0
"""The spare height by which a code is lifted more than the computed heights need."""


class EndLayout(NamedTuple):
    """The height of the end, and how far its code reaches above it (mm)."""

    height: float
    code_lift: float


def lay_out_end(
    names: Sequence[str], *, lines: int, asked: bool, challenged: int, code: float, free: float
) -> EndLayout:
    """Return the measures of the end of a sheet.

    ``lines`` is the number of additional lines of long texts. ``asked`` is true if signatures say
    to how many deals their owners agreed; ``challenged`` is the length of the longest text of
    challenges. ``code`` is the height of a code beside the end, 0 without one; ``free`` is the
    blank height above it (mm).
    """
    coded = code > 0
    longest = max([len(name) for name in names])
    is_stacked = stacked(names, coded=coded) and asked
    opinion = -(-challenged // _OPINION_LETTERS)
    more = is_stacked + (longest > _SIGNATURE_LETTERS) + opinion
    in_row = signatures_beside_code(names) if coded else signatures_in_row(len(names))
    rows = -(-len(names) // in_row)
    text = _RULES + _MEANING + rows * (_SIGNATURE + more * _SIGNATURE_LINE) + lines * _LINE
    lift = min(max(0.0, code + _CODE_SPARE - text), max(0.0, free - _CODE_GAP))
    return EndLayout(max(text, code - lift), round(lift, 2))


def letters_in_line(players: int, *, coded: bool) -> int:
    """Return how many letters of the rules fit on a line; ``coded`` is true with a code beside."""
    return (110 if players <= UPRIGHT_PLAYERS else 160) - coded * _CODE_LETTERS


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
