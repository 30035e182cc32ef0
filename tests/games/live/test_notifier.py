"""The notifier wakes subscribers when their game changes, and at no other time."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from threading import enumerate as enumerate_threads
from time import monotonic

import pytest

from scorekeeper.club.visits import is_in_force
from scorekeeper.games import live
from scorekeeper.games.deals import record_deal
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of, withdraw_link_of
from scorekeeper.games.live import (
    EnteringPhone,
    EnteringPhones,
    Notifier,
    Subscription,
    TooManyStreams,
    Watcher,
    write_state,
)
from scorekeeper.games.players import assign_seat
from scorekeeper.rules.deals import Seat
from scorekeeper.store.copies import put_back, write_copy
from tests.empty_database import store_at
from tests.games.table import ANN_OUT, post, saved

LONG = 5
BLINK = 0.1
SECOND = 1


@pytest.fixture
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an error the thread waits for a second; here, as between two looks, for less."""
    monkeypatch.setattr(live, "_PAUSE_AFTER_ERROR_SECONDS", 0.1)
    monkeypatch.setattr(live, "_PAUSE_SECONDS", 0.02)


@pytest.fixture
def waiting(store: GameStore, key: str) -> Iterator[Subscription]:
    """Yield a subscription that has already returned the state of the game once."""
    with closing(store.notifier.subscribe(key)) as subscription:
        assert subscription.wait(LONG) is not None
        yield subscription


def deal(store: GameStore, key: str, version: int = 1) -> None:
    saved(record_deal(store, key, post(version), ANN_OUT))


def test_the_present_state_is_there_at_once(store: GameStore, key: str) -> None:
    with closing(store.notifier.subscribe(key)) as subscription:
        assert subscription.wait(0) == subscription.state


