"""The finished PDF, read back."""

import re
import shutil
import subprocess
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from scorekeeper.papers.paper import Size
from scorekeeper.papers.sheet import SheetNotes
from scorekeeper.rules.game import Agreed, Figure
from scorekeeper.rules.sheet import ScoreSheet
from tests.papers.games import LONG_NAMES, TEN, record, samples, sheet_of, sheet_pdf, totals
from tests.papers.texts import texts_of, whole_text

SAMPLES = samples()
POINTS_A_MM = 72 / 25.4
LONG = ("long amounts", "long names")
PAGES = {"ten players": 2, "long game": 2}
WORDS = {
    "gin": ("7♦", "K♠", "undercut", "dead", "Boxes (option)", "331"),
    "contract": ("1 set, 2 runs", "215", "Players settle by the difference"),
    "under way": ("under way", "Score so far 290 135 190"),
    "long game": ("After the end, not counted: deal",),
    "long names": ("<b>Bob</b> & sons",),
}
"""What stands on samples; ``test_papers.py`` reads the sheets ``laws`` and of ten players."""


@cache
def printed(name: str, paper: Size = "a4") -> bytes:
    return sheet_pdf(SAMPLES[name], size=paper)


def texts_of_sample(name: str, folder: Path) -> list[str]:
    """The pages of a sample that is small, and has its pages, margins and words."""
    assert len(printed(name)) <= 80 * 1024
    texts = [" ".join(text.split()) for text in texts_of(printed(name))]
    assert name in LONG or len(texts) == PAGES.get(name, 1)
    words = " ".join(texts)
    assert [each for each in WORDS.get(name, ()) if each not in words] == []
    assert not re.search(r"-\d", words)  # a minus is never a hyphen
    assert beyond_margins(printed(name), folder) == []
    return texts


@pytest.mark.parametrize("name", ["gin", "contract", "long amounts"])
def test_a_sheet_is_small_and_has_its_margins_and_words(name: str, tmp_path: Path) -> None:
    assert texts_of_sample(name, tmp_path)


def test_a_long_game_names_its_players_again_over_the_deals_of_the_next_page(
    tmp_path: Path,
) -> None:
    second = texts_of_sample("long game", tmp_path)[1]
    assert second.index("Ann Bob Cal") < second.index("25")


def test_a_long_name_is_printed_whole(tmp_path: Path) -> None:
    text = " ".join(texts_of_sample("long names", tmp_path)).replace(" ", "")
    assert all(name.replace(" ", "") in text for name in LONG_NAMES)


def test_a_game_under_way_has_empty_rows_to_play_on_and_says_its_language_and_title(
    tmp_path: Path,
) -> None:
    (text,) = texts_of_sample("under way", tmp_path)
    above = text.partition("Kept for the end")[0]
    assert above.endswith(" 4 5 6 7 8 9 10 ")
    # That it is tagged, and says PDF/UA, is looked at for every paper.
    document = PdfReader(BytesIO(printed("under way")))
    assert str(document.root_object["/Lang"]) == "en"
    assert document.metadata is not None
    assert document.metadata.title == "Friday table 2: under way"


@pytest.mark.long  # ``test_papers.py`` prints one of ten on letter
@pytest.mark.parametrize("name", ["ten players", "long game"])
def test_a_sheet_of_letter_has_its_pages_size_and_margins(name: str, tmp_path: Path) -> None:
    pdf = printed(name, "letter")
    pages = PdfReader(BytesIO(pdf)).pages
    assert len(pages) == PAGES[name]
    sides = (279.4, 215.9) if name == "ten players" else (215.9, 279.4)
    box = pages[0].mediabox
    assert [float(box.width), float(box.height)] == pytest.approx(
        [side * POINTS_A_MM for side in sides], abs=0.5
    )
    assert beyond_margins(pdf, tmp_path) == []


@pytest.mark.long  # letter is wider than A4: only a sheet in landscape is narrower on it
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_has_its_pages_and_margins(name: str, paper: Size, tmp_path: Path) -> None:
    assert name in LONG or len(texts_of(printed(name, paper))) == PAGES.get(name, 1)
    assert beyond_margins(printed(name, paper), tmp_path) == []


def beyond_margins(pdf: bytes, folder: Path) -> list[str]:
    """The lines of poppler about words that leave the side margins of a sheet."""
    if shutil.which("pdftotext") is None:
        pytest.skip("needs poppler-utils")
    file = folder / "sheet.pdf"
    file.write_bytes(pdf)
    told = subprocess.run(
        ["pdftotext", "-bbox", file, "-"], check=True, capture_output=True, text=True
    ).stdout
    width = float(re.findall(r'<page width="([\d.]+)', told)[0])
    words = [line for line in told.splitlines() if "<word" in line]
    assert len(words) > 10
    margin = 15 * POINTS_A_MM
    return [
        line
        for line in words
        if float(line.split('"')[1]) < margin or float(line.split('"')[5]) > width - margin
    ]


