"""Rewrites an SVG: only the shapes that it draws, with only the attributes that are allowed.

A part that is used several times is written, and counted, at each use; a part that is only defined
is left out. Clipping paths come first, under names of our own; one of them cuts off whatever lies
outside the mark.
"""

from collections.abc import Collection, Mapping
from typing import Final

from scorekeeper.record.club_mark.allowed import LINK, SHAPES
from scorekeeper.record.club_mark.mark import MARK_BOUNDS, MarkError, check_ratio
from scorekeeper.record.club_mark.markup import SVG_SPACE
from scorekeeper.record.club_mark.parts import SvgPart, SvgParts
from scorekeeper.record.club_mark.values import in_digits

_MOST_LINKS: Final = 12
_OF_CLIPPING: Final = frozenset({"transform", "clip-rule"})
_HIDING: Final = frozenset({("display", "none"), ("visibility", "hidden")})
_OF_USE: Final = frozenset({LINK, "x", "y"})
_WHOLE: Final = "whole"
_OF_AN_ELEMENT: Final = 10
"""The cost of an element for a renderer, counted in numbers of a path."""


def write_drawing(parts: SvgParts) -> str:
    """Return the SVG of these parts. Raises ``MarkError`` if they draw nothing or too much."""
    return _Writer(parts).write()


class _Writer:
    """Writes one drawing; ``_numbers`` counts what a renderer will have to work through."""

    def __init__(self, parts: SvgParts) -> None:
        self._parts = parts
        self._clips: dict[str, tuple[str, str]] = {}
        self._numbers = 0

    def write(self) -> str:
        drawn, box = self._draw(self._parts.root, 0), self._parts.box
        check_ratio(box.width, box.height)
        if not drawn:
            raise MarkError("The SVG draws nothing")
        scale = MARK_BOUNDS.printed / max(box.width, box.height)
        attributes = {
            "xmlns": SVG_SPACE,
            "viewBox": " ".join(map(in_digits, box)),
            "width": in_digits(box.width * scale),
            "height": in_digits(box.height * scale),
        }
        sides = dict(zip(("x", "y", "width", "height"), map(in_digits, box), strict=True))
        whole = _tag("clipPath", {"id": _WHOLE}, _tag("rect", sides))
        clips = whole + "".join([text for _, text in self._clips.values()])
        drawn = _tag("g", {"clip-path": f"url(#{_WHOLE})"}, drawn)
        return _tag("svg", attributes, _tag("defs", {}, clips) + drawn)

    def _count(self, numbers: int) -> None:
        self._numbers += numbers
        if self._numbers > MARK_BOUNDS.numbers:
            raise MarkError("The SVG draws too much: make its paths simpler")

    def _draw(self, part: SvgPart, links: int) -> str:
        """Return the markup of a part, "" if it draws nothing.

        ``links`` is how many ``use`` elements led to the part.
        """
        if part.kept.get("display") == "none":
            return ""
        before = self._numbers
        if part.name in SHAPES:
            drawn = _shape(part, self._renamed(part.kept))
            self._count(_OF_AN_ELEMENT + drawn.count(" "))
        elif part.name in ("svg", "g"):
            drawn = self._group(part, "".join([self._draw(each, links) for each in part.parts]))
        elif LINK in part.kept:
            drawn = self._use(part, links)
        else:
            return ""
        if "opacity" in part.kept:  # what it covers is measured before it is drawn
            self._count(_OF_AN_ELEMENT + self._numbers - before)
        return drawn

    def _use(self, part: SvgPart, links: int) -> str:
        """Return the markup that stands in the place of a ``use``: that of what it points to."""
        if links == _MOST_LINKS:
            raise MarkError("The SVG uses something within itself")
        drawn = self._draw(self._parts.by_id[part.kept[LINK]], links + 1)
        return self._group(part, _tag("g", {"transform": _shift(part)}, drawn))

    def _group(self, part: SvgPart, drawn: str) -> str:
        self._count(_OF_AN_ELEMENT)
        kept = {name: value for name, value in part.kept.items() if name not in _OF_USE}
        return _tag("g", self._renamed(kept), drawn) if drawn else ""

    def _renamed(self, kept: Mapping[str, str]) -> dict[str, str]:
        """Return attributes with our own name of the clipping path in place of that in the file."""
        found = dict(kept)
        if "clip-path" in kept:
            found["clip-path"] = f"url(#{self._clipping(kept['clip-path'])})"
        return found

    def _clipping(self, clip: str) -> str:
        """Return our name of a clipping path; its numbers are counted at each use."""
        if clip not in self._clips:
            name, part = f"clip{len(self._clips) + 1}", self._parts.by_id[clip]
            _check_cutting(part)
            drawn = "".join([self._clipping_shape(each) for each in part.parts])
            kept = _only(part.kept, _OF_CLIPPING)
            self._clips[clip] = name, _tag("clipPath", {"id": name, **kept}, drawn)
        name, text = self._clips[clip]
        self._count(_OF_AN_ELEMENT * text.count("<") + text.count(" "))
        return name

    def _clipping_shape(self, part: SvgPart) -> str:
        """Return a shape to clip by; a ``use`` becomes its shape, as no group is drawn there."""
        moved = ""
        _check_cutting(part)
        if LINK in part.kept:
            moved = f"{part.kept.get('transform', '')} {_shift(part)} "
            part = self._parts.by_id[part.kept[LINK]]
            _check_cutting(part)
        if part.name not in SHAPES:
            raise MarkError("The SVG cuts out with something else than a shape")
        kept = _only(part.kept, {*SHAPES[part.name], *_OF_CLIPPING})
        kept["transform"] = f"{moved}{kept.get('transform', '')}".strip()
        return _shape(part, kept)


def _check_cutting(part: SvgPart) -> None:
    """Raise ``MarkError`` if a part of a clipping path is itself clipped or hidden."""
    if "clip-path" in part.kept or not _HIDING.isdisjoint(part.kept.items()):
        raise MarkError("The SVG cuts out with something that is itself cut or hidden")


def _shape(part: SvgPart, kept: Mapping[str, str]) -> str:
    """Return the markup of a shape; a polyline or polygon is written as a path."""
    if "points" not in kept:
        return _tag(part.name, kept)
    end = " Z" if part.name == "polygon" else ""
    return _tag("path", {**kept, "points": "", "d": kept["points"] + end})


def _shift(part: SvgPart) -> str:
    """Return the transformation by which a ``use`` moves what it points to; "" for none."""
    x, y = part.kept.get("x", "0"), part.kept.get("y", "0")
    return "" if (x, y) == ("0", "0") else f"matrix(1 0 0 1 {x} {y})"


def _only(kept: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {name: value for name, value in kept.items() if name in names}


def _tag(name: str, attributes: Mapping[str, str], inner: str = "") -> str:
    """Return the markup of an element; its values were written here and need no escaping."""
    told = "".join([f' {key}="{value}"' for key, value in attributes.items() if value])
    return f"<{name}{told}>{inner}</{name}>" if inner else f"<{name}{told}/>"
