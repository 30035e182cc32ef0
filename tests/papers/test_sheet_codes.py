"""The codes on paper, read from its pixels by zbar, an independent reader."""

import json
import subprocess
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
import segno
from PIL import Image

from scorekeeper.papers.sheet import SheetNotes, codes_for
from scorekeeper.record.document import FORMAT
from scorekeeper.record.reading import read_file, read_record
from scorekeeper.record.writing import record_of, rest_of, start_of, write_record
from scorekeeper.record.writing import sheet_of as record_sheet
from scorekeeper.rules.game import Entry, Undone, replay
from scorekeeper.rules.sheet import ScoreSheet, make_sheet
from tests.games.illegal import SET_AND_RUN, TWO_SETS, contract_deal
from tests.papers.games import record, sheet_of, sheet_pdf, totals
from tests.papers.texts import texts_of, whole_text
from tests.table_packs import TablePack

ADDRESS = "https://cards.example.org"
LAWS = sheet_of(record("laws"))
MODULES = {version: 17 + 4 * version for version in range(1, 41)}


def many_cards(deals: int) -> ScoreSheet:
    """A game of three players with so many deals, each with hands of its own."""
    document = totals("laws", ["Ann", "Bob", "Cal"], deals, options={"target": 90_000})
    for number, deal in enumerate(document["deals"]):
        pack = TablePack(LAWS.setup, Random(number))
        for name, hand in deal["hands"].items():
            melds = [[str(card) for card in meld] for meld in (pack.set_of(3), pack.run_of(5))]
            cards = [] if name == deal["by"] else [str(card) for card in pack.take(9)]
            hand.clear()
            hand.update({"melds": [" ".join(meld) for meld in melds], "in_hand": " ".join(cards)})
    return sheet_of(document)


class Photo(NamedTuple):
    """How a paper is photographed: dots an inch, degrees that it is turned, and its grain."""

    dots: int
    turn: float = 0
    noise: float = 0


def photograph(pdf: bytes, folder: Path, photo: Photo) -> list[Path]:
    """The pages of a paper in grey."""
    (folder / "sheet.pdf").write_bytes(pdf)
    command = [
        "pdftoppm",
        "-gray",
        "-r",
        str(photo.dots),
        str(folder / "sheet.pdf"),
        str(folder / "page"),
    ]
    subprocess.run(command, check=True)
    pages = sorted(folder.glob("page*.pgm"))
    for page in pages if photo.noise else []:
        image = Image.open(page).rotate(photo.turn, Image.Resampling.BICUBIC, fillcolor=255)
        grain = Random(1).randbytes(image.width * image.height)
        Image.blend(image, Image.frombytes("L", image.size, grain), photo.noise).save(page)
    return pages


def scan(pages: list[Path]) -> list[str]:
    """The texts of all codes that zbar finds; its status says that a page has none."""
    command = ["zbarimg", "--raw", "-q", "-Sdisable", "-Sqrcode.enable", *map(str, pages)]
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.split()


@pytest.mark.parametrize(
    "photo",
    [
        Photo(150, -1, 0.15),
        pytest.param(Photo(150, 0.7, 0.1), marks=pytest.mark.long),
        pytest.param(Photo(300), marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("deals", [6, pytest.param(24, marks=pytest.mark.long)])
def test_a_printed_game_comes_back(deals: int, photo: Photo, tmp_path: Path) -> None:
    sheet, codes = (LAWS, 1) if deals == 6 else (many_cards(deals), 2)
    pdf = sheet_pdf(sheet, notes=SheetNotes(address=ADDRESS))
    if sheet is LAWS:
        assert "Scan for the whole game" in whole_text(pdf)
    texts = scan(photograph(pdf, tmp_path, photo))
    assert len(texts) == codes
    assert all(text.startswith(f"{ADDRESS}/read#SK1.") for text in texts)
    expected = read_file(json.dumps(write_record(record_of(sheet))).encode())
    assert read_file("\n".join(texts).encode()) == expected
    assert expected.score is not None


def test_a_usual_game_has_one_code_with_modules_of_at_least_0_4_mm() -> None:
    codes = codes_for(LAWS, ADDRESS)
    assert len(codes.drawings) == 1
    version = segno.make("x" * 550, error="l", boost_error=False).version
    assert version == 16
    assert codes.side >= MODULES[16] * 0.4


def test_a_game_of_more_cards_has_codes_that_are_large_enough() -> None:
    codes = codes_for(many_cards(100), ADDRESS)
    assert all(f"Code {number} of 6" in each for number, each in enumerate(codes.drawings, 1))
    assert codes.side <= MODULES[20] * 0.51
    assert codes.begin_page


def test_a_game_too_long_for_codes_says_so() -> None:
    sheet = many_cards(300)
    assert codes_for(sheet).drawings == ()
    assert "too long for a code: it would take 1" in codes_for(sheet).why_none


def test_a_sheet_without_deals_has_no_code_and_needs_none() -> None:
    codes = codes_for(sheet_of({**record("laws"), "deals": []}))
    assert (codes.drawings, codes.why_none) == ((), "")


def test_without_an_address_the_code_holds_the_bare_text(tmp_path: Path) -> None:
    pdf = sheet_pdf(LAWS, size="letter")
    (page,) = texts_of(pdf)
    assert "The whole game, for “Read a sheet”" in " ".join(page.split())
    (text,) = scan(photograph(pdf, tmp_path, Photo(150)))
    assert text.startswith("SK1.1.1.")


def test_a_game_whose_record_nobody_could_read_has_no_code() -> None:
    deals = [contract_deal(TWO_SETS), contract_deal(SET_AND_RUN)]
    document = {"format": FORMAT, "variant": "contract", "players": ["Ann", "Bob"], "deals": deals}
    game = read_record(document).record
    assert game is not None
    assert codes_for(record_sheet(game)).drawings
    acts = [start_of(game), *rest_of(game), Undone(target=2, reason="twice")]
    entries = [Entry(seq, act) for seq, act in enumerate(acts, 1)]
    codes = codes_for(make_sheet(replay(entries), game.setup.variant))
    assert codes.drawings == ()
    assert codes.why_none.startswith("This sheet has no code. Deal 1 breaks a rule")
