"""How a score sheet is laid out: columns by the number of players, and rows by a first try.

The first try has rows of a usual height. If it is one page, it is the sheet. Else the heights that
its parts have there say how high rows may be, and where pages begin so that none is half empty.
Lengths are in mm; those of ``static/papers/sheet.css`` that are not measured stand here.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from scorekeeper.papers.paper import (
    SIDES,
    SIZES,
    Box,
    Size,
    is_large,
    letters_in,
    lines_of,
    words_of,
)

_UPRIGHT_PLAYERS: Final = 6
"""The most players for whom the paper stands upright."""
_PADDING: Final = 5.0
_DENSE_PADDING: Final = 3.4
_DENSE: Final = 26.0
"""Columns narrower than this have smaller figures."""
_NAME_PIXELS: Final = (22.0, 19.0, 17.0, 15.0, 13.5, 12.0)
_SHORT_NAME: Final = 12
_USUAL_NAME: Final = 18
LONG_NAME: Final = 22
"""Longer names have a wider column and smaller type, and their payments a line each."""

_MARGINS: Final = 8.5 + 14.5
_LARGE_MARGINS: Final = 6.0 + 11.0
_NEXT_TOP: Final = 12.0
"""The upper margin of a further page, beyond that of the first."""
HIGHEST: Final = 18.5
"""Rows of a game with a fixed number of deals, and where a page would stay half empty."""
_ROOMIEST: Final = 14.5
USUAL: Final = 13.5
_CLOSE: Final = 10.6
"""The height of rows of which as many as possible are to fit."""
_NUMBER: Final = 6.5
"""What a row needs above its notes."""
_STEP: Final = 0.1
_SPARE: Final = 3.0
"""What stays free on a page: WeasyPrint moves a table that would end at its very foot."""
_MONEY_FOOT: Final = 2.4
"""What stays blank below money whose payments are not beside the matrix."""
_FEWEST_LAST: Final = 3
"""The fewest rows of deals on a page that ends the sheet."""
_BLANK: Final = 0.3
"""The share of a page that may stay blank below the deals or the settlement."""
_MOST_BLANK: Final = 0.5
"""The same where it keeps the last deals beside the lines to sign."""
_TIGHT: Final = 7.0
"""The height that ``.tight`` saves in the heads and the legend; below, for each such row."""
_TIGHT_SUM: Final = 0.7
_TIGHT_MONEY: Final = 1.0
_TIGHT_ROW: Final = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The widths of a sheet; ``name_pixels`` is the size of the names in CSS pixels.

    ``dense`` is true if columns are narrow.
    """

    paper: str
    height: float
    width: float
    first: float
    dense: bool
    name_pixels: float


def lay_out_columns(names: Sequence[str], size: Size) -> Columns:
    """Return the columns of a sheet; with many players the paper is in landscape format."""
    players = len(names)
    upright = players <= _UPRIGHT_PLAYERS and not is_large(size)
    width, height = SIZES[size] if upright else (SIZES[size][1], SIZES[size][0])
    inner = width - 2 * SIDES[size]
    first = 40.0 if players <= 3 and not is_large(size) else 34.0
    column = (inner - first) / players
    dense = column < _DENSE
    return Columns(
        paper=size if upright else f"{size}-wide",
        height=height - (_LARGE_MARGINS if is_large(size) else _MARGINS),
        width=inner,
        first=first,
        dense=dense,
        name_pixels=_fit_names(names, column - (_DENSE_PADDING if dense else _PADDING)),
    )


def _fit_names(names: Sequence[str], width: float) -> float:
    """Return the largest size at which all names fit on two lines, else the smallest."""
    for pixels in _NAME_PIXELS:
        letters = letters_in(width, pixels)
        lines = max([lines_of(name, letters) for name in names])
        longest = max([len(word) for name in names for word in words_of(name)])
        if lines <= 2 and longest <= letters:
            return pixels
    return _NAME_PIXELS[-1]


def signatures_in_row(players: int) -> int:
    """Return how many signatures stand side by side across the paper."""
    return players if players <= 4 else 3 if players <= _UPRIGHT_PLAYERS else 5


def signatures_beside_code(names: Sequence[str]) -> int:
    """Return how many signatures stand side by side where a code is beside them."""
    players, longest = len(names), max([len(name) for name in names])
    most = signatures_in_row(players)
    if longest <= _SHORT_NAME:
        return most
    return min(most, (3 if longest <= _USUAL_NAME else 2) + (players > _UPRIGHT_PLAYERS))


