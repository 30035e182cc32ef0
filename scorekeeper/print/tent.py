"""The tent of a table: its players' code, large, on both sides of a folded sheet."""

from dataclasses import dataclass, field
from typing import ClassVar, Final

import segno
from markupsafe import Markup

from scorekeeper.print.heading import Heading, fit_title
from scorekeeper.print.kinds import SIZES, Paper

_FOOT: Final = {"a4": 57.0, "letter": 47.0}
"""The height of the strip that is folded under, in mm."""
_WORDS: Final = 80.0
"""The width beside the code, in mm."""
_LARGEST: Final = 56.0
_ONE_LINE: Final = 18
"""Letters of a title that has one line, however small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tent:
    """Everything that a tent prints; ``side`` is the height of each side, in mm."""

    template: ClassVar = "print/tent.html"
    heading: Heading
    shape: str
    address: str
    code: Markup = field(repr=False)
    side: float
    foot: float


def tent(title: str, address: str, club: str, paper: Paper) -> Tent:
    """Return the tent of a table that is joined at an address."""
    code = segno.make(address, error="q", micro=False)
    svg = code.svg_inline(
        border=4,
        light="#fff",
        omitsize=True,
        svgclass="code",
        lineclass=None,
        title=f"QR code of {address}",
    )
    return Tent(
        heading=Heading(
            title=title,
            line="Scan to join",
            subject=f"Tent for the table {title}",
            pixels=fit_title(_longer_line(title), _WORDS + 30, _LARGEST),
            club=club,
        ),
        shape=f"tent {paper}",
        address=address,
        code=Markup(svg),  # noqa: S704 - it has numbers and an address that segno escapes
        side=(SIZES[paper][1] - _FOOT[paper]) / 2,
        foot=_FOOT[paper],
    )


def _longer_line(title: str) -> str:
    """Return roughly the longer of the two lines into which a long title is broken."""
    longest = max(title.split(), key=len, default="")
    letters = len(title) * 2 // 3 if len(title) > _ONE_LINE else len(title)
    return max(longest, title[:letters], key=len)
