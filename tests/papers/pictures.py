"""Makes the small pictures of all papers, and of one with a club's mark, in ``docs/papers/``.

``python -m tests.papers.pictures`` makes all of them again. It needs poppler.
"""

import subprocess
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from scorekeeper.club.facts import ClubMark
from scorekeeper.papers.kinds import PAPERS as KINDS
from scorekeeper.papers.renderer import render_paper
from tests.marks import mark_of
from tests.papers.papers import PAPERS

FOLDER: Final = Path(__file__).parents[2] / "docs" / "papers"
MOST_BYTES: Final = 40_000
_DOTS_AN_INCH: Final = 90
_WIDTH: Final = 420
_SHADES: Final = 16
_RED: Final = (165, 32, 26)
_OF_KIND: Final = {
    "blank": "blank of gin",
    "rules": "rules of laws on a5",
    "awards": "awards of a season",
}
"""The papers of ``tests/papers/papers.py`` that are called otherwise than their kind."""
WITH_MARK: Final = "club-mark"
"""The picture of a paper with a club's mark, which is the one of a night."""


def _mark() -> ClubMark:
    """A red diamond in a ring."""
    picture, file = Image.new("RGB", (600, 600), "white"), BytesIO()
    pen = ImageDraw.Draw(picture)
    pen.ellipse((6, 6, 594, 594), outline="#111", width=36)
    pen.polygon(((300, 96), (456, 300), (300, 504), (144, 300)), fill=_RED)
    picture.save(file, "PNG")
    return mark_of(file.getvalue())


def picture_of(pdf: bytes, *, width: int = _WIDTH) -> bytes:
    """The first page of a PDF as a PNG, so many pixels wide."""
    drawn = subprocess.run(
        ["pdftoppm", "-r", str(_DOTS_AN_INCH * width // _WIDTH), "-png", "-singlefile", "-"],
        input=pdf,
        capture_output=True,
        check=True,
    ).stdout
    with Image.open(BytesIO(drawn)) as page:
        small = page.convert("RGB").resize((width, width * page.height // page.width))
    file = BytesIO()
    shades = small.quantize(palette=_palette(), dither=Image.Dither.NONE)
    shades.save(file, "PNG", optimize=True)
    return file.getvalue()


def _palette() -> Image.Image:
    """Shades of the two inks on white paper, so that a little red is not lost among the greys."""
    found = Image.new("P", (1, 1))
    inks = ((0, 0, 0), _RED)
    steps = range(_SHADES)
    found.putpalette(
        [
            255 - (255 - part) * step // (_SHADES - 1)
            for ink in inks
            for step in steps
            for part in ink
        ]
    )
    return found


def make_pictures(folder: Path) -> None:
    """Make the picture of every kind of paper, and of one with a mark, in a folder."""
    folder.mkdir(exist_ok=True)
    pdfs = {kind: render_paper(PAPERS[_OF_KIND.get(kind, kind)]()) for kind in KINDS}
    pdfs[WITH_MARK] = render_paper(PAPERS["night"](), _mark())
    for name, pdf in pdfs.items():
        (folder / f"{name}.png").write_bytes(picture_of(pdf))


if __name__ == "__main__":
    make_pictures(FOLDER)
