"""Reads the elements of an SVG: what is kept of each, and all that a mark may not have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scorekeeper.record.club_mark.allowed import (
    LINK,
    SHAPES,
    UNDRAWN,
    read_attributes,
    refused_element,
)
from scorekeeper.record.club_mark.markup import Element
from scorekeeper.record.club_mark.values import length, read_numbers

_CLIPS: Final = frozenset({"clipPath"})
_DRAWABLE: Final = frozenset({*SHAPES, "g", "use"})


class ViewBox(NamedTuple):
    """The part of the plane that an SVG shows."""

    x: float
    y: float
    width: float
    height: float


@dataclass(slots=True)
class SvgPart:
    """An element of a drawing; its attributes are as they are written, links without ``#``."""

    name: str
    kept: Mapping[str, str]
    parts: list["SvgPart"] = field(default_factory=list)


@dataclass(slots=True)
class SvgParts:
    """All that was read of an SVG; without ``faults`` every reference in it is good."""

    root: SvgPart
    box: ViewBox
    by_id: dict[str, SvgPart]
    faults: list[str]


def read_svg_parts(root: Element) -> SvgParts:
    """Return the parts of an SVG, with all that is wrong with them, each fault once."""
    reader = _PartReader()
    part, box = reader.read(root), _box_of(root)
    if box is None:
        reader.faults.append("The SVG does not say how large it is: it needs a viewBox")
    reader.check_references()
    faults = list(dict.fromkeys(reader.faults))
    return SvgParts(part, box or ViewBox(0, 0, 1, 1), reader.by_id, faults)


class _PartReader:
    def __init__(self) -> None:
        self.by_id: dict[str, SvgPart] = {}
        self.faults: list[str] = []
        self._all: list[SvgPart] = []

    def read(self, element: Element) -> SvgPart:
        kept, faults = read_attributes(element)
        self.faults += faults
        part = SvgPart(element.name, kept)
        self._all.append(part)
        if "id" in element.attributes:
            self.by_id.setdefault(element.attributes["id"], part)
        for child in element.children:
            if child.name in UNDRAWN:
                continue
            reason = refused_element(child.name)
            if reason:
                self.faults.append(reason)
            else:
                part.parts.append(self.read(child))
        return part

    def check_references(self) -> None:
        for part in self._all:
            self.faults += [
                f"It points to #{target}, which is not there or cannot be used so"
                for target, kinds in _references(part)
                if target not in self.by_id or self.by_id[target].name not in kinds
            ]


def _references(part: SvgPart) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each id that a part points to, and the names of elements that it may belong to."""
    if LINK in part.kept:
        yield part.kept[LINK], _DRAWABLE
    if "clip-path" in part.kept:
        yield part.kept["clip-path"], _CLIPS


def _box_of(root: Element) -> ViewBox | None:
    """Return the box of an SVG, from its size if need be; None if it has none."""
    try:
        if "viewBox" in root.attributes:
            box = ViewBox(*read_numbers(root.attributes["viewBox"]))
        else:
            sides = [float(length(root.attributes.get(each, ""))) for each in ("width", "height")]
            box = ViewBox(0, 0, *sides)
    except (TypeError, ValueError):
        return None
    return box if min(box.width, box.height) > 0 else None
