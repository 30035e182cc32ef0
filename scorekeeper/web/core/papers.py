"""Offers papers in their sizes, and sends them as PDFs; all pages with papers use this."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flask import Response, abort, request

from scorekeeper.bookkeeping.club.marks import find_mark
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.print import PrintingUnavailable, render_paper
from scorekeeper.print.kinds import Kind, Paper
from scorekeeper.print.template import PrintedPaper
from scorekeeper.web.core.file_names import disposition
from scorekeeper.web.core.page import ErrorPage, show
from scorekeeper.web.core.site import site

SIZE_NAMES: Final[dict[Paper, str]] = {"a4": "A4", "letter": "Letter", "a5": "A5"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLink:
    """A paper in one size: ``A4`` and its address."""

    size: str
    address: str


def link_papers(kind: Kind, address: Callable[[Paper], str]) -> tuple[PaperLink, ...]:
    """Return a link to each size of a paper, the usual one first."""
    return tuple([PaperLink(size=SIZE_NAMES[size], address=address(size)) for size in kind.papers])


def size_asked(kind: Kind) -> Paper:
    """Return the size that the address asks for, A4 if none; another answers 404."""
    asked = request.args.get("paper", "a4")
    found = next((each for each in kind.papers if each == asked), None)
    if found is None:
        abort(404)
    return found


def print_paper(store: GameStore, page: PrintedPaper) -> bytes:
    """Return the PDF of a paper, with the club's present mark if the paper names the club.

    Raises ``PrintingUnavailable``.
    """
    return render_paper(page, find_mark(store) if page.heading.club else None)


def send_paper(page: PrintedPaper, name: str) -> Response:
    """Return the PDF of a paper to be opened in the browser, under the name of its file.

    If no PDF can be made, the answer is a page that says why.
    """
    try:
        pdf = print_paper(site().store, page)
    except PrintingUnavailable as error:
        answer = show(ErrorPage(status=503, title="No paper yet", text=str(error)), status=503)
        answer.headers["Retry-After"] = "60"
        return answer
    return Response(
        pdf,
        mimetype="application/pdf",
        headers={"Content-Disposition": disposition("inline", name)},
    )
