"""Deals, corrections and undo: what each does, and what each refuses."""

import pytest

from scorekeeper.games.deals import correct_deal, record_deal, undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, start_game
from scorekeeper.rules.game import Corrected, Dealt
from tests.games.illegal import (
    CONTRACTS,
    TWO_SETS,
    contract_deal,
    deal_two_contracts,
    take_back_unchecked,
)
from tests.games.table import (
    ANN_OUT,
    deal_times,
    opened,
    out,
    post,
    refused,
    running,
    saved,
)

ANN_60 = out("Ann", 60)
WRONG = {
    "ending": "out",
    "by": "Zoe",
    "hands": {
        "Ann": {"melds": ["KH KD 3C"], "in_hand": "??"},
        "Bob": {"melded_points": 5, "in_hand_points": -1},
    },
}


# --- deals ----------------------------------------------------------------------------------------


def test_a_deal_counts_at_once(store: GameStore, key: str) -> None:
    assert running(saved(record_deal(store, key, post(1), ANN_OUT))) == [200, 30, 30]


def test_a_deal_is_there_when_the_game_is_opened_again(store: GameStore, key: str) -> None:
    game = saved(record_deal(store, key, post(1), ANN_OUT))
    assert opened(store, key) == game


def test_the_log_says_who_entered_a_deal(store: GameStore, key: str) -> None:
    entry = saved(record_deal(store, key, post(1, who="Cal"), ANN_OUT)).log[-1]
    assert (entry.seq, entry.who, type(entry.act)) == (2, "Cal", Dealt)


def test_a_wrong_deal_gets_all_its_problems_at_once(store: GameStore, key: str) -> None:
    problems = refused(record_deal(store, key, post(1), WRONG))
    assert [(at, code) for at, code, _ in problems] == [
        (("by",), "unknown_player"),
        (("hands", 0, "in_hand"), "bad_card"),
        (("hands", 1, "in_hand_points"), "bad_value"),
        (("hands", 2), "missing_hand"),
        (("hands", 0, "melds", 0), "not_a_meld"),
    ]


def test_a_refused_deal_leaves_nothing(store: GameStore, key: str) -> None:
    record_deal(store, key, post(1), WRONG)
    assert opened(store, key).version == 1


def test_a_refused_deal_can_be_posted_again_when_it_is_right(store: GameStore, key: str) -> None:
    record_deal(store, key, post(1, "draft"), WRONG)
    assert saved(record_deal(store, key, post(1, "draft"), ANN_OUT)).version == 2


def test_a_warning_does_not_stop_a_deal(store: GameStore, key: str) -> None:
    row = saved(record_deal(store, key, post(1), out("Ann", 101))).sheet.rows[0]
    assert [problem.code for problem in row.problems] == ["not_multiple_of_five"]


def test_no_deal_is_added_to_a_game_that_is_over(store: GameStore, key: str) -> None:
    deal_times(store, key, 5)
    text = "The game is over; no deal can be added to it"
    assert refused(record_deal(store, key, post(6), ANN_OUT)) == [((), "game_over", text)]


def test_no_deal_is_added_to_a_game_that_was_closed(store: GameStore, key: str) -> None:
    saved(close_game(store, key, post(1), "the bar closes", settles=True))
    text = "The game was ended early; reopen it to add a deal"
    assert refused(record_deal(store, key, post(2), ANN_OUT)) == [((), "game_closed", text)]


# --- corrections ----------------------------------------------------------------------------------


def test_a_correction_takes_the_place_of_the_deal(store: GameStore, key: str) -> None:
    deal_times(store, key, 2)
    game = saved(correct_deal(store, key, post(3), 2, document=ANN_60, reason="slip"))
    assert [row.cells[0].running for row in game.sheet.rows] == [160, 360]


