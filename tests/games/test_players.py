"""Joining late, sitting out and playing again: what each does, and what each refuses."""

from typing import Any

import pytest

from scorekeeper.games.deals import correct_deal, record_deal, undo
from scorekeeper.games.game_store import GameStore, UnknownGame, with_act
from scorekeeper.games.games import close_game, export_game, start_game
from scorekeeper.games.players import (
    check_seating,
    join_player,
    leave_table,
    rename_player,
    return_to_table,
)
from scorekeeper.record.reading import read_record
from scorekeeper.rules.game import Undone
from scorekeeper.rules.variant import Problem
from tests.games.table import ANN_OUT, opened, out, post, refused, running, saved

FOUR = out("Ann", against=("Bob", "Cal", "Dot"))
CONTRACT = {"ending": "out", "by": "Ann"}


def without(name: str, deal: dict[str, Any]) -> dict[str, Any]:
    """Return a deal that one player sat out."""
    return deal | {"hands": deal["hands"] | {name: {"sat_out": True}}}


def version(store: GameStore, key: str) -> int:
    return opened(store, key).version


def join(store: GameStore, key: str, name: str = "Dot") -> None:
    saved(join_player(store, key, post(version(store, key)), name))


def leave(store: GameStore, key: str, seat: int) -> None:
    saved(leave_table(store, key, post(version(store, key)), seat))


def deal(store: GameStore, key: str, document: dict[str, Any]) -> None:
    saved(record_deal(store, key, post(version(store, key)), document))


def begin(store: GameStore, variant: str, *players: str, **more: Any) -> str:
    key = start_game(store, {"variant": variant, "players": list(players), **more})
    assert isinstance(key, str)
    return key


def undoing(store: GameStore, key: str, target: int) -> tuple[Problem, ...]:
    """Return the problems of undoing an entry."""
    game = opened(store, key)
    act = Undone(target=target, reason="a slip")
    return check_seating(game, with_act(game, act, who="", at=store.now()))


# --- to come --------------------------------------------------------------------------------------


def test_a_new_player_sits_last(store: GameStore, key: str) -> None:
    game = saved(join_player(store, key, post(1), " Dot "))
    assert game.sheet.setup.players == ("Ann", "Bob", "Cal", "Dot")


def test_a_late_player_sat_out_the_deals_before(store: GameStore, key: str) -> None:
    deal(store, key, ANN_OUT)
    join(store, key)
    assert opened(store, key).sheet.rows[0].cells[3].sat_out


def test_a_late_player_plays_from_the_next_deal_on(store: GameStore, key: str) -> None:
    deal(store, key, ANN_OUT)
    join(store, key)
    deal(store, key, FOUR)
    assert running(opened(store, key)) == [400, 60, 60, 30]


def test_a_table_with_a_late_comer_is_read_from_the_database_as_it_was(
    store: GameStore, key: str
) -> None:
    deal(store, key, ANN_OUT)
    join(store, key)
    leave(store, key, 0)
    before = opened(store, key).sheet
    fresh = GameStore(database=store.database, now=store.now, new_key=store.new_key)
    assert opened(fresh, key).sheet == before


def test_a_table_with_a_late_comer_is_exported_whole(store: GameStore, key: str) -> None:
    deal(store, key, ANN_OUT)
    join(store, key)
    score = read_record(export_game(store, key)).score
    assert score is not None
    assert score.running == (200, 30, 30, 0)


def test_nobody_joins_a_full_table(store: GameStore, key: str) -> None:
    join(store, key)
    found = refused(join_player(store, key, post(2), "Eve"))
    assert [(code, text) for _, code, text in found] == [
        ("bad_players", "Laws of Oklahoma is for 2 to 4 players")
    ]


@pytest.mark.parametrize("name", ["", "Ann", "ann ", "x" * 41])
def test_a_new_player_needs_a_valid_name_that_nobody_else_has(
    store: GameStore, key: str, name: str
) -> None:
    assert [at for at, _, _ in refused(join_player(store, key, post(1), name))] == [("name",)]


def test_a_contract_table_has_room_before_its_first_deal(store: GameStore) -> None:
    key = begin(store, "contract", "Ann", "Bob", "Cal")
    join(store, key)
    assert opened(store, key).sheet.setup.players[-1] == "Dot"


