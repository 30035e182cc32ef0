"""Reads a PNG by Pillow and rewrites its pixels, on white and no larger than they are printed.

That drops all else in the file: texts, profiles, and data after its end.
"""

import struct
from io import BytesIO
from typing import TYPE_CHECKING, Final

from scorekeeper.record.club_mark.mark import MARK_BOUNDS, MarkError, check_colors, check_ratio

if TYPE_CHECKING:
    from PIL.Image import Image

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_HEAD: Final = struct.Struct(">8s4x4sII")
"""The signature, then length, name, width and height of the first chunk."""
_SMALLER: Final = 3, 4


def is_png(raw: bytes) -> bool:
    """Tell whether a file says that it is a PNG."""
    return raw.startswith(_SIGNATURE)


def write_pixels(raw: bytes) -> bytes:
    """Return a new PNG with the pixels of ``raw``, made smaller if needed. Raises ``MarkError``."""
    picture = _load(raw, _check_size(raw))
    check_colors("PNG", _ends_of_colors(picture))
    picture.thumbnail((MARK_BOUNDS.printed, MARK_BOUNDS.printed))
    written = _write(picture)
    while len(written) > MARK_BOUNDS.written:
        part, of = _SMALLER
        picture.thumbnail((picture.width * part // of, picture.height * part // of))
        written = _write(picture)
    return written


def _check_size(raw: bytes) -> tuple[int, int]:
    """Return width and height. Raises ``MarkError`` if they are too large to read the pixels."""
    if len(raw) < _HEAD.size:
        raise MarkError("The PNG breaks off")
    _, name, width, height = _HEAD.unpack_from(raw)
    if name != b"IHDR" or not width or not height:
        raise MarkError("The PNG is damaged")
    if max(width, height) > MARK_BOUNDS.pixels:
        most = MARK_BOUNDS.pixels
        raise MarkError(f"The PNG has {width} × {height} pixels; at most {most} × {most} go")
    check_ratio(width, height)
    return width, height


def _load(raw: bytes, size: tuple[int, int]) -> "Image":
    """Return the only picture of a PNG on white, after reading every pixel of it."""
    from PIL import Image

    try:
        picture = Image.open(BytesIO(raw), formats=("PNG",))
        if getattr(picture, "is_animated", False):
            raise MarkError("The PNG moves; save one picture of it")
        if picture.size != size:  # a second head says another, which nobody has checked
            raise MarkError("The PNG is damaged")
        picture.load()
        return _on_white(picture)
    except (OSError, SyntaxError, ValueError, struct.error, Image.DecompressionBombError):
        raise MarkError("The PNG breaks off or is damaged") from None


def _on_white(picture: "Image") -> "Image":
    """Return a new picture without transparency, and with 8 bits a colour."""
    from PIL import Image

    if picture.mode.startswith("I"):  # 16 bits of grey, of which the upper 8 are printed
        picture = picture.convert("I").point(lambda grey: grey / 256).convert("L")
    picture = picture.convert("RGBA")
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, mask=picture.getchannel("A"))
    return paper


def _ends_of_colors(picture: "Image") -> set[str]:
    """Return the least and the most of red, green and blue: one colour if the picture has one."""
    ends = zip(*picture.getextrema(), strict=True)
    return {"#{:02x}{:02x}{:02x}".format(*each) for each in ends}


def _write(picture: "Image") -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
