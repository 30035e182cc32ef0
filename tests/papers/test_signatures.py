"""What the signature lines of the paper say of who agreed."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.papers.layout import Deal, Parts, lay_out_rows
from scorekeeper.papers.paper import Size
from scorekeeper.papers.renderer import render_paper
from scorekeeper.papers.sheet import SheetNotes, SheetPaper
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Act, Agreed, Challenged, Closed, Figure, Joined
from tests.papers.games import page_of, printed, record, sheet_of, totals, under_way
from tests.papers.reading import notes, of_class, paragraphs, remarks, rows, text, texts, tree

ABC = ("Ann", "Bob", "Cal")


def agreed(target: int, *seats: int) -> Agreed:
    """An agreement to a deal of the game ``laws``, to the figures that stand."""
    row = under_way().rows[target - 2]
    figures = [Figure(row.cells[seat].points or 0, row.cells[seat].held) for seat in seats]
    return Agreed(
        target=target, seats=tuple([Seat(seat) for seat in seats]), figures=tuple(figures)
    )


def page_after(*acts: Act, times: dict[int, str] | None = None) -> SheetPaper:
    laws = record("laws", deals=record("laws")["deals"][:3])
    return printed(sheet_of(laws, *acts), "a4", SheetNotes(times=times or {}))


def test_if_nobody_was_asked_to_agree_the_paper_says_nothing_of_it() -> None:
    page = page_after()
    assert (remarks(page), notes(page)[0], texts(page, "tick")) == ((), "", [])


def test_a_deal_all_agreed_to_has_a_tick_and_the_time_of_the_last() -> None:
    page = page_after(agreed(2, 0, 1), agreed(2, 2), times={5: "21:40", 6: "21:44"})
    assert (remarks(page), notes(page)[0]) == ((), "✓ 21:44")
    assert texts(page, "tick") == ["✓ agreed by all"]


def test_the_paper_names_who_agreed_while_others_are_still_asked() -> None:
    page = page_after(agreed(2, 1), agreed(2, 0), times={5: "21:40", 6: "21:44"})
    assert remarks(page) == ("Agreed: deal 1 by Ann 21:44, Bob 21:40.",)
    assert notes(page)[0] == ""


def test_a_challenge_stands_below_its_row_with_its_reason() -> None:
    challenge = Challenged(target=2, seat=Seat(2), reason="my joker")
    page = page_after(agreed(2, 0), challenge, times={5: "21:40"})
    assert remarks(page) == ("Agreed: deal 1 by Ann 21:40.",)
    (said,) = of_class(tree(page), "said")
    assert [text(each) for each in said] == ["Challenged by Cal: “my joker”."]
    assert said[0].tag == "i"


def test_a_correction_stands_below_its_row() -> None:
    told = "Corrected by Ann 21:50: “miscounted”. Bob 65 to 70."
    noted = SheetNotes(corrections={2: (told,)})
    page = printed(under_way(), "a4", noted)
    rows = [str(row.get("class")).split() for row in tree(page).iter("tr")]
    assert [name for row in rows for name in row if name in ("told", "below")] == ["told", "below"]
    (said,) = of_class(tree(page), "said")
    assert (text(said), len(said)) == (told, 0)


@pytest.mark.parametrize(
    ("deals", "meaning"), [(0, "these deals"), (1, "this deal"), (3, "these 3 deals")]
)
def test_the_lines_say_what_signing_means(deals: int, meaning: str) -> None:
    page = page_of(record("laws", deals=record("laws")["deals"][:deals]))
    assert paragraphs(page)[-1] == f"By signing I agree to {meaning} as written."


@pytest.mark.parametrize(
    ("reason", "told"),
    [("my joker.", ": “my joker.”"), ("Really?", ": “Really?”"), ("", ", no reason given.")],
)
def test_a_reason_brings_its_own_full_stop_or_none_is_quoted(reason: str, told: str) -> None:
    challenge = Challenged(target=2, seat=Seat(2), reason=reason)
    assert texts(page_after(challenge), "said") == [f"Challenged by Cal{told}"]
    closed = remarks(page_after(Closed(reason="It is late.")))
    assert closed == ("Ended early: It is late.",)


def test_each_line_to_sign_says_to_how_many_deals_its_player_agreed() -> None:
    page = page_after(
        agreed(2, 0, 1), agreed(3, 0), Challenged(target=4, seat=Seat(1), reason="no")
    )
    assert signed(page) == [
        ["Ann", "✓ agreed to 2 of 3"],
        ["Bob", "✓ agreed to 1 of 3", "challenged deal 3"],
        ["Cal", "agreed to 0 of 3"],
    ]


def signed(page: SheetPaper) -> list[list[str]]:
    """What stands below each line to sign."""
    return [[text(each) for each in line] for line in of_class(tree(page), "signed")]


def test_a_line_to_sign_says_when_its_player_last_agreed() -> None:
    page = page_after(agreed(2, 0), agreed(3, 0), times={5: "21:40", 6: "21:44"})
    assert signed(page)[0] == ["Ann", "✓ agreed to 2 of 3 21:44"]


def test_several_challenges_of_a_player_are_all_named() -> None:
    challenges = [Challenged(target=seq, seat=Seat(2), reason="no") for seq in (2, 4)]
    assert signed(page_after(*challenges))[2][-1] == "challenged deals 1 and 3"


@pytest.mark.long
def test_challenges_leave_all_on_one_page() -> None:
    challenged = Challenged(target=2, seat=Seat(2), reason="My two aces were melded.")
    under_way = record("laws", deals=record("laws")["deals"][:5])
    deals = [*record("laws")["deals"], *totals("laws", ABC, 2)["deals"]]
    late = record("laws", deals=deals)
    for document in (under_way, late):
        pdf = render_paper(printed(sheet_of(document, challenged)))
        assert len(PdfReader(BytesIO(pdf)).pages) == 1


@pytest.mark.parametrize("club", [pytest.param("", marks=pytest.mark.long), "Cavendish"])
def test_a_usual_game_with_a_challenge_is_one_page_of_letter(club: str) -> None:
    challenged = Challenged(target=2, seat=Seat(2), reason="My two aces were melded.")
    noted = SheetNotes(club=club, address="http://192.168.1.20:8000")
    pdf = render_paper(printed(sheet_of(record("laws"), challenged), "letter", noted))
    (page,) = PdfReader(BytesIO(pdf)).pages
    inches = [float(side) / 72 for side in (page.mediabox.width, page.mediabox.height)]
    assert inches == pytest.approx([8.5, 11], abs=0.01)


def test_deals_after_the_end_are_not_agreed_to() -> None:
    deals = [*record("laws")["deals"], *totals("laws", ABC, 1)["deals"]]
    page = printed(sheet_of(record("laws", deals=deals), agreed(2, 0)), "a4")
    assert signed(page)[0] == ["Ann", "✓ agreed to 1 of 6"]


@pytest.mark.parametrize(
    ("title", "pixels"), [("Friday table 2", 37), ("Oklahoma gin to 150, 20 November 2026", 27)]
)
def test_a_long_title_is_smaller_before_it_takes_two_lines(title: str, pixels: float) -> None:
    assert page_of(record("laws", title=title)).heading.pixels == pixels


def test_the_longest_title_is_still_large_enough() -> None:
    assert page_of(record("laws", title="x" * 80)).heading.pixels == 24


def test_the_five_deals_of_contract_have_high_rows() -> None:
    assert page_of(record("contract")).rows.height >= 18


@pytest.mark.parametrize("deals", [*range(16, 42)])
@pytest.mark.parametrize("height", [274.0, 256.4])
def test_the_last_page_of_deals_has_three_or_more(deals: int, height: float) -> None:
    rows = lay_out_rows(
        Parts(
            deals=(Deal(10.4, 0.0, counts=True),) * deals,
            sums=40.0,
            pairs=0.0,
            payments=0.0,
            end=70.0,
            air=10.0,
            first=height - 53,
            further=height - 26,
            whole=height - 15,
            most=None,
        ),
        goes_on=False,
    )
    assert rows.last >= 3


@pytest.mark.long  # the rows are reckoned above, and other sheets hold that they are printed so
@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_last_page_of_a_sheet_has_three_deals_or_more(size: Size) -> None:
    document = totals("laws", ABC, 21, options={"target": 9000})
    pages = PdfReader(BytesIO(render_paper(printed(sheet_of(document), size)))).pages
    last = pages[-1].extract_text()
    assert ["19" in last, "20" in last, "21" in last] == [True] * 3


def test_the_paper_names_the_players_who_agreed_to_an_early_end() -> None:
    closed = Closed(reason="the bar closes")
    everybody = Agreed(target=5, seats=(Seat(0), Seat(1), Seat(2)))
    page = page_after(closed, everybody, times={6: "22:10"})
    assert remarks(page)[0] == "Agreed: the early end by Ann 22:10, Bob 22:10, Cal 22:10."


def test_a_player_who_sat_out_has_words_instead_of_points() -> None:
    page = printed(sheet_of(record("laws"), Joined(name="Dot")), "a4")
    cells = [row[4] for row in rows(page, "deals")]
    assert cells == ["sat out0"] * len(page.deals)
