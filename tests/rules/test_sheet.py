"""The score sheet: what a page or a paper shows of a game."""

import pytest

from scorekeeper.rules.cards import Card, Rank, Suit
from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.game import (
    Act,
    Closed,
    Corrected,
    Dealt,
    Entry,
    Joined,
    Left,
    Renamed,
    Started,
    replay,
)
from scorekeeper.rules.options import OptionValue
from scorekeeper.rules.settlement import Stake
from scorekeeper.rules.sheet import FinalRow, ScoreSheet, make_sheet
from scorekeeper.rules.variants import VARIANTS

STAKE = Stake(currency="USD", minor=100, per=100)
OUT = Hand(melded_points=60, in_hand_points=0)


def sheet(
    *acts: Act, key: str = "laws", stake: Stake | None = None, **options: OptionValue
) -> ScoreSheet:
    started = Started(variant=key, options=options, players=("Ann", "Bob"), stake=stake)
    entries = [Entry(seq, act) for seq, act in enumerate([started, *acts], 1)]
    return make_sheet(replay(entries), VARIANTS[key])


def stock(ann: int, bob: int) -> Dealt:
    hands = [Hand(melded_points=points + 5, in_hand_points=5) for points in (ann, bob)]
    return Dealt(deal=Deal(ending=Ending.STOCK, hands=tuple(hands)))


def ann_out(*, concealed: bool = False) -> Dealt:
    hands = (OUT, Hand(melded_points=0, in_hand_points=65))
    return Dealt(deal=Deal(ending=Ending.OUT, by=Seat(0), hands=hands, concealed=concealed))


# --- heads ---


def test_a_new_game_has_heads_and_no_rows() -> None:
    new = sheet()
    assert ([head.name for head in new.heads], new.rows, new.next_number) == (["Ann", "Bob"], (), 1)


def test_nobody_leads_before_the_first_deal() -> None:
    assert [head.leads for head in sheet().heads] == [False, False]


def test_the_highest_leads() -> None:
    assert [head.leads for head in sheet(stock(100, 50)).heads] == [True, False]


def test_level_players_lead_together() -> None:
    assert [head.leads for head in sheet(stock(50, 50)).heads] == [True, True]


def test_the_lowest_leads_in_contract() -> None:
    hands = (Hand(in_hand_points=0), Hand(in_hand_points=25))
    contract = Dealt(deal=Deal(ending=Ending.OUT, by=Seat(0), hands=hands))
    assert [head.leads for head in sheet(contract, key="contract").heads] == [True, False]


def test_a_head_says_how_far_the_target_is() -> None:
    assert [head.to_go for head in sheet(stock(400, -50)).heads] == [600, 1050]


def test_a_target_that_must_be_passed_is_five_further() -> None:
    assert sheet(stock(1000, 0), key="modern").heads[0].to_go == 5


def test_a_player_beyond_the_target_has_nothing_to_go() -> None:
    assert sheet(stock(1200, 0)).heads[0].to_go == 0


def test_contract_has_no_target() -> None:
    assert sheet(key="contract").heads[0].to_go is None


def test_a_head_shows_what_is_held_and_how_often() -> None:
    head = sheet(ann_out(concealed=True), ann_out(concealed=True)).heads[0]
    assert (head.running, head.held, head.occasions) == (320, 500, 2)


def test_a_renamed_player_has_the_new_name() -> None:
    assert sheet(Renamed(seat=Seat(1), name="Cal")).heads[1].name == "Cal"


# --- rows ---


def test_a_row_has_points_and_running_totals() -> None:
    row = sheet(stock(100, 50), stock(20, 30)).rows[1]
    assert [(cell.points, cell.running) for cell in row.cells] == [(20, 120), (30, 80)]


def test_a_row_knows_its_entry() -> None:
    assert [row.seq for row in sheet(stock(5, 5), stock(5, 5)).rows] == [2, 3]


def test_a_cell_says_who_dealt_and_who_went_out_concealed() -> None:
    cells = sheet(ann_out(concealed=True)).rows[0].cells
    assert [(cell.is_dealer, cell.is_out, cell.concealed) for cell in cells] == [
        (False, True, True),
        (True, False, False),
    ]


def test_the_lines_of_a_cell_have_labels() -> None:
    made = sheet(ann_out())
    assert [made.label(line) for line in made.rows[0].cells[0].lines] == [
        "Melded",
        "In hand",
        "Going out",
    ]


def test_totals_are_not_itemised() -> None:
    assert not sheet(stock(5, 5)).rows[0].itemised


