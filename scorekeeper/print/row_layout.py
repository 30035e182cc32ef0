"""Computes how the deals of a sheet and what follows them share its pages; lengths are in mm."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf
from typing import Final, Literal, NamedTuple

NewPage = Literal["", "settlement", "pairs", "payments"]
"""What begins a new page after the deals; before ``pairs`` the payments stand under the deals."""

_ROOMIEST: Final = 14.5
_HIGHEST: Final = 18.5
"""Rows of a game with a fixed number of deals, and where a page would stay half empty."""
_ROOMY: Final = 13.5
CLOSE: Final = 10.6
"""The height of rows of which as many as possible are to fit."""
_STEP: Final = 0.25
_FEWEST_LAST: Final = 3
"""The fewest rows of deals on a page that ends the sheet."""
_BLANK: Final = 0.3
"""The share of a page that may stay blank below the deals or the settlement."""
_MOST_BLANK: Final = 0.5
"""The same where it keeps the last deals beside the lines to sign."""


class RowHeight(NamedTuple):
    """The height of a row besides what all share; one that does not count has nothing else."""

    own: float
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PartHeights:
    """The heights of the parts of a sheet and of the pages.

    ``matrix`` is 0 without a settlement, ``payments`` also if they stand beside it. ``air`` is by
    how much less air between parts can make the sheet shorter. ``first`` is the room of the first
    page for deals and what follows them, ``further`` that below the names of a further page,
    ``whole`` that of a page without names.
    """

    rows: Sequence[RowHeight]
    sums: float
    matrix: float
    payments: float
    end: float
    air: float
    first: float
    further: float
    whole: float

    @property
    def rest(self) -> float:
        """The height of what follows the sums."""
        return self.matrix + self.payments + self.end

    @property
    def counted(self) -> int:
        """How many deals count."""
        return sum(row.counts for row in self.rows)

    @property
    def room(self) -> float:
        """What the first page has for the rows of the deals that count, above the sums."""
        return self.first - self.sums - sum([row.own for row in self.rows])


class RowLayout(NamedTuple):
    """The height of rows, and where pages begin.

    ``last`` is how many rows of deals begin the last page of deals; 0 if all are on one page.
    ``end_page`` is true if the end of the sheet begins a page after the whole settlement.
    """

    height: float
    blank: int = 0
    tight: bool = False
    new_page: NewPage = ""
    last: int = 0
    end_page: bool = False


def lay_out_rows(parts: PartHeights, most: int | None, *, goes_on: bool) -> RowLayout:
    """Return the height of the rows of deals; ``most`` is a fixed number of deals of a game.

    If everything fits on one page, the deals share the height that the rest leaves; if it fits
    with less air between the parts, that is taken from them. If only the deals fit, a part of the
    settlement begins the next page. Else the deals run over several pages, and some of them stand
    on the last one. A game that is not over gets empty rows to write in.
    """
    one = _one_page(parts, most, goes_on=goes_on)
    return one or _two_pages(parts, most, goes_on=goes_on) or _many_pages(parts)


def _one_page(parts: PartHeights, most: int | None, *, goes_on: bool) -> RowLayout | None:
    """Return rows with which everything is on one page, None if it does not fit."""
    room = parts.room - parts.rest
    roomiest = _ROOMIEST if most is None else _HIGHEST
    fitting = _rows_in(room, most)
    if goes_on and parts.counted < fitting:
        return RowLayout(min(room / fitting, roomiest), blank=fitting - parts.counted)
    deals = max(parts.counted, 1)
    if room >= deals * CLOSE:
        return RowLayout(min(room / deals, roomiest))
    if room + parts.air >= deals * CLOSE:
        return RowLayout((room + parts.air) / deals, tight=True)
    return None


def _rows_in(room: float, most: int | None) -> int:
    """Return how many rows to write in a room has; ``most`` is a fixed number of deals."""
    return int(room / _ROOMY) if most is None else min(most, int(room / CLOSE))


def _two_pages(parts: PartHeights, most: int | None, *, goes_on: bool) -> RowLayout | None:
    """Return rows with which all deals are on the first page and fill it, None if they do not fit.

    Without a settlement the last deals stay beside the lines to sign unless that leaves too much of
    the page blank.
    """
    deals, room = max(parts.counted, 1), parts.room
    if room < deals * CLOSE:
        return None
    if parts.matrix:
        return _before_money(parts, deals)
    without_last = parts.first - (deals - _FEWEST_LAST) * _HIGHEST
    if without_last <= _MOST_BLANK * parts.first:
        return None
    with_blank = max(deals, _rows_in(room, most)) if goes_on else deals
    return RowLayout(min(room / with_blank, _HIGHEST), blank=with_blank - deals, end_page=True)


def _before_money(parts: PartHeights, deals: int) -> RowLayout:
    """Return rows of a first page that has all deals and, if need be, a part of the settlement."""
    room = parts.room
    is_filled = room - deals * _HIGHEST <= _BLANK * parts.first
    if not (is_filled and parts.rest <= parts.whole):
        for new_page, beneath in _beneath_deals(parts):
            if room - beneath >= deals * CLOSE and parts.rest - beneath <= parts.whole:
                return RowLayout(min((room - beneath) / deals, _HIGHEST), new_page=new_page)
    height = min(room / deals, _HIGHEST)
    return RowLayout(height, new_page="settlement", end_page=_end_begins_page(parts))


def _end_begins_page(parts: PartHeights) -> bool:
    """Tell whether a page that the settlement begins would stay half empty without the payments."""
    last = parts.matrix % parts.whole
    is_low = last < (1 - _BLANK) * parts.whole
    return is_low and last + parts.payments <= parts.whole < last + parts.payments + parts.end


def _beneath_deals(parts: PartHeights) -> Sequence[tuple[NewPage, float]]:
    """Return which part of the money may begin a new page, with the height of the other one."""
    return (("payments", parts.matrix), ("pairs", parts.payments)) if parts.payments else ()


def _many_pages(parts: PartHeights) -> RowLayout:
    """Return rows that run over several pages, as few as may be, and fill them."""
    ways: list[tuple[NewPage, float]] = [("", parts.rest)]
    if parts.matrix:
        ways += [("settlement", 0.0), *_beneath_deals(parts)]
    plans = [_plan(parts, new_page, beneath) for new_page, beneath in ways]
    return min(plans, key=lambda plan: plan.pages).rows


class _Plan(NamedTuple):
    pages: float
    rows: RowLayout


def _plan(parts: PartHeights, new_page: NewPage, beneath: float) -> _Plan:
    """Return the layout with so much beneath the sums, its rows as high as they can be."""
    tail = parts.sums + beneath
    height, fewest = CLOSE, _run_on(parts, CLOSE, tail)[0]
    while height + _STEP <= _HIGHEST and _run_on(parts, height + _STEP, tail)[0] <= fewest < inf:
        height += _STEP
    pages, last = _run_on(parts, height, tail)
    left = parts.rest - beneath
    # Where all rows would be moved, the first page would have none.
    last = last if last < len(parts.rows) else 0
    end_page = new_page == "settlement" and _end_begins_page(parts)
    rows = RowLayout(height, new_page=new_page, last=last, end_page=end_page)
    return _Plan(pages + (left > 0) + (left > parts.whole), rows)


def _run_on(parts: PartHeights, height: float, tail: float) -> tuple[float, int]:
    """Return on how many pages rows of a height stand, and how many of them on the last one.

    The pages are infinite if the last one has no room for a few rows and the tail.
    """
    heights = [row.own + height * row.counts for row in parts.rows]
    fewest = min(_FEWEST_LAST, len(heights))
    with_tail = _fitting(heights[::-1], parts.further - tail)
    most = max(fewest, with_tail)
    before, pages = max(1, _fitting(heights, parts.first)), 2
    while len(heights) - most > before:
        before += max(1, _fitting(heights[before:], parts.further))
        pages += 1
    return pages if with_tail >= fewest else inf, max(fewest, len(heights) - before)


def _fitting(heights: Sequence[float], room: float) -> int:
    """Return how many of the first heights fit into a room."""
    return len([total for total in accumulate(heights) if total <= room])
