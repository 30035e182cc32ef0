"""Who comes late, sits out and plays again: what each does, and what each refuses."""

from typing import Any

import pytest

from scorekeeper.bookkeeping.books import Books, UnknownGame, with_act
from scorekeeper.bookkeeping.company import (
    check_company,
    join_player,
    leave_table,
    return_to_table,
)
from scorekeeper.bookkeeping.games import (
    close_game,
    correct_deal,
    export_game,
    record_deal,
    rename_player,
    start_game,
    undo,
)
from scorekeeper.domain.journal import Undone
from scorekeeper.domain.variant import Problem
from scorekeeper.record.reading import read_record
from tests.bookkeeping.table import ANN_OUT, opened, out, post, refused, running, saved

FOUR = out("Ann", against=("Bob", "Cal", "Dot"))
CONTRACT = {"ending": "out", "by": "Ann"}


def without(name: str, deal: dict[str, Any]) -> dict[str, Any]:
    """A deal that one player sat out."""
    return deal | {"hands": deal["hands"] | {name: {"sat_out": True}}}


def version(books: Books, key: str) -> int:
    return opened(books, key).version


def join(books: Books, key: str, name: str = "Dot") -> None:
    saved(join_player(books, key, post(version(books, key)), name))


def leave(books: Books, key: str, seat: int) -> None:
    saved(leave_table(books, key, post(version(books, key)), seat))


def deal(books: Books, key: str, document: dict[str, Any]) -> None:
    saved(record_deal(books, key, post(version(books, key)), document))


def begin(books: Books, variant: str, *players: str, **more: Any) -> str:
    key = start_game(books, {"variant": variant, "players": list(players), **more})
    assert isinstance(key, str)
    return key


def undoing(books: Books, key: str, target: int) -> tuple[Problem, ...]:
    """What is wrong with taking an entry back."""
    game = opened(books, key)
    act = Undone(target=target, reason="a slip")
    return check_company(game, with_act(game, act, who="", at=books.now()))


# --- to come --------------------------------------------------------------------------------------


def test_who_comes_sits_last(books: Books, key: str) -> None:
    game = saved(join_player(books, key, post(1), " Dot "))
    assert game.sheet.setup.players == ("Ann", "Bob", "Cal", "Dot")


def test_who_comes_late_sat_out_the_deals_before(books: Books, key: str) -> None:
    deal(books, key, ANN_OUT)
    join(books, key)
    assert opened(books, key).sheet.rows[0].cells[3].sat_out


def test_who_comes_late_plays_from_the_next_deal_on(books: Books, key: str) -> None:
    deal(books, key, ANN_OUT)
    join(books, key)
    deal(books, key, FOUR)
    assert running(opened(books, key)) == [400, 60, 60, 30]


def test_a_table_with_a_late_comer_is_read_from_the_database_as_it_was(
    books: Books, key: str
) -> None:
    deal(books, key, ANN_OUT)
    join(books, key)
    leave(books, key, 0)
    before = opened(books, key).sheet
    fresh = Books(database=books.database, now=books.now, new_key=books.new_key)
    assert opened(fresh, key).sheet == before


def test_a_table_with_a_late_comer_is_exported_whole(books: Books, key: str) -> None:
    deal(books, key, ANN_OUT)
    join(books, key)
    score = read_record(export_game(books, key)).score
    assert score is not None
    assert score.running == (200, 30, 30, 0)


def test_nobody_comes_to_a_full_table(books: Books, key: str) -> None:
    join(books, key)
    found = refused(join_player(books, key, post(2), "Eve"))
    assert [(code, text) for _, code, text in found] == [
        ("bad_players", "Laws of Oklahoma seats 4 and no more")
    ]


@pytest.mark.parametrize("name", ["", "Ann", "ann ", "x" * 41])
def test_who_comes_has_a_name_of_his_own(books: Books, key: str, name: str) -> None:
    assert [at for at, _, _ in refused(join_player(books, key, post(1), name))] == [("name",)]


def test_a_contract_table_has_room_before_its_first_deal(books: Books) -> None:
    key = begin(books, "contract", "Ann", "Bob", "Cal")
    join(books, key)
    assert opened(books, key).sheet.setup.players[-1] == "Dot"


