"""Draws the sheet code of a game: the QR codes on paper from which the whole game is read."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import segno
from markupsafe import Markup

from scorekeeper.papers.paper import letters_in, lines_of
from scorekeeper.record.sheet_code import SheetCodeError
from scorekeeper.record.writing import record_of, why_unreadable, write_codes
from scorekeeper.rules.sheet import ScoreSheet

PAGE_TO_READ: Final = "/read"
"""The page of the site that reads the codes."""
_LONGEST: Final = 858
"""What a QR code of version 20 holds at error level L (bytes, ISO/IEC 18004)."""
_MODULE: Final = 0.508
"""The width of a module on paper (mm): a fiftieth of an inch, which is whole dots of a printer.

At half a millimetre a third of turned scans of 150 dots an inch could not be read.
"""
_IN_ROW: Final = 3
"""Codes that fit side by side across upright paper; more of them begin a new page."""
_CAPTION_LINE: Final = 3.8
_CAPTION_GAP: Final = 2.2
"""The blank between a caption and a code, which scanners need (mm)."""
_SCAN_IT: Final = "Scan for the whole\u00a0game"
_TYPE_IT: Final = "The whole game, for “Read a\u00a0sheet”"
_CAPTION_PIXELS: Final = 12.0
_SCAN_ALL: Final = "The codes hold the whole game: scan all of them with a phone, in any order"
_TYPE_ALL: Final = "The codes hold the whole game: “Read a sheet” takes their texts, in any order"
_DRAWN: Final = 64
"""Codes whose drawings are kept; a sheet is printed again while its game goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedCodes:
    """The sheet code of a game: its QR codes as SVG elements; ``side`` is the width of one (mm).

    ``why_none`` says why there are no codes; it is empty for a game without deals, which needs
    none. ``by_camera`` is true if a phone that scans a code opens a page of the site.
    """

    drawings: tuple[Markup, ...]
    side: float
    by_camera: bool
    why_none: str

    @property
    def about(self) -> str:
        """Words that say what the codes are for; short for a single code, empty for none."""
        if len(self.drawings) > 1:
            return _SCAN_ALL if self.by_camera else _TYPE_ALL
        if not self.drawings:
            return ""
        return _SCAN_IT if self.by_camera else _TYPE_IT

    @property
    def begin_page(self) -> bool:
        """Whether the codes begin a new page, since they are too many for one row."""
        return len(self.drawings) > _IN_ROW

    @property
    def height_beside(self) -> float:
        """The height of a single code and its caption, beside the end of a sheet (mm); else 0."""
        if len(self.drawings) != 1:
            return 0.0
        lines = lines_of(self.about, letters_in(self.side, _CAPTION_PIXELS))
        return round(lines * _CAPTION_LINE + _CAPTION_GAP + self.side, 2)


def codes_for(sheet: ScoreSheet, address: str = "") -> PrintedCodes:
    """Return the codes of a game; ``address`` is that of the site as phones reach it, if any."""
    if why := why_unreadable(sheet):
        return PrintedCodes(
            drawings=(), side=0, by_camera=False, why_none=f"This sheet has no code. {why}."
        )
    start = f"{address.rstrip('/')}{PAGE_TO_READ}#" if address else ""
    try:
        texts = write_codes(record_of(sheet), start=start, longest=_LONGEST) if sheet.rows else ()
    except SheetCodeError as error:
        return PrintedCodes(drawings=(), side=0, by_camera=False, why_none=f"{error}.")
    drawn = [
        _draw(text, f"Code {number} of {len(texts)}" if len(texts) > 1 else "Sheet code")
        for number, text in enumerate(texts, 1)
    ]
    return PrintedCodes(
        drawings=tuple([drawing for drawing, _ in drawn]),
        side=round(max([modules for _, modules in drawn], default=0) * _MODULE, 2),
        by_camera=bool(start),
        why_none="",
    )


def _no_codes(why: str) -> PrintedCodes:
    return PrintedCodes(drawings=(), side=0, by_camera=False, why_none=why)


@lru_cache(maxsize=_DRAWN)
def _draw(text: str, name: str) -> tuple[Markup, int]:
    """Return the drawing of a code, and how many modules wide it is."""
    code = segno.make(text, error="l", micro=False)
    svg = code.svg_inline(border=0, omitsize=True, svgclass=None, lineclass=None, title=name)
    # It has our own words and numbers, no text of people.
    return Markup(svg), len(code.matrix)  # noqa: S704
