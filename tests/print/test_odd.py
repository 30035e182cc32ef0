"""Odd texts never break a paper; ``./run bench pdf`` tries twenty thousand."""

from io import BytesIO
from pathlib import Path
from random import Random

from pypdf import PdfReader

from scorekeeper.print import render_paper
from tests.print.margins import words_outside
from tests.print.odd import odd_sheet
from tests.print.structure import faults


def test_odd_texts_break_no_paper(tmp_path: Path) -> None:
    chance = Random(7)
    for _ in range(2):
        pdf = render_paper(odd_sheet(chance))
        assert faults(pdf) == []
        assert words_outside(pdf, tmp_path / "odd.pdf") == []
        assert len(PdfReader(BytesIO(pdf)).pages) <= 3
