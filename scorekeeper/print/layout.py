"""Computes the layout of a printed sheet: paper, height of rows, width of columns, size of names.

The constants for heights are measured: the parts of a sheet have them by
``static/print/sheet.css`` (mm).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.print.end_layout import (
    UPRIGHT_PLAYERS,
    CodeSize,
    EndTexts,
    lay_out_end,
    lines_of_texts,
)
from scorekeeper.print.fitting import (
    TEXT_LETTER,
    fit_names,
    fit_title_lines,
    is_plain,
    letters_in,
    lines_of,
)
from scorekeeper.print.heading import LONG_FIELD, SUITS
from scorekeeper.print.kinds import SIZES, Paper
from scorekeeper.print.money_layout import MoneyHeights, has_long_name, lay_out_money
from scorekeeper.print.row_layout import CLOSE, PartHeights, RowHeight, RowLayout, lay_out_rows
from scorekeeper.print.sheet_codes import PrintedCodes

_SIDE, _TOP, _FOOT = 16.0, 8.5, 14.5

_HEAD: Final = 32.6
"""The head of the first page without its title and outcome."""
_NEXT_HEAD: Final = 22.6
"""Margins and head of the names on a further page, beyond the margins of the first."""
_NEXT_TOP: Final = 12.0
"""The upper margin of a further page, beyond that of the first."""
_SUM: Final = 7.66
_LARGE_SUM: Final = 10.7
_LEGEND: Final = 7.6
_SAID: Final = 5.0  # a line below a row
_STRUCK: Final = 7.7  # the row of a deal that does not count: one line
_NUMBER: Final = 6.6  # the number of a deal, above its notes
_NOTES_LINE: Final = 3.8
_NOTES_PIXELS: Final = 12.0
_NOTES_PADDING: Final = 1.6

_CLUB: Final = 5.4  # the line with the club's name
_CLUB_LINE: Final = 4.8  # each further line of it
_CLUB_PIXELS: Final = 15.0
_PLACE: Final = 0.4
"""The share of a long place in the width of the paper."""
_PLACE_PADDING: Final = 6.4
_PLACE_PIXELS: Final = 14.0
_PLACE_LINE: Final = 4.8
_FIELD_LINE: Final = 5.8
_SPARE: Final = 1.7
_OTHER_SCRIPT: Final = 5.0
"""Letters of another font make the lines of title and names higher."""

_TIGHT: Final = 7.0
"""The height saved by less space in the heads and the legend (``.tight`` of the style)."""
_TIGHT_SUM: Final = 0.7
_TIGHT_MONEY: Final = 1.0
_TIGHT_MATRIX_ROW: Final = 1.0

_PADDING: Final = 5.0
_DENSE_PADDING: Final = 3.4
_DENSE: Final = 26.0
"""Columns narrower than this (mm) have smaller figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The measures of one sheet: columns in mm, title and names in CSS pixels.

    ``dense`` is true if columns are narrow, ``long_names`` if the settlement has other columns.
    ``code_lift`` is how far a code beside the end reaches above it (mm).
    """

    paper: str
    title_pixels: float
    first_column: float
    name_pixels: float
    dense: bool
    long_names: bool
    rows: RowLayout
    code_lift: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RowTexts:
    """The texts of a deal besides its figures: in its first column, and the lines below it."""

    notes: str
    said: Sequence[str]
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a sheet, as far as they decide the layout.

    ``payments`` are payer, payee and amount of each, None without a settlement; ``beside`` is
    true if they stand beside the matrix, ``goes_on`` if the game is not over. ``most_deals`` is the
    fixed number of deals of a game that has one.
    """

    title: str
    outcome: str
    club: str
    place: str
    names: Sequence[str]
    deals: Sequence[RowTexts]
    sums: int
    payments: Sequence[tuple[str, str, str]] | None
    beside: bool
    goes_on: bool
    most_deals: int | None
    end: EndTexts
    codes: PrintedCodes


