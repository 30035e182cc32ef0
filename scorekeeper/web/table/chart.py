"""The chart of a game's running totals, a line for each player.

Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from scorekeeper.domain.deals import Points
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.wording import write_names, write_plural, write_points

WIDTH: Final = 560
HEIGHT: Final = 340
LEFT: Final = 64
RIGHT: Final = 408
TOP: Final = 28
BOTTOM: Final = 290
_MOST_TICKS: Final = 9
_MOST_WIDE_TICKS: Final = 5
_WIDE_FROM: Final = 10
_LABEL_GAP: Final = 30
_LONGEST_LABEL: Final = 9


class Spot(NamedTuple):
    """A point in the frame."""

    x: int
    y: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartLine:
    """One player's line, which starts at 0 before the first deal; ``label`` is at ``label_y``."""

    name: str
    label: str
    spots: tuple[Spot, ...]
    label_y: int
    leads: bool

    @property
    def path(self) -> str:
        """The spots in the form that an SVG polyline needs: ``64,290 236,120``."""
        return " ".join([f"{spot.x},{spot.y}" for spot in self.spots])


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """The lines of all players, the heights of 0 and of the target, and the marks of deals.

    ``ticks`` are pairs of a place from the left and the number of the deal there.
    """

    width: ClassVar = WIDTH
    height: ClassVar = HEIGHT
    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    lines: tuple[ChartLine, ...]
    zero_y: int
    target: Points | None
    target_y: int | None
    ticks: tuple[tuple[int, int], ...]
    words: str


def make_chart(sheet: ScoreSheet) -> Chart | None:
    """Return the chart of the deals that count; ``None`` before the first."""
    totals = [[cell.running or 0 for cell in row.cells] for row in sheet.rows if row.counts]
    if not totals:
        return None
    target = sheet.variant.family.target(sheet.setup.options)
    columns = [(0, *column) for column in zip(*totals, strict=True)]
    scale = _Scale.of([total for column in columns for total in column] + [target or 0])
    ends = [scale.y(column[-1]) for column in columns]
    lines = [
        ChartLine(
            name=head.name,
            label=_cut(head.name),
            spots=tuple([Spot(_x(at, len(totals)), scale.y(y)) for at, y in enumerate(column)]),
            label_y=label_y,
            leads=head.leads,
        )
        for head, column, label_y in zip(sheet.heads, columns, _part(ends), strict=True)
    ]
    return Chart(
        lines=tuple(lines),
        zero_y=scale.y(0),
        target=target,
        target_y=None if target is None else scale.y(target),
        ticks=tuple(_ticks([row.number for row in sheet.rows if row.counts])),
        words=_words(sheet, len(totals), target),
    )


class _Scale(NamedTuple):
    low: Points
    span: Points

    @classmethod
    def of(cls, totals: Sequence[Points]) -> "_Scale":
        low = min(0, *totals)
        return cls(low, max(1, max(totals) - low))

    def y(self, total: Points) -> int:
        return BOTTOM - (total - self.low) * (BOTTOM - TOP) // self.span


def _x(at: int, deals: int) -> int:
    return LEFT + at * (RIGHT - LEFT) // deals


def _ticks(numbers: Sequence[int]) -> list[tuple[int, int]]:
    most = _MOST_TICKS if numbers[-1] < _WIDE_FROM else _MOST_WIDE_TICKS
    step = -(-len(numbers) // most)
    marked = range(step, len(numbers) + 1, step)
    return [(_x(at, len(numbers)), numbers[at - 1]) for at in marked]


def _part(ends: Sequence[int]) -> list[int]:
    """Return the heights of labels: their lines' ends, moved apart so that each can be read."""
    placed = dict.fromkeys(range(len(ends)), 0)
    order = sorted(placed, key=lambda seat: ends[seat])
    lowest = TOP
    for seat in order:
        placed[seat] = max(ends[seat], lowest)
        lowest = placed[seat] + _LABEL_GAP
    highest = BOTTOM
    for seat in reversed(order):
        placed[seat] = min(placed[seat], highest)
        highest = placed[seat] - _LABEL_GAP
    return [placed[seat] for seat in range(len(ends))]


def _cut(name: str) -> str:
    return name if len(name) <= _LONGEST_LABEL else f"{name[: _LONGEST_LABEL - 1].rstrip()}…"


def _words(sheet: ScoreSheet, deals: int, target: Points | None) -> str:
    totals = write_names([f"{head.name} {write_points(head.running)}" for head in sheet.heads])
    end = "" if target is None else f" The target is {write_points(target)}."
    return f"After {write_plural(deals, 'deal')}: {totals}.{end}"
