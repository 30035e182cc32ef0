from itertools import pairwise

from scorekeeper.rules.deals import Seat
from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.web.core import Part
from scorekeeper.web.table.sheet import BOTTOM, LEFT, TOP, make_chart
from tests.web.games import contract, sheet_of, stock
from tests.web.said import said


def chart_of(sheet: ScoreSheet) -> Part:
    chart = make_chart(sheet)
    assert chart is not None
    return chart


def labels_of(chart: Part) -> list[list[str]]:
    return [[words for words, _ in line.label] for line in chart.lines]


def test_before_the_first_deal_there_is_no_chart() -> None:
    assert make_chart(sheet_of("laws")) is None


def test_one_deal_is_a_line_from_nothing_to_its_points() -> None:
    chart = chart_of(sheet_of("laws", stock(Ann=500, Bob=0)))
    assert chart.lines[0].spots == ((LEFT, BOTTOM), (chart.right, BOTTOM - (BOTTOM - TOP) // 2))


def test_two_deals_stand_half_way_and_at_the_end() -> None:
    chart = chart_of(sheet_of("laws", stock(Ann=250, Bob=0), stock(Ann=250, Bob=0)))
    places = [LEFT, (LEFT + chart.right) // 2, chart.right]
    assert [x for x, _ in chart.lines[0].spots] == places


def test_the_target_is_the_top_while_nobody_is_over_it() -> None:
    chart = chart_of(sheet_of("laws", stock(Ann=500, Bob=0)))
    assert (chart.target, chart.target_y, chart.zero_y) == (1000, TOP, BOTTOM)


def test_a_target_out_of_reach_is_not_drawn_and_leaves_the_lines_their_height() -> None:
    chart = chart_of(sheet_of("laws", stock(Ann=495, Bob=0)))
    assert (chart.target, chart.target_y) == (None, None)
    assert chart.lines[0].spots[-1][1] == TOP


def test_before_anybody_has_a_point_the_target_is_out_of_reach() -> None:
    assert chart_of(sheet_of("laws", stock(Ann=-5, Bob=-30))).target is None


def test_of_five_and_more_the_leader_and_the_player_of_this_phone_are_in_ink() -> None:
    names = ("Ann", "Bob", "Cal", "Dot", "Eve")
    sheet = sheet_of("modern", stock(**{name: 5 * at for at, name in enumerate(names)}))
    chart = make_chart(sheet, Seat(1))
    assert chart is not None
    in_ink = [line.is_in_ink for line in chart.lines]
    assert (chart.is_crowded, in_ink) == (True, [False, True, False, False, True])
    drawn = said("table/_chart.html", "draw_chart", chart, sheet)
    assert drawn.count('<g class="hairline">') == 3
    assert drawn.count('class="leader"') == 5


def test_to_four_players_each_has_a_stroke_of_their_own() -> None:
    sheet = sheet_of("laws", stock(Ann=20, Bob=15, Cal=10, Dot=5))
    chart = chart_of(sheet)
    drawn = said("table/_chart.html", "draw_chart", chart, sheet)
    assert "hairline" not in drawn
    assert 'class="leader"' not in drawn


def test_the_names_of_ten_stand_apart_in_a_higher_chart() -> None:
    names = tuple("ABCDEFGHIJ")
    chart = chart_of(sheet_of("contract", contract("A", **dict.fromkeys(names, 5) | {"A": 0})))
    heights = sorted([line.label_y for line in chart.lines])
    assert min([lower - upper for upper, lower in pairwise(heights)]) >= 30
    assert (heights[0] >= TOP, heights[-1] < chart.height) == (True, True)


def test_totals_below_nothing_lift_the_line_of_nothing() -> None:
    chart = chart_of(sheet_of("laws", stock(Ann=500, Bob=-1000)))
    assert chart.zero_y == (TOP + BOTTOM) // 2
    assert chart.lines[1].spots[-1][1] == BOTTOM


def test_a_target_to_be_passed_is_drawn_as_it_is_called() -> None:
    assert chart_of(sheet_of("modern", stock(Ann=500, Bob=0))).target == 1000


def test_a_game_without_a_target_has_no_line_for_one() -> None:
    chart = chart_of(sheet_of("contract", contract("Ann", Ann=0, Bob=25)))
    assert (chart.target, chart.target_y) == (None, None)


def test_names_of_lines_that_end_together_stand_apart() -> None:
    chart = chart_of(sheet_of("laws", stock(Ann=20, Bob=20, Cal=20, Dot=20)))
    heights = sorted([line.label_y for line in chart.lines])
    assert min([lower - upper for upper, lower in pairwise(heights)]) >= 30
    assert heights[-1] <= BOTTOM


def test_a_deal_that_does_not_count_is_not_drawn() -> None:
    sheet = sheet_of("laws", stock(Ann=1020, Bob=20), stock(Ann=0, Bob=0))
    assert len(chart_of(sheet).lines[0].spots) == 2


def test_many_deals_have_few_numbers() -> None:
    chart = chart_of(sheet_of("laws", *[stock(Ann=10, Bob=0)] * 25))
    assert [number for _, number in chart.ticks] == [5, 10, 15, 20, 25]


def test_a_long_name_stands_whole_on_lines_of_its_own_and_takes_room_from_the_chart() -> None:
    short = chart_of(sheet_of("laws", stock(Ann=10, Bob=5)))
    names = {"Bartholomew Longfellow": 5, "Grandpa Joe": 5, "Grandpa Jim": 0}
    chart = chart_of(sheet_of("laws", stock(Ann=10, **names)))
    whole = (["Ann"], ["Bartholomew", "Longfellow"], ["Grandpa Joe"], ["Grandpa Jim"])
    assert labels_of(chart) == [*whole]
    assert chart.right < short.right
    heights = sorted([y for line in chart.lines for _, y in line.label])
    assert min([lower - upper for upper, lower in pairwise(heights)]) >= 30
    assert (heights[0] >= TOP, heights[-1] <= BOTTOM) == (True, True)


def test_names_that_have_no_room_beside_their_lines_are_told_apart_there() -> None:
    names = [f"Bartholomew Longfellow {name}" for name in ("Ann", "Bob", "Cal", "Dot", "Eve")]
    scores = dict.fromkeys([*names, "Fay", "Gus"], 5) | {"Fay": 0}
    labels = labels_of(chart_of(sheet_of("contract", contract("Fay", **scores))))
    assert labels[:2] == [["Bartholo…Ann"], ["Bartholo…Bob"]]
    assert labels[-1] == ["Gus"]


def test_the_chart_is_shown_in_words_too() -> None:
    words = said(
        "table/_chart.html", "chart_words", sheet_of("laws", stock(Ann=500, Bob=-30)), 1000
    )
    assert words.startswith("After 1 deal: Ann 500 and Bob −30. The target is 1000.")
