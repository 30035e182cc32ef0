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
from pypdf.generic import DictionaryObject, StreamObject

from scorekeeper.domain.journal import Agreed, Figure
from scorekeeper.domain.sheet import ScoreSheet
from scorekeeper.print.paper import Size
from scorekeeper.print.sheet import SheetNotes
from tests.print.games import LONG_NAMES, TEN, record, samples, sheet_of, sheet_pdf, totals
from tests.print.texts import texts_of, whole_text

SAMPLES = samples()
POINTS_A_MM = 72 / 25.4


@cache
def printed(name: str, paper: Size = "a4") -> bytes:
    return sheet_pdf(SAMPLES[name], size=paper)


def read(name: str, paper: Size = "a4") -> PdfReader:
    return PdfReader(BytesIO(printed(name, paper)))


@cache
def words_of(name: str) -> str:
    """What stands on the sheet of a sample."""
    return whole_text(printed(name))


@pytest.mark.parametrize(
    "words",
    [
        "Friday table 2",
        "Ann wins",
        "Cavendish",
        "20 November 2026",
        "$1 per 100",
        "Laws of Oklahoma",
        "Game, Law 22",
        "Concealed, Law 23",
        "Rounded, Law 25",
        "1045",
        "−215",
        "+500",
        "1245",
        "1200",
        "concealed, 250 at the end",
        "+16.00",
        "Proof: 16.00 + 10.00 − 26.00 = 0.",
        "$10.00",
        "paid",
        "House rules: none.",
        "Page 1 of 1",
    ],
)
def test_the_sheet_of_a_finished_game_says(words: str) -> None:
    assert words in words_of("laws")


@pytest.mark.parametrize("name", ["Ann", "Bob", "Cal"])
def test_every_player_is_named_in_head_matrix_and_signature(name: str) -> None:
    assert words_of("laws").count(name) >= 4


def test_minus_is_never_a_hyphen() -> None:
    assert not re.search(r"-\d", words_of("laws"))


@pytest.mark.parametrize("words", ["7♦", "K♠", "undercut", "dead", "Boxes (option)", "331"])
def test_the_sheet_of_a_gin_game_says(words: str) -> None:
    assert words in words_of("gin")


@pytest.mark.parametrize("words", ["1 set, 2 runs", "215", "Players settle: by the difference"])
def test_the_sheet_of_a_contract_game_says(words: str) -> None:
    assert words in words_of("contract")


def test_a_game_that_goes_on_says_so_far_and_to_go() -> None:
    text = words_of("under way")
    assert "under way" in text
    assert "Score so far 290 135 190" in text


def test_deals_after_the_end_are_shown() -> None:
    assert "After the end, not counted: deal" in words_of("long game")


def test_markup_in_a_name_is_only_text() -> None:
    assert "<b>Bob</b> & sons" in words_of("long names")


def test_the_document_is_tagged() -> None:
    root = read("laws").root_object
    marks = root["/MarkInfo"]
    assert isinstance(marks, DictionaryObject)
    assert str(marks["/Marked"]) == "True"
    assert "/StructTreeRoot" in root


def test_the_document_says_its_language() -> None:
    assert str(read("laws").root_object["/Lang"]) == "en"


def test_the_document_has_a_title() -> None:
    metadata = read("laws").metadata
    assert metadata is not None
    assert metadata.title == "Friday table 2: Ann wins"


def test_the_document_is_said_to_be_accessible_by_standard() -> None:
    metadata = read("laws").root_object["/Metadata"].get_object()
    assert isinstance(metadata, StreamObject)
    assert re.search(rb'pdfuaid:part[">=]+1', metadata.get_data())


@pytest.mark.parametrize(
    ("name", "paper", "size"),
    [
        ("laws", "a4", (210, 297)),
        ("laws", "letter", (215.9, 279.4)),
        ("ten players", "a4", (297, 210)),
        ("ten players", "letter", (279.4, 215.9)),
    ],
)
def test_the_paper_has_its_size(name: str, paper: Size, size: tuple[float, float]) -> None:
    box = read(name, paper).pages[0].mediabox
    wanted = [measure * POINTS_A_MM for measure in size]
    assert [float(box.width), float(box.height)] == pytest.approx(wanted, abs=0.5)


