"""The mark of a club on paper: beside its name, in nobody's way, and never an old one."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from pypdf import PageObject, PdfReader

from scorekeeper.club.facts import ClubMark, MarkKind
from scorekeeper.papers.paper import PrintedPaper, Size, write_page
from scorekeeper.papers.renderer import render_paper
from scorekeeper.papers.sheet import SheetNotes, SheetPaper
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Act, Challenged
from tests.marks import mark_of, png, svg, usual_mark
from tests.papers.games import printed, record, sheet_of
from tests.papers.papers import PAPERS
from tests.papers.structure import faults, tags_of

LONG_NAME = "The Regency and Cavendish Whist, Bridge and Oklahoma Clubs of New York and Brooklyn"
MARKS = {
    "wide": png(size=(100, 10)),
    "tall": png(size=(10, 100)),
}
SUITS = "♠♥♦♣"
CHALLENGED = Challenged(target=2, seat=Seat(2), reason="My aces were melded.")


def sheet(club: str, size: Size = "a4", *acts: Act) -> SheetPaper:
    return printed(sheet_of(record("laws"), *acts), size, SheetNotes(club=club))


def standings() -> PrintedPaper:
    page = PAPERS["standings"]()
    return page.replace(heading=replace(page.heading, club=LONG_NAME))


def placed(page: PageObject) -> list[tuple[str, float, float]]:
    """The texts of a page, each with its place, but not the suits that a mark takes the room of."""
    found: list[tuple[str, float, float]] = []

    def note(text: str, _: Any, at: Any, *__: Any) -> None:
        words = text.strip()
        if words and not set(words) <= set(SUITS + " "):
            found.append((words, float(at[4]), float(at[5])))

    page.extract_text(visitor_text=note)
    return found


def figures(pdf: bytes) -> int:
    return [tag.kind for tag in tags_of(pdf)].count("Figure")


def read(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


@pytest.mark.parametrize(
    ("mark", "make", "pages"),
    [
        ("wide", standings, 1),
        pytest.param(
            *("wide", lambda: sheet(LONG_NAME, "letter", CHALLENGED), 2), marks=pytest.mark.long
        ),
        pytest.param(
            *("tall", lambda: sheet("Cavendish", "a4", CHALLENGED), 1), marks=pytest.mark.long
        ),
    ],
    ids=["standings", "wide", "tall"],
)
def test_a_mark_moves_nothing(mark: str, make: Callable[[], PrintedPaper], pages: int) -> None:
    page = make()
    without, pdf = render_paper(page), render_paper(page, mark_of(MARKS[mark]))
    assert [placed(each) for each in read(pdf).pages] == [
        placed(each) for each in read(without).pages
    ]
    assert len(read(pdf).pages) == pages
    assert faults(pdf) == []
    assert figures(pdf) == figures(without)  # it is an artifact, since the name says it all
    assert len(pdf) < len(without) + 8192


@pytest.mark.parametrize("name", ["sheet", "rules of laws on a5", "blank of gin"])
def test_a_paper_without_the_name_of_a_club_has_no_mark(name: str) -> None:
    page = PAPERS[name]()
    assert write_page(page, usual_mark()) == write_page(page)


def test_another_mark_is_another_paper_also_an_svg_that_was_kept() -> None:
    page = PAPERS["standings"]()
    marks = (None, usual_mark(), mark_of(png(color="teal")), None)
    pdfs = [render_paper(page, mark) for mark in marks]
    assert [one == other for one, other in pairwise(pdfs)] == [False] * 3
    assert pdfs[0] is pdfs[3]
    assert [len(read(pdf).pages[0].images) for pdf in pdfs] == [0, 1, 1, 0]
    # An earlier version kept an SVG of known shapes; what is uploaded now is a PNG.
    kept = ClubMark(kind=MarkKind.SVG, content=svg())
    assert kept.data_address in write_page(page, kept)
    pdf = render_paper(page, kept)
    assert pdf not in pdfs
    assert (faults(pdf), len(read(pdf).pages[0].images)) == ([], 0)
