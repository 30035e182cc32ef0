"""What the paper says, before it is set."""

from typing import Any

import pytest

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.journal import (
    Closed,
    Corrected,
    Renamed,
)
from scorekeeper.print.context import PrintedSheet, SheetNotes
from scorekeeper.print.page import sheet_page
from tests.print.games import TEN, page_of, record, sheet_of, totals, under_way

STAKE = {"currency": "USD", "amount": "1.00", "per": 100}
ABC = ("Ann", "Bob", "Cal")


def sums_of(page: PrintedSheet) -> dict[str, tuple[str, ...]]:
    return {row.label: tuple([figure.text for figure in row.figures]) for row in page.sums}


def test_without_a_title_the_sheet_is_called_by_variant_and_date() -> None:
    assert page_of(record("gin")).heading.title == "Oklahoma gin to 150, 20 November 2026"


def test_without_title_and_date_the_sheet_is_called_by_its_variant() -> None:
    assert page_of(record("gin", played_on=None)).heading.title == "Oklahoma gin to 150"


def test_a_game_closed_early_says_so_and_why() -> None:
    laws = record("laws", deals=record("laws")["deals"][:3])
    page = sheet_page(
        sheet_of(laws, Closed(reason="the bar closes")), "a4", SheetNotes(closed_by="Ann")
    )
    assert page.heading.line == "ended early"
    assert page.remarks == ("Ended early by Ann: the bar closes.",)
    silent = sheet_page(sheet_of(laws, Closed(reason="")), "a4")
    assert silent.remarks == ("Ended early.",)


def test_a_game_closed_without_settlement_says_so() -> None:
    laws = record("laws", deals=record("laws")["deals"][:3])
    page = sheet_page(sheet_of(laws, Closed(reason="late", settles=False)), "a4")
    assert page.remarks == ("Ended early, not settled: late.",)
    assert page.money is None


def test_a_stake_that_the_house_rules_do_not_settle_is_not_promised() -> None:
    stake = {"currency": "USD", "amount": "1.00", "per": 100}
    laws = record("laws", stake=stake, options={"settlement": "off"})
    under_way = sheet_page(sheet_of({**laws, "deals": laws["deals"][:1]}), "a4")
    ended = sheet_page(sheet_of(laws), "a4")
    for page in (under_way, ended):
        assert [field.text for field in page.heading.fields if field.label == "Stake"] == [
            "not settled"
        ]
    assert "No money is settled (house rule)." not in under_way.remarks
    assert ended.remarks.count("No money is settled (house rule).") == 1


def test_a_new_name_is_printed_everywhere() -> None:
    page = sheet_page(sheet_of(record("laws"), Renamed(seat=Seat(2), name="Dot")), "a4")
    assert page.names == ("Ann", "Bob", "Dot")
    assert page.money is not None
    assert page.money.payments[0].payer == "Dot"


def test_a_corrected_deal_is_marked() -> None:
    sheet = sheet_of(record("laws"))
    again = Corrected(target=2, deal=sheet.game.deals[0].deal, reason="miscounted")
    assert page_of_corrected(again).rows[0].notes == ("corrected",)


def page_of_corrected(act: Corrected) -> PrintedSheet:
    return sheet_page(sheet_of(record("laws"), act), "a4")


def level(*players: str) -> dict[str, Any]:
    """A game that ends with all players level."""
    hands = {name: {"melded_points": 1010, "in_hand_points": 10} for name in players}
    deals = [{"ending": "stock", "hands": hands}]
    return {**totals("laws", players, 0, stake=STAKE), "deals": deals}


def test_winners_who_tie_are_all_named() -> None:
    assert page_of(level("Ann", "Bob")).heading.line == "Ann and Bob win"


def test_the_end_of_a_game_adds_up_under_its_laws() -> None:
    assert sums_of(page_of(record("laws"))) == {
        "Score": ("1045", "515", "−215"),
        "Game, Law 22": ("+200", "–", "–"),
        "Concealed, Law 23": ("–", "+500", "–"),
        "Total": ("1245", "1015", "−215"),
        "Rounded, Law 25": ("1200", "1000", "−200"),
    }


def test_a_heading_that_says_what_the_label_says_stands_alone() -> None:
    page = page_of(totals("modern", ABC, 25, options={"target": 500}))
    assert "Bonus for game" in sums_of(page)


def test_a_game_without_bonuses_has_one_total() -> None:
    assert list(sums_of(page_of(record("contract")))) == ["Total"]


def test_only_the_winners_total_is_strong() -> None:
    assert [figure.strong for figure in page_of(record("laws")).sums[-1].figures] == [
        True,
        False,
        False,
    ]


def test_minus_totals_are_red() -> None:
    assert [figure.minus for figure in page_of(record("laws")).sums[-1].figures] == [
        False,
        False,
        True,
    ]


