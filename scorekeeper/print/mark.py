"""Reads the mark that an officer uploads: an SVG or a PNG, which becomes a new PNG on white.

Nothing of the file itself is kept but its pixels. Pillow reads a PNG whole; an SVG is drawn by
resvg in a process of its own (``printer/mark.py``). resvg runs nothing and follows no address but
that of a picture, so an SVG with a picture is refused before, whatever the picture is.
"""

import re
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

import scorekeeper
from scorekeeper.domain.variant import Problem
from scorekeeper.record.club_mark import ClubMark, MarkKind

if TYPE_CHECKING:
    from PIL.Image import Image


class MarkBounds(NamedTuple):
    """The limits of a mark: ``size`` of its file in bytes, ``pixels`` of a side of a PNG.

    ``ratio`` is the longer side divided by the shorter, ``depth`` how many elements of an SVG may
    stand inside one another, ``seconds`` how long it may take to draw. What is kept has at most
    ``written`` bytes and ``printed`` pixels on a side.
    """

    size: int = 256 * 1024
    pixels: int = 2000
    ratio: int = 10
    depth: int = 64
    seconds: float = 10.0
    written: int = 48 * 1024
    printed: int = 600


MARK_BOUNDS: Final = MarkBounds()

_WORKER: Final = "scorekeeper.printer.mark"
_FOLDER: Final = Path(scorekeeper.__file__).parents[1]
_one_at_a_time: Final = Lock()

_PICTURE: Final = "It has a picture inside: a mark is of shapes alone"
_TEXT: Final = "It has text: turn its letters into paths"
_REFUSED: Final[Mapping[str, str]] = {
    **dict.fromkeys(("image", "feimage"), _PICTURE),
    **dict.fromkeys(("text", "tspan", "textpath", "tref", "flowroot", "foreignobject"), _TEXT),
}
"""Elements by their names in small letters, in any namespace; no text is drawn without fonts."""
_ELSEWHERE: Final = re.compile(r"""@import|url\((?!\s*['"]?#)""", re.IGNORECASE)
_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEAD: Final = struct.Struct(">8s4x4sII")
"""The signature, then length, name, width and height of the first chunk."""
_SMALLER: Final = 3, 4


class _MarkError(Exception):
    """An error: the file can be no mark; its arguments say why, a sentence each."""


def read_mark(raw: bytes) -> ClubMark | tuple[Problem, ...]:
    """Return the mark that is in a file, drawn anew, or all problems of the file."""
    try:
        if len(raw) > MARK_BOUNDS.size:
            raise _MarkError(f"The file has more than {MARK_BOUNDS.size // 1024} KB")
        is_png = raw.startswith(_SIGNATURE)
        picture = _load(raw if is_png else _draw(_checked(raw)))
        _refuse_one_color(picture, "PNG" if is_png else "SVG")
        return ClubMark(kind=MarkKind.PNG, content=_write(picture))
    except _MarkError as error:
        return tuple([Problem(at=("mark",), code="bad_value", text=text) for text in error.args])


# --- SVG ------------------------------------------------------------------------------------------


class _Builder(ET.TreeBuilder):
    """Builds the tree of an SVG, but none that is too deep or that could declare entities."""

    _depth = 0
    is_begun = False

    def start(self, tag: str, attrs: dict[str, str], /) -> ET.Element:
        self.is_begun = True
        self._depth += 1
        if self._depth > MARK_BOUNDS.depth:
            raise _MarkError("The SVG has too many elements inside one another")
        return super().start(tag, attrs)

    def end(self, tag: str, /) -> ET.Element:
        self._depth -= 1
        return super().end(tag)

    def doctype(self, *_: object) -> None:
        raise _MarkError("The SVG has a DOCTYPE; save it as plain SVG")


def _checked(raw: bytes) -> bytes:
    """Return an SVG written anew from what was checked, so that resvg reads nothing else."""
    tree = _Builder()
    parser = ET.XMLParser(target=tree)  # noqa: S314 - a DOCTYPE is refused, so are its entities
    try:
        parser.feed(raw)
        root = parser.close()
    except (ET.ParseError, ValueError, LookupError) as error:  # the latter two: unknown encodings
        if not tree.is_begun or not isinstance(error, ET.ParseError):
            raise _MarkError("The file is neither an SVG nor a PNG") from None
        raise _MarkError(f"The SVG is damaged in line {error.position[0]}") from None
    if _local(root.tag) != "svg":
        raise _MarkError("The file is neither an SVG nor a PNG")
    if faults := dict.fromkeys(_faults(root)):
        raise _MarkError(*faults)
    return ET.tostring(root)


