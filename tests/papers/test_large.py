"""Large print: nothing smaller than 18 points, dark on white, each page of the paper's own size."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper.club.book.answer import WrongQuestionError
from scorekeeper.papers.paper import SIZES
from scorekeeper.papers.renderer import render_paper
from tests.papers.games import TEN, totals
from tests.papers.margins import words_outside
from tests.papers.papers import EVERYTHING, STAKE, case, of_game, of_variant
from tests.papers.structure import faults
from tests.papers.texts import texts_of

POINTS_A_MM = 72 / 25.4
LEAST = 18.0
MOST_OF_CARD = 4


def letter_sizes(pdf: bytes) -> set[float]:
    """Return the sizes of all letters of a PDF, in points."""
    found: set[float] = set()

    def note(text: str, current: Any, matrix: Any, _: Any, size: float) -> None:
        if text.strip():
            # What only screen readers hear is one pixel high.
            found.add(round(size * abs(matrix[3] * current[3]), 1))

    for page in PdfReader(BytesIO(pdf)).pages:
        page.extract_text(visitor_text=note)
    return {size for size in found if size > 2}


def sheet(players: int, paper: str = "a4-large") -> Any:
    document = totals("contract", TEN[:players], 6, stake=STAKE)
    return of_game(document, paper=paper)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("six", "letter"),
        ("pad of gin", "letter"),
        ("rules of both", "letter"),
        *[pytest.param(name, "a4", marks=pytest.mark.long) for name in ("sheet", "pad", "rules")],
    ],
)
def test_nothing_in_large_print_is_smaller_than_18_points(
    name: str, size: str, tmp_path: Path
) -> None:
    paper = f"{size}-large"
    pages = {
        "sheet": lambda: sheet(3, paper),
        "six": lambda: sheet(6, paper),
        "pad": lambda: of_variant("blank", "laws", paper=paper),
        "pad of gin": lambda: of_variant("blank", "gin150", players=2, paper=paper),
        "rules": lambda: of_variant("rules", "laws", paper=paper),
        "rules of both": lambda: of_variant(
            "rules", "gin150", players=4, options=EVERYTHING, paper=paper
        ),
    }
    pdf = render_paper(pages[name]())
    sizes = letter_sizes(pdf)
    assert sizes
    assert min(sizes) >= LEAST
    assert faults(pdf) == []
    assert words_outside(pdf, tmp_path / "paper.pdf") == []
    made = PdfReader(BytesIO(pdf)).pages
    assert len(made) <= MOST_OF_CARD or "rules" not in name
    box = made[0].mediabox
    sides = sorted([float(box.width) / POINTS_A_MM, float(box.height) / POINTS_A_MM])
    assert sides == pytest.approx(sorted(SIZES[size]), abs=0.5)  # type: ignore[index]


@pytest.mark.parametrize("name", [pytest.param("H01", marks=pytest.mark.long), "T16"])
def test_each_page_of_three_games_has_their_heads(name: str) -> None:
    paper = of_game({**case(name), "stake": STAKE}, paper="a4-large")
    texts = texts_of(render_paper(paper))
    # The last page has the money and the lines to sign.
    assert ["Game 3" in text for text in texts] == [True, True, True, False]


def test_payments_have_the_whole_width_in_large_print() -> None:
    document = {**case("H01"), "options": {}, "stake": STAKE}
    beside = [of_game(document, paper=paper).is_beside for paper in ("a4", "a4-large")]
    assert beside == [True, False]


def test_a_sheet_of_more_than_six_has_no_room_in_large_print() -> None:
    with pytest.raises(WrongQuestionError, match="room for six players"):
        sheet(7)
