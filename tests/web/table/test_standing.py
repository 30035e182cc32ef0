import pytest

from scorekeeper.rules.sheet import ScoreSheet
from scorekeeper.web.table.sheet import needs_of, standing_after
from tests.web.games import contract, out, sheet_of, stock
from tests.web.said import said

WORDS = "table/_standing.html"


def headline(sheet: ScoreSheet) -> str:
    return said(WORDS, "headline", sheet, needs_of(sheet))


def sentences(sheet: ScoreSheet, seat: int) -> tuple[str, ...]:
    words = said(WORDS, "needs_in_words", sheet, needs_of(sheet)[seat])
    return tuple([f"{sentence}." for sentence in words.removesuffix(".").split(". ")])


def meaning(sheet: ScoreSheet, number: int = 0) -> str:
    row = sheet.rows[number - 1]
    return said(WORDS, "meaning", sheet, row, standing_after(sheet, row))


AHEAD = sheet_of("laws", stock(Ann=640, Bob=175, Cal=-130))


def test_the_line_says_what_ends_the_game_and_what_rounds_up() -> None:
    assert headline(AHEAD) == (
        "Ann needs 360 more to end the game. With 10 more the score rounds up to 700."
    )


def test_without_rounding_the_line_says_what_ends_the_game() -> None:
    assert (
        headline(sheet_of("modern", stock(Ann=640, Bob=175)))
        == "Ann needs more than 360 to end the game."
    )


def test_the_leader_is_told_by_how_much() -> None:
    assert sentences(AHEAD, 0) == (
        "Needs 360 more to end the game.",
        "Leads by 465.",
        "With 10 more the score rounds up to 700.",
    )


def test_a_player_behind_is_told_behind_whom() -> None:
    assert sentences(AHEAD, 1) == (
        "Needs 825 more to end the game.",
        "465 behind Ann.",
        "With 75 more the score rounds up to 300.",
    )


def test_a_player_level_at_the_top_is_told_with_whom() -> None:
    sheet = sheet_of("laws", stock(Ann=300, Bob=300, Cal=0))
    assert sentences(sheet, 0)[1] == "Level with Bob."


def test_a_player_behind_two_is_told_both() -> None:
    sheet = sheet_of("laws", stock(Ann=300, Bob=300, Cal=0))
    assert sentences(sheet, 2)[1] == "300 behind Ann and Bob."


def test_a_concealed_bonus_that_waits_is_said_to_be_in_the_rounding() -> None:
    sheet = sheet_of("laws", out("Bob", concealed=True, Ann=40, Bob=150))
    words = "With 50 more, and the 250 for going out concealed, the score rounds up to 500."
    assert sentences(sheet, 1)[-1] == words
    assert headline(sheet).endswith(words)


def test_a_target_that_must_be_passed_and_is_only_reached_is_said_first() -> None:
    sheet = sheet_of("modern", stock(Ann=1000, Bob=20))
    assert headline(sheet) == "Ann has 1000 and must still pass it."


def test_a_player_exactly_on_the_target_is_told_so() -> None:
    sheet = sheet_of("modern", stock(Ann=1000, Bob=20))
    assert sentences(sheet, 0)[0] == "Has 1000 and must still pass it."


def test_the_line_of_a_tie_that_is_played_on_says_that_nobody_is_alone() -> None:
    sheet = sheet_of("laws", stock(Ann=1010, Bob=1010), options={"tie": "play_on"})
    words = (
        "Ann is over the target, but not alone in the lead."
        " With 40 more the score rounds up to 1100."
    )
    assert headline(sheet) == words


def test_a_tie_over_the_target_that_is_played_on_is_shown() -> None:
    sheet = sheet_of("laws", stock(Ann=1010, Bob=1010), options={"tie": "play_on"})
    assert sentences(sheet, 0)[0] == "Is over the target, but not alone in the lead."


def test_in_contract_the_line_says_who_is_nearest_and_how_many_deals_are_left() -> None:
    deals = (contract("Ann", Ann=0, Bob=20, Cal=40), contract("Ann", Ann=0, Bob=5, Cal=5))
    assert headline(sheet_of("contract", *deals)) == "Bob is 25 behind; 3 deals are left."


def test_the_last_deal_of_contract_is_one_deal() -> None:
    deals = [contract("Ann", Ann=0, Bob=5)] * 4
    assert headline(sheet_of("contract", *deals)) == "Bob is 20 behind; 1 deal is left."


def test_a_play_off_is_announced() -> None:
    won = [contract("Ann", Ann=0, Bob=15)] * 2
    lost = [contract("Bob", Ann=10, Bob=0)] * 3
    deals = [*won, *lost]
    sheet = sheet_of("contract", *deals, options={"tie": "play_off"})
    assert headline(sheet) == "All are level; a play-off decides."


def test_in_contract_nobody_is_told_of_an_end_by_points() -> None:
    sheet = sheet_of("contract", contract("Ann", Ann=0, Bob=25))
    assert (sentences(sheet, 0), sentences(sheet, 1)) == (("Leads by 25.",), ("25 behind Ann.",))


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


def test_what_has_to_be_passed_is_said_as_more_than_it() -> None:
    sheet = sheet_of("modern", stock(Ann=340, Bob=175, Cal=-130))
    assert headline(sheet).startswith("Ann needs more than 660 to end the game.")