def test_a_deal_wakes_those_who_wait_within_a_second(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    before = waiting.state
    begin = monotonic()
    deal(store, key)
    assert waiting.wait(LONG) not in (None, before)
    assert monotonic() - begin < SECOND


def test_a_backup_put_back_wakes_those_who_wait(
    store: GameStore, key: str, waiting: Subscription, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    write_copy(store.database.path, copy)
    deal(store, key)
    assert waiting.wait(LONG) is not None
    before = waiting.state
    put_back(copy, store.database.path, keep=lambda: None)
    end = monotonic() + LONG
    while waiting.state in (before, write_state(-1, 0)) and monotonic() < end:
        waiting.wait(BLINK)
    assert waiting.state != before


def test_what_this_process_changes_is_told_without_waiting_for_the_next_round(
    store: GameStore, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_PAUSE_SECONDS", 60 * LONG)
    bob = EnteringPhone(name="Bob")
    with closing(store.notifier.subscribe(key)) as subscription:
        states = [subscription.wait(LONG)]
        deal(store, key)
        states.append(subscription.wait(LONG))
        for phone in ("one", "two", "three"):  # a look that was due may tell of the first ones
            store.entering.note(key, phone, bob)
            states.append(subscription.wait(LONG))
        assert None not in states
        assert len(set(states)) == len(states)
        begin = monotonic()
        store.notifier.close()
        assert store.notifier.is_let_go.is_set()
        assert monotonic() - begin < SECOND


def test_everybody_who_waits_is_woken(store: GameStore, key: str) -> None:
    everybody = [store.notifier.subscribe(key) for _ in range(5)]
    assert all(each.wait(LONG) for each in everybody)
    deal(store, key)
    assert len({each.wait(LONG) for each in everybody}) == 1


def test_a_deal_of_another_game_wakes_nobody(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    other = start_game(store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]})
    with closing(store.notifier.subscribe(str(other))) as theirs:
        assert theirs.wait(LONG)
        deal(store, str(other))
        assert theirs.wait(LONG)
    assert waiting.wait(BLINK) is None


def test_taking_a_seat_wakes_those_who_wait(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    before = waiting.state
    assign_seat(store, key, "bob's phone", Seat(1), is_me=False)
    assert waiting.wait(LONG) not in (None, before)


def test_an_act_in_another_process_wakes_those_who_wait(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    other = GameStore.at(store.database.path)
    deal(other, key)
    other.close()
    assert waiting.wait(LONG) is not None


def test_withdrawing_a_link_wakes_those_who_wait(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    token = link_of(store, key, Role.VIEWER)
    assert token is not None
    withdraw_link_of(store, key, Role.VIEWER)
    assert waiting.wait(LONG) is not None
    assert not is_in_force(store, token)


def test_a_phone_that_begins_to_enter_wakes_the_others(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    before = waiting.state
    store.entering.note(key, "bob's phone", EnteringPhone(name="Bob"))
    assert waiting.wait(LONG) not in (None, before)


def test_what_happened_while_nobody_waited_is_in_the_state(store: GameStore, key: str) -> None:
    with closing(store.notifier.subscribe(key)) as subscription:
        before = subscription.wait(LONG)
    deal(store, key)
    with closing(store.notifier.subscribe(key)) as subscription:
        assert subscription.wait(LONG) != before


def test_more_subscribers_than_allowed_are_refused(store: GameStore, key: str) -> None:
    watch = Notifier(store.database, store.entering, Watcher(most=2))
    with (
        closing(watch.subscribe(key)),
        closing(watch.subscribe(key)),
        pytest.raises(TooManyStreams),
    ):
        watch.subscribe(key)
    watch.close()


def test_a_subscriber_without_room_wakes_the_others_so_that_dead_ones_are_found(
    store: GameStore, key: str
) -> None:
    watch = Notifier(store.database, store.entering, Watcher(most=1))
    with closing(watch.subscribe(key)) as subscription:
        state = subscription.wait(LONG)
        with pytest.raises(TooManyStreams):
            watch.subscribe(key)
        assert subscription.wait(LONG) == state
    watch.close()


def test_a_subscriber_who_leaves_makes_room(store: GameStore, key: str) -> None:
    watch = Notifier(store.database, store.entering, Watcher(most=1))
    watch.subscribe(key).close()
    watch.subscribe(key).close()
    assert watch.count == 0
    watch.close()


def test_one_thread_looks_for_all_sites_with_open_pages_and_ends_with_them(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    def threads() -> list[Thread]:
        return [each for each in enumerate_threads() if each.name == "notifier"]

    before = threads()
    (tmp_path / "other").mkdir()
    other = store_at(tmp_path / "other")
    watcher = Watcher(most=2)
    notifiers = [Notifier(each.database, each.entering, watcher) for each in (store, other)]
    game = str(start_game(other, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]}))
    first, second = notifiers[0].subscribe(key), notifiers[1].subscribe(game)
    # Those of tests before may end meanwhile.
    (thread,) = [each for each in threads() if each not in before]
    with pytest.raises(TooManyStreams):  # the limit is for all sites together
        notifiers[1].subscribe(game)
    for subscription in (first, second):
        assert subscription.wait(LONG)
    deal(other, game)
    assert second.wait(LONG)
    assert first.wait(BLINK) in (None, first.state)
    assert [each for each in threads() if each not in before] == [thread]
    first.close()
    second.close()
    thread.join(LONG)
    assert not thread.is_alive()
    assert notifiers[0].is_let_go.is_set()
    other.close()


def test_leaving_twice_counts_once(store: GameStore, key: str) -> None:
    subscription = store.notifier.subscribe(key)
    with closing(store.notifier.subscribe(key)):
        subscription.close()
        subscription.close()
        assert store.notifier.count == 1


def test_the_end_of_the_notifier_releases_everybody(
    store: GameStore, waiting: Subscription
) -> None:
    answers: list[str | None] = []
    thread = Thread(target=lambda: answers.append(waiting.wait(LONG)))
    thread.start()
    begin = monotonic()
    store.notifier.close()
    thread.join()
    assert (answers, waiting.is_over) == ([None], True)
    assert monotonic() - begin < SECOND


def test_after_its_end_nobody_can_wait(store: GameStore, key: str) -> None:
    store.notifier.close()
    with pytest.raises(TooManyStreams):
        store.notifier.subscribe(key)


@pytest.mark.usefixtures("short_pauses")
def test_the_notifier_goes_on_after_a_database_that_could_not_be_read(
    store: GameStore,
    key: str,
    waiting: Subscription,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as other:
        other.execute("ALTER TABLE game RENAME TO lost")
        end = monotonic() + LONG
        while "The notifier pauses" not in caplog.text and monotonic() < end:
            assert waiting.wait(BLINK) is None
        other.execute("ALTER TABLE lost RENAME TO game")
    deal(store, key)
    assert waiting.wait(LONG) is not None
    assert "The notifier pauses" in caplog.text


@pytest.mark.usefixtures("short_pauses")
def test_the_notifier_goes_on_after_an_error_in_the_program(
    store: GameStore, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    times = iter([0.0])  # and then the clock has none
    end = monotonic() + LONG
    entering = EnteringPhones(now=lambda: next(times))
    watch = Notifier(store.database, entering)
    with closing(watch.subscribe(key)) as subscription:
        entering.note(key, "bob's phone", EnteringPhone(name="Bob"))
        while "a mistake of ours" not in caplog.text and monotonic() < end:
            subscription.wait(BLINK)
        entering.clear(key, "bob's phone")
        before = subscription.state
        deal(store, key)
        while subscription.state == before:
            assert subscription.wait(LONG) is not None
    watch.close()


def test_the_notifier_keeps_no_read_transaction_open(
    store: GameStore, key: str, waiting: Subscription
) -> None:
    """A read transaction that never ended would let the database's WAL file grow for ever."""
    deal(store, key)
    assert waiting.wait(LONG) is not None
    with closing(sqlite3.connect(store.database.path, timeout=LONG)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
