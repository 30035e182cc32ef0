"""Papers as tagged PDFs: the score sheet as it is on the page, and others of games and clubs.

Only the worker process (``worker.py``) imports WeasyPrint; the process of the site never does.
"""

import atexit
from functools import cache

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.context import SheetNotes
from scorekeeper.print.kinds import Paper
from scorekeeper.print.page import NOTHING_NOTED, sheet_page
from scorekeeper.print.renderer import PrintingUnavailable, Renderer
from scorekeeper.print.template import PrintedPaper, write_page

__all__ = [
    "Paper",
    "PrintingUnavailable",
    "SheetNotes",
    "render_paper",
    "render_sheet_pdf",
    "try_paper",
    "warm_renderer",
]

_PROBE = '<!doctype html><html lang="en"><title>A try</title><p>1234567890 ♠♥♦♣</p></html>'


def render_sheet_pdf(
    sheet: ScoreSheet, *, paper: Paper = "a4", notes: SheetNotes = NOTHING_NOTED
) -> bytes:
    """Return the PDF of a sheet; raises ``PrintingUnavailable`` with a plain sentence."""
    return render_paper(sheet_page(sheet, paper, notes))


def render_paper(page: PrintedPaper) -> bytes:
    """Return the PDF of a paper; raises ``PrintingUnavailable`` with a plain sentence."""
    return _renderer().render(write_page(page))


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
