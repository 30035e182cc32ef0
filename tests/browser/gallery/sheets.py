"""Contact sheets: what was looked at, a few screens on each, with what is wrong below them."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from tests.browser.gallery.looking import Look
from tests.browser.gallery.states import SIZES

_WIDTH: Final = 1600
_GAP: Final = 10
_LINE: Final = 18
_LETTERS: Final = 46
"""How many letters stand on a line below a screen of a phone."""
_MOST_FAULTS: Final = 6
_FONT: Final = ImageFont.load_default(14)


def write_sheets(folder: Path, page: str, looks: Sequence[Look]) -> None:
    """Write the looks at the states of a page, those on screens of one size together."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        columns = 4 if width < 500 else 2
        chosen = [look for look in looks if look.size == size]
        for first in range(0, len(chosen), 4):
            name = f"{page}-{width}x{height}-{first // 4 + 1:02}.png".replace(" ", "-")
            _sheet(chosen[first : first + 4], columns).save(folder / name)


def _sheet(looks: Sequence[Look], columns: int) -> Image.Image:
    width = _WIDTH // columns
    cells = [_cell(look, width - _GAP) for look in looks]
    rows = [cells[first : first + columns] for first in range(0, len(cells), columns)]
    heights = [max(cell.height for cell in row) + _GAP for row in rows]
    sheet = Image.new("RGB", (_WIDTH, sum(heights)), "#888")
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            sheet.paste(cell, (column * width, sum(heights[:number])))
    return sheet


def _cell(look: Look, width: int) -> Image.Image:
    lines = list(_lines(look, width))
    with Image.open(BytesIO(look.picture)) as drawn:
        picture = drawn.convert("RGB")
    if picture.width > width:
        picture = picture.resize((width, picture.height * width // picture.width))
    cell = Image.new("RGB", (width, _LINE * len(lines) + picture.height), "white")
    draw = ImageDraw.Draw(cell)
    for number, (line, colour) in enumerate(lines):
        draw.text((4, number * _LINE), line, fill=colour, font=_FONT)
    cell.paste(picture, (0, _LINE * len(lines)))
    return cell


def _lines(look: Look, width: int) -> Iterator[tuple[str, str]]:
    yield f"{look.state} ({'x'.join(map(str, SIZES[look.size]))})", "black"
    for fault in look.faults[:_MOST_FAULTS]:
        for line in wrap(fault, _LETTERS * width // 390):
            yield line, "#c00"
