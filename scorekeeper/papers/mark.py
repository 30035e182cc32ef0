"""Reads the mark that an officer uploads: a PNG, which becomes a new PNG on white.

Nothing of the file itself is kept but its pixels.
"""

import struct
from io import BytesIO
from typing import TYPE_CHECKING, Final, NamedTuple

from scorekeeper.club.facts import ClubMark, MarkKind
from scorekeeper.rules.variant import Problem

if TYPE_CHECKING:
    from PIL.Image import Image


class MarkBounds(NamedTuple):
    """The limits of a mark: ``size`` of its file in bytes, ``pixels`` of a side.

    ``ratio`` is the longer side divided by the shorter. What is kept has at most ``written`` bytes
    and ``printed`` pixels on a side.
    """

    size: int = 256 * 1024
    pixels: int = 2000
    ratio: int = 10
    written: int = 48 * 1024
    printed: int = 600


MARK_BOUNDS: Final = MarkBounds()

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEAD: Final = struct.Struct(">8s4x4sII")
"""The signature, then length, name, width and height of the first chunk."""
_SMALLER: Final = 3, 4


class _MarkError(Exception):
    """An error: the file can be no mark; its argument says why."""


def read_mark(raw: bytes) -> ClubMark | tuple[Problem, ...]:
    """Return the mark that is in a file, redrawn, or the problem of the file."""
    try:
        if len(raw) > MARK_BOUNDS.size:
            raise _MarkError(f"The file has more than {MARK_BOUNDS.size // 1024} KB")
        if not raw.startswith(_SIGNATURE):
            raise _MarkError("The file is not a PNG; save the mark as one")
        picture = _load(raw)
        _refuse_one_color(picture)
        return ClubMark(kind=MarkKind.PNG, content=_write(picture))
    except _MarkError as error:
        return (Problem(at=("mark",), code="bad_value", text=str(error)),)


def _load(raw: bytes) -> "Image":
    """Return the only picture of a PNG on white, after reading every pixel of it."""
    from PIL import Image

    size = _check_size(raw)
    try:
        picture = Image.open(BytesIO(raw), formats=("PNG",))
        if getattr(picture, "is_animated", False):
            raise _MarkError("The PNG is animated; save a single picture")
        if picture.size != size:  # a second head gives a size that nobody has checked
            raise _MarkError("The PNG is damaged")
        picture.load()
        return _on_white(picture)
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError):
        raise _MarkError("The PNG is cut off or damaged") from None


def _check_size(raw: bytes) -> tuple[int, int]:
    """Return width and height; refuse those for which the pixels would be too many to read."""
    if len(raw) < _HEAD.size:
        raise _MarkError("The PNG is cut off")
    _, name, width, height = _HEAD.unpack_from(raw)
    if name != b"IHDR" or not width or not height:
        raise _MarkError("The PNG is damaged")
    most, ratio = MARK_BOUNDS.pixels, MARK_BOUNDS.ratio
    if max(width, height) > most:
        raise _MarkError(
            f"The PNG has {width} × {height} pixels; at most {most} × {most} are allowed"
        )
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


def _refuse_one_color(picture: "Image") -> None:
    """Refuse a picture on white in which there is nothing to see."""
    colors = picture.getcolors(1)  # None if there are more
    if colors is None:
        return
    if colors[0][1] == (255, 255, 255):
        raise _MarkError("The PNG shows nothing on white paper")
    raise _MarkError("The PNG is a single colour all over")


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
