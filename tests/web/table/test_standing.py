import pytest

from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.web.core import Part
from scorekeeper.web.table.sheet import make_rulers, needs_of, standing_after
from tests.browser.games import hollywood, partners
from tests.papers.games import sheet_of as sheet_of_record
from tests.web.games import contract, out, sheet_of, stock
from tests.web.said import said

WORDS = "table/_standing.html"


def headline(sheet: ScoreSheet, mine: int | None = None) -> str:
    return said(WORDS, "headline", sheet, needs_of(sheet), mine)


def words(sheet: ScoreSheet, seat: int, mine: int | None = None) -> str:
    return said(WORDS, "needs_in_words", sheet, needs_of(sheet)[seat], mine)


def meaning(sheet: ScoreSheet, number: int = 0) -> str:
    row = sheet.rows[number - 1]
    return said(WORDS, "meaning", sheet, row, standing_after(sheet, row))


AHEAD = sheet_of("laws", stock(Ann=640, Bob=175, Cal=-130))


def test_the_line_says_what_ends_the_game_and_what_rounds_up() -> None:
    assert headline(AHEAD) == "Ann: +10 rounds up to 700."


def test_who_has_a_seat_is_told_of_the_own_needs() -> None:
    assert headline(AHEAD, 1) == "You: +75 rounds up to 300."
    assert words(AHEAD, 1, 1) == "You need 825. With 75 more you round up to 300."
    assert words(AHEAD, 0, 1) == "Ann needs 360. With 10 more the score rounds up to 700."


def test_partners_are_told_together() -> None:
    sheet = sheet_of_record(partners("Ann", "Bob", "Cal", "Dot"))
    assert headline(sheet) == "Bob and Dot need 144."
    assert headline(sheet, 2) == "You need 150."


def test_without_rounding_the_line_says_what_ends_the_game() -> None:
    assert headline(sheet_of("modern", stock(Ann=640, Bob=175))) == "Ann needs 365."


def test_a_concealed_bonus_that_waits_is_said_to_be_in_the_rounding() -> None:
    sheet = sheet_of("laws", out("Bob", concealed=True, Ann=40, Bob=150))
    told = "With 50 more, and the 250 for going out concealed, the score rounds up to 500."
    assert words(sheet, 1) == f"Bob needs 850. {told}"
    assert headline(sheet) == "Bob: +50 rounds up to 500."


def test_a_target_that_must_be_passed_and_is_only_reached_is_said() -> None:
    sheet = sheet_of("modern", stock(Ann=1000, Bob=20))
    assert headline(sheet) == "Ann has 1000 and must still pass it."
    assert headline(sheet, 0) == "You have 1000 and must still pass it."


def test_the_line_of_a_tie_that_is_played_on_says_that_nobody_is_alone() -> None:
    sheet = sheet_of("laws", stock(Ann=1010, Bob=1010), options={"tie": "play_on"})
    assert headline(sheet) == (
        "Ann is over the target, but not alone in the lead."
        " With 40 more the score rounds up to 1100."
    )


def test_in_contract_the_line_says_who_is_nearest_and_how_many_deals_are_left() -> None:
    deals = (contract("Ann", Ann=0, Bob=20, Cal=40), contract("Ann", Ann=0, Bob=5, Cal=5))
    sheet = sheet_of("contract", *deals)
    assert headline(sheet) == "Bob is 25 behind; 3 deals are left."
    assert headline(sheet, 2) == "You are 45 behind; 3 deals are left."
    assert headline(sheet, 0) == "You lead by 25; 3 deals are left."
    assert words(sheet, 0) == "Ann leads by 25; 3 deals are left."


def test_who_is_level_at_the_top_is_told_so() -> None:
    deals = (contract("Ann", Ann=0, Bob=5, Cal=40), contract("Bob", Ann=5, Bob=0, Cal=40))
    sheet = sheet_of("contract", *deals)
    assert words(sheet, 1) == "Bob is level at the top; 3 deals are left."


def test_the_last_deal_of_contract_is_one_deal() -> None:
    deals = [contract("Ann", Ann=0, Bob=5)] * 4
    assert headline(sheet_of("contract", *deals)) == "Bob is 20 behind; 1 deal is left."


def test_a_play_off_is_announced() -> None:
    won = [contract("Ann", Ann=0, Bob=15)] * 2
    lost = [contract("Bob", Ann=10, Bob=0)] * 3
    deals = [*won, *lost]
    sheet = sheet_of("contract", *deals, options={"tie": "play_off"})
    assert headline(sheet) == "All are level; a play-off decides."


# --- the same, drawn ------------------------------------------------------------------------------


def rulers(sheet: ScoreSheet) -> tuple[Part, ...]:
    return make_rulers(sheet, needs_of(sheet))


