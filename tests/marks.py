"""Files of marks of clubs, as an officer might upload them."""

from functools import cache
from io import BytesIO
from typing import Any, Final

from PIL import Image

from scorekeeper.club.facts import ClubMark
from scorekeeper.papers.mark import read_mark

SHAPES: Final = '<path d="M0 0h100v60z" fill="#083"/><circle cx="50" cy="30" r="20" fill="white"/>'

GOLD: Final = (255, 215, 0)


def svg() -> bytes:
    """A drawing, which is no mark any more; an earlier version kept such ones."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">{SHAPES}</svg>'.encode()


def png(
    mode: str = "RGB",
    size: tuple[int, int] = (60, 40),
    color: Any = "navy",
    spot: Any = GOLD,
    **saved: Any,
) -> bytes:
    """A PNG of one colour, with a pixel of another in its corner unless that is None."""
    file, picture = BytesIO(), Image.new(mode, size, color)
    if spot is not None:
        picture.putpixel((0, 0), spot)
    picture.save(file, "PNG", **saved)
    return file.getvalue()


def mark_of(raw: bytes) -> ClubMark:
    """The mark that a file becomes."""
    found = read_mark(raw)
    assert isinstance(found, ClubMark), found
    return found


@cache
def usual_mark() -> ClubMark:
    """The mark that the usual picture becomes."""
    return mark_of(png())


def told(raw: bytes) -> list[str]:
    """What is wrong with a file that can be no mark."""
    found = read_mark(raw)
    assert not isinstance(found, ClubMark), found.content
    return [problem.text for problem in found]
