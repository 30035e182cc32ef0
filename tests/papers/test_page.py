"""What the sheet says, before it is set."""

from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper.papers.renderer import render_paper
from scorekeeper.papers.sheet import SheetNotes, SheetPaper
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Closed, Corrected, Renamed
from tests.papers.games import TEN, page_of, printed, record, sheet_of, totals, under_way
from tests.papers.reading import (
    fields,
    line,
    notes,
    of_class,
    remarks,
    rows,
    rules,
    sums,
    text,
    texts,
    tree,
)

STAKE = {"currency": "USD", "amount": "1.00", "per": 100}
ABC = ("Ann", "Bob", "Cal")


def test_without_a_title_the_sheet_is_called_by_variant_and_date() -> None:
    assert page_of(record("gin")).heading.title == "Oklahoma gin to 150, 20 November 2026"


def test_without_title_and_date_the_sheet_is_called_by_its_variant() -> None:
    assert page_of(record("gin", played_on=None)).heading.title == "Oklahoma gin to 150"


def test_a_game_closed_early_says_so_and_why() -> None:
    laws = record("laws", deals=record("laws")["deals"][:3])
    page = printed(
        sheet_of(laws, Closed(reason="the bar closes")), "a4", SheetNotes(closed_by="Ann")
    )
    assert line(page) == "ended early"
    assert remarks(page) == ("Ended early by Ann: the bar closes.",)
    silent = printed(sheet_of(laws, Closed(reason="")), "a4")
    assert remarks(silent) == ("Ended early.",)


def test_a_game_closed_without_settlement_says_so() -> None:
    laws = record("laws", deals=record("laws")["deals"][:3])
    page = printed(sheet_of(laws, Closed(reason="late", settles=False)), "a4")
    assert remarks(page) == ("Ended early, not settled: late.",)
    assert "Between each pair" not in text(tree(page))


def test_a_stake_that_the_house_rules_do_not_settle_is_not_promised() -> None:
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    laws = record("laws", stake=stake, options={"settlement": "off"})
    under_way = printed(sheet_of({**laws, "deals": laws["deals"][:1]}), "a4")
    ended = printed(sheet_of(laws), "a4")
    for page in (under_way, ended):
        assert fields(page)["Stake"] == "not settled"
    assert "No money is settled (house rule)." not in remarks(under_way)
    assert remarks(ended).count("No money is settled (house rule).") == 1


def test_a_new_name_is_printed_everywhere() -> None:
    page = printed(sheet_of(record("laws"), Renamed(seat=Seat(2), name="Dot")), "a4")
    assert rows(page, "sheet")[0] == ["Deal", "Ann", "Bob", "Dot"]
    assert texts(page, "payments")[0].startswith("PaymentsDot Ann")


def test_a_corrected_deal_is_marked() -> None:
    sheet = sheet_of(record("laws"))
    again = Corrected(target=2, deal=sheet.game.deals[0].deal, reason="miscounted")
    assert notes(page_of_corrected(again))[0] == "corrected"


def page_of_corrected(act: Corrected) -> SheetPaper:
    return printed(sheet_of(record("laws"), act), "a4")


def level(*players: str) -> dict[str, Any]:
    """A game that ends with all players level."""
    hands = {name: {"melded_points": 1010, "in_hand_points": 10} for name in players}
    deals = [{"ending": "stock", "hands": hands}]
    return {**totals("laws", players, 0, stake=STAKE), "deals": deals}


def test_winners_who_tie_are_all_named() -> None:
    assert line(page_of(level("Ann", "Bob"))) == "Ann and Bob win"


def test_the_end_of_a_game_adds_up_under_its_laws() -> None:
    assert sums(page_of(record("laws"))) == {
        "Score": ("1045", "515", "−215"),
        "Game, Law 22": ("+200", "–", "–"),
        "Concealed, Law 23": ("–", "+500", "–"),
        "Total": ("1245", "1015", "−215"),
        "Rounded, Law 25": ("1200", "1000", "−200"),
    }


def test_a_heading_that_says_what_the_label_says_stands_alone() -> None:
    page = page_of(totals("modern", ABC, 25, options={"target": 500}))
    assert "Bonus for game" in sums(page)


def test_a_game_without_bonuses_has_one_total() -> None:
    assert list(sums(page_of(record("contract")))) == ["Total"]


def test_only_the_winners_total_is_strong_and_minus_totals_are_red() -> None:
    assert classes_of_result(record("laws")) == [["strong"], [], ["minus"]]


def classes_of_result(document: dict[str, Any]) -> list[list[str]]:
    """The classes of the figures of the last row of sums."""
    (found,) = of_class(tree(page_of(document)), "sums")
    return [str(cell.get("class")).split() for cell in list(found.iter("tr"))[-1].iter("td")]


def test_what_is_kept_for_the_end_is_shown_meanwhile() -> None:
    assert sums(printed(under_way(), "a4"))["Kept for the end"] == ("–", "+250", "–")


def test_the_first_empty_row_shows_who_deals() -> None:
    page = printed(under_way())
    page = page.replace(rows=page.rows._replace(blank=3))
    dealers = [
        [next(of_class(cell, "dealer"), None) is not None for cell in row.iter("td")]
        for row in of_class(tree(page), "blank")
    ]
    assert dealers == [[False, False, True], [False] * 3, [False] * 3]