def _faults(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        name = _local(element.tag)
        if name in _REFUSED:
            yield _REFUSED[name]
        links = [value for key, value in element.items() if _local(key) == "href"]
        looks = [*element.attrib.values(), (element.text or "") if name == "style" else ""]
        if any(not link.strip().startswith("#") for link in links) or any(
            _ELSEWHERE.search(look) for look in looks
        ):
            yield "It points to another file"


def _local(name: str) -> str:
    """Return a name without its namespace, in small letters."""
    return name.rpartition("}")[2].lower()


def _draw(svg: bytes) -> bytes:
    """Return the PNG of an SVG, made by a process that may crash."""
    try:
        with _one_at_a_time:
            done = subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-m", _WORKER],
                input=svg,
                capture_output=True,
                check=True,
                cwd=_FOLDER,  # where Python looks for the module first
                timeout=MARK_BOUNDS.seconds,
            )
    except subprocess.TimeoutExpired:
        raise _MarkError("The SVG draws too much: make its paths simpler") from None
    except (subprocess.CalledProcessError, OSError):
        raise _MarkError("The SVG cannot be drawn") from None
    return done.stdout


# --- pixels ---------------------------------------------------------------------------------------


def _load(raw: bytes) -> "Image":
    """Return the only picture of a PNG on white, after reading every pixel of it."""
    from PIL import Image

    size = _check_size(raw)
    try:
        picture = Image.open(BytesIO(raw), formats=("PNG",))
        if getattr(picture, "is_animated", False):
            raise _MarkError("The PNG moves; save one picture of it")
        if picture.size != size:  # a second head says another, which nobody has checked
            raise _MarkError("The PNG is damaged")
        picture.load()
        return _on_white(picture)
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError):
        raise _MarkError("The PNG breaks off or is damaged") from None


def _check_size(raw: bytes) -> tuple[int, int]:
    """Return width and height; refuse those for which the pixels would be too many to read."""
    if len(raw) < _HEAD.size:
        raise _MarkError("The PNG breaks off")
    _, name, width, height = _HEAD.unpack_from(raw)
    if name != b"IHDR" or not width or not height:
        raise _MarkError("The PNG is damaged")
    most, ratio = MARK_BOUNDS.pixels, MARK_BOUNDS.ratio
    if max(width, height) > most:
        raise _MarkError(f"The PNG has {width} × {height} pixels; at most {most} × {most} go")
    if max(width, height) > ratio * min(width, height):
        raise _MarkError(f"One side is more than {ratio} times as long as the other")
    return width, height


def _on_white(picture: "Image") -> "Image":
    """Return a new picture without transparency, and with 8 bits a colour."""
    from PIL import Image

    if picture.mode.startswith("I"):  # 16 bits of grey, of which the upper 8 are printed
        picture = picture.convert("I").point(lambda grey: grey / 256).convert("L")
    picture = picture.convert("RGBA")
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, mask=picture.getchannel("A"))
    return paper


def _refuse_one_color(picture: "Image", kind: str) -> None:
    """Refuse a picture on white in which there is nothing to see."""
    colors = picture.getcolors(1)  # None if there are more
    if colors is None:
        return
    if colors[0][1] == (255, 255, 255):
        raise _MarkError(f"The {kind} shows nothing on white paper")
    raise _MarkError(f"The {kind} is of one colour all over")


def _write(picture: "Image") -> bytes:
    """Return the file of a picture, made smaller until it is as small as a mark may be."""
    picture.thumbnail((MARK_BOUNDS.printed, MARK_BOUNDS.printed))
    while True:
        file = BytesIO()
        picture.save(file, "PNG", optimize=True)
        if len(file.getvalue()) <= MARK_BOUNDS.written:
            return file.getvalue()
        part, of = _SMALLER
        picture.thumbnail((picture.width * part // of, picture.height * part // of))