def test_nobody_comes_to_a_contract_that_has_begun(books: Books) -> None:
    key = begin(books, "contract", "Ann", "Bob")
    deal(books, key, CONTRACT | {"hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "KH"}}})
    found = refused(join_player(books, key, post(2), "Cal"))
    assert "after the first deal" in found[0][2]


def test_gin_is_for_two(books: Books) -> None:
    key = begin(books, "gin150", "Ann", "Bob")
    assert refused(join_player(books, key, post(1), "Cal"))


def test_nobody_comes_to_a_closed_game(books: Books, key: str) -> None:
    saved(close_game(books, key, post(1), "late", settles=True))
    assert [code for _, code, _ in refused(join_player(books, key, post(2), "Dot"))] == [
        "game_over"
    ]


# --- to sit out and to play again -----------------------------------------------------------------


def test_who_leaves_is_away(books: Books, key: str) -> None:
    assert saved(leave_table(books, key, post(1), 1)).sheet.game.away == {1}


def test_who_returns_is_not_away(books: Books, key: str) -> None:
    leave(books, key, 1)
    assert saved(return_to_table(books, key, post(2), 1)).sheet.game.away == frozenset()


def test_a_deal_is_entered_without_who_left(books: Books, key: str) -> None:
    leave(books, key, 1)
    deal(books, key, without("Bob", ANN_OUT))
    assert running(opened(books, key)) == [200, 0, 30]


def test_two_at_least_stay(books: Books, key: str) -> None:
    leave(books, key, 1)
    assert [text for _, _, text in refused(leave_table(books, key, post(2), 0))] == [
        "Two at least have to play"
    ]


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_who_sits_there_can_leave(books: Books, key: str, seat: int) -> None:
    assert [at for at, _, _ in refused(leave_table(books, key, post(1), seat))] == [("seat",)]


def test_nobody_leaves_twice(books: Books, key: str) -> None:
    join(books, key)
    leave(books, key, 1)
    assert refused(leave_table(books, key, post(3), 1))[0][2] == "Bob sits out already"


def test_who_plays_does_not_return(books: Books, key: str) -> None:
    assert refused(return_to_table(books, key, post(1), 1))[0][2] == "Bob plays already"


def test_nobody_sits_out_a_contract(books: Books) -> None:
    key = begin(books, "contract", "Ann", "Bob", "Cal")
    assert "sit out a deal" in refused(leave_table(books, key, post(1), 1))[0][2]


def test_nobody_leaves_a_game_that_is_closed(books: Books, key: str) -> None:
    saved(close_game(books, key, post(1), "late", settles=True))
    assert [code for _, code, _ in refused(leave_table(books, key, post(2), 1))] == ["game_over"]


@pytest.mark.parametrize("act", [leave_table, return_to_table])
def test_nobody_leaves_a_game_that_is_not_there(books: Books, act: Any) -> None:
    with pytest.raises(UnknownGame):
        act(books, "nowhere", post(1), 1)


def test_nobody_comes_to_a_game_that_is_not_there(books: Books) -> None:
    with pytest.raises(UnknownGame):
        join_player(books, "nowhere", post(1), "Dot")


# --- to take back ---------------------------------------------------------------------------------


def test_who_took_part_in_no_deal_can_be_taken_back(books: Books, key: str) -> None:
    deal(books, key, ANN_OUT)
    join(books, key)
    assert undoing(books, key, 3) == ()


def test_who_took_part_in_a_deal_stays(books: Books, key: str) -> None:
    join(books, key)
    deal(books, key, FOUR)
    assert [problem.text for problem in undoing(books, key, 2)] == [
        "Dot took part in a deal; take that back first"
    ]


def test_who_sat_out_every_deal_can_be_taken_back(books: Books, key: str) -> None:
    join(books, key)
    deal(books, key, without("Dot", FOUR))
    assert undoing(books, key, 2) == ()


def test_who_sat_out_by_a_correction_can_be_taken_back(books: Books, key: str) -> None:
    join(books, key)
    deal(books, key, FOUR)
    sat_out = without("Dot", FOUR)
    saved(correct_deal(books, key, post(3), 3, document=sat_out, reason="a slip"))
    assert undoing(books, key, 2) == ()


def test_a_correction_that_left_who_is_gone_out_stays(books: Books, key: str) -> None:
    join(books, key)
    deal(books, key, FOUR)
    sat_out = without("Dot", FOUR)
    saved(correct_deal(books, key, post(3), 3, document=sat_out, reason="a slip"))
    saved(undo(books, key, post(4), 2, reason="never came"))
    assert [problem.text for problem in undoing(books, key, 4)] == [
        "Somebody took part in a deal; take that back first"
    ]


def test_who_came_last_leaves_first(books: Books) -> None:
    key = begin(books, "laws", "Ann", "Bob")
    join(books, key, "Cal")
    join(books, key, "Dot")
    assert [problem.text for problem in undoing(books, key, 2)] == [
        "Somebody sat down after that; take that back first"
    ]


def test_nobody_comes_back_under_who_came_since(books: Books) -> None:
    key = begin(books, "laws", "Ann", "Bob")
    join(books, key, "Cal")
    saved(undo(books, key, post(2), 2, reason="never came"))
    join(books, key, "Dot")
    assert undoing(books, key, 3)


def test_a_contract_that_went_on_without_somebody_takes_nobody_back(books: Books) -> None:
    key = begin(books, "contract", "Ann", "Bob")
    join(books, key, "Cal")
    saved(undo(books, key, post(2), 2, reason="never came"))
    deal(books, key, CONTRACT | {"hands": {"Ann": {"in_hand": ""}, "Bob": {"in_hand": "KH"}}})
    assert [problem.text for problem in undoing(books, key, 3)] == [
        "Cal took no part in a deal, and every player has to"
    ]


def test_an_undo_leaves_two_at_least(books: Books, key: str) -> None:
    leave(books, key, 1)
    saved(return_to_table(books, key, post(2), 1))
    leave(books, key, 0)
    assert [problem.text for problem in undoing(books, key, 3)] == ["Two at least have to play"]


def test_an_undo_of_anything_else_seats_nobody_wrongly(books: Books, key: str) -> None:
    join(books, key)
    deal(books, key, FOUR)
    saved(rename_player(books, key, post(3), 3, name="Dora"))
    assert (undoing(books, key, 3), undoing(books, key, 4)) == ((), ())