@pytest.mark.parametrize(
    ("variant", "deals", "paper", "pages"),
    [
        ("gin150", 0, "letter", 1),
        ("modern", 14, "letter", 2),
        pytest.param("modern", 33, "letter", 2, marks=pytest.mark.long),
        pytest.param("gin150", 0, "a4", 1, marks=pytest.mark.long),
        pytest.param("laws", 33, "a4", 2, marks=pytest.mark.long),
    ],
)
def test_no_page_has_but_a_few_lines(variant: str, deals: int, paper: Size, pages: int) -> None:
    players = {"gin150": TEN[:2], "laws": TEN[:3], "modern": TEN[:5]}[variant]
    options = {"options": {"target": 9000}} if deals else {}
    sheet = sheet_of(totals(variant, players, deals, played_on="2026-11-20", **options))
    texts = texts_of(sheet_pdf(sheet, size=paper))
    assert len(texts) == pages
    assert min([len(text.split()) for text in texts]) >= 30


def test_a_first_page_has_deals_where_all_of_few_would_fit_on_the_last() -> None:
    notes = SheetNotes(told=tuple([f"{number} of them " * 15 for number in range(30)]))
    sheet = sheet_of(totals("contract", TEN[:6], 2))
    pages = [" ".join(text.split()) for text in texts_of(sheet_pdf(sheet, notes=notes))]
    assert "2 sets" in pages[0]
    assert any(f"Score so far {totals_of(sheet)}" in page for page in pages)


@pytest.mark.long
def test_seven_players_have_their_totals_printed() -> None:
    """They are the fewest of a sheet in landscape; ``test_papers.py`` reads that of ten."""
    sheet = sheet_of(totals("contract", TEN[:7], 5))
    assert f"Total {totals_of(sheet)}" in whole_text(sheet_pdf(sheet))


def totals_of(sheet: ScoreSheet) -> str:
    return " ".join([str(head.running) for head in sheet.heads])


def test_every_sign_is_drawn_by_the_font_that_has_it() -> None:
    """Among them thirds of money, and the tick of a deal to which all agreed."""
    names = ("Ὀδυσσεύς", "Ἀθηνᾶ δέλτα", "Ann 🂡")
    hands = {name: {"melded_points": 1010, "in_hand_points": 10} for name in names}
    deals = [{"ending": "stock", "hands": hands}]
    game = record("laws", players=list(names), deals=deals)
    cells = sheet_of(game).rows[0].cells
    agreed = Agreed(
        target=2,
        seats=tuple([cell.seat for cell in cells]),
        figures=tuple([Figure(cell.points or 0, cell.held) for cell in cells]),
    )
    made = sheet_pdf(sheet_of(game, agreed), notes=SheetNotes(times={3: "21:40"}))
    # Newer HarfBuzz draws letters and their marks apart, and the text of some is lost.
    letters, wanted = whole_text(made), (names[0], names[2], "+66⅔ +66⅔ +66⅔", "✓ 21:40")
    assert [each for each in wanted if each not in letters] == []
    pdf = PdfReader(BytesIO(made))
    size = cast("int", pdf.trailer["/Size"])
    fonts = [each for each in map(pdf.get_object, range(1, size)) if is_font(each)]
    assert len(fonts) >= 3
    assert [sign for font in fonts for sign in undrawn(font)] == []


def is_font(each: Any) -> bool:
    return isinstance(each, DictionaryObject) and "/ToUnicode" in each


def undrawn(font: Any) -> list[str]:
    """The signs of a font of a PDF that have no outline in it."""
    descriptor = font["/DescendantFonts"][0].get_object()["/FontDescriptor"]
    found = TTFont(BytesIO(descriptor["/FontFile2"].get_data()))
    order, outlines = found.getGlyphOrder(), found["glyf"]
    signs = font["/ToUnicode"].get_data().decode().partition("beginbfchar")[2]
    drawn = {
        bytes.fromhex(code).decode("utf-16-be"): int(number, 16)
        for number, code in re.findall(r"<(\w+)> <(\w+)>", signs)
    }
    return [
        sign
        for sign, number in drawn.items()
        if sign.strip() and (number >= len(order) or not outlines[order[number]].numberOfContours)
    ]


def test_a_long_word_of_a_name_is_divided_as_a_dictionary_would() -> None:
    names = ("Bartholomew Longfellow-Featherstonehaugh", "Bob", "Cal", "Dot", "Eve")
    first = texts_of(sheet_pdf(sheet_of(totals("modern", names, 1))))[0]
    assert "Longfellow-\nFeatherstone\N{HYPHEN}\nhaugh" in first