def test_a_ruler_is_filled_to_the_total_and_marks_the_next_rounding() -> None:
    ann, bob, cal = rulers(sheet_of("laws", stock(Ann=640, Bob=175, Cal=0)))
    left, right = ann.left, ann.right
    assert [ruler.zero for ruler in (ann, bob, cal)] == [left] * 3
    assert ann.have == int((right - left) * 0.64)
    assert ann.step == left + int((right - left) * 0.65)
    assert (cal.have, len(ann.ticks), ann.has_goal) == (0, 10, True)


def test_what_is_held_back_is_drawn_beyond_the_total() -> None:
    ann, bob = rulers(sheet_of("laws", out("Bob", concealed=True, Ann=40, Bob=150)))
    assert (ann.held, bob.bonus) == (0, 250)
    assert bob.held == pytest.approx((bob.right - bob.left) * 0.25, abs=1)


def test_a_ruler_does_not_leave_its_frame() -> None:
    sheet = sheet_of("laws", out("Bob", concealed=True, Ann=40, Bob=950))
    assert rulers(sheet)[1].held < (592 - 8) * 0.07


def test_a_total_below_nothing_moves_the_nothing_of_all_rulers() -> None:
    ann, _, cal = rulers(AHEAD)
    assert ann.zero == cal.zero > ann.left
    assert (cal.have, cal.below) == (0, cal.zero - cal.left)


def test_without_a_target_a_ruler_ends_at_the_highest_total() -> None:
    ann, bob = rulers(sheet_of("contract", contract("Ann", Ann=0, Bob=25)))
    assert (ann.have, bob.have, bob.has_goal) == (0, bob.right - bob.left, False)


def test_each_of_several_games_has_a_ruler_for_each_side() -> None:
    sheet = sheet_of_record(hollywood())
    needs = needs_of(sheet)
    assert [
        (need.column, drawn.total) for need, drawn in zip(needs, rulers(sheet), strict=True)
    ] == [
        (2, 88),
        (2, 20),
        (3, 63),
        (3, 0),
    ]


def test_before_the_first_deal_nobody_needs_anything() -> None:
    assert needs_of(sheet_of("laws")) == ()


def test_after_the_last_deal_nobody_needs_anything() -> None:
    assert needs_of(sheet_of("laws", stock(Ann=1020, Bob=20))) == ()


def test_the_meaning_of_a_deal_is_who_leads_and_how_far_the_end_is() -> None:
    assert meaning(AHEAD) == "Ann leads by 465 and has 360 to go."


def test_a_player_who_takes_the_lead_passes_the_leader_before() -> None:
    sheet = sheet_of("laws", stock(Ann=300, Bob=200), stock(Ann=0, Bob=140))
    assert meaning(sheet) == "Bob passes Ann and leads by 40 and has 660 to go."


def test_a_player_who_had_shared_the_lead_passes_nobody() -> None:
    sheet = sheet_of("laws", stock(Ann=300, Bob=300), stock(Ann=0, Bob=140))
    assert meaning(sheet) == "Bob leads by 140 and has 560 to go."


def test_a_shared_lead_is_shown_with_its_points() -> None:
    sheet = sheet_of("laws", stock(Ann=300, Bob=300, Cal=5))
    assert meaning(sheet) == "Ann and Bob are level with 300 and have 700 to go."


def test_an_earlier_deal_keeps_the_meaning_that_it_had_then() -> None:
    sheet = sheet_of("laws", stock(Ann=300, Bob=200), stock(Ann=0, Bob=140))
    assert meaning(sheet, 1) == "After deal 1: Ann leads by 100 and has 700 to go."


def test_the_meaning_names_a_leader_exactly_on_a_target_to_be_passed() -> None:
    sheet = sheet_of("modern", stock(Ann=1000, Bob=20))
    assert meaning(sheet) == "Ann leads by 980 and must still pass 1000."


def test_where_low_wins_the_lowest_leads() -> None:
    sheet = sheet_of("contract", contract("Ann", Ann=0, Bob=25))
    assert meaning(sheet) == "Ann leads by 25; 4 deals are left."


@pytest.mark.parametrize(
    ("bob", "words"),
    [(20, "The game is over: Ann wins."), (1020, "The game is over: Ann and Bob win.")],
)
def test_the_meaning_of_the_last_deal_is_the_end(bob: int, words: str) -> None:
    assert meaning(sheet_of("laws", stock(Ann=1020, Bob=bob))) == words


def test_a_deal_that_does_not_count_has_no_meaning() -> None:
    sheet = sheet_of("laws", stock(Ann=1020, Bob=20), stock(Ann=0, Bob=0))
    assert meaning(sheet) == ""
