"""Closing and reopening a game, reasons, and names: what each does, and what each refuses."""

from collections.abc import Callable

import pytest

from scorekeeper.games.deals import correct_deal, record_deal, undo
from scorekeeper.games.game_store import GameStore, UnknownGame
from scorekeeper.games.games import close_game, reopen_game, start_game
from scorekeeper.games.players import rename_player
from scorekeeper.games.posting import GameOutcome
from tests.games.table import (
    ANN_OUT,
    deal_times,
    out,
    post,
    refused,
    running,
    saved,
)

ANN_60 = out("Ann", 60)


# --- closing and reopening ------------------------------------------------------------------------


def test_a_closed_game_settles_as_it_stands(store: GameStore) -> None:
    stake = {"currency": "USD", "amount": "1", "per": 100}
    form = {"variant": "laws", "players": ["Ann", "Bob", "Cal"], "stake": stake}
    key = start_game(store, form)
    assert isinstance(key, str)
    deal_times(store, key, 1)
    final = saved(close_game(store, key, post(2), "late", settles=True)).sheet.final
    assert final is not None
    assert final.settlement is not None


def test_a_closed_game_may_settle_nothing(store: GameStore) -> None:
    stake = {"currency": "USD", "amount": "1", "per": 100}
    form = {"variant": "laws", "players": ["Ann", "Bob", "Cal"], "stake": stake}
    key = start_game(store, form)
    assert isinstance(key, str)
    deal_times(store, key, 1)
    final = saved(close_game(store, key, post(2), "late", settles=False)).sheet.final
    assert final is not None
    assert final.settlement is None


def test_a_reopened_game_goes_on(store: GameStore, key: str) -> None:
    saved(close_game(store, key, post(1), "late", settles=True))
    saved(reopen_game(store, key, post(2), "early"))
    assert saved(record_deal(store, key, post(3), ANN_OUT)).version == 4


def test_a_closed_game_cannot_be_closed(store: GameStore, key: str) -> None:
    saved(close_game(store, key, post(1), "late", settles=True))
    problems = refused(close_game(store, key, post(2), "later", settles=True))
    assert problems == [((), "game_closed", "The game was already ended early")]


def test_a_game_that_is_over_cannot_be_closed(store: GameStore, key: str) -> None:
    deal_times(store, key, 5)
    problems = refused(close_game(store, key, post(6), "late", settles=True))
    assert problems == [((), "game_over", "The game is already over")]


def test_an_open_game_cannot_be_reopened(store: GameStore, key: str) -> None:
    problems = refused(reopen_game(store, key, post(1), "early"))
    assert problems == [((), "bad_value", "The game was not ended early")]


# --- reasons --------------------------------------------------------------------------------------

WITH_REASON: list[Callable[[GameStore, str, str], GameOutcome]] = [
    lambda store, key, reason: undo(store, key, post(2), 2, reason=reason),
    lambda store, key, reason: close_game(store, key, post(2), reason, settles=True),
    lambda store, key, reason: correct_deal(store, key, post(2), 2, document=ANN_60, reason=reason),
]


@pytest.mark.parametrize("act", WITH_REASON, ids=["undo", "close", "correct"])
@pytest.mark.parametrize("reason", ["x" * 201, "a \x00", "\ud800"])
def test_a_reason_is_one_line_of_at_most_two_hundred_characters(
    store: GameStore, key: str, act: Callable[[GameStore, str, str], GameOutcome], reason: str
) -> None:
    deal_times(store, key, 1)
    text = "A reason is one line of at most 200 letters"
    assert refused(act(store, key, reason)) == [(("reason",), "bad_value", text)]


@pytest.mark.parametrize("act", WITH_REASON, ids=["undo", "close", "correct"])
@pytest.mark.parametrize("reason", ["", " \n ", "♠" * 200])
def test_nobody_has_to_give_a_reason(
    store: GameStore, key: str, act: Callable[[GameStore, str, str], GameOutcome], reason: str
) -> None:
    deal_times(store, key, 1)
    assert saved(act(store, key, reason)).version == 3


def test_a_correction_that_changes_nothing_is_not_saved(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    entered = out("Ann", 100)
    same = correct_deal(store, key, post(2), 2, document=entered, reason="")
    assert refused(same) == [((), "unchanged", "The deal is as it was, so nothing was saved")]


# --- names ----------------------------------------------------------------------------------------


def test_a_new_name_is_everywhere_on_the_sheet(store: GameStore, key: str) -> None:
    deal_times(store, key, 1)
    game = saved(rename_player(store, key, post(2), 0, name=" Eve "))
    assert [head.name for head in game.sheet.heads] == ["Eve", "Bob", "Cal"]


def test_a_deal_is_entered_under_the_new_name(store: GameStore, key: str) -> None:
    saved(rename_player(store, key, post(1), 0, name="Eve"))
    assert running(saved(record_deal(store, key, post(2), out("Eve")))) == [200, 30, 30]


def test_two_players_may_swap_their_names(store: GameStore, key: str) -> None:
    saved(rename_player(store, key, post(1), 0, name="Eve"))
    saved(rename_player(store, key, post(2), 1, name="Ann"))
    game = saved(rename_player(store, key, post(3), 0, name="Bob"))
    assert game.sheet.setup.players == ("Bob", "Ann", "Cal")


@pytest.mark.parametrize(
    "name", ["", "  ", "Bob", " Cal ", "bob", "C al", "x" * 41, "a\nb", "\ud800"]
)
def test_a_name_that_cannot_be_is_refused(store: GameStore, key: str, name: str) -> None:
    problems = refused(rename_player(store, key, post(1), 0, name=name))
    assert [(at, code) for at, code, _ in problems] == [(("name",), "bad_players")]


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_a_player_at_the_table_is_renamed(store: GameStore, key: str, seat: int) -> None:
    problems = refused(rename_player(store, key, post(1), seat, name="Eve"))
    assert problems == [(("seat",), "bad_value", "Nobody sits there")]


# --- no such game ---------------------------------------------------------------------------------


def test_no_deal_is_recorded_in_a_game_that_does_not_exist(store: GameStore) -> None:
    with pytest.raises(UnknownGame):
        record_deal(store, "key 99", post(1), ANN_OUT)