def stacked(names: Sequence[str], *, coded: bool) -> bool:
    """Tell whether names stand above the texts that their owners sign, for want of width."""
    if coded and signatures_beside_code(names) > 2:
        return True
    return max(map(len, names)) > (_SHORT_NAME if len(names) > 3 else _USUAL_NAME)


# --- rows and pages -------------------------------------------------------------------------------


class Rows(NamedTuple):
    """The height of the rows of deals, how many blank ones follow them, and where pages begin.

    ``last`` is how many rows of deals begin the last page of deals; 0 if all are on one page.
    ``sums_apart`` is true if the sums begin a page, ``breaks`` are the parts after them that do;
    ``pairs_last`` is true if the payments stand before the pairs.
    """

    height: float = USUAL
    blank: int = 0
    tight: bool = False
    last: int = 0
    sums_apart: bool = False
    breaks: tuple[str, ...] = ()
    pairs_last: bool = False


_MONEY_BREAKS: Final = (
    Rows(breaks=("pairs",)),
    Rows(breaks=("pairs", "end")),
    Rows(breaks=("payments",)),
    Rows(breaks=("pairs",), pairs_last=True),
)
"""Where pages may begin after the deals of a sheet with money, the better before the worse."""


_END_BREAKS: Final = (Rows(breaks=("end",)), Rows(breaks=("payments",)))
"""The same without pairs that settle."""


