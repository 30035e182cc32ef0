"""The score sheet on paper: the same sheet as on the page, as a tagged PDF.

Only the worker process (``worker.py``) imports WeasyPrint; the process of the site never does.
"""

import atexit
from collections.abc import Mapping, Sequence
from functools import cache

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.layout import Paper
from scorekeeper.print.page import sheet_page
from scorekeeper.print.renderer import PrintingUnavailable, Renderer
from scorekeeper.print.template import write_page

__all__ = ["Paper", "PrintingUnavailable", "render_sheet_pdf", "try_paper", "warm_renderer"]

_PROBE = '<!doctype html><html lang="en"><title>A try</title><p>1234567890 ♠♥♦♣</p></html>'


def render_sheet_pdf(
    sheet: ScoreSheet,
    *,
    paper: Paper = "a4",
    times: Mapping[int, str] | None = None,
    closed_by: str = "",
    told: Sequence[str] = (),
    address: str = "",
) -> bytes:
    """Return the PDF of a sheet; raises ``PrintingUnavailable`` with a plain sentence.

    ``times`` are times of entries, as text by their numbers; agreements are printed with them.
    ``closed_by`` is who closed the game early, if that is known. ``told`` are more sentences for
    the remarks. ``address`` is that of the site as phones reach it; its sheet code opens it.
    """
    page = sheet_page(sheet, paper, times=times, closed_by=closed_by, told=told, address=address)
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
