"""How the parts of a paper share its pages: none stays half empty, and nothing is torn."""

import json
from io import BytesIO

import pytest
from pypdf import PageObject, PdfReader

from scorekeeper.papers.kinds import PaperRequest, make_paper
from scorekeeper.papers.layout import Deal, Parts, Rows, lay_out_rows
from scorekeeper.papers.paper import PrintedPaper, Size
from scorekeeper.papers.renderer import render_paper
from scorekeeper.papers.sheet import SheetNotes
from tests.papers.games import TEN, printed, sheet_of, totals
from tests.papers.margins import filled
from tests.papers.papers import STAKE, evening, of_variant, rounds_of_fours

LONG_TEN = [f"{name} Bartholomew Featherstonehaugh-{name}"[:40] for name in TEN]
MANY_RULES = json.dumps(
    {
        "five_players": True,
        "target": 1500,
        "settlement": "difference",
        "winner_bonus": 300,
        "going_out_bonus": 50,
    }
)
MORE_PEOPLE: list[tuple[Size, int, int]] = [("a4", 28, 1), ("letter", 40, 2)]
PAYMENTS = 27
"""So many that the closing balance alone would begin another page."""
CORRECTIONS = "Corrected by Ann 21:50: “miscounted”. Bob 65 to 70. " * 3


def pages_of(page: PrintedPaper) -> list[PageObject]:
    return list(PdfReader(BytesIO(render_paper(page))).pages)


def won(players: list[str], deals: int) -> dict[str, object]:
    """A game of modern Oklahoma that its last deal ends."""
    game = totals("modern", players, deals, stake=STAKE, options={"target": 9000})
    last = game["deals"][-1]
    last["hands"][last["by"]]["melded_points"] = 9900
    return game


@pytest.mark.parametrize(
    ("players", "deals", "paper", "pages"),
    [
        pytest.param(LONG_TEN[:5], 18, "a4", 3, marks=pytest.mark.long),
        pytest.param(LONG_TEN[:5], 9, "letter", 2, marks=pytest.mark.long),
        (list(TEN[:5]), 5, "a4", 2),
    ],
)
def test_the_money_of_a_sheet_leaves_no_page_half_empty(
    players: list[str], deals: int, paper: Size, pages: int
) -> None:
    found = pages_of(printed(sheet_of(won(players, deals)), paper))
    assert len(found) == pages
    assert min([filled(page) for page in found[:-1]]) > 0.6


@pytest.mark.parametrize("deals", [pytest.param(8, marks=pytest.mark.long), 9])
def test_a_game_under_way_leaves_no_page_half_empty(deals: int) -> None:
    game = totals("modern", LONG_TEN[:5], deals, options={"target": 9000})
    notes = SheetNotes(club="Cavendish", told=(CORRECTIONS, CORRECTIONS))
    first, _ = pages_of(printed(sheet_of(game), "letter", notes))
    assert filled(first) > 0.6


def parts(deals: int, **changed: float) -> Parts:
    """The parts of a sheet with room for 14 close rows on one page, without money."""
    heights = {"sums": 40.0, "pairs": 0.0, "payments": 0.0, "end": 80.0, "air": 8.0}
    rooms = {"first": 270.0, "further": 300.0, "whole": 320.0}
    deal = Deal(10.4, 0.0, counts=True)
    return Parts(deals=(deal,) * deals, most=None, **{**heights, **rooms, **changed})


def test_a_sheet_a_few_lines_too_long_loses_air_before_it_takes_a_page() -> None:
    assert lay_out_rows(parts(14), goes_on=False) == Rows(10.7)
    assert lay_out_rows(parts(14, end=84.0), goes_on=False) == Rows(11.0, tight=True)
    assert lay_out_rows(parts(14, end=94.0), goes_on=False).last == 3


def test_a_game_under_way_gets_as_many_empty_rows_as_have_room() -> None:
    assert lay_out_rows(parts(3), goes_on=True) == Rows(13.6, blank=8)


