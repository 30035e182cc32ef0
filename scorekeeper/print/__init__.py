"""The score sheet on paper: the same sheet as on the page, as a tagged PDF.

The only part that knows WeasyPrint, which runs in a child process and is never imported here.
"""

import atexit
from collections.abc import Mapping
from functools import cache

from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.layout import Paper
from scorekeeper.print.page import sheet_page
from scorekeeper.print.renderer import PrintingUnavailable, Renderer
from scorekeeper.print.template import write_page

__all__ = ["Paper", "PrintingUnavailable", "render_sheet_pdf", "warm_renderer"]


def render_sheet_pdf(
    sheet: ScoreSheet, *, paper: Paper = "a4", times: Mapping[int, str] | None = None
) -> bytes:
    """The PDF of a sheet; raises ``PrintingUnavailable`` with a plain sentence.

    ``times`` are those of entries, as written, to be printed beside what was agreed to by them.
    """
    return _renderer().render(write_page(sheet_page(sheet, paper, times=times or {})))


def warm_renderer() -> None:
    """Get ready to print without waiting, so that the first sheet comes as quickly as the next."""
    _renderer().warm()


@cache
def _renderer() -> Renderer:
    renderer = Renderer()
    atexit.register(renderer.close)
    return renderer
