"""The tent of a table: its players' code, large, on both sides of a folded sheet."""

from dataclasses import dataclass, field
from typing import ClassVar, Final, NamedTuple

import segno
from markupsafe import Markup

from scorekeeper.print.paper import (
    MM_A_PIXEL,
    SIZES,
    Heading,
    PrintedPaper,
    Size,
    letters_in,
    lines_of,
)

_FOOT: Final = {"a4": 57.0, "letter": 47.0}
"""The height of the strip that is folded under, in mm."""
_PADDING: Final = 24.0
"""What stays blank above and below on each side."""
_WORDS: Final = 80.0
"""The width beside the code, in mm."""
_SUITS: Final = 20.6
_CLUB_MARK: Final = 38.0
"""The suits, or the mark of a club, with the air around them."""
_JOIN: Final = 14.5
_LEADING: Final = 1.12
_CLUB_PIXELS, _CLUB_LINE = 15.0, 4.8
_ADDRESS_PIXELS, _ADDRESS_LINE, _ADDRESS_AIR = 13.0, 4.8, 2.2
_TITLE_PIXELS: Final = range(56, 12, -2)
_LARGE_ENOUGH: Final = 14
"""How many of these sizes are rather taken than a second line: down to 30 pixels."""


class TableToPrint(NamedTuple):
    """What papers of a table are made of; ``address`` is that by which players join it."""

    title: str
    address: str
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TentPaper(PrintedPaper):
    """Everything that a tent prints; ``side`` is the height of each side, in mm."""

    template: ClassVar = "print/tent.html"
    address: str
    code: Markup = field(repr=False)
    side: float
    foot: float


def tent_paper(table: TableToPrint, size: Size) -> TentPaper:
    """Return the tent of a table."""
    title, address, club = table
    side = (SIZES[size][1] - _FOOT[size]) / 2
    code = segno.make(address, error="q", micro=False)
    svg = code.svg_inline(
        border=4,
        light="#fff",
        omitsize=True,
        svgclass="code",
        lineclass=None,
        title=f"QR code of {address}",
    )
    return TentPaper(
        heading=Heading(
            title=title,
            line="Scan to join",
            pixels=_title_pixels(title, address, club, side),
            club=club,
        ),
        shape=f"tent {size}",
        address=address,
        code=Markup(svg),  # noqa: S704 - it has numbers and an address that segno escapes
        side=side,
        foot=_FOOT[size],
    )


def _title_pixels(title: str, address: str, club: str, side: float) -> float:
    """Return the largest size at which a title leaves room on a side for what stands around it.

    A title that is large enough on one line stands on one; no word is broken that can be whole.
    """
    on_one_line = [
        each for each in _TITLE_PIXELS[:_LARGE_ENOUGH] if len(title) <= letters_in(_WORDS, each)
    ]
    if on_one_line:
        return float(on_one_line[0])
    room = side - _PADDING - (_CLUB_MARK if club else _SUITS) - _JOIN
    if club:
        room -= lines_of(club, letters_in(_WORDS, _CLUB_PIXELS)) * _CLUB_LINE
    room -= lines_of(address, letters_in(_WORDS, _ADDRESS_PIXELS)) * _ADDRESS_LINE + _ADDRESS_AIR
    longest = max([len(word) for word in title.split()], default=0)
    pixels = 0
    for pixels in _TITLE_PIXELS:
        letters = letters_in(_WORDS, pixels)
        height = lines_of(title, letters) * pixels * _LEADING * MM_A_PIXEL
        if height <= room and longest <= letters:
            break
    return float(pixels)
