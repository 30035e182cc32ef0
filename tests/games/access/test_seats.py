"""Seats: each belongs to one phone, and moves to another only for "that is me"."""

from scorekeeper.games.deals import undo
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import Role, link_of, open_link
from scorekeeper.games.players import assign_seat, join_player, leave_seat, release_seat
from scorekeeper.rules.deals import Seat
from tests.games.table import post, saved

ANN, BOB = Seat(0), Seat(1)


def seats(store: GameStore, key: str) -> dict[int, str]:
    token = link_of(store, key, Role.HOST)
    assert token is not None
    return {row.seat: row.phone for row in open_link(store, token).seats}


def test_a_free_seat_is_taken(store: GameStore, key: str) -> None:
    assert assign_seat(store, key, "phone", ANN, is_me=False)
    assert seats(store, key) == {ANN: "phone"}


def test_a_taken_seat_is_not_given_to_a_stranger(store: GameStore, key: str) -> None:
    assign_seat(store, key, "phone", ANN, is_me=False)
    assert not assign_seat(store, key, "other phone", ANN, is_me=False)
    assert seats(store, key) == {ANN: "phone"}


def test_that_is_me_brings_the_seat_to_the_new_phone(store: GameStore, key: str) -> None:
    assign_seat(store, key, "phone", ANN, is_me=False)
    assert assign_seat(store, key, "new phone", ANN, is_me=True)
    assert seats(store, key) == {ANN: "new phone"}


def test_a_phone_that_takes_another_seat_leaves_its_own(store: GameStore, key: str) -> None:
    assign_seat(store, key, "phone", ANN, is_me=False)
    assign_seat(store, key, "phone", BOB, is_me=False)
    assert seats(store, key) == {BOB: "phone"}


def test_taking_the_same_seat_again_changes_nothing(store: GameStore, key: str) -> None:
    assign_seat(store, key, "phone", ANN, is_me=False)
    assert assign_seat(store, key, "phone", ANN, is_me=False)
    assert seats(store, key) == {ANN: "phone"}


def test_undoing_that_a_player_joined_removes_the_seat(store: GameStore, key: str) -> None:
    saved(join_player(store, key, post(1), "Dot"))
    assign_seat(store, key, "phone", Seat(3), is_me=False)
    saved(undo(store, key, post(2), 2, reason="she went home"))
    assert seats(store, key) == {}


def test_the_next_player_to_join_does_not_get_the_phone_of_one_who_is_gone(
    store: GameStore, key: str
) -> None:
    saved(join_player(store, key, post(1), "Dot"))
    assign_seat(store, key, "dots", Seat(3), is_me=False)
    saved(undo(store, key, post(2), 2, reason="she went home"))
    saved(join_player(store, key, post(3), "Eve"))
    assert seats(store, key) == {}


def test_a_seat_that_went_to_another_phone_is_not_freed_by_the_first(
    store: GameStore, key: str
) -> None:
    assign_seat(store, key, "first", ANN, is_me=False)
    assign_seat(store, key, "second", ANN, is_me=True)
    leave_seat(store, key, "first")
    assert seats(store, key) == {ANN: "second"}


def test_a_freed_seat_can_be_taken_by_anybody(store: GameStore, key: str) -> None:
    assign_seat(store, key, "phone", ANN, is_me=False)
    release_seat(store, key, ANN)
    assert assign_seat(store, key, "other phone", ANN, is_me=False)
