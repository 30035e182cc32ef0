import re

import pytest
import segno

from scorekeeper.web.core.codes import QrCode, draw_code

ADDRESSES = (
    "http://192.168.1.20:8000/game/n5dQx0cWkq0mYJ1b2u7E9A/seat",
    f"https://{'x' * 120}.example.org/game/n5dQx0cWkq0mYJ1b2u7E9A/",
)


def size_of(code: QrCode) -> int:
    """Return the number of modules along an edge."""
    box = re.search(r'<svg viewBox="0 0 (\d+) \1">', code.drawing)
    assert box is not None
    return int(box[1])


def dark_modules(code: QrCode) -> set[tuple[int, int]]:
    """Return the modules covered by the drawing's lines, which run along the middle of rows."""
    path = re.search(r'stroke="#000" d="M(\d+) (\d+)\.5([^"]+)"', code.drawing)
    assert path is not None
    x, y, covered = int(path[1]), int(path[2]), set()
    for move, down, stroke in re.findall(r"m(-?\d+) (\d+)|h(\d+)", path[3]):
        length = int(stroke or 0)
        covered |= {(x + step, y) for step in range(length)}
        x, y = x + length + int(move or 0), y + int(down or 0)
    return covered


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_strokes_cover_the_dark_modules_and_no_others(address: str) -> None:
    matrix = segno.make(address, error="m", micro=False, mask=0).matrix_iter(border=4)
    wanted = {(x, y) for y, row in enumerate(matrix) for x, dark in enumerate(row) if dark}
    assert dark_modules(draw_code(address)) == wanted


@pytest.mark.parametrize("address", ADDRESSES)
def test_four_blank_modules_lie_around_a_code(address: str) -> None:
    code = draw_code(address)
    places = [place for module in dark_modules(code) for place in module]
    assert (min(places), max(places)) == (4, size_of(code) - 5)


def test_a_code_has_no_style_of_its_own_which_the_security_policy_would_refuse() -> None:
    assert "style" not in draw_code(ADDRESSES[0]).drawing
