"""Computes the height of a settlement: what each pair owes, and the payments.

The constants are measured: the parts have these heights by ``static/print/sheet.css`` (mm).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from scorekeeper.print.fitting import letters_in, lines_of

_LONG_NAME: Final = 22
"""Longer names have a wider column and smaller type, and their payments a line each."""
_BESIDE_LETTERS: Final = 10
_BESIDE_AMOUNT: Final = 8

_MATRIX: Final = 10.2
"""The heading of the matrix and the air below it."""
_HEADS: Final = 2.0
"""The air in the row of names over the matrix."""
_HEAD_LINE: Final = 4.5
_HEAD_PIXELS: Final = 14.0
_HEAD_PADDING: Final = 2.7
_ROW: Final = 11.9
_DENSE_ROW: Final = 10.5
_OWNER: Final = 0.17
_LONG_OWNER: Final = 0.28
"""The share of the column of names in the width of the matrix."""
_OWNER_PADDING: Final = 2.2
_OWNER_PIXELS: Final = 17.0
_OWNER_LINE: Final = 5.3
_LONG_PIXELS: Final = 14.0
_LONG_LINE: Final = 4.5
_NET: Final = 24.0

_PAYMENTS: Final = 10.1
"""The heading of the payments with the air above it."""
_PAYMENT: Final = 2.3
"""The air of a payment above and below its text."""
_PAYMENT_LINE: Final = 5.85
_PAYMENT_PIXELS: Final = 17.0
_AMOUNT: Final = 36.0
"""An amount and its box."""
_GAP: Final = 12.0
_ARROW: Final = "mmmm"
"""The arrow between two names is as wide as these letters."""


class MoneyHeights(NamedTuple):
    """The heights of the matrix and of the payments, in mm; the latter is 0 if they are beside.

    ``free`` is the blank height below payments beside the matrix.
    """

    matrix: float = 0.0
    payments: float = 0.0
    free: float = 0.0


def lay_out_money(
    names: Sequence[str],
    payments: Sequence[tuple[str, str, str]],
    width: float,
    *,
    is_beside: bool,
    dense: bool,
) -> MoneyHeights:
    """Return the heights of a settlement; a payment is payer, payee and amount."""
    matrix = _matrix(names, width, dense=dense)
    if not is_beside:
        return MoneyHeights(matrix, _payments(payments, width, long=has_long_name(names)))
    return MoneyHeights(matrix, free=matrix - (len(payments) + 1) * (_PAYMENT + _PAYMENT_LINE))


def has_long_name(names: Sequence[str]) -> bool:
    """Tell whether some name is so long that the settlement has other columns."""
    return max([len(name) for name in names]) > _LONG_NAME


def beside(names: Sequence[str], longest_amount: int) -> bool:
    """Tell whether the payments fit beside the matrix; ``longest_amount`` is in characters."""
    widest = max([len(name) for name in names])
    return len(names) <= 4 and widest <= _BESIDE_LETTERS and longest_amount <= _BESIDE_AMOUNT


def _matrix(names: Sequence[str], width: float, *, dense: bool) -> float:
    long = has_long_name(names)
    owner = width * (_LONG_OWNER if long else _OWNER)
    head = (width - owner - _NET) / len(names) - _HEAD_PADDING
    heads = _most_lines(names, head, _HEAD_PIXELS) * _HEAD_LINE
    pixels, line = (_LONG_PIXELS, _LONG_LINE) if long else (_OWNER_PIXELS, _OWNER_LINE)
    letters = letters_in(owner - _OWNER_PADDING, pixels)
    least = _DENSE_ROW if dense else _ROW
    rows = [max(least, lines_of(name, letters) * line + _OWNER_PADDING) for name in names]
    return _MATRIX + _HEADS + heads + sum(rows)


def _payments(payments: Sequence[tuple[str, str, str]], width: float, *, long: bool) -> float:
    """Return the height of the payments, two side by side unless names are long."""
    in_row = 1 if long else 2
    letters = letters_in((width - (in_row - 1) * _GAP) / in_row - _AMOUNT, _PAYMENT_PIXELS)
    lines = [lines_of(f"{payer} {_ARROW} {payee}", letters) for payer, payee, _ in payments]
    rows = [max(lines[first : first + in_row]) for first in range(0, len(lines), in_row)]
    return _PAYMENTS + sum(rows) * _PAYMENT_LINE + len(rows) * _PAYMENT


def _most_lines(names: Sequence[str], width: float, pixels: float) -> int:
    return max([lines_of(name, letters_in(width, pixels)) for name in names])
