import re

import pytest
import segno

from scorekeeper.web.core.codes import Code, draw_code

ADDRESSES = (
    "http://192.168.1.20:8000/game/n5dQx0cWkq0mYJ1b2u7E9A/seat",
    f"https://{'x' * 120}.example.org/game/n5dQx0cWkq0mYJ1b2u7E9A/",
)


def dark_modules(code: Code) -> set[tuple[int, int]]:
    """The modules that the strokes cover: each runs along the middle of a row."""
    strokes = re.findall(r"M(\d+) (\d+)\.5h(\d+)", code.path)
    return {(int(x) + step, int(y)) for x, y, length in strokes for step in range(int(length))}


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_strokes_cover_the_dark_modules_and_no_others(address: str) -> None:
    code = draw_code(address)
    matrix = segno.make(address, error="m", micro=False).matrix_iter(border=4)
    wanted = {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
    assert dark_modules(code) == wanted


@pytest.mark.parametrize("address", ADDRESSES)
def test_four_blank_modules_lie_around_a_code(address: str) -> None:
    code = draw_code(address)
    places = [place for module in dark_modules(code) for place in module]
    assert (min(places), max(places)) == (4, code.size - 5)