def test_a_corrected_row_is_marked() -> None:
    corrected = Corrected(target=2, deal=stock(5, 5).deal, reason="a slip")
    assert sheet(stock(100, 50), corrected).rows[0].corrected


def test_a_row_after_the_end_has_no_points() -> None:
    row = sheet(stock(1000, 0), stock(5, 5)).rows[1]
    assert (row.counts, [cell.points for cell in row.cells]) == (False, [None, None])


def test_a_dead_gin_deal_has_a_cell_for_each_player() -> None:
    dead = Dealt(deal=Deal(ending=Ending.DEAD, upcard=None))
    assert len(sheet(dead, key="gin150").rows[0].cells) == 2


# --- the end ---


def test_a_game_that_goes_on_has_no_end() -> None:
    assert sheet(stock(5, 5)).final is None


def test_the_end_has_a_row_for_each_kind_of_line() -> None:
    final = sheet(ann_out(concealed=True), stock(900, 5)).final
    assert final is not None
    assert [(row.label, row.points) for row in final.rows] == [
        ("Game", (200, None)),
        ("Concealed", (250, None)),
    ]


def test_the_end_names_the_rule_that_rounds() -> None:
    final = sheet(stock(1000, 0)).final
    assert final is not None
    assert final.rounding_rule == "Law 25"


def test_the_end_rounds_nothing_in_the_modern_game() -> None:
    final = sheet(stock(1005, 0), key="modern").final
    assert final is not None
    assert final.rounding_rule is None


def test_a_game_that_is_over_is_settled() -> None:
    final = sheet(stock(1000, 0), stake=STAKE).final
    assert final is not None
    assert final.settlement is not None
    assert final.settlement.net == (1200, -1200)


def test_a_game_closed_early_is_settled_if_the_table_says_so() -> None:
    final = sheet(stock(500, 0), Closed(reason="late"), stake=STAKE).final
    assert final is not None
    assert final.settlement is not None
    assert final.settlement.net == (500, -500)


def test_a_game_closed_early_is_not_settled_if_the_table_says_so() -> None:
    final = sheet(stock(500, 0), Closed(reason="late", settles=False), stake=STAKE).final
    assert final is not None
    assert final.settlement is None


# --- house rules ---


def test_a_game_as_printed_has_no_house_rules() -> None:
    assert sheet().house_rules == ()


def test_a_house_rule_is_an_option_that_differs() -> None:
    assert sheet(target=500, winner_bonus=200).house_rules == ("Target: 500",)


def test_an_option_that_is_no_longer_known_is_passed_over() -> None:
    assert sheet(kisses=True).house_rules == ()


# --- who sits out ---


def test_a_cell_says_who_sat_out() -> None:
    (row,) = sheet(ann_out(), Joined(name="Cal")).rows
    assert [cell.sat_out for cell in row.cells] == [False, False, True]


def test_a_total_stays_where_a_deal_was_sat_out() -> None:
    (row,) = sheet(ann_out(), Joined(name="Cal")).rows
    assert (row.cells[2].points, row.cells[2].running, row.cells[2].lines) == (0, 0, ())


def test_a_deal_in_cards_is_itemised_though_somebody_sat_it_out() -> None:
    cards = Hand(melds=(), in_hand=(Card(Rank.KING, Suit.HEARTS),))
    dealt = Dealt(deal=Deal(ending=Ending.STOCK, hands=(cards, cards)))
    assert sheet(dealt, Joined(name="Cal")).rows[0].itemised


def test_the_deal_passes_over_a_player_who_is_away() -> None:
    assert sheet(ann_out(), Joined(name="Cal"), Left(seat=Seat(0))).next_dealer == 1


@pytest.mark.parametrize(
    ("hows", "words"),
    [
        (("the highest total", "", ""), "the highest total"),
        (("200 shared by 2", "200 shared by 2", ""), "200 shared by 2"),
        (("250 + 250", "", "250"), ""),
        (("2 × 25", "", ""), ""),
        (("", "", ""), ""),
    ],
)
def test_words_that_hold_for_all_are_said_once_figures_at_each(
    hows: tuple[str, ...], words: str
) -> None:
    row = FinalRow(label="Game", rule="Law 22", points=(1, None, None), hows=hows)
    assert row.words == words


@pytest.mark.parametrize(("rule", "once"), [("Game bonus (option)", True), ("Law 22", False)])
def test_a_rule_that_repeats_the_label_stands_alone(rule: str, once: bool) -> None:
    row = FinalRow(label="Game", rule=rule, points=(1,), hows=("",))
    assert row.names_rule is once