@pytest.mark.parametrize(
    ("kind", "variant", "paper", "options"),
    [
        pytest.param("blank", "laws", "letter", MANY_RULES, marks=pytest.mark.long),
        ("blank", "laws", "a5", MANY_RULES),
        ("blank", "modern", "a5", "{}"),
        ("rules", "laws", "a5", MANY_RULES),
    ],
)
def test_a_pad_and_a_rules_card_are_one_page(
    kind: str, variant: str, paper: str, options: str
) -> None:
    page = of_variant(kind, variant, paper=paper, options=options, players=5)
    assert len(pages_of(page)) == 1


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_columns_of_a_small_pad_are_as_wide_as_their_words(players: int) -> None:
    pad = of_variant("blank", "gin150", paper="a5", players=players)
    columns = sum([len(group.parts) or 1 for group in pad.groups])
    assert (pad.width - pad.first - len(pad.facts) * pad.fact) / columns >= 10


@pytest.mark.parametrize(
    ("variant", "paper", "least"),
    [
        ("gin150", "a4", 18.6),
        ("gin100", "a5", 13),
        pytest.param("contract", "letter", 16, marks=pytest.mark.long),
        pytest.param("laws", "letter", 14.5, marks=pytest.mark.long),
        pytest.param("contract", "a4", 16, marks=pytest.mark.long),
        pytest.param("modern", "a4", 14.5, marks=pytest.mark.long),
    ],
)
def test_the_letters_of_a_rules_card_fill_its_page(variant: str, paper: str, least: float) -> None:
    card = of_variant("rules", variant, paper=paper)
    pages = pages_of(card)
    sizes: list[float] = []

    def note(text: str, page_at: list[float], at: list[float], _: object, size: float) -> None:
        sizes.extend([size * page_at[0] * at[0] * 96 / 72] if text.strip() else [])

    pages[0].extract_text(visitor_text=note)
    assert len(pages) == 1
    assert max([sizes.count(size) * size for size in sizes if size >= least - 0.1], default=0)
    assert filled(pages[0]) > 0.72


@pytest.mark.parametrize("paper", [pytest.param("a4", marks=pytest.mark.long), "letter"])
def test_the_night_of_eleven_people_is_one_page(paper: str) -> None:
    asked = PaperRequest(kind="night", night="n1", paper=paper)
    assert len(pages_of(make_paper(asked, evening([*TEN, "Kay"])))) == 1


def test_payments_that_fit_a_page_stay_with_their_heading() -> None:
    document = json.loads(evening([*TEN, "Kay", "Lou", "Mia"]))
    document["nights"][0]["settle"] = "bank"
    asked = PaperRequest(kind="night", night="n1", paper="letter")
    found = [
        page.extract_text() for page in pages_of(make_paper(asked, json.dumps(document).encode()))
    ]
    assert ["To the till" in text for text in found] == [False, True]
    assert [text.count(" paid") for text in found] == [0, 13]


def test_no_page_of_a_night_ends_with_a_heading_and_one_person() -> None:
    document = json.loads(evening([*TEN, "Kay"]))
    (night,) = document["nights"]
    games = night["games"]
    night["games"] = [{**games[at % 5], "id": f"g{at}", "table": str(at)} for at in range(24)]
    asked = PaperRequest(kind="night", night="n1", paper="letter")
    found = pages_of(make_paper(asked, json.dumps(document).encode()))
    assert ["Signature" in page.extract_text() for page in found] == [False, True]


@pytest.mark.parametrize(
    ("paper", "people", "pages"),
    [("letter", 24, 1), *[pytest.param(*each, marks=pytest.mark.long) for each in MORE_PEOPLE]],
)
def test_rows_of_standings_are_lower_where_that_saves_a_page(
    paper: str, people: int, pages: int
) -> None:
    names = [f"{name} {letter}" for letter in "ABCD" for name in TEN][:people]
    raw = rounds_of_fours(names, 1, 1)
    found = pages_of(make_paper(PaperRequest(kind="standings", paper=paper), raw))
    assert len(found) == pages


def test_a_statement_ends_with_more_than_its_balance() -> None:
    found = pages_of(make_paper(PaperRequest(kind="statement", person="ann"), payments(PAYMENTS)))
    assert len(found) == 2
    assert found[-1].extract_text().count("2026") >= 4


def payments(count: int) -> bytes:
    """A book of a club in which Ann paid Bob so many times."""
    document = {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": "2026-01-01"},
        "people": [{"id": name.lower(), "name": name} for name in ("Ann", "Bob")],
        "payments": [
            {
                "id": f"p{day}",
                "date": f"2026-02-{day:02}",
                "from": "ann",
                "to": "bob",
                "amount": "1.00",
            }
            for day in range(1, count + 1)
        ],
    }
    return json.dumps(document).encode()