def test_a_contract_game_has_five_rows() -> None:
    page = page_of(record("contract", deals=[]))
    (only,) = PdfReader(BytesIO(render_paper(page))).pages
    words = " ".join(only.extract_text().split())
    places = [
        words.index(f"{number} {title}")
        for number, title in enumerate(
            ("2 sets", "1 set, 1 run", "2 runs", "2 sets, 1 run", "1 set, 2 runs"), 1
        )
    ]
    assert places == sorted(places)
    assert "6 1 set" not in words


def test_a_deal_in_totals_among_others_is_marked() -> None:
    laws = record("laws")
    in_totals = totals("laws", ABC, 1)["deals"]
    page = page_of({**laws, "deals": [*laws["deals"][:2], *in_totals]})
    assert notes(page) == ["", "", "totals only"]


def test_several_deals_in_totals_among_others_are_told_in_one_line() -> None:
    laws, in_totals = record("laws"), totals("laws", ABC, 3)["deals"]
    page = page_of({**laws, "deals": [*laws["deals"][:2], *in_totals]})
    assert not any(notes(page))
    assert remarks(page) == ("Totals only: deals 3–5.",)


def test_a_game_all_in_totals_says_so_once() -> None:
    page = page_of(totals("laws", ABC, 3))
    assert not any(notes(page))
    assert remarks(page) == ("Totals only: no deal was entered in cards.",)


def test_a_deal_without_an_out_says_that_the_stock_ran_out() -> None:
    deal = {**totals("laws", ABC, 1)["deals"][0], "ending": "stock", "by": None}
    deal["hands"]["Ann"] = {"melded_points": 20, "in_hand_points": 10}
    laws = record("laws")
    page = page_of({**laws, "deals": [*laws["deals"][:1], deal]})
    assert notes(page)[1] == "stock ran out · totals only"


@pytest.mark.parametrize(
    ("late", "remark"),
    [
        (1, "After the end, not counted: deal 7."),
        (2, "After the end, not counted: deals 7 and 8."),
    ],
)
def test_deals_after_the_end_take_no_rows(late: int, remark: str) -> None:
    deals = [*record("laws")["deals"], *totals("laws", ABC, late)["deals"]]
    page = page_of(record("laws", deals=deals))
    assert texts(page, "number") == ["1", "2", "3", "4", "5", "6"]
    assert remarks(page) == (remark,)


def test_the_variant_is_printed_once() -> None:
    titled, untitled = page_of(record("gin", title="Friday")), page_of(record("gin"))
    assert list(fields(titled)) == ["Played at", "Date", "Stake", "Variant"]
    assert list(fields(untitled)) == ["Played at", "Date", "Stake"]
    assert page_of(record("gin", title="2")).heading.title == "Table 2"


def test_where_nobody_agreed_a_line_to_sign_has_a_name_and_nothing_else() -> None:
    assert texts(page_of(record("laws")), "signed") == list(ABC)


def test_a_gin_deal_says_how_it_ended() -> None:
    assert [each.split(" · ")[0] for each in notes(page_of(record("gin")))] == [
        *("knock", "undercut", "gin", "dead", "gin", "knock")
    ]


def test_a_gin_deal_shows_its_upcard() -> None:
    *_, card = of_class(tree(page_of(record("gin"))), "upcard")
    assert text(card) == "10♦"
    assert [text(red) for red in card.iter("i")] == ["♦"]


def test_house_rules_that_differ_are_named() -> None:
    assert rules(page_of(record("gin"))).startswith(
        "House rules: Box: 20; Game bonus: 100. All else as printed: Oklahoma gin to 150."
    )


def owed(document: dict[str, Any]) -> list[list[str]]:
    """The money of the matrix, without names and nets."""
    (matrix,) = of_class(tree(page_of(document)), "matrix")
    rows_of = [list(row) for row in matrix.iter("tr")][1:]
    return [[text(next(cell.iter("div"), cell)) for cell in row[1:-1]] for row in rows_of]


def test_the_matrix_is_what_each_has_of_each() -> None:
    assert owed(record("laws")) == [
        ["·", "+2.00", "+14.00"],
        ["−2.00", "·", "+12.00"],
        ["−14.00", "−12.00", "·"],
    ]


def test_the_proof_begins_with_a_minus_where_the_first_player_lost() -> None:
    found = rules(page_of(record("contract")))
    assert found.endswith("Proof: −5.75 + 4.25 − 1.75 + 3.25 = 0.")


def test_players_who_are_level_owe_nothing() -> None:
    page = page_of(level("Ann", "Bob"))
    assert texts(page, "payments") == ["Nobody owes anything"]
    assert owed(level("Ann", "Bob"))[0][1] == "0.00"


@pytest.mark.parametrize(("players", "paper"), [(6, "a4"), (7, "a4-wide"), (10, "a4-wide")])
def test_many_players_turn_the_page(players: int, paper: str) -> None:
    assert page_of(totals("contract", TEN[:players], 1)).columns.paper == paper


def test_longer_names_take_smaller_type() -> None:
    short = page_of(totals("laws", ABC, 1)).columns.name_pixels
    longer = page_of(totals("laws", ("Ann", "Bartholomew Featherstonehaugh", "Cal"), 1)).columns
    assert longer.name_pixels < short


def test_no_name_is_smaller_than_nine_points() -> None:
    names = [f"{letter * 40}" for letter in "ABCDE"]
    assert page_of(totals("modern", names, 1)).columns.name_pixels >= 12
