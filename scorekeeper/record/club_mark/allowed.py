"""The elements and attributes that an SVG mark may have, and the readers of their values.

Another element is refused. Another attribute is left out if the drawing is the same without it; one
that would change it, run something or open another file is refused.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.record.club_mark.markup import Element
from scorekeeper.record.club_mark.values import (
    Reader,
    color,
    declarations,
    length,
    link,
    number,
    one_of,
    opacity,
    paint,
    path,
    pixels,
    polyline,
    reference,
    transform,
)

LINK: Final = "href"
_LOOK: Final[Mapping[str, Reader]] = {
    "fill": paint,
    "fill-opacity": opacity,
    "fill-rule": one_of("nonzero", "evenodd"),
    "stroke": paint,
    "stroke-opacity": opacity,
    "stroke-width": length,
    "stroke-linecap": one_of("butt", "round", "square"),
    "stroke-linejoin": one_of("miter", "round", "bevel"),
    "stroke-miterlimit": number,
    "color": color,
    "opacity": opacity,
    "display": one_of("none", "inline", "block"),
    "visibility": one_of("visible", "hidden", "collapse"),
    "clip-path": reference,
    "clip-rule": one_of("nonzero", "evenodd"),
    "transform": transform,
}


def _lengths(*names: str) -> dict[str, Reader]:
    return dict.fromkeys(names, length)


SHAPES: Final[Mapping[str, Mapping[str, Reader]]] = {
    "path": {"d": path},
    "rect": _lengths("x", "y", "width", "height", "rx", "ry"),
    "circle": _lengths("cx", "cy", "r"),
    "ellipse": _lengths("cx", "cy", "rx", "ry"),
    "line": _lengths("x1", "y1", "x2", "y2"),
    "polyline": {"points": polyline},
    "polygon": {"points": polyline},
}
_ELEMENTS: Final[Mapping[str, Mapping[str, Reader]]] = {
    **SHAPES,
    "svg": {},
    "g": {},
    "defs": {},
    "use": {LINK: link, "x": pixels, "y": pixels},
    "clipPath": {"clipPathUnits": one_of("userSpaceOnUse")},
}
UNDRAWN: Final = frozenset(
    {"title", "desc", "metadata", "linearGradient", "radialGradient", "pattern"}
)
"""Elements that draw nothing: texts about the drawing, and patterns to fill shapes with."""
_NO_PLAIN_COLOR: Final = (
    "It has a gradient or pattern, which not every printer draws: use plain colours"
)
_ELSEWHERE: Final = "It points to another file"
_REASONS: Final = {
    **dict.fromkeys(
        ("text", "tspan", "textPath", "tref"), "It has text: turn its letters into paths"
    ),
    "style": "It has a style sheet: save it with its colours as attributes",
    "image": "It has a picture inside: a mark is of shapes alone",
    "svg": "It has an SVG inside another: group its shapes instead",
}
_CHANGES: Final = frozenset(
    {
        *("filter", "mask", "marker", "marker-start", "marker-mid", "marker-end"),
        *("stroke-dasharray", "mix-blend-mode", "vector-effect", "transform-origin"),
    }
)
_NOTHING: Final = frozenset({"", "none", "normal", "inherit"})


def refused_element(name: str) -> str:
    """Return why the SVG of a mark may not have an element of this name; empty if it may."""
    if name in _REASONS or name not in _ELEMENTS:
        return _REASONS.get(name, f"It has <{name}>, which a mark may not have")
    return ""


def read_attributes(element: Element) -> tuple[dict[str, str], list[str]]:
    """Return the allowed attributes of an element, as they are to be written, and the faults."""
    readers = {**_LOOK, **_ELEMENTS[element.name]}
    kept: dict[str, str] = {}
    faults: list[str] = []
    for name, value in _declared(element):
        if name in _LOOK and _is_unset(name, value.strip()):
            kept.pop(name, None)
        elif name in readers:
            try:
                kept[name] = readers[name](value)
            except ValueError:
                faults.append(_wrong_value(element.name, name, value))
        elif reason := _refused_attribute(element.name, name, value):
            faults.append(reason)
    return kept, faults


def _declared(element: Element) -> Iterator[tuple[str, str]]:
    """Yield the attributes, then the declarations in ``style``, which override them."""
    for name, value in element.attributes.items():
        if name != "style":
            yield name, value
    yield from declarations(element.attributes.get("style", ""))


def _is_unset(name: str, value: str) -> bool:
    """Tell whether an attribute has the same effect as if it were not there."""
    return value == "inherit" or (name, value) == ("clip-path", "none")


def _wrong_value(element: str, name: str, value: str) -> str:
    if name == LINK:
        return _ELSEWHERE
    if name in ("fill", "stroke") and value.strip().startswith("url(#"):
        return _NO_PLAIN_COLOR
    return f"{name} of <{element}> has a value that a mark may not have"


def _refused_attribute(element: str, name: str, value: str) -> str:
    """Return why an attribute that is not drawn may not be there either; empty if it may."""
    if name.lower().startswith("on"):
        return f"It runs something ({name})"
    if name == LINK:
        return _ELSEWHERE
    if "url(" in value.lower() or "@import" in value.lower():
        return f"{name} of <{element}> points to something that a mark may not have"
    is_changed = name in _CHANGES and value.strip() not in _NOTHING
    return f"It has {name}, which a mark may not have" if is_changed else ""
