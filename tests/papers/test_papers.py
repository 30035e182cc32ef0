"""Every kind of paper as a finished PDF: its tags, pages, margins and text.

A paper is made once and looked at in one test, since making it takes longer than all the looking.
"""

from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from scorekeeper.papers.paper import SIZES, PrintedPaper
from scorekeeper.papers.renderer import lacking_signs, render_paper
from tests.marks import mark_of, png
from tests.papers.games import NO_LETTER, TEN, record, totals
from tests.papers.margins import filled, words_outside
from tests.papers.papers import PAPERS, long
from tests.papers.structure import faults
from tests.papers.texts import texts_of, without_spaces

POINTS_A_MM = 72 / 25.4
ABOVE_TO_SIGN = 20
"""The least that is blank above the words under a line to sign, in points."""
HAND_HEADS = "Player Hand How it counts Rule Points Deal Total "
MARK = mark_of(png())
ONE_PAGE = ("sheet", "blank", "rules", "statement", "charge", "standings")
PAGES = {
    "sheet of ten": 2,
    "long": 3,
    "long of contract": 1,
    "movement": 4,
    "night": 1,
    "night with prizes": 2,
    "wall": 1,
    "awards": 1,
    "awards of a season": 2,
    "awards of a night": 2,
    "awards of long names": 2,
}
WORDS = {
    "sheet": (
        *("Friday table 2", "Ann wins", "Cavendish 20 November 2026 $1 per 100 Laws of Oklahoma"),
        *("Deal Ann Bob Cal 1 210 210 −30 −30 −95 −95", "Score 1045 515 −215"),
        *("Game, Law 22 +200 – –", "Concealed, Law 23 – +500 –", "Total 1245 1015 −215"),
        *("Rounded, Law 25 1200 1000 −200", "deals out", "concealed, 250 at the end"),
        *("Ann · +2.00 +200 +14.00 +1400 +16.00 +1600", "Payments Cal Ann $16.00 paid"),
        *("$10.00 paid", "House rules: none.", "Proof: 16.00 + 10.00 − 26.00 = 0."),
        *("Ann Bob Cal The whole game", "Page 1 of 1"),
    ),
    "sheet of ten": (
        "Total 240 260 280 300 320 425 450 475 500 525",
        "Page 2 of 2",
    ),
    "long": ("Deal 1 Ann went out. Cal dealt.", "K♥ K♦ K♣ 3 × 10 Law 12 +30"),
    "long of gin": ("Upcard 7♦ · Knock with 7 or less", "5♠ 9♠ K♥ 3♦ A♣ Deadwood 28"),
    "night": (
        "Ann 300 wins · Bob 20 · Cal −40",
        "Cal −4.00 1.00 −5.00 +2.00 −3.00",
        "Proof: won 5.20 − lost 8.20 + fees 3.00 = 0.00.",
    ),
    "charge": (
        "Name Charged Open",
        "Bob 30.00 30.00",
        "Ann 30.00 paid",
        "1 of 2 paid, $30.00 open.",
    ),
    "statement": ("6 February 2026 Paid to Ann +2.00 −3.00",),
    "standings": ("1 Ann 1 1 300 300 300 +6.20",),
    "movement": (
        "Ann A Cavendish, Friday 20 November 2026",
        "1 1 1 Bob A, Cal A, Dot A",
        "Dot A Cavendish",
        "1 1 4 deals Ann A, Bob A, Cal A",
    ),
    "movement of many rounds": ("Ann A", "Dot A", "Page 1 of 2", "Page 2 of 2"),
    "wall": ("After round 3 of 4", "1 Ann A 5 5 5 15 1", "Places are worth 5, 3, 2, 1."),
    "awards": ("1= Ann A 15", "Bob A best hand the pool 2.00", "Left in the pool 0.00"),
    "awards of a season": (
        *(
            "Cavendish",
            "CHAMPION · AUTUMN 2026",
            "Ann",
            "4 points in 1 night",
            "2 Bob 3",
            "3 Cal 2",
        ),
        *("BEST OF THE SEASON", "Best total Ann 300", "For the club 20 December 2026"),
        *("All places", "1 night was held.", "Page 2 of 2"),
    ),
    "awards of a night": (
        *("Cavendish", "WINNERS · FRIDAY 20 NOVEMBER 2026", "Ann A", "20 points in 4 rounds"),
        *("THE POOL", "Left in the pool 0.00", "For the club 20 November 2026"),
        *("All places", "1= Ann A 20", "Bob A best hand the pool 2.00", "Page 2 of 2"),
    ),
    "night with prizes": ("Laws, table 2, round 1", "+ entries 80.00 − prizes"),
    "blank of gin": ("Upcard Limit",),
    "sheet of hollywood": (
        "Game 1 Game 2 Game 3",
        "Ann Bob Ann Bob Ann Bob",
        "Ann +35 · knock",
        "Boxes +100 +50 +100 +25 +75 –",
        "Total 318 110 348 45 596 0",
        "All games Ann 1262 Bob 155",
    ),
    "sheet of partners": ("Ann, Cal Bob, Dot 1 70 70 – 0 Ann beat Dot by 90 ·", "Total 120 0"),
    "sheet of both": (
        "Ann beat Bob by 15 · Dot beat Cal by 15: even",
        "All games Ann, Cal 70 Bob, Dot 40",
    ),
    "long of hollywood": ("Written into games 1 and 2. This ends game 1.",),
    "long of partners": (
        "Bob and Dot dealt.",
        "Ann – Bob Upcard 7♦ · knock · Knock with 7 or less · Ann 4, Bob 12 after lay-offs",
        "Cal – Dot Upcard 9♥",
        "Bob, Dot The difference of what the sides won 19 19",
    ),
    "blank of hollywood": ("Game 1 Game 2 Game 3", "Counts twice", "All games"),
    "blank of partners on a5": ("Pair 1 Pair 2", "Upcard Points Upcard Points"),
    "rules of hollywood and partners on a5": ("The sides deal in turn", "The third game counts"),
    "blank of contract on a5": ("2 1 set, 1 run",),
    "rules of laws on a5": ("Penalty 25",),
    "sheet of odd names": ("⍰ 🂡 & <b>", "Ὀδυσσεύς", "no font here has U+10FFFD"),
}
"""What stands on papers, in this order."""
ALIKE = {
    *("sheet of both", "long of gin", "long in totals", "long of hollywood", "long of partners"),
    *("blank of gin", "blank of laws on a5", "blank of partners on a5", "blank for ten"),
    *("rules of hollywood and partners on a5", "rules of modern on a5"),
    *("night of a crowd", "movement of long names", "movement of many rounds", "wall of many"),
    "awards",
}
"""Papers of whose template, and of each of its parts, another one is looked at."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] if name in ALIKE else []) for name in PAPERS],
)
def test_a_paper_is_well_made(name: str, tmp_path: Path) -> None:
    paper, pdf = printed(name)
    texts = [page.split() for page in texts_of(pdf)]
    assert faults(pdf) == []
    assert len(pdf) <= 120 * 1024
    assert min(map(len, texts)) >= 25
    if name.startswith(ONE_PAGE) and "odd" not in name and "ten" not in name.split():
        assert len(texts) == 1
    assert len(texts) == PAGES.get(name, len(texts))
    letters = "".join([word for text in texts for word in text])
    found = [letters.find(without_spaces(each)) for each in WORDS.get(name, ())]
    assert found == sorted(found)
    assert -1 not in found
    box = PdfReader(BytesIO(pdf)).pages[0].mediabox
    wanted = [side * POINTS_A_MM for side in sides_of(paper)]
    assert [float(box.width), float(box.height)] == pytest.approx(wanted, abs=0.5)
    assert name != "sheet of ten" or box.width > box.height
    assert words_outside(pdf, tmp_path / "paper.pdf") == []


@cache
def printed(name: str) -> tuple[PrintedPaper, bytes]:
    paper = PAPERS[name]()
    return paper, render_paper(paper, MARK)


def pages_of(name: str) -> list[PageObject]:
    return list(PdfReader(BytesIO(printed(name)[1])).pages)


def test_no_hand_of_a_long_sheet_is_torn() -> None:
    found = pages_of("long")
    for page in found[1:]:
        begins = " ".join(page.extract_text().replace("\0", "").split()).removeprefix(HAND_HEADS)
        assert begins.startswith(("Deal ", "Scores ", *record("laws")["players"]))
    assert min([filled(page) for page in found[:-1]]) > 0.6


@pytest.mark.parametrize("name", ["awards of a night", "awards of long names"])
def test_nothing_reaches_the_lines_to_sign_of_an_award(name: str) -> None:
    places: dict[str, float] = {}

    def note(text: str, page_at: list[float], at: list[float], _: object, __: float) -> None:
        if text.strip():
            places[text.strip()] = page_at[3] * at[5] + page_at[5]

    pages_of(name)[0].extract_text(visitor_text=note)
    line = places["For the club"] + ABOVE_TO_SIGN
    assert list(places.values())[-2:] == [places["For the club"]] * 2
    assert min(list(places.values())[:-2]) > line


def sides_of(paper: PrintedPaper) -> tuple[float, float]:
    """Width and height (mm) of the sheets of paper that a paper is laid out for."""
    sizes = [each.partition("-") for each in paper.shape.split()]
    ((size, _, wide),) = [each for each in sizes if each[0] in SIZES]
    width, height = SIZES[size]  # type: ignore[index]
    return (height, width) if wide else (width, height)


def test_a_sheet_of_common_letters_asks_nobody_for_fonts() -> None:
    assert lacking_signs("Ørjan Ångström, Čapek, Ωμέγα, Борис – “so” …") == ""
    assert lacking_signs(f"{NO_LETTER} Ann {NO_LETTER} שרה محمد") == NO_LETTER


def test_no_page_has_a_code_alone() -> None:
    game = totals("laws", TEN[:3], 4, options={"target": 9000})
    assert "Scores" in texts_of(render_paper(long(game)))[-1]
