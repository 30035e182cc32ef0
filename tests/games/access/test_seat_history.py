"""Which phone had which seat when, and seats that another phone took."""

from dataclasses import replace

import pytest

from scorekeeper.games import phones
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import Role, Visit, link_of, open_link
from scorekeeper.games.players import SeatHistory, assign_seat, release_seat, seat_history_of
from scorekeeper.rules.deals import Seat
from tests.games.table import ANN_OUT, opened, post, saved

ANN, BOB = Seat(0), Seat(1)


def visit(store: GameStore, key: str) -> Visit:
    token = link_of(store, key, Role.VIEWER)
    assert token is not None
    return open_link(store, token)


def history(store: GameStore, key: str) -> SeatHistory:
    return seat_history_of(visit(store, key))


def deal(store: GameStore, key: str, phone: str) -> None:
    version = opened(store, key).version
    saved(record_deal(store, key, replace(post(version), phone=phone), ANN_OUT))


def test_an_entry_has_the_seat_that_its_phone_had_then(store: GameStore, key: str) -> None:
    deal(store, key, "phone")
    assign_seat(store, key, "phone", ANN, is_me=False)
    deal(store, key, "phone")
    assign_seat(store, key, "phone", BOB, is_me=False)
    deal(store, key, "phone")
    release_seat(store, key, BOB)
    deal(store, key, "phone")
    found = history(store, key)
    assert [found.seat_of(entry) for entry in found.game.log[1:]] == [None, ANN, BOB, None]


def test_phones_keep_their_numbers_when_others_come(store: GameStore, key: str) -> None:
    deal(store, key, "first")
    assign_seat(store, key, "second", ANN, is_me=False)
    before = history(store, key).numbers
    deal(store, key, "third")
    assert before == {"first": 1, "second": 2}
    assert history(store, key).numbers == before | {"third": 3}


def test_a_freed_seat_that_another_phone_takes_is_taken_over(store: GameStore, key: str) -> None:
    assign_seat(store, key, "first", ANN, is_me=False)
    release_seat(store, key, ANN)
    assign_seat(store, key, "first", ANN, is_me=False)
    release_seat(store, key, ANN)
    assert history(store, key).takeovers == ()
    assign_seat(store, key, "second", ANN, is_me=False)
    assert [(each.seat, each.taker) for each in history(store, key).takeovers] == [(ANN, 2)]


def test_after_more_changes_than_are_noted_no_seat_is_made_up(
    store: GameStore, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("scorekeeper.games.phones", "scorekeeper.games.players"):
        monkeypatch.setattr(f"{module}.MOST_CHANGES", 2)
    for phone in ("first", "second", "third"):
        deal(store, key, phone)
        assign_seat(store, key, phone, ANN, is_me=True)
    deal(store, key, "third")
    found = history(store, key)
    assert len(found.changes) == phones.MOST_CHANGES
    knows = found.knows_phone_of
    assert [knows(entry) for entry in found.game.log[1:]] == [
        True,
        True,
        False,
        False,
    ]