def test_a_correction_is_in_the_log_with_its_reason(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = saved(correct_deal(store, key, post(2), 2, document=ANN_60, reason=" a\n slip "))
    act = game.log[-1].act
    assert isinstance(act, Corrected)
    assert (act.target, act.reason) == (2, "a slip")


def test_a_correction_may_be_corrected(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    saved(correct_deal(store, key, post(2), 2, document=ANN_60, reason="slip"))
    game = saved(correct_deal(store, key, post(3), 2, document=ANN_OUT, reason="no slip"))
    assert (running(game), game.sheet.game.deals[0].corrections) == ([200, 30, 30], (3, 4))


def test_a_correction_may_end_the_game_before_later_deals(store: GameStore, key: str) -> None:
    deal_times(store, key, 2)
    big = out("Ann", 900)
    game = saved(correct_deal(store, key, post(3), 2, document=big, reason="slip"))
    assert [row.counts for row in game.sheet.rows] == [True, False]


def test_a_correction_may_bring_a_game_back_to_life(store: GameStore, key: str) -> None:
    deal_times(store, key, 5)
    game = saved(correct_deal(store, key, post(6), 6, document=ANN_60, reason="slip"))
    assert game.sheet.over is False


@pytest.mark.parametrize("target", [-1, 0, 1, 3, 4, 99])
def test_only_a_deal_that_stands_can_be_corrected(store: GameStore, key: str, target: int) -> None:
    deal_times(store, key, 1)
    saved(record_deal(store, key, post(2), ANN_OUT))
    saved(undo(store, key, post(3), 3, reason="twice"))
    problems = refused(correct_deal(store, key, post(4), target, document=ANN_60, reason="slip"))
    assert [at for at, _, _ in problems] == [("target",)]


def test_a_correction_is_checked_like_a_deal_and_for_its_reason(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    problems = refused(
        correct_deal(
            store, key, post(2), 2, document={"ending": "sung", "hands": {}}, reason="x" * 201
        )
    )
    assert [at for at, _, _ in problems] == [
        ("ending",),
        ("hands", 0),
        ("hands", 1),
        ("hands", 2),
        ("reason",),
    ]


# --- contract: the number of a deal decides -------------------------------------------------------


@pytest.fixture
def contract(store: GameStore) -> str:
    """Return a contract game with two deals, each with the melds that its contract asks for."""
    key = start_game(store, {"variant": "contract", "players": ["Ann", "Bob"]})
    assert isinstance(key, str)
    deal_two_contracts(store, key)
    return key


def test_a_deal_is_checked_with_its_number(store: GameStore, contract: str) -> None:
    problems = refused(record_deal(store, contract, post(3), contract_deal(TWO_SETS)))
    assert [code for _, code, _ in problems] == ["contract_not_met"]


def test_a_correction_is_checked_with_the_number_of_its_deal(
    store: GameStore, contract: str
) -> None:
    again = contract_deal([*TWO_SETS, "7S 7H 7D"])
    game = saved(correct_deal(store, contract, post(3), 2, document=again, reason="slip"))
    assert game.sheet.rows[0].corrected


FIRST = "The contract of deal 1 is 2 sets; these melds do not make it"
SECOND = "The contract of deal 2 is 1 set, 1 run; these melds do not make it"


def test_a_deal_cannot_be_taken_back_while_a_later_one_needs_its_number(
    store: GameStore, contract: str
) -> None:
    outcome = refused(undo(store, contract, post(3), 2, reason="twice"))
    text = f"Deal 2 would be deal 1. {FIRST}. Take deal 2 back first"
    assert outcome == [(("target",), "contract_not_met", text)]
    assert opened(store, contract).version == 3


def test_every_deal_that_would_be_illegal_is_named(store: GameStore, contract: str) -> None:
    third = contract_deal(CONTRACTS[3])
    saved(record_deal(store, contract, post(3), third))
    texts = [text for _, _, text in refused(undo(store, contract, post(4), 2, reason="twice"))]
    assert [text[:26] for text in texts] == [
        "Deal 2 would be deal 1. Th",
        "Deal 3 would be deal 2. Th",
    ]


def test_deals_can_be_taken_back_from_the_last_on(store: GameStore, contract: str) -> None:
    saved(undo(store, contract, post(3), 3, reason="twice"))
    assert saved(undo(store, contract, post(4), 2, reason="twice")).sheet.rows == ()


def test_a_deal_that_any_contract_allows_takes_the_lower_number(
    store: GameStore, contract: str
) -> None:
    saved(correct_deal(store, contract, post(3), 3, document=contract_deal([]), reason="slip"))
    (row,) = saved(undo(store, contract, post(4), 2, reason="twice")).sheet.rows
    assert (row.number, row.counts) == (1, True)


def test_a_deal_is_not_put_back_before_one_that_has_its_number_now(
    store: GameStore, contract: str
) -> None:
    saved(undo(store, contract, post(3), 3, reason="twice"))
    saved(undo(store, contract, post(4), 2, reason="twice"))
    saved(record_deal(store, contract, post(5), contract_deal(TWO_SETS)))
    texts = [text for _, _, text in refused(undo(store, contract, post(6), 5, reason="no"))]
    assert texts == [f"Deal 1 would be deal 2. {SECOND}. Take deal 1 back first"]
    texts = [text for _, _, text in refused(undo(store, contract, post(6), 4, reason="no"))]
    assert texts == [
        f"It would be deal 1. {FIRST}. Enter it again instead",
        f"Deal 1 would be deal 2. {SECOND}. Take deal 1 back first",
    ]


def test_a_correction_is_not_taken_back_where_the_deal_would_be_illegal(
    store: GameStore, contract: str
) -> None:
    saved(correct_deal(store, contract, post(3), 3, document=contract_deal([]), reason="slip"))
    saved(undo(store, contract, post(4), 2, reason="twice"))
    texts = [text for _, _, text in refused(undo(store, contract, post(5), 4, reason="known"))]
    assert texts == [f"Deal 1 would break a rule. {FIRST}. Correct the deal instead"]


def test_a_deal_that_was_illegal_already_hinders_no_undo(store: GameStore, contract: str) -> None:
    take_back_unchecked(store, contract, 2)
    assert not opened(store, contract).sheet.rows[0].counts
    saved(undo(store, contract, post(4), 3, reason="not counted"))


# --- undo -----------------------------------------------------------------------------------------


def test_an_undone_deal_does_not_count(store: GameStore, key: str) -> None:
    deal_times(store, key, 2)
    assert running(saved(undo(store, key, post(3), 2, reason="twice"))) == [200, 30, 30]


def test_an_undone_entry_is_marked_in_the_log(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = saved(undo(store, key, post(2), 2, reason="twice"))
    assert [entry.undone for entry in game.log] == [False, True, False]


def test_an_undone_correction_gives_the_old_deal_back(store: GameStore, key: str) -> None:
    before = deal_times(store, key, 1)
    saved(correct_deal(store, key, post(2), 2, document=ANN_60, reason="slip"))
    after = saved(undo(store, key, post(3), 3, reason="no slip"))
    assert running(after) == running(before)


def test_an_undone_closing_opens_the_game(store: GameStore, key: str) -> None:
    saved(close_game(store, key, post(1), "late", settles=True))
    assert saved(undo(store, key, post(2), 2, reason="early")).sheet.game.closed is None


@pytest.mark.parametrize("target", [-1, 0, 1, 3, 99])
def test_only_an_entry_after_the_first_can_be_undone(
    store: GameStore, key: str, target: int
) -> None:
    deal_times(store, key, 1)
    problems = refused(undo(store, key, post(2), target, reason="twice"))
    assert [at for at, _, _ in problems] == [("target",)]


def test_what_was_undone_cannot_be_undone_again(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    saved(undo(store, key, post(2), 2, reason="twice"))
    problems = refused(undo(store, key, post(3), 2, reason="twice"))
    assert problems == [(("target",), "bad_value", "This has already been taken back")]
