"""Which words of a PDF stand where a home printer may not print, and how full a page is."""

import shutil
import subprocess
from pathlib import Path

import pytest
from pypdf import PageObject

_POINTS_A_MM = 72 / 25.4
_MARGIN_MM = 8
_FOOT = 14.5 * _POINTS_A_MM


def words_outside(pdf: bytes, file: Path) -> list[str]:
    """The words outside the margins of a PDF, written to a file in which qpdf finds no fault."""
    if shutil.which("pdftotext") is None or shutil.which("qpdf") is None:
        pytest.skip("needs poppler-utils and qpdf")
    file.write_bytes(pdf)
    subprocess.run(["qpdf", "--check", file], check=True, capture_output=True)
    command = ["pdftotext", "-bbox", str(file), "-"]
    told = subprocess.run(command, check=True, capture_output=True).stdout.decode(errors="replace")
    words = [line.split('"') for line in told.splitlines() if "<word" in line]
    assert len(words) > 10
    box = next(line.split('"') for line in told.splitlines() if "<page" in line)
    width, height = [float(each) / _POINTS_A_MM for each in box[1:4:2]]
    lines = (_MARGIN_MM - 1, _MARGIN_MM - 1, width - _MARGIN_MM, height - 6)
    return [
        word[8]
        for word in words
        for side, (line, place) in enumerate(zip(lines, word[1:8:2], strict=True))
        if (float(place) / _POINTS_A_MM - line) * (1 if side < 2 else -1) < 0
    ]


def filled(page: PageObject) -> float:
    """The share of a page above its lowest text, but for its foot."""
    heights: list[float] = []

    def note(text: str, page_at: list[float], at: list[float], *_: object) -> None:
        height = page_at[1] * at[4] + page_at[3] * at[5] + page_at[5]
        if text.strip() and height > _FOOT:
            heights.append(height)

    page.extract_text(visitor_text=note)
    height = float(page.mediabox.height)
    return (height - min(heights)) / (height - _FOOT)