@pytest.mark.parametrize(
    ("name", "a4", "letter"),
    [
        ("laws", 1, 1),
        ("gin", 1, 1),
        ("contract", 1, 1),
        ("blank", 1, 1),
        ("under way", 1, 1),
        ("ten players", 2, 2),
        ("long game", 2, 2),
    ],
)
def test_a_sheet_takes_so_many_pages(name: str, a4: int, letter: int) -> None:
    assert (len(read(name).pages), len(read(name, "letter").pages)) == (a4, letter)


@pytest.mark.parametrize(
    ("variant", "deals", "paper", "pages"),
    [
        ("gin150", 0, "a4", 1),
        ("gin150", 0, "letter", 1),
        ("laws", 33, "a4", 2),
        ("modern", 14, "letter", 2),
        ("modern", 33, "letter", 2),
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
    game = totals("contract", TEN[:6], 2)
    assert "2 sets" in texts_of(sheet_pdf(sheet_of(game), notes=notes))[0]


def test_players_are_named_again_over_the_deals_of_the_next_page() -> None:
    second = " ".join(texts_of(printed("long game"))[1].split())
    assert second.index("Ann Bob Cal") < second.index("25")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sheet_is_small(name: str) -> None:
    assert len(printed(name)) <= 80 * 1024


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs poppler-utils")
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_word_leaves_the_margins(name: str, paper: Size, tmp_path: Path) -> None:
    file = tmp_path / "sheet.pdf"
    file.write_bytes(printed(name, paper))
    boxes = subprocess.run(
        ["pdftotext", "-bbox", file, "-"], check=True, capture_output=True, text=True
    ).stdout
    width = float(re.findall(r'<page width="([\d.]+)', boxes)[0])
    ends = [float(x) for x in re.findall(r'xMax="([\d.]+)"', boxes)]
    starts = [float(x) for x in re.findall(r'xMin="([\d.]+)"', boxes)]
    assert len(ends) > 10
    assert max(ends) <= width - 15 * POINTS_A_MM
    assert min(starts) >= 15 * POINTS_A_MM


@pytest.mark.parametrize("players", [2, 4, 6, 7])
def test_any_number_of_players_has_its_totals_printed(players: int) -> None:
    sheet = sheet_of(totals("contract", TEN[:players], 5))
    assert f"Total {totals_of(sheet)}" in whole_text(sheet_pdf(sheet))


def test_ten_players_have_their_totals_printed() -> None:
    assert f"Total {totals_of(SAMPLES['ten players'])}" in words_of("ten players")


def totals_of(sheet: ScoreSheet) -> str:
    return " ".join([str(head.running) for head in sheet.heads])


def test_a_long_name_is_printed_whole() -> None:
    text = words_of("long names").replace(" ", "")
    assert all(name.replace(" ", "") in text for name in LONG_NAMES)


def test_a_share_in_thirds_is_written_as_such() -> None:
    hands = {name: {"melded_points": 1010, "in_hand_points": 10} for name in ("Ann", "Bob", "Cal")}
    sheet = sheet_of(record("laws", deals=[{"ending": "stock", "hands": hands}]))
    assert "+66⅔ +66⅔ +66⅔" in whole_text(sheet_pdf(sheet))


def test_a_sheet_that_was_agreed_to_since_is_printed_again() -> None:
    laws = record("laws", deals=record("laws")["deals"][:1])
    row = sheet_of(laws).rows[0]
    figures = tuple([Figure(cell.points or 0, cell.held) for cell in row.cells])
    agreed = Agreed(target=2, seats=tuple([cell.seat for cell in row.cells]), figures=figures)
    sheet_pdf(sheet_of(laws), notes=SheetNotes(times={3: "21:40"}))
    pdf = sheet_pdf(sheet_of(laws, agreed), notes=SheetNotes(times={3: "21:40"}))
    assert "✓ 21:40" in whole_text(pdf)


def test_every_sign_is_drawn_by_the_font_that_has_it() -> None:
    names = ("Ὀδυσσεύς", "Ἀθηνᾶ", "δέλτα", "Ann 🂡")
    made = sheet_pdf(sheet_of(totals("laws", names, 2)))
    assert names[0] in whole_text(made)
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