def lay_out(contents: Contents, paper: Paper) -> Layout:
    """Return the measures of a sheet; with many players the paper is in landscape format."""
    players = len(contents.names)
    upright = players <= UPRIGHT_PLAYERS
    width, height = SIZES[paper] if upright else reversed(SIZES[paper])
    inner = width - 2 * _SIDE
    first = 40.0 if players <= 3 else 34.0
    column = (inner - first) / players
    dense = column < _DENSE
    names = fit_names(contents.names, column - (_DENSE_PADDING if dense else _PADDING))
    title = fit_title_lines(contents.title, contents.outcome, inner)
    money = _money(contents, inner, dense=dense)
    code = CodeSize(contents.codes.side, contents.codes.height_beside)
    end = lay_out_end(contents.end, inner, code, money.free)
    head = title.height + _club(contents.club, inner - SUITS) + _place(contents, inner)
    page = height - _TOP - _FOOT - _spare(contents)
    parts = PartHeights(
        rows=[_row(row, inner, first) for row in contents.deals],
        sums=(contents.sums - 1) * _SUM + _LARGE_SUM + _LEGEND,
        matrix=money.matrix,
        payments=money.payments,
        end=end.height + contents.codes.height_below,
        air=_air(contents, dense=dense),
        first=page - _HEAD - head - names.more,
        further=page - _NEXT_HEAD - names.more,
        whole=page - _NEXT_TOP,
    )
    return Layout(
        paper=paper if upright else f"{paper}-wide",
        title_pixels=title.pixels,
        first_column=first,
        name_pixels=names.pixels,
        dense=dense,
        long_names=has_long_name(contents.names),
        rows=lay_out_rows(parts, contents.most_deals, goes_on=contents.goes_on),
        code_lift=end.code_lift,
    )


def _spare(contents: Contents) -> float:
    """Return what a page is left above the measured heights, in mm."""
    plain = is_plain([contents.title, *contents.names])
    return _SPARE if plain else _SPARE + _OTHER_SCRIPT


def _club(name: str, width: float) -> float:
    """Return the height of the club's name, which stands beside the suits, in ``width``; in mm."""
    if not name:
        return 0.0
    return _CLUB + (lines_of(name, letters_in(width, _CLUB_PIXELS)) - 1) * _CLUB_LINE


def _place(contents: Contents, width: float) -> float:
    """Return by how much a long place makes the fields below the title higher, in mm."""
    if len(contents.place) <= LONG_FIELD:
        return 0.0
    letters = letters_in(width * _PLACE - _PLACE_PADDING, _PLACE_PIXELS)
    return max(0.0, lines_of(contents.place, letters) * _PLACE_LINE - _FIELD_LINE)


def _row(row: RowTexts, width: float, first_column: float) -> RowHeight:
    """Return what a row needs besides the height that all share."""
    said = lines_of_texts(row.said, width) * _SAID
    if not row.counts:
        return RowHeight(_STRUCK + said, counts=False)
    letters = letters_in(first_column - _NOTES_PADDING, _NOTES_PIXELS, TEXT_LETTER)
    notes = _NUMBER + lines_of(row.notes, letters) * _NOTES_LINE
    return RowHeight(max(0.0, notes - CLOSE) + said, counts=True)


def _money(contents: Contents, width: float, *, dense: bool) -> MoneyHeights:
    """Return the heights of the settlement, if there is one."""
    if contents.payments is None:
        return MoneyHeights()
    return lay_out_money(
        contents.names, contents.payments, width, is_beside=contents.beside, dense=dense
    )


def _air(contents: Contents, *, dense: bool) -> float:
    """Return how much height less air between the parts saves, in mm."""
    air = _TIGHT + contents.sums * _TIGHT_SUM
    if contents.payments is not None:
        air += _TIGHT_MONEY + (0 if dense else len(contents.names) * _TIGHT_MATRIX_ROW)
    return air