def test_what_is_kept_for_the_end_is_shown_meanwhile() -> None:
    assert sums_of(sheet_page(under_way(), "a4"))["Kept for the end"] == ("–", "+250", "–")


def test_a_game_under_way_has_empty_rows_to_play_on() -> None:
    blank = [row for row in sheet_page(under_way(), "a4").rows if row.blank]
    assert [row.number for row in blank] == list(range(4, 11))


def test_the_first_empty_row_shows_who_deals() -> None:
    blank = [row for row in sheet_page(under_way(), "a4").rows if row.blank]
    assert [cell.is_dealer for cell in blank[0].cells] == [False, False, True]
    assert not any(cell.is_dealer for row in blank[1:] for cell in row.cells)


def test_a_contract_game_has_five_rows() -> None:
    rows = page_of(record("contract", deals=[])).rows
    assert [row.notes for row in rows] == [
        ("2 sets",),
        ("1 set, 1 run",),
        ("2 runs",),
        ("2 sets, 1 run",),
        ("1 set, 2 runs",),
    ]


def test_a_deal_in_totals_among_others_is_marked() -> None:
    laws = record("laws")
    in_totals = totals("laws", ABC, 1)["deals"]
    page = page_of({**laws, "deals": [*laws["deals"][:2], *in_totals]})
    assert [row.notes for row in page.rows[:3]] == [(), (), ("totals only",)]


def test_a_game_all_in_totals_says_so_once() -> None:
    page = page_of(totals("laws", ABC, 3))
    assert not any(row.notes for row in page.rows)
    assert page.remarks == ("Totals only: no deal was entered in cards.",)


def test_a_deal_without_an_out_says_that_the_stock_ran_out() -> None:
    deal = {**totals("laws", ABC, 1)["deals"][0], "ending": "stock", "by": None}
    deal["hands"]["Ann"] = {"melded_points": 20, "in_hand_points": 10}
    laws = record("laws")
    page = page_of({**laws, "deals": [*laws["deals"][:1], deal]})
    assert page.rows[1].notes == ("stock ran out", "totals only")


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
    assert [row.number for row in page.rows] == [1, 2, 3, 4, 5, 6]
    assert page.remarks == (remark,)


def test_the_variant_is_printed_once() -> None:
    titled, untitled = page_of(record("gin", title="Friday")), page_of(record("gin"))
    assert [field.label for field in titled.heading.fields] == [
        "Played at",
        "Date",
        "Stake",
        "Variant",
    ]
    assert [field.label for field in untitled.heading.fields] == ["Played at", "Date", "Stake"]


def test_where_nobody_agreed_a_line_to_sign_has_a_name_and_nothing_else() -> None:
    assert page_of(record("laws")).signatures.lines == tuple([(name, "", "") for name in ABC])


def test_a_gin_deal_says_how_it_ended() -> None:
    rows = page_of(record("gin")).rows
    assert [row.notes[0] for row in rows] == ["knock", "undercut", "gin", "dead", "gin", "knock"]


def test_a_gin_deal_shows_its_upcard() -> None:
    card = page_of(record("gin")).rows[5].upcard
    assert card is not None
    assert (card.rank, card.sign, card.red) == ("10", "♦", True)


def test_house_rules_that_differ_are_named() -> None:
    assert page_of(record("gin")).rules == (
        "House rules: Box: 20; Game bonus: 100. All else as printed: Oklahoma gin to 150."
    )


def test_the_matrix_is_what_each_has_of_each() -> None:
    money = page_of(record("laws")).money
    assert money is not None
    rows = [[owed.money for owed in account.owed] for account in money.accounts]
    assert rows == [["", "+2.00", "+14.00"], ["−2.00", "", "+12.00"], ["−14.00", "−12.00", ""]]


def test_the_proof_begins_with_a_minus_where_the_first_player_lost() -> None:
    money = page_of(record("contract")).money
    assert money is not None
    assert money.proof == "−5.75 + 4.25 − 1.75 + 3.25 = 0"


def test_players_who_are_level_owe_nothing() -> None:
    money = page_of(level("Ann", "Bob")).money
    assert money is not None
    assert money.payments == ()
    assert money.accounts[0].owed[1].money == "0.00"


@pytest.mark.parametrize(("players", "paper"), [(6, "a4"), (7, "a4-wide"), (10, "a4-wide")])
def test_many_players_turn_the_page(players: int, paper: str) -> None:
    assert page_of(totals("contract", TEN[:players], 1)).layout.paper == paper


def test_longer_names_take_smaller_type() -> None:
    short = page_of(totals("laws", ABC, 1)).layout.name_pixels
    longer = page_of(totals("laws", ("Ann", "Bartholomew Featherstonehaugh", "Cal"), 1)).layout
    assert longer.name_pixels < short


def test_no_name_is_smaller_than_nine_points() -> None:
    names = [f"{letter * 40}" for letter in "ABCDE"]
    assert page_of(totals("modern", names, 1)).layout.name_pixels >= 12