def test_nobody_joins_a_contract_game_that_has_begun(store: GameStore) -> None:
    key = begin(store, "contract", "Ann", "Bob")
    deal(store, key, CONTRACT | {"hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "KH"}}})
    found = refused(join_player(store, key, post(2), "Cal"))
    assert "after the first deal" in found[0][2]


def test_nobody_joins_a_game_of_gin(store: GameStore) -> None:
    key = begin(store, "gin150", "Ann", "Bob")
    assert refused(join_player(store, key, post(1), "Cal"))


def test_nobody_joins_a_closed_game(store: GameStore, key: str) -> None:
    saved(close_game(store, key, post(1), "late", settles=True))
    assert [code for _, code, _ in refused(join_player(store, key, post(2), "Dot"))] == [
        "game_over"
    ]


# --- to sit out and to play again -----------------------------------------------------------------


def test_a_player_who_leaves_is_away(store: GameStore, key: str) -> None:
    assert saved(leave_table(store, key, post(1), 1)).sheet.game.away == {1}


def test_a_player_who_returns_is_not_away(store: GameStore, key: str) -> None:
    leave(store, key, 1)
    assert saved(return_to_table(store, key, post(2), 1)).sheet.game.away == frozenset()


def test_a_deal_is_entered_without_a_player_who_left(store: GameStore, key: str) -> None:
    leave(store, key, 1)
    deal(store, key, without("Bob", ANN_OUT))
    assert running(opened(store, key)) == [200, 0, 30]


def test_at_least_two_players_stay(store: GameStore, key: str) -> None:
    leave(store, key, 1)
    assert [text for _, _, text in refused(leave_table(store, key, post(2), 0))] == [
        "At least two must play"
    ]


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_a_player_at_the_table_can_leave(store: GameStore, key: str, seat: int) -> None:
    assert [at for at, _, _ in refused(leave_table(store, key, post(1), seat))] == [("seat",)]


def test_nobody_leaves_twice(store: GameStore, key: str) -> None:
    join(store, key)
    leave(store, key, 1)
    assert refused(leave_table(store, key, post(3), 1))[0][2] == "Bob is already sitting out"


def test_a_player_who_plays_cannot_return(store: GameStore, key: str) -> None:
    assert refused(return_to_table(store, key, post(1), 1))[0][2] == "Bob is already playing"


def test_nobody_sits_out_a_contract(store: GameStore) -> None:
    key = begin(store, "contract", "Ann", "Bob", "Cal")
    assert "sit out a deal" in refused(leave_table(store, key, post(1), 1))[0][2]


def test_nobody_leaves_a_game_that_is_closed(store: GameStore, key: str) -> None:
    saved(close_game(store, key, post(1), "late", settles=True))
    assert [code for _, code, _ in refused(leave_table(store, key, post(2), 1))] == ["game_over"]


@pytest.mark.parametrize("act", [leave_table, return_to_table])
def test_nobody_leaves_or_returns_to_a_game_that_does_not_exist(store: GameStore, act: Any) -> None:
    with pytest.raises(UnknownGame):
        act(store, "nowhere", post(1), 1)


def test_nobody_joins_a_game_that_does_not_exist(store: GameStore) -> None:
    with pytest.raises(UnknownGame):
        join_player(store, "nowhere", post(1), "Dot")


# --- to take back ---------------------------------------------------------------------------------


def test_joining_can_be_undone_if_the_player_took_part_in_no_deal(
    store: GameStore, key: str
) -> None:
    deal(store, key, ANN_OUT)
    join(store, key)
    assert undoing(store, key, 3) == ()


def test_joining_cannot_be_undone_if_the_player_took_part_in_a_deal(
    store: GameStore, key: str
) -> None:
    join(store, key)
    deal(store, key, FOUR)
    assert [problem.text for problem in undoing(store, key, 2)] == [
        "Dot took part in a deal; take that back first"
    ]


def test_joining_can_be_undone_if_the_player_sat_out_every_deal(store: GameStore, key: str) -> None:
    join(store, key)
    deal(store, key, without("Dot", FOUR))
    assert undoing(store, key, 2) == ()


def test_joining_can_be_undone_if_a_correction_made_the_player_sit_out(
    store: GameStore, key: str
) -> None:
    join(store, key)
    deal(store, key, FOUR)
    sat_out = without("Dot", FOUR)
    saved(correct_deal(store, key, post(3), 3, document=sat_out, reason="a slip"))
    assert undoing(store, key, 2) == ()


def test_a_correction_that_left_out_a_player_now_gone_cannot_be_undone(
    store: GameStore, key: str
) -> None:
    join(store, key)
    deal(store, key, FOUR)
    sat_out = without("Dot", FOUR)
    saved(correct_deal(store, key, post(3), 3, document=sat_out, reason="a slip"))
    saved(undo(store, key, post(4), 2, reason="never came"))
    assert [problem.text for problem in undoing(store, key, 4)] == [
        "Somebody took part in a deal; take that back first"
    ]


def test_the_last_joining_is_undone_first(store: GameStore) -> None:
    key = begin(store, "laws", "Ann", "Bob")
    join(store, key, "Cal")
    join(store, key, "Dot")
    assert [problem.text for problem in undoing(store, key, 2)] == [
        "Somebody sat down after that; take that back first"
    ]


def test_an_undone_joining_cannot_be_put_back_once_another_has_joined(store: GameStore) -> None:
    key = begin(store, "laws", "Ann", "Bob")
    join(store, key, "Cal")
    saved(undo(store, key, post(2), 2, reason="never came"))
    join(store, key, "Dot")
    assert undoing(store, key, 3)


def test_a_contract_game_that_went_on_without_a_player_takes_nobody_back(store: GameStore) -> None:
    key = begin(store, "contract", "Ann", "Bob")
    join(store, key, "Cal")
    saved(undo(store, key, post(2), 2, reason="never came"))
    deal(store, key, CONTRACT | {"hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "KH"}}})
    assert [problem.text for problem in undoing(store, key, 3)] == [
        "Cal took no part in a deal, and every player has to"
    ]


def test_an_undo_leaves_at_least_two_players(store: GameStore, key: str) -> None:
    leave(store, key, 1)
    saved(return_to_table(store, key, post(2), 1))
    leave(store, key, 0)
    assert [problem.text for problem in undoing(store, key, 3)] == ["At least two must play"]


def test_an_undo_of_anything_else_seats_nobody_wrongly(store: GameStore, key: str) -> None:
    join(store, key)
    deal(store, key, FOUR)
    saved(rename_player(store, key, post(3), 3, name="Dora"))
    assert (undoing(store, key, 3), undoing(store, key, 4)) == ((), ())


def test_a_name_is_not_given_back_beside_one_that_looks_like_it(store: GameStore, key: str) -> None:
    saved(rename_player(store, key, post(1), 0, name="Zed"))
    saved(rename_player(store, key, post(2), 1, name="ann"))
    texts = [text for _, _, text in refused(undo(store, key, post(3), 2, reason="slip"))]
    assert texts == ["Two names would look alike"]
