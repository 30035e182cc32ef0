"""Makes the pictures and the silent film of ``docs/pictures/``, from a club of the demonstration.

``python -m tests.pictures`` makes all of them again. It needs Chromium and poppler. A game of the
club is brought to its site once more without its last deals, and the next is entered on the pad.
"""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Page, ViewportSize, sync_playwright

from scorekeeper.club.following import ClubFollower
from scorekeeper.config import Settings, load_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game
from scorekeeper.games.keys import make_key
from scorekeeper.papers.renderer import render_paper
from scorekeeper.record.reading import read_record
from scorekeeper.rules.deals import Deal
from scorekeeper.rules.scoring import Setup
from scorekeeper.server.demo import fill_demo
from tests.browser.games import post_record
from tests.browser.pad_presses import presses_of
from tests.browser.pad_screen import point
from tests.papers.papers import of_game
from tests.papers.pictures import picture_of
from tests.served import Served

FOLDER: Final = Path(__file__).parents[1] / "docs" / "pictures"
FILM: Final = "film.webp"
NAMES: Final = ("pad", "deal", "board", "payouts", "sheet", "backups")
MOST_BYTES: Final = 120_000
MOST_BYTES_OF_FILM: Final = 1_000_000
_NOW: Final = datetime(2026, 11, 20, 20, tzinfo=UTC)
_WIDTH: Final = 780
_DOTS_A_PIXEL: Final = 2
_PHONE: Final = ViewportSize(width=_WIDTH // _DOTS_A_PIXEL, height=844)
_COLOURS: Final = 64
_DEALS: Final = 3
"""How many deals were played before the one that is entered."""
_MOST_PRESSES: Final = 45
_RESTORES: Final = "./run restore instance/backups/NAME"
"""How a keeper restores a backup whose club is in its usual folder, not in that of the pictures."""
_KEY, _LOOK = 220, 2400
"""How long the film shows a key, and a page that is to be looked at, in milliseconds."""


@dataclass(frozen=True)
class Show:
    """What the pictures show: a game of the club, the deal to enter, how officers come in."""

    game: dict[str, Any]
    presses: tuple[str, ...]
    passphrase: str
    backups: str


@dataclass
class Film:
    """Frames as they were drawn, each with its time."""

    frames: list[Image.Image] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def add(self, drawn: bytes, time: int) -> None:
        with Image.open(BytesIO(drawn)) as screen:
            self.frames.append(screen.convert("RGB").resize((_PHONE["width"], _PHONE["height"])))
        self.times.append(time)

    def packed(self) -> bytes:
        """The film as an animated WebP, which is played once."""
        file = BytesIO()
        first, *more = self.frames
        about: dict[str, Any] = {"append_images": more, "duration": self.times, "loop": 1}
        first.save(file, "WEBP", save_all=True, quality=60, method=6, minimize_size=True, **about)
        return file.getvalue()


def make_pictures() -> Iterator[tuple[str, bytes]]:
    """Yield each file by its name."""
    with TemporaryDirectory() as folder, served(Path(folder)) as (show, page):
        film = Film()
        yield from show_game(page, show, film)
        yield from show_club(page, show, film)
        sheet = render_paper(of_game(show.game))
        film.add(on_paper(picture_of(sheet, width=_WIDTH)), 2 * _LOOK)
        yield "sheet.png", picture_of(sheet, width=_WIDTH)
        page.goto(show.backups)
        page.locator("code").evaluate("(each, way) => each.replaceChildren(way)", _RESTORES)
        yield "backups.png", small(page.screenshot())
        yield FILM, film.packed()


@contextmanager
def served(folder: Path) -> Iterator[tuple[Show, Page]]:
    """Fill a folder with the club, and open a phone on its site."""
    settings = load_settings(folder / "club", is_served=False)
    said = "\n".join(fill_demo(settings, _NOW))
    site = Served(settings.instance, log=folder / "log")
    site.start()
    program = which("chromium-headless-shell") or which("chromium")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            about: dict[str, Any] = {"viewport": _PHONE, "device_scale_factor": _DOTS_A_PIXEL}
            page = browser.new_page(base_url=site.address, **about)
            yield what_to_show(settings, said), page
            browser.close()
        finally:
            site.stop()


def what_to_show(settings: Settings, said: str) -> Show:
    """Choose the first game by the laws of which the deal to enter takes few presses."""
    passphrase = said.partition("passphrase: ")[2].split()[0]
    backups = f"/backups/{make_key(settings.backups_key)}/"
    with closing(GameStore.at(settings.database, follower=ClubFollower())) as store:
        with store.database.reading() as db:
            keys = [key for (key,) in db.execute("SELECT key FROM game ORDER BY rowid")]
        for record in (export_game(store, key) for key in keys):
            setup, deals = read_game(record)
            if setup.variant.key == "laws" and len(setup.players) > _DEALS - 1 and is_shown(deals):
                presses = tuple(presses_of(setup, deals[_DEALS]))
                if len(presses) <= _MOST_PRESSES:
                    return Show(record, presses, passphrase, backups)
    raise LookupError("no game of the club is short enough to be shown")


def read_game(record: dict[str, Any]) -> tuple[Setup, tuple[Deal, ...]]:
    found = read_record(record).record
    assert found is not None
    return found.setup, found.deals


def is_shown(deals: tuple[Deal, ...]) -> bool:
    """Tell whether the deal to enter is there, in cards, and went to somebody."""
    shown = deals[_DEALS : _DEALS + 1]
    return (
        bool(shown)
        and shown[0].by is not None
        and not any(hand.melded_points is not None for hand in shown[0].hands)
    )


def show_game(page: Page, show: Show, film: Film) -> Iterator[tuple[str, bytes]]:
    """Enter a deal key by key, and look at it with its laws."""
    game = {**show.game, "title": "Table 2", "deals": show.game["deals"][:_DEALS]}
    page.goto(post_record(page, game))
    film.add(page.screenshot(), _LOOK)
    page.goto(f"{page.url}enter")
    seen = False
    for press in show.presses:
        film.add(page.screenshot(), _KEY)
        if press.startswith("down") and not seen:
            seen = True
            yield "pad.png", small(page.screenshot())
        point(page, press)
    film.add(page.screenshot(), _LOOK // 2)
    page.get_by_role("button", name="Score the deal").click()
    page.wait_for_url("**/deal/*")
    film.add(page.screenshot(), 2 * _LOOK)
    yield "deal.png", small(page.screenshot())


def show_club(page: Page, show: Show, film: Film) -> Iterator[tuple[str, bytes]]:
    """Look as an officer at the last night: its tables, and who has paid whom."""
    page.goto("/officers/")
    page.get_by_label("Passphrase").fill(show.passphrase)
    page.get_by_label("Your name").fill("Ann")
    page.locator("form:has([name=passphrase]) button, .foot button").last.click()
    page.goto("/club/officers/nights")
    links = page.locator('a[href*="/night/"]').evaluate_all("all => all.map(each => each.href)")
    nights = [each for each in links if re.search(r"/night/[^/]+/$", each)]
    page.goto(nights[0])
    yield "board.png", small(page.screenshot())
    unpaid = page.get_by_role("button", name="paid")
    for night in nights:
        page.goto(f"{night}payouts")
        if unpaid.count():
            break
    film.add(page.screenshot(), _LOOK)
    yield "payouts.png", small(page.screenshot())
    unpaid.first.click()
    page.get_by_role("status").first.wait_for()
    film.add(page.screenshot(), _LOOK)


def on_paper(picture: bytes) -> bytes:
    """The picture of a sheet in the middle of a phone's screen."""
    width, height = (_DOTS_A_PIXEL * side for side in (_PHONE["width"], _PHONE["height"]))
    screen = Image.new("RGB", (width, height), "#f6f1e9")
    with Image.open(BytesIO(picture)) as sheet:
        sheet.thumbnail((width, height))
        screen.paste(
            sheet.convert("RGB"), ((width - sheet.width) // 2, (height - sheet.height) // 2)
        )
    file = BytesIO()
    screen.save(file, "PNG")
    return file.getvalue()


def small(drawn: bytes) -> bytes:
    """A screenshot with few colours."""
    file = BytesIO()
    with Image.open(BytesIO(drawn)) as screen:
        few = screen.convert("RGB").quantize(_COLOURS, kmeans=1, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, content in make_pictures():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
