"""Parses an SVG by expat, which expands no entity here: a file that declares any is refused.

Only elements and attributes of SVG itself come through; what a drawing program has added for itself
is left out, and so are texts, comments and instructions.
"""

from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from scorekeeper.record.club_mark.mark import MARK_BOUNDS, MarkError

SVG_SPACE: Final = "http://www.w3.org/2000/svg"
_LINK_SPACE: Final = "http://www.w3.org/1999/xlink"
_BETWEEN: Final = " "


@dataclass(slots=True)
class Element:
    """An element of an SVG; its attributes are as they stand in the file."""

    name: str
    attributes: dict[str, str]
    children: list["Element"] = field(default_factory=list)


class _TreeBuilder:
    """Makes elements of what expat finds. Raises ``MarkError`` for too many or too deep ones."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self._open: list[Element] = []
        self._elements = 0
        self._foreign = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.rpartition(_BETWEEN)
        if self._foreign or space not in ("", SVG_SPACE):
            self._foreign += 1
            return
        self._elements += 1
        if self._elements > MARK_BOUNDS.elements:
            raise MarkError(f"The SVG has more than {MARK_BOUNDS.elements} elements")
        if len(self._open) == MARK_BOUNDS.depth:
            raise MarkError("The SVG has too many elements inside one another")
        element = Element(local, dict(_own_attributes(attributes)))
        if self._open:
            self._open[-1].children.append(element)
        elif self.root is None:
            self.root = element
        self._open.append(element)

    def end(self, _: str) -> None:
        if self._foreign:
            self._foreign -= 1
        else:
            self._open.pop()

    def refuse_doctype(self, *_: object) -> None:
        raise MarkError("The SVG has a DOCTYPE; save it as plain SVG")


def _own_attributes(attributes: dict[str, str]) -> list[tuple[str, str]]:
    """Return the attributes without a namespace, and links."""
    found = []
    for name, value in attributes.items():
        space, _, local = name.rpartition(_BETWEEN)
        if not space or (space, local) == (_LINK_SPACE, "href"):
            found.append((local, value))
    return found


def parse_svg(raw: bytes) -> Element:
    """Return the root element of an SVG. Raises ``MarkError`` if the file is none or is damaged."""
    tree = _TreeBuilder()
    parser = expat.ParserCreate(namespace_separator=_BETWEEN)
    parser.StartElementHandler = tree.start
    parser.EndElementHandler = tree.end
    parser.StartDoctypeDeclHandler = tree.refuse_doctype
    try:
        parser.Parse(raw, True)
    except (expat.ExpatError, ValueError, LookupError):  # the latter two for an unknown encoding
        if tree.root is None:
            raise MarkError("The file is neither an SVG nor a PNG") from None
        raise MarkError(f"The SVG is damaged in line {parser.CurrentLineNumber}") from None
    if tree.root is None or tree.root.name != "svg":
        raise MarkError("The file is neither an SVG nor a PNG")
    return tree.root
