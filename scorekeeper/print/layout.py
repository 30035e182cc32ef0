"""Computes the layout of a printed sheet: paper, height of rows, width of columns, size of names.

The constants for heights are measured: the parts of a sheet have them by
``static/print/sheet.css`` (mm).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, NamedTuple

from scorekeeper.print.end_layout import UPRIGHT_PLAYERS, EndLayout, lay_out_end
from scorekeeper.print.fitting import fit_names, fit_title_lines, is_plain, letters_in, lines_of
from scorekeeper.print.heading import SUITS
from scorekeeper.print.kinds import SIZES, Paper

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
_MATRIX_HEAD: Final = 16.2
_MATRIX_ROW: Final = 11.9
_DENSE_MATRIX_ROW: Final = 10.5
_TRANSFER: Final = 8.0
_BESIDE_LETTERS: Final = 10
_BESIDE_AMOUNT: Final = 8

_CLUB: Final = 5.4  # the line with the club's name
_CLUB_LINE: Final = 4.8  # each further line of it
_CLUB_PIXELS: Final = 15.0
_SPARE: Final = 1.7  # what a page is left above the measured heights
_OTHER_SCRIPT: Final = 5.0
"""Letters of another font make the lines of title and names higher."""
_FEWEST_LAST: Final = 3
"""The fewest rows of deals on a page that ends the sheet."""

_TIGHT: Final = 7.0
"""The height saved by less space in the heads and the legend (``.tight`` of the style)."""
_TIGHT_SUM: Final = 0.7
_TIGHT_MONEY: Final = 1.0
_TIGHT_MATRIX_ROW: Final = 1.0

_ROOMIEST: Final = 14.5
_ROOMIEST_OF_FEW: Final = 18.5
"""The height of rows of a game with a fixed number of deals."""
_ROOMY: Final = 13.5
_CLOSE: Final = 10.6
_PADDING: Final = 5.0
_DENSE_PADDING: Final = 3.4
_DENSE: Final = 26.0
"""Columns narrower than this (mm) have smaller figures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The measures of one sheet: rows and columns in mm, title and names in CSS pixels.

    ``dense`` is true if columns are narrow, ``tight`` if less air saves a page, ``split`` if the
    settlement begins a new page, ``payments_first`` if the payments stand before that page.
    ``last_rows`` is how many rows of deals begin the last page of deals; 0 if all are on one page.
    ``code_lift`` is how far a code beside the end reaches above it (mm).
    """

    paper: str
    title_pixels: float
    row: float
    first_column: float
    name_pixels: float
    dense: bool
    tight: bool
    blank_rows: int
    split: bool
    payments_first: bool
    last_rows: int
    code_lift: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents of a sheet, as far as they decide the layout.

    ``said`` has the number of lines below each deal; ``struck`` is how many deals do not count.
    ``asked`` is true if signatures say to how many deals their owners agreed; ``challenged`` is the
    length of the longest text of challenges. ``transfers`` is the number of payments, None without
    a settlement; ``beside`` is true if they stand beside the matrix, ``goes_on`` if the game is not
    over. ``most_deals`` is the fixed number of deals of a game that has one, ``lines`` the number
    of additional lines of long texts. ``code`` is the height of a code beside the end of the sheet,
    ``codes`` that of codes below it (mm).
    """

    title: str
    outcome: str
    club: str
    names: Sequence[str]
    said: Sequence[int]
    struck: int
    sums: int
    transfers: int | None
    beside: bool
    goes_on: bool
    most_deals: int | None
    asked: bool
    challenged: int
    lines: int
    code: float
    codes: float


def lay_out(contents: Contents, paper: Paper) -> Layout:
    """Return the measures of a sheet; with many players the paper is in landscape format."""
    players = len(contents.names)
    upright = players <= UPRIGHT_PLAYERS
    width, height = SIZES[paper] if upright else reversed(SIZES[paper])
    first = 40.0 if players <= 3 else 34.0
    column = (width - 2 * _SIDE - first) / players
    dense = column < _DENSE
    names = fit_names(contents.names, column - (_DENSE_PADDING if dense else _PADDING))
    title = fit_title_lines(contents.title, contents.outcome, width - 2 * _SIDE)
    title_height = title.height + _club(contents.club, width - 2 * _SIDE - SUITS)
    plain = is_plain([contents.title, *contents.names])
    page = height - _TOP - _FOOT - names.more - (_SPARE if plain else _SPARE + _OTHER_SCRIPT)
    end = _end(contents, dense=dense)
    rest = _rest(contents, end, dense=dense)
    rows = _rows(
        contents,
        rest,
        page - _HEAD - title_height,
        page - _NEXT_HEAD,
        air=_air(contents, dense=dense),
    )
    return Layout(
        paper=paper if upright else f"{paper}-wide",
        title_pixels=title.pixels,
        row=rows.height,
        first_column=first,
        name_pixels=names.pixels,
        dense=dense,
        tight=rows.tight,
        blank_rows=rows.blank,
        split=rows.split,
        payments_first=rows.payments_first,
        last_rows=rows.last,
        code_lift=end.code_lift,
    )


def _club(name: str, width: float) -> float:
    """Return the height of the club's name, which stands beside the suits, in ``width``; in mm."""
    if not name:
        return 0.0
    return _CLUB + (lines_of(name, letters_in(width, _CLUB_PIXELS)) - 1) * _CLUB_LINE