class Deal(NamedTuple):
    """What the row of a deal needs: at least ``need``, and ``said`` for what stands below it."""

    need: float
    said: float
    counts: bool

    def at(self, height: float) -> float:
        """Return its height among rows of this height; one that does not count may be lower."""
        return self.said + (max(height, self.need) if self.counts else self.need)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The heights of the parts of a sheet, and of the pages.

    ``pairs`` is 0 without a settlement, ``payments`` also if they stand beside it. ``air`` is how
    much shorter the sheet is with less air between its parts. ``first`` is the room of the first
    page for deals and what follows them, ``further`` that below the names of a further page,
    ``whole`` that of a page without names. ``most`` is the fixed number of deals of a game that has
    one.
    """

    deals: tuple[Deal, ...]
    sums: float
    pairs: float
    payments: float
    end: float
    air: float
    first: float
    further: float
    whole: float
    most: int | None


def parts_of(boxes: Sequence[Box], columns: Columns, most: int | None) -> Parts:
    """Return the parts of a sheet whose first try had these boxes."""
    heights: dict[str, list[float]] = defaultdict(list)
    deals: list[Deal] = []
    for box in boxes:
        heights[box.part].append(box.height)
        if box.part in ("deal", "struck"):
            deals.append(Deal(box.height, 0.0, box.part == "deal"))
        elif box.part == "notes":
            deals[-1] = deals[-1]._replace(need=_NUMBER + box.height)
        elif box.part == "said":
            deals[-1] = deals[-1]._replace(said=box.height)
    fields = next(box for box in boxes if box.part == "fields")
    heads = heights["heads"][0]  # on a further page if the first try moved all of the table there
    pairs = sum(heights["pairs"])
    rows = 0 if columns.dense else len(heights["account"])
    return Parts(
        deals=tuple(deals),
        sums=sum(heights["sum"] + heights["legend"]),
        pairs=pairs,
        payments=sum(heights["payments"]),
        end=sum(heights["end"] + heights["codes"]) + _MONEY_FOOT * bool(heights["payments"]),
        air=_TIGHT
        + len(heights["sum"]) * _TIGHT_SUM
        + bool(pairs) * (_TIGHT_MONEY + rows * _TIGHT_ROW),
        first=columns.height - fields.top - fields.height - heads - _SPARE,
        further=columns.height - _NEXT_TOP - heads - _SPARE,
        whole=columns.height - _NEXT_TOP - _SPARE,
        most=most,
    )


def lay_out_rows(parts: Parts, *, goes_on: bool) -> Rows:
    """Return rows with which everything is on one page, or else on few pages that are full.

    If it fits with less air between the parts, that is taken from them. A game that is not over
    gets empty rows to write in.
    """
    room = parts.first - parts.sums - parts.pairs - parts.payments - parts.end
    top = _ROOMIEST if parts.most is None else HIGHEST
    blank = _blank_rows(parts, room) if goes_on else 0
    for is_tight in (False, True):
        height = _highest(parts, room + is_tight * parts.air, top, blank)
        if height is not None:
            return Rows(height, blank=blank, tight=is_tight)
    rows = _several_pages(parts)
    if not goes_on or rows.breaks != ("end",):
        return rows
    room = parts.first - parts.sums
    blank = _blank_rows(parts, room)
    return rows._replace(height=_highest(parts, room, HIGHEST, blank) or _CLOSE, blank=blank)


def _blank_rows(parts: Parts, room: float) -> int:
    """Return how many empty rows there is room for after the deals."""
    height = USUAL if parts.most is None else _CLOSE
    fitting = int((room - _height(parts, height)) / height)
    counted = sum([deal.counts for deal in parts.deals])
    return max(0, fitting if parts.most is None else min(fitting, parts.most - counted))


def _height(parts: Parts, height: float) -> float:
    return sum([deal.at(height) for deal in parts.deals])


def _highest(parts: Parts, room: float, top: float, blank: int) -> float | None:
    """Return the greatest height of rows with which they fit into a room; None if none do."""
    fitting = (
        height for height in _heights(top) if _height(parts, height) + blank * height <= room
    )
    return next(fitting, None)


def _heights(top: float) -> Iterator[float]:
    """Yield heights of rows, from the top one down to that of close rows."""
    for step in range(int((top - _CLOSE) / _STEP) + 1):
        yield round(top - step * _STEP, 1)


def _several_pages(parts: Parts) -> Rows:
    """Return the rows that take the fewest pages, leave the least blank, and are the highest."""
    ways = (Rows(), *(_MONEY_BREAKS if parts.pairs else _END_BREAKS))
    tried = [
        _try_pages(parts, way._replace(height=height))
        for way in ways
        for height in _heights(HIGHEST)
    ]
    return min(tried, key=lambda tried: tried[0])[1]


def _try_pages(parts: Parts, rows: Rows) -> tuple[tuple[int, bool, float, bool], Rows]:
    """Return how bad a way to fill several pages is, and the way with the rows on its last page.

    It is worse to have more pages, to have what no page has room for, to leave more of one blank
    than may be, and to tear the deals where money could stand on the next page instead.
    """
    pages, room, used, blank, last = 1, parts.first, 0.0, 0.0, 0
    is_torn = False
    for part, height, deals in _blocks(parts, rows):
        if used and (part in rows.breaks or used + height > room):
            blank = max(blank, 1 - used / room)
            pages, used = pages + 1, 0.0
            room = parts.further if part in ("deal", "sums") else parts.whole
            last = 0 if part == "deal" else last
        used += height
        last += deals
        if used > room:
            pages, is_torn = pages + int(used / room), True
    allowed = _BLANK if parts.pairs else _MOST_BLANK
    last = last if last < len(parts.deals) else 0
    badness = pages, is_torn, max(0.0, round(blank - allowed, 2)), bool(last and parts.pairs)
    return badness, rows._replace(last=last, sums_apart=not _fewest_last(parts, rows.height))


def _blocks(parts: Parts, rows: Rows) -> Iterator[tuple[str, float, int]]:
    """Yield what no page may tear: its first part, its height, and how many deals are in it.

    All that follows the deals up to the first break stands below the last of them.
    """
    heights = [deal.at(rows.height) for deal in parts.deals]
    first = len(heights) - _fewest_last(parts, rows.height)
    for height in heights[:first]:
        yield "deal", height, 1
    last = heights[first:]
    money = [("pairs", parts.pairs), ("payments", parts.payments)]
    block, tall, is_below = "deal" if last else "sums", sum(last) + parts.sums, True
    for part, height in (*(money[::-1] if rows.pairs_last else money), ("end", parts.end)):
        is_below = is_below and part not in rows.breaks
        if is_below or (part == "end" and part not in rows.breaks):
            tall += height
        elif height:
            yield block, tall, len(last) if block == "deal" else 0
            block, tall = part, height
    yield block, tall, len(last) if block == "deal" else 0


def _fewest_last(parts: Parts, height: float) -> int:
    """Return the fewest rows of deals to keep above the sums; 0 if no page has room for one.

    Where a page has no room for names, deals and sums, WeasyPrint would leave out the names.
    """
    last = [deal.at(height) for deal in parts.deals[-_FEWEST_LAST:]]
    fitting = [rows for rows in range(len(last)) if sum(last[rows:]) + parts.sums <= parts.further]
    return len(last) - fitting[0] if fitting else 0
