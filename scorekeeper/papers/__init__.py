"""Prints papers as tagged PDFs: the score sheet, and others of games and clubs.

Only the processes of ``scorekeeper/papers/printer`` import WeasyPrint; that of the site never does.
"""

import re
from collections.abc import Sequence

from scorekeeper.club.mark import ClubMark
from scorekeeper.papers.paper import Box, PrintedPaper, write_page
from scorekeeper.papers.renderer import PrintingUnavailable, Renderer, the_renderer

__all__ = [
    "PrintingUnavailable",
    "lacking_signs",
    "render_paper",
]

_USUAL = re.compile("[\x20-\x7e\xa0-\u024f\u0386-\u03ce\u0400-\u045f\u2010-\u2026]*")
"""Latin, Greek and Cyrillic, which the fonts of the program have."""


def render_paper(
    page: PrintedPaper,
    club_mark: ClubMark | None = None,
    *,
    site: str = "",
    renderer: Renderer | None = None,
) -> bytes:
    """Return the PDF of a paper, with the mark of the club where it has the club's name.

    ``site`` tells whose turn it is at the printer. Raises ``PrintingUnavailable`` with a plain
    sentence.
    """

    def again(boxes: Sequence[Box]) -> str | None:
        fitted = page.refitted(boxes)
        return None if fitted is None else write_page(fitted, club_mark)

    first = write_page(page, club_mark)
    once_more = again if page.is_measured else None
    return (renderer or the_renderer()).render(first, once_more, site=site)


def lacking_signs(text: str) -> str:
    """Return the signs of a text that no font of this machine has, each once.

    A paper has a boxed question mark in their place. Raises ``PrintingUnavailable``.
    """
    return "" if _USUAL.fullmatch(text) else the_renderer().lacking(text)
