"""Odd texts never break a paper; ``./run bench pdf`` tries twenty thousand."""

from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from pypdf import PdfReader

from scorekeeper.papers.renderer import render_paper
from tests.papers.margins import words_outside
from tests.papers.odd import odd_sheet
from tests.papers.structure import faults


@pytest.mark.parametrize(
    "seed", [7, *[pytest.param(each, marks=pytest.mark.long) for each in range(8, 28)]]
)
def test_odd_texts_break_no_paper(seed: int, tmp_path: Path) -> None:
    pdf = render_paper(odd_sheet(Random(seed)))
    assert faults(pdf) == []
    assert words_outside(pdf, tmp_path / "odd.pdf") == []
    assert len(PdfReader(BytesIO(pdf)).pages) <= 3
