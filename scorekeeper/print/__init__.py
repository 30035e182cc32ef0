"""Prints papers as tagged PDFs: the score sheet, and others of games and clubs.

Only the process of ``scorekeeper/printer`` imports WeasyPrint; that of the site never does.
"""

import atexit
import re
from functools import cache

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.context import SheetNotes
from scorekeeper.print.kinds import Paper
from scorekeeper.print.page import NOTHING_NOTED, sheet_page
from scorekeeper.print.renderer import PrintingUnavailable, Renderer
from scorekeeper.print.template import PrintedPaper, write_page
from scorekeeper.record.club_mark import ClubMark

__all__ = [
    "Paper",
    "PrintingUnavailable",
    "SheetNotes",
    "lacking_signs",
    "render_paper",
    "render_sheet_pdf",
    "try_paper",
    "warm_renderer",
]

_USUAL = re.compile("[\x20-\x7e\xa0-\u024f\u0386-\u03ce\u0400-\u045f\u2010-\u2026]*")
"""Latin, Greek and Cyrillic, which the fonts of the program have."""
_PROBE = '<!doctype html><html lang="en"><title>A try</title><p>1234567890 ♠♥♦♣</p></html>'


def render_sheet_pdf(
    sheet: ScoreSheet, *, paper: Paper = "a4", notes: SheetNotes = NOTHING_NOTED
) -> bytes:
    """Return the PDF of a sheet; raises ``PrintingUnavailable`` with a plain sentence."""
    return render_paper(sheet_page(sheet, paper, notes))


def render_paper(page: PrintedPaper, club_mark: ClubMark | None = None) -> bytes:
    """Return the PDF of a paper, with the mark of the club where it has the club's name.

    Raises ``PrintingUnavailable`` with a plain sentence.
    """
    return _renderer().render(write_page(page, club_mark))


def lacking_signs(text: str) -> str:
    """Return the signs of a text that no font of this machine has, each once.

    A paper has a boxed question mark in their place. Raises ``PrintingUnavailable``.
    """
    return "" if _USUAL.fullmatch(text) else _renderer().lacking(text)


def try_paper() -> None:
    """Make a PDF of one line and throw it away; raises ``PrintingUnavailable`` if that fails."""
    _renderer().render(_PROBE)


def warm_renderer() -> None:
    """Start the worker process without waiting, so that the first sheet need not wait for it."""
    _renderer().warm()


@cache
def _renderer() -> Renderer:
    renderer = Renderer()
    atexit.register(renderer.close)
    return renderer
