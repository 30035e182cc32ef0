"""Finds the visible colours of an SVG, to refuse an empty drawing.

Only what surely cannot be seen is left out: without paint, without size, beside the drawing, or
below a rectangle that covers all of it. Paper is white.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.record.club_mark.allowed import LINK, SHAPES
from scorekeeper.record.club_mark.mark import WHITE
from scorekeeper.record.club_mark.parts import SvgPart, SvgParts, ViewBox
from scorekeeper.record.club_mark.rectangles import Rectangle, around, rectangle_of, stroke_width
from scorekeeper.record.club_mark.values import Matrix, multiply, read_numbers

_STAYS: Final[Matrix] = (1, 0, 0, 1, 0, 0)
_CORNER: Final = 2
"""How many widths of a line its pointed corners stand out."""
_SHOWN: Final = {True: "visible", False: "hidden"}


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a part, from its own attributes and those of the elements around it.

    ``where`` is the area of the drawing to which the part is clipped; ``matrix`` transforms the
    coordinates of the part to those of the drawing.
    """

    where: Rectangle
    matrix: Matrix = _STAYS
    is_shown: bool = True
    opacity: float = 1.0
    color: str = "#000000"
    fill: str = "#000000"
    stroke: str = "none"
    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    stroke_width: str = "1"


def colors_seen(parts: SvgParts) -> set[str]:
    """Return the colours that can be seen of a drawing on white paper, white among them or not.

    ``parts`` were written before, so nothing in them is used within itself.
    """
    painter = _Painter(parts)
    painter.paint(parts.root, _Look(painter.view))
    return painter.seen


class _Painter:
    """Notes the colours of one drawing, in the order in which they lie over one another."""

    def __init__(self, parts: SvgParts) -> None:
        self._by_id = parts.by_id
        self.view = _rectangle_of_box(parts.box)
        self.seen = {WHITE}

    def paint(self, part: SvgPart, outer: _Look) -> None:
        if part.kept.get("display") == "none":
            return
        look = self._look_of(part.kept, outer)
        if part.name in SHAPES:
            self._paint_shape(part, look)
        elif part.name in ("svg", "g"):
            for each in part.parts:
                self.paint(each, look)
        elif LINK in part.kept:
            used = replace(look, matrix=multiply(look.matrix, _shift_of(part.kept)))
            self.paint(self._by_id[part.kept[LINK]], used)

    def _look_of(self, kept: Mapping[str, str], outer: _Look) -> _Look:
        matrix = multiply(outer.matrix, _matrix_of(kept))
        where = outer.where
        if "clip-path" in kept:
            where = where.common(self._rectangle_of_clip(self._by_id[kept["clip-path"]], matrix))
        return _Look(
            where=where,
            matrix=matrix,
            is_shown=kept.get("visibility", _SHOWN[outer.is_shown]) == "visible",
            opacity=outer.opacity * float(kept.get("opacity", "1")),
            color=kept.get("color", outer.color),
            fill=kept.get("fill", outer.fill),
            stroke=kept.get("stroke", outer.stroke),
            fill_opacity=float(kept.get("fill-opacity", outer.fill_opacity)),
            stroke_opacity=float(kept.get("stroke-opacity", outer.stroke_opacity)),
            stroke_width=kept.get("stroke-width", outer.stroke_width),
        )

    def _paint_shape(self, part: SvgPart, look: _Look) -> None:
        rectangle = rectangle_of(part.name, part.kept, self.view)
        if rectangle is None or not look.is_shown:
            return
        if part.name != "line" and rectangle.has_area:
            self._note(rectangle, look, look.fill, look.fill_opacity, covers=_is_box(part, look))
        width = stroke_width(look.stroke_width, self.view)
        if width > 0:
            drawn = rectangle.grown(_CORNER * width)
            self._note(drawn, look, look.stroke, look.stroke_opacity, covers=False)

    def _note(
        self, rectangle: Rectangle, look: _Look, paint: str, opacity: float, *, covers: bool
    ) -> None:
        """Note the colour of what is painted in a rectangle; if it ``covers`` that, all of it."""
        color, own = _color_of(paint.replace("currentColor", look.color))
        opacity *= own * look.opacity
        where = rectangle.moved(look.matrix).common(look.where)
        if opacity <= 0 or not where.has_area:
            return
        if covers and opacity >= 1 and where.covers(self.view):
            self.seen.clear()
        self.seen.add(color)

    def _rectangle_of_clip(self, clip: SvgPart, matrix: Matrix) -> Rectangle:
        """Return where a clipping path leaves anything, a rectangle without area if nowhere."""
        matrix = multiply(matrix, _matrix_of(clip.kept))
        found = []
        for part in clip.parts:
            own = multiply(matrix, _matrix_of(part.kept))
            shape = part
            if LINK in part.kept:
                shape = self._by_id[part.kept[LINK]]
                own = multiply(own, _shift_of(part.kept))
                own = multiply(own, _matrix_of(shape.kept))
            rectangle = rectangle_of(shape.name, shape.kept, self.view)
            found += [rectangle.moved(own)] if rectangle else []
        corners = [corner for each in found for corner in (each[:2], each[2:])]
        return around(corners) if corners else Rectangle(0, 0, 0, 0)


def _rectangle_of_box(box: ViewBox) -> Rectangle:
    return Rectangle(box.x, box.y, box.x + box.width, box.y + box.height)


def _color_of(paint: str) -> tuple[str, float]:
    """Return the colour of a paint without its opacity, and that."""
    if paint == "none":
        return WHITE, 0.0
    if not paint.startswith("rgba"):
        return paint, 1.0
    red, green, blue, alpha = paint[len("rgba(") : -1].split(",")
    return f"#{int(red):02x}{int(green):02x}{int(blue):02x}", float(alpha)


def _matrix_of(kept: Mapping[str, str]) -> Matrix:
    if "transform" not in kept:
        return _STAYS
    a, b, c, d, e, f = read_numbers(kept["transform"].removeprefix("matrix(")[:-1])
    return a, b, c, d, e, f


def _shift_of(kept: Mapping[str, str]) -> Matrix:
    """Return by how much a ``use`` moves what it points to."""
    return 1, 0, 0, 1, float(kept.get("x", "0")), float(kept.get("y", "0"))


def _is_box(part: SvgPart, look: _Look) -> bool:
    """Whether a shape fills all of the rectangle that it has in the drawing."""
    _, b, c, *_ = look.matrix
    return part.name == "rect" and b == c == 0 and not {"rx", "ry"} & set(part.kept)
