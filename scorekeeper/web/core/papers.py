"""The papers of a page in their sizes, sent as PDFs, and the names of files that are saved."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from flask import Response, request

from scorekeeper.club.rows import find_mark_row
from scorekeeper.games import CurrentGame, GameStore
from scorekeeper.papers.kinds import PAPERS, papers_of, sizes_for
from scorekeeper.papers.paper import SIZES, PrintedPaper, Size
from scorekeeper.papers.renderer import PrintingUnavailable, render_paper
from scorekeeper.web.core.access import club_or_none, demand
from scorekeeper.web.core.filters import title_of
from scorekeeper.web.core.page import make_error_page, show
from scorekeeper.web.core.sites import site

# --- The names of the files that a game is saved as, and the header that tells browsers the name


_FORBIDDEN: Final = re.compile(
    r'[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069<>:"/\\|?*%;]+'
)
"""The signs that some file system or header forbids, and signs that cannot be seen."""
_LONGEST: Final = 80
_UNNAMED: Final = "Game"


def file_name_of(game: CurrentGame, ending: str, kind: str = "") -> str:
    """Return the name of a game's file, as folders sort it: ``2026-11-20 Friday table 2 laws.pdf``.

    The date is that of the game, left out if unknown; ``laws`` is the key of its variant. The kind
    of a paper comes last.
    """
    started = game.sheet.game.started
    words = [
        started.played_on,
        _clean(title_of(game.sheet))[:_LONGEST].strip(". ") or _UNNAMED,
        started.variant,
        kind,
    ]
    return f"{' '.join([word for word in words if word])}.{ending}"


def _clean(text: str) -> str:
    """Return a text as a part of a file's name, with only what all file systems take."""
    return " ".join(_FORBIDDEN.sub(" ", text).split())


def disposition(kind: str, name: str) -> str:
    """Return the header that names a file (RFC 6266): in full, and in ASCII for old browsers.

    ``kind`` is ``inline``, or ``attachment`` for a file that is to be saved.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    # A quote would end the name, and a backslash escape what follows (RFC 9110, quoted-string).
    full = quote(_clean(name), safe="")
    return f"{kind}; filename=\"{_clean(plain)}\"; filename*=UTF-8''{full}"


PAPER_COOKIE: Final = "paper"
"""The cookie with the size of paper on which this browser prints games."""


def chosen_size() -> Size:
    """Return the size that the address asks for, else this browser's last one, else the club's."""
    club = club_or_none()
    wanted = (
        request.args.get("paper"),
        request.cookies.get(PAPER_COOKIE),
        club.paper if club else None,
    )
    return next((size for text in wanted for size in SIZES if size == text), "a4")


def nearest_size(size: Size, sizes: Sequence[Size]) -> Size:
    """Return the size if a paper has it, else the same without large print, else its usual one."""
    plain = size.removesuffix("-large")
    return size if size in sizes else next((found for found in sizes if found == plain), sizes[0])


def kinds_of(*sources: type) -> str:
    """Return the part of an address that is the kind of a paper made of one of the sources."""
    kinds = [paper.kind for source in sources for paper in papers_of(source)]
    return f"<any({', '.join(kinds)}):kind>"


def make_paper(kind: str, source: object) -> PrintedPaper:
    """Return a paper in the size that the address asks for, 404 for another; else as chosen."""
    sizes = sizes_for(PAPERS[kind], source)
    asked = request.args.get("paper") or nearest_size(chosen_size(), sizes)
    size: Size = demand(next((size for size in sizes if size == asked), None))
    return PAPERS[kind].make(source, size)


def print_paper(store: GameStore, page: PrintedPaper) -> bytes:
    """Return the PDF of a paper, with the club's present mark if the paper names the club.

    Raises ``PrintingUnavailable``.
    """
    mark = store.read(find_mark_row) if page.heading.club else None
    return render_paper(page, mark, site=store.site)


def send_paper(page: PrintedPaper, name: str) -> Response:
    """Return the PDF of a paper to be opened in the browser, under the name of its file.

    If no PDF can be made, the answer is a page that says why.
    """
    try:
        pdf = print_paper(site().store, page)
    except PrintingUnavailable as error:
        answer = show(make_error_page("No paper yet", str(error)), status=503)
        answer.headers["Retry-After"] = "60"
        return answer
    answer = Response(
        pdf,
        mimetype="application/pdf",
        headers={"Content-Disposition": disposition("inline", name)},
    )
    answer.add_etag()
    answer.make_conditional(request)  # 304 for the paper that the browser has
    return answer