def _sums(contents: Contents) -> float:
    """Return the height of the sums and the legend below the deals, in mm."""
    return (contents.sums - 1) * _SUM + _LARGE_SUM + _LEGEND


def _rest(contents: Contents, end: EndLayout, *, dense: bool) -> float:
    """Return the height of the settlement and of what follows it, in mm."""
    money = 0.0
    if contents.transfers is not None:
        money = _matrix(contents, dense=dense)
        if not contents.beside:
            money += _payments(contents.transfers)
    return money + end.height + contents.codes


def _end(contents: Contents, *, dense: bool) -> EndLayout:
    """Return the measures of the rules, the signatures and a code beside them."""
    free = 0.0
    if contents.transfers is not None and contents.beside:
        free = _matrix(contents, dense=dense) - (contents.transfers + 1) * _TRANSFER
    return lay_out_end(
        contents.names,
        lines=contents.lines,
        asked=contents.asked,
        challenged=contents.challenged,
        code=contents.code,
        free=free,
    )


def _matrix(contents: Contents, *, dense: bool) -> float:
    """Return the height of what each pair owes, in mm."""
    row = _DENSE_MATRIX_ROW if dense else _MATRIX_ROW
    return _MATRIX_HEAD + len(contents.names) * row


def _air(contents: Contents, *, dense: bool) -> float:
    """Return how much height less air between the parts saves, in mm."""
    air = _TIGHT + contents.sums * _TIGHT_SUM
    if contents.transfers is not None:
        air += _TIGHT_MONEY + (0 if dense else len(contents.names) * _TIGHT_MATRIX_ROW)
    return air


def _payments(transfers: int) -> float:
    """Return the height of the payments, two side by side, in mm."""
    return ((transfers + 1) // 2 + 1) * _TRANSFER


def beside(names: Sequence[str], longest_amount: int) -> bool:
    """Tell whether the payments fit beside the matrix; ``longest_amount`` is in characters."""
    widest = max([len(name) for name in names])
    return len(names) <= 4 and widest <= _BESIDE_LETTERS and longest_amount <= _BESIDE_AMOUNT


class _Rows(NamedTuple):
    height: float
    blank: int = 0
    tight: bool = False
    split: bool = False
    payments_first: bool = False
    last: int = 0


def _rows(
    contents: Contents, rest: float, first_page: float, next_page: float, *, air: float
) -> _Rows:
    """Return the height of the rows of deals.

    ``rest`` is the height of what follows the sums, pages are heights for deals and the rest (mm).
    If everything fits on one page, the deals share the height that the rest leaves; if it fits
    with less ``air`` between the parts, that is taken from them. If only the deals fit, the
    settlement begins the next page; its payments stay with the deals if that saves a page. Else the
    deals run over several pages, and some of them stand on the last one. A game that is not over
    gets empty rows to write in.
    """
    page = first_page - _sums(contents) - contents.struck * _STRUCK - sum(contents.said) * _SAID
    room = page - rest
    most = contents.most_deals
    roomiest = _ROOMIEST if most is None else _ROOMIEST_OF_FEW
    fitting = int(room / _ROOMY) if most is None else min(most, int(room / _CLOSE))
    counted = len(contents.said) - contents.struck
    if contents.goes_on and counted < fitting:
        return _Rows(min(room / fitting, roomiest), blank=fitting - counted)
    deals = max(counted, 1)
    if room >= deals * _CLOSE:
        return _Rows(min(room / deals, roomiest))
    if room + air >= deals * _CLOSE:
        return _Rows((room + air) / deals, tight=True)
    if page >= deals * _CLOSE and contents.transfers is not None:
        payments = 0.0 if contents.beside else _payments(contents.transfers)
        saves_a_page = 0 < rest - (next_page + _NEXT_HEAD - _NEXT_TOP) <= payments
        if saves_a_page and page - payments >= deals * _CLOSE:
            room = page - payments
            return _Rows(min(room / deals, _ROOMY), split=True, payments_first=True)
        return _Rows(min(page / deals, _ROOMY), split=True)
    return _paged(contents, rest, first_page, next_page)


def _paged(contents: Contents, rest: float, first_page: float, next_page: float) -> _Rows:
    """Return rows that run over several pages, with the rows of the last page of deals.

    A settlement for which that page has no room begins a page of its own.
    """
    heights = [_CLOSE + lines * _SAID for lines in contents.said]
    deals, room = len(heights), next_page - _sums(contents)
    with_rest = _fitting(heights[::-1], room - rest)
    split = with_rest < _FEWEST_LAST and contents.transfers is not None
    most = max(_FEWEST_LAST, _fitting(heights[::-1], room) if split else with_rest)
    before = max(1, _fitting(heights, first_page))
    while deals - most > before:
        before += max(1, _fitting(heights[before:], next_page))
    last = max(_FEWEST_LAST, deals - before)
    # Where all rows would be moved, the first page would have none.
    return _Rows(_CLOSE, split=split, last=last if last < deals else 0)


def _fitting(heights: Sequence[float], room: float) -> int:
    """Return how many of the first heights fit into ``room``, in mm."""
    return len([total for total in accumulate(heights) if total <= room])
