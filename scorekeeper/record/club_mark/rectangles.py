"""Finds a rectangle that surely contains a shape of a mark; it may be too large.

Shapes and lengths are as they were written, so each number stands in one form. A curve lies between
its ends and what bends it, an arc no farther from its ends than it is wide.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Final, NamedTuple

from scorekeeper.record.club_mark.values import Matrix

_STEP: Final = re.compile(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*)")
"""A letter, which an E inside of a number is not, and what stands behind it."""
Point = tuple[float, float]


class Rectangle(NamedTuple):
    """A rectangle with its sides along the axes; it may be a line or a point."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def has_area(self) -> bool:
        """Whether it is more than a line or a point."""
        return self.left < self.right and self.top < self.bottom

    @property
    def size(self) -> Point:
        """Its width and height."""
        return self.right - self.left, self.bottom - self.top

    def covers(self, other: "Rectangle") -> bool:
        """Whether nothing of another one lies outside of this one."""
        return self.common(other) == other

    def common(self, other: "Rectangle") -> "Rectangle":
        """Return what two have in common; without area if that is nothing."""
        return Rectangle(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def grown(self, by: float) -> "Rectangle":
        """Return one that is larger by so much on each side."""
        return Rectangle(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, matrix: Matrix) -> "Rectangle":
        """Return where it lies after a transformation."""
        a, b, c, d, e, f = matrix
        corners = [(x, y) for x in (self.left, self.right) for y in (self.top, self.bottom)]
        return around([(a * x + c * y + e, b * x + d * y + f) for x, y in corners])


def around(points: Iterable[Point]) -> Rectangle:
    """Return the smallest rectangle that holds some points, of which there is at least one."""
    across, down = zip(*points, strict=True)
    return Rectangle(min(across), min(down), max(across), max(down))


def rectangle_of(name: str, attributes: Mapping[str, str], view: Rectangle) -> Rectangle | None:
    """Return where a shape lies, None if it draws nothing; ``view`` is what percentages are of."""
    width, height = view.size

    def length(key: str, whole: float) -> float:
        return _length(attributes.get(key, "0"), whole)

    def across(key: str) -> float:
        return length(key, width)

    def down(key: str) -> float:
        return length(key, height)

    match name:
        case "rect":
            x, y, w, h = across("x"), down("y"), across("width"), down("height")
            return Rectangle(x, y, x + w, y + h) if w > 0 and h > 0 else None
        case "circle" | "ellipse":
            r = length("r", _diagonal(view))
            rx, ry = across("rx") or r or down("ry"), down("ry") or r or across("rx")
            x, y = across("cx"), down("cy")
            return Rectangle(x - rx, y - ry, x + rx, y + ry) if rx > 0 and ry > 0 else None
        case "line":
            return around([(across("x1"), down("y1")), (across("x2"), down("y2"))])
    points = list(_points_of(attributes.get("d") or attributes.get("points", "")))
    return around(points) if len(points) > 1 else None


def stroke_width(text: str, view: Rectangle) -> float:
    """Return how wide a line is drawn."""
    return _length(text, _diagonal(view))


def _diagonal(view: Rectangle) -> float:
    """Return what a percentage is of that is neither of the width nor of the height."""
    return hypot(*view.size) / 2**0.5


def _length(text: str, whole: float) -> float:
    return float(text[:-1]) * whole / 100 if text.endswith("%") else float(text)


def _points_of(path: str) -> Iterator[Point]:
    """Yield points between which a path lies: ends of its steps, and what bends them."""
    here = start = bend = (0.0, 0.0)
    for letter, numbers in _steps_of(path):
        kind, from_here = letter.upper(), here if letter.islower() else (0.0, 0.0)
        if kind == "Z":
            here = bend = start
            continue
        if kind in "ST":  # the first bend mirrors the last one
            yield 2 * here[0] - bend[0], 2 * here[1] - bend[1]
            bend = 2 * here[0] - bend[0], 2 * here[1] - bend[1]
        end = _end_of(kind, numbers, from_here, here)
        if kind == "A":
            reach = _reach_of_arc(numbers, hypot(end[0] - here[0], end[1] - here[1]))
            for x, y in (here, end):
                yield from ((x - reach, y - reach), (x + reach, y + reach))
        pairs = _pairs(numbers, from_here) if kind in "CSQ" else []
        yield from pairs
        yield end
        bend = pairs[-2] if pairs else bend if kind == "T" else end
        here, start = end, end if kind == "M" else start


def _steps_of(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each step of a path as it was written: its letter, then its numbers."""
    for step in _STEP.finditer(path):
        yield step[1], list(map(float, step[2].split()))


def _pairs(numbers: Sequence[float], base: Point) -> list[Point]:
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return [(base[0] + x, base[1] + y) for x, y in pairs]


def _end_of(kind: str, numbers: Sequence[float], base: Point, here: Point) -> Point:
    """Return where a step ends; ``base`` is what its numbers are added to."""
    match kind:
        case "H":
            return base[0] + numbers[0], here[1]
        case "V":
            return here[0], base[1] + numbers[0]
    return base[0] + numbers[-2], base[1] + numbers[-1]


def _reach_of_arc(numbers: Sequence[float], distance: float) -> float:
    """Return how far an arc is from the nearer of its ends at most.

    Radii that are too small for the ``distance`` of its ends grow until they are enough.
    """
    small, large = sorted(numbers[:2])
    return 2 * large * max(1.0, distance / 2 / small) if small else 0.0
