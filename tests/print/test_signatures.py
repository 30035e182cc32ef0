"""What the signature lines of the paper say of who agreed."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import (
    Act,
    Agreed,
    Challenged,
    Closed,
    Figure,
    Joined,
)
from scorekeeper.print import Paper, render_sheet_pdf
from scorekeeper.print.context import PrintedSheet, Said, SheetNotes
from scorekeeper.print.page import sheet_page
from tests.print.games import page_of, record, sheet_of, totals, under_way

ABC = ("Ann", "Bob", "Cal")


def agreed(target: int, *seats: int) -> Agreed:
    """An agreement to a deal of the game ``laws``, to the figures that stand."""
    row = under_way().rows[target - 2]
    figures = [Figure(row.cells[seat].points or 0, row.cells[seat].held) for seat in seats]
    return Agreed(
        target=target, seats=tuple([Seat(seat) for seat in seats]), figures=tuple(figures)
    )


def page_after(*acts: Act, times: dict[int, str] | None = None) -> PrintedSheet:
    laws = record("laws", deals=record("laws")["deals"][:3])
    return sheet_page(sheet_of(laws, *acts), "a4", SheetNotes(times=times or {}))


def test_if_nobody_was_asked_to_agree_the_paper_says_nothing_of_it() -> None:
    page = page_after()
    assert (page.remarks, page.rows[0].notes, page.legend.agreed) == ((), (), False)


def test_a_deal_all_agreed_to_has_a_tick_and_the_time_of_the_last() -> None:
    page = page_after(agreed(2, 0, 1), agreed(2, 2), times={5: "21:40", 6: "21:44"})
    assert (page.remarks, page.rows[0].notes, page.legend.agreed) == ((), ("✓ 21:44",), True)


def test_the_paper_names_who_agreed_while_others_are_still_asked() -> None:
    page = page_after(agreed(2, 1), agreed(2, 0), times={5: "21:40", 6: "21:44"})
    assert page.remarks == ("Agreed: deal 1 by Ann 21:44, Bob 21:40.",)
    assert page.rows[0].notes == ()


def test_a_challenge_stands_below_its_row_with_its_reason() -> None:
    challenge = Challenged(target=2, seat=Seat(2), reason="my joker")
    page = page_after(agreed(2, 0), challenge, times={5: "21:40"})
    assert page.remarks == ("Agreed: deal 1 by Ann 21:40.",)
    assert page.rows[0].said == (Said("Challenged by Cal: “my joker”.", is_challenge=True),)


def test_a_correction_stands_below_its_row() -> None:
    told = "Corrected by Ann 21:50: “miscounted”. Bob 65 to 70."
    notes = SheetNotes(corrections={2: (told,)})
    rows = sheet_page(under_way(), "a4", notes).rows
    assert [row.said for row in rows[:3]] == [(), (Said(told, is_challenge=False),), ()]


@pytest.mark.parametrize(
    ("deals", "meaning"), [(0, "these deals"), (1, "this deal"), (3, "these 3 deals")]
)
def test_the_lines_say_what_signing_means(deals: int, meaning: str) -> None:
    page = page_of(record("laws", deals=record("laws")["deals"][:deals]))
    assert page.signatures.meaning == f"By signing I agree to {meaning} as written."


@pytest.mark.parametrize(
    ("reason", "told"),
    [("my joker.", ": “my joker.”"), ("Really?", ": “Really?”"), ("", ", no reason given.")],
)
def test_a_reason_brings_its_own_full_stop_or_none_is_quoted(reason: str, told: str) -> None:
    challenge = Challenged(target=2, seat=Seat(2), reason=reason)
    assert page_after(challenge).rows[0].said[0].text == f"Challenged by Cal{told}"
    closed = page_after(Closed(reason="It is late.")).remarks
    assert closed == ("Ended early: It is late.",)


def test_each_line_to_sign_says_to_how_many_deals_its_player_agreed() -> None:
    page = page_after(
        agreed(2, 0, 1), agreed(3, 0), Challenged(target=4, seat=Seat(1), reason="no")
    )
    assert page.signatures.lines == (
        ("Ann", "✓ agreed to 2 of 3", ""),
        ("Bob", "✓ agreed to 1 of 3", "challenged deal 3"),
        ("Cal", "agreed to 0 of 3", ""),
    )


def test_a_line_to_sign_says_when_its_player_last_agreed() -> None:
    page = page_after(agreed(2, 0), agreed(3, 0), times={5: "21:40", 6: "21:44"})
    assert page.signatures.lines[0].agreed == "✓ agreed to 2 of 3 21:44"


def test_several_challenges_of_a_player_are_all_named() -> None:
    challenges = [Challenged(target=seq, seat=Seat(2), reason="no") for seq in (2, 4)]
    assert page_after(*challenges).signatures.lines[2].challenged == "challenged deals 1 and 3"


def test_challenges_leave_all_on_one_page() -> None:
    challenged = Challenged(target=2, seat=Seat(2), reason="My two aces were melded.")
    under_way = record("laws", deals=record("laws")["deals"][:5])
    deals = [*record("laws")["deals"], *totals("laws", ABC, 2)["deals"]]
    late = record("laws", deals=deals)
    for document in (under_way, late):
        pdf = render_sheet_pdf(sheet_of(document, challenged))
        assert len(PdfReader(BytesIO(pdf)).pages) == 1


@pytest.mark.parametrize("club", ["", "Cavendish"])
def test_a_usual_game_with_a_challenge_is_one_page_of_letter(club: str) -> None:
    challenged = Challenged(target=2, seat=Seat(2), reason="My two aces were melded.")
    notes = SheetNotes(club=club, address="http://192.168.1.20:8000")
    pdf = render_sheet_pdf(sheet_of(record("laws"), challenged), paper="letter", notes=notes)
    assert len(PdfReader(BytesIO(pdf)).pages) == 1


def test_deals_after_the_end_are_not_agreed_to() -> None:
    deals = [*record("laws")["deals"], *totals("laws", ABC, 1)["deals"]]
    page = sheet_page(sheet_of(record("laws", deals=deals), agreed(2, 0)), "a4")
    assert page.signatures.lines[0].agreed == "✓ agreed to 1 of 6"


@pytest.mark.parametrize(
    ("title", "pixels"), [("Friday table 2", 37), ("Oklahoma gin to 150, 20 November 2026", 27)]
)
def test_a_long_title_is_smaller_before_it_takes_two_lines(title: str, pixels: float) -> None:
    assert page_of(record("laws", title=title)).layout.title_pixels == pixels


def test_the_longest_title_is_still_large_enough() -> None:
    assert page_of(record("laws", title="x" * 80)).layout.title_pixels == 24


def test_the_five_deals_of_contract_have_high_rows() -> None:
    assert page_of(record("contract")).layout.rows.height >= 18


@pytest.mark.parametrize("deals", [*range(16, 42)])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_last_page_of_deals_has_three_or_more(deals: int, paper: Paper) -> None:
    document = totals("laws", ABC, deals, options={"target": 9000})
    last = sheet_page(sheet_of(document), paper).layout.rows.last
    assert last >= 3


def test_the_paper_names_the_players_who_agreed_to_an_early_end() -> None:
    closed = Closed(reason="the bar closes")
    everybody = Agreed(target=5, seats=(Seat(0), Seat(1), Seat(2)))
    remarks = page_after(closed, everybody, times={6: "22:10"}).remarks
    assert remarks[0] == "Agreed: the early end by Ann 22:10, Bob 22:10, Cal 22:10."


def test_a_player_who_sat_out_has_words_instead_of_points() -> None:
    page = sheet_page(sheet_of(record("laws"), Joined(name="Dot")), "a4")
    assert [row.cells[3].points for row in page.rows] == ["sat out"] * len(page.rows)
    assert {row.cells[3].running.text for row in page.rows} == {"0"}
