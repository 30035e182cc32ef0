"""Makes the two pictures of the README, in ``docs/pictures/``: the pad on a phone, a score sheet.

``python -m tests.pictures`` makes both again, from a game of the tests. It needs Chromium and
poppler.
"""

from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

from scorekeeper.print import render_paper
from tests.browser.games import post_record
from tests.browser.pad_screen import tap
from tests.print.games import record
from tests.print.papers import of_game
from tests.print.pictures import picture_of
from tests.served import Served

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
NAMES: Final = ("phone", "sheet")
MOST_BYTES: Final = 120_000
_WIDTH: Final = 780
_DOTS_A_PIXEL: Final = 2
_PHONE: Final = ViewportSize(width=_WIDTH // _DOTS_A_PIXEL, height=844)
_COLOURS: Final = 64
_GAME: Final = record("laws")
_DEALS: Final = 3
_ENTERED: Final = "by:0 K 2 S 3 9 5 next H 4 9 J J 2 in_hand QS A 8"
"""The keys of a deal of which Ann's hand is entered, and Bob's nearly."""


def draw_phone() -> bytes:
    """The pad in the middle of a deal, as a PNG."""
    program = which("chromium-headless-shell") or which("chromium")
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Served(Path(folder), log=Path(folder) / "log")
        site.start()
        try:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(
                base_url=site.address, viewport=_PHONE, device_scale_factor=_DOTS_A_PIXEL
            )
            address = post_record(page, {**_GAME, "deals": _GAME["deals"][:_DEALS]})
            page.goto(f"{address}enter")
            tap(page, _ENTERED)
            drawn = page.screenshot()
            browser.close()
        finally:
            site.stop()
    file = BytesIO()
    with Image.open(BytesIO(drawn)) as screen:
        few = screen.convert("RGB").quantize(_COLOURS, kmeans=1, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


def draw_sheet() -> bytes:
    """The score sheet of the whole game, as a PNG."""
    return picture_of(render_paper(of_game(_GAME)), width=_WIDTH)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in zip(NAMES, (draw_phone(), draw_sheet()), strict=True):
        (FOLDER / f"{name}.png").write_bytes(picture)
