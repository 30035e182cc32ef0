"""The chart of a sum that grows and falls from night to night: its line, and that of zero.

Coordinates are whole units of a fixed frame that the page draws at any size; y grows downwards.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from scorekeeper.domain.settlement import Score
from scorekeeper.wording import write_plural, write_short_date

WIDTH: Final = 560
HEIGHT: Final = 200
LEFT: Final = 8
RIGHT: Final = 408
TOP: Final = 24
BOTTOM: Final = 148
_LABEL_GAP: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class SumChart:
    """The line, which begins at zero before the first night, and the figure at its end.

    ``end_y`` is the height of the line's end, ``label_y`` that of its figure, moved away from the
    figure of the zero line. ``words`` describe the line for a screen reader.
    """

    width: ClassVar = WIDTH
    height: ClassVar = HEIGHT
    left: ClassVar = LEFT
    right: ClassVar = RIGHT
    path: str
    end_y: int
    label_y: int
    zero_y: int
    first: str
    last: str
    end: str
    words: str


def make_sum_chart(
    sums: Sequence[tuple[str, Score]], write: Callable[[Score], str]
) -> SumChart | None:
    """Return the chart of pairs of a date and the sum so far; None if it was always zero.

    One night is a line too: from zero to its sum. ``write`` writes a sum in words.
    """
    if not any(total for _, total in sums):
        return None
    totals: list[Score] = [0, *[total for _, total in sums]]
    low, high = min(totals), max(totals)
    heights = [BOTTOM - int((total - low) * (BOTTOM - TOP) // (high - low)) for total in totals]
    spots = [f"{LEFT + at * (RIGHT - LEFT) // len(sums)},{y}" for at, y in enumerate(heights)]
    end = write(totals[-1])
    first, last = write_short_date(sums[0][0]), write_short_date(sums[-1][0])
    nights = write_plural(len(sums), "night")
    return SumChart(
        path=" ".join(spots),
        end_y=heights[-1],
        label_y=_away_from(heights[0], heights[-1]),
        zero_y=heights[0],
        first=first,
        last=last if last != first else "",
        end=end,
        words=f"{end} after {nights}, from {first} to {last}.",
    )


def _away_from(zero_y: int, end_y: int) -> int:
    """Return the height at which the figure at the end does not touch that of the zero line."""
    if end_y < zero_y:
        return min(end_y, zero_y - _LABEL_GAP)
    return max(end_y, zero_y + _LABEL_GAP) if end_y > zero_y else end_y
