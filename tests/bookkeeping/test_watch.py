"""Those who wait for news of a game are woken; a wait ends with the news, not by the clock."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from threading import Thread
from time import monotonic

import pytest

from scorekeeper.bookkeeping.books import Books
from scorekeeper.bookkeeping.games import record_deal, start_game
from scorekeeper.bookkeeping.links import Role, is_in_force, link_of, withdraw
from scorekeeper.bookkeeping.live.notifier import Subscription, TooManyStreams, Watch
from scorekeeper.bookkeeping.live.typing import Attendance, Mark
from scorekeeper.bookkeeping.seats import take_seat
from scorekeeper.domain.deals import Seat
from tests.bookkeeping.table import ANN_OUT, post, saved

LONG = 5
BLINK = 0.1
SECOND = 1


@pytest.fixture
def waiting(books: Books, key: str) -> Iterator[Subscription]:
    """Somebody who knows where the game stands and waits for news."""
    with books.watch.subscribe(key) as subscription:
        assert subscription.wait(LONG) is not None
        yield subscription


def deal(books: Books, key: str, version: int = 1) -> None:
    saved(record_deal(books, key, post(version), ANN_OUT))


def test_the_present_state_is_there_at_once(books: Books, key: str) -> None:
    with books.watch.subscribe(key) as subscription:
        assert subscription.wait(0) == subscription.state


def test_a_deal_wakes_those_who_wait_within_a_second(
    books: Books, key: str, waiting: Subscription
) -> None:
    before = waiting.state
    begin = monotonic()
    deal(books, key)
    assert waiting.wait(LONG) not in (None, before)
    assert monotonic() - begin < SECOND


def test_everybody_who_waits_is_woken(books: Books, key: str) -> None:
    everybody = [books.watch.subscribe(key) for _ in range(5)]
    assert all(each.wait(LONG) for each in everybody)
    deal(books, key)
    assert len({each.wait(LONG) for each in everybody}) == 1


def test_a_deal_of_another_game_wakes_nobody(books: Books, key: str, waiting: Subscription) -> None:
    other = start_game(books, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]})
    with books.watch.subscribe(str(other)) as theirs:
        assert theirs.wait(LONG)
        deal(books, str(other))
        assert theirs.wait(LONG)
    assert waiting.wait(BLINK) is None


def test_a_seat_that_is_taken_is_news(books: Books, key: str, waiting: Subscription) -> None:
    before = waiting.state
    take_seat(books, key, "bob's phone", Seat(1), is_me=False)
    assert waiting.wait(LONG) not in (None, before)


def test_what_another_process_does_is_news(books: Books, key: str, waiting: Subscription) -> None:
    other = Books.at(books.database.path)
    deal(other, key)
    other.close()
    assert waiting.wait(LONG) is not None


def test_a_withdrawn_link_is_news(books: Books, key: str, waiting: Subscription) -> None:
    token = link_of(books, key, Role.VIEWER)
    assert token is not None
    withdraw(books, key, Role.VIEWER)
    assert waiting.wait(LONG) is not None
    assert not is_in_force(books, token)


def test_who_begins_to_enter_is_news(books: Books, key: str, waiting: Subscription) -> None:
    before = waiting.state
    books.attendance.mark(key, "bob's phone", Mark(name="Bob"))
    assert waiting.wait(LONG) not in (None, before)


def test_what_happened_while_nobody_waited_is_in_the_state(books: Books, key: str) -> None:
    with books.watch.subscribe(key) as subscription:
        before = subscription.wait(LONG)
    deal(books, key)
    with books.watch.subscribe(key) as subscription:
        assert subscription.wait(LONG) != before


def test_more_than_may_wait_are_refused(books: Books, key: str) -> None:
    watch = Watch(books.database, books.attendance, most=2)
    with watch.subscribe(key), watch.subscribe(key), pytest.raises(TooManyStreams):
        watch.subscribe(key)
    watch.close()


def test_who_finds_no_room_wakes_those_who_wait_so_that_the_gone_are_found(
    books: Books, key: str
) -> None:
    watch = Watch(books.database, books.attendance, most=1)
    with watch.subscribe(key) as subscription:
        state = subscription.wait(LONG)
        with pytest.raises(TooManyStreams):
            watch.subscribe(key)
        assert subscription.wait(LONG) == state
    watch.close()


def test_who_leaves_makes_room(books: Books, key: str) -> None:
    watch = Watch(books.database, books.attendance, most=1)
    watch.subscribe(key).close()
    watch.subscribe(key).close()
    assert watch.count == 0
    watch.close()


def test_leaving_twice_counts_once(books: Books, key: str) -> None:
    subscription = books.watch.subscribe(key)
    with books.watch.subscribe(key):
        subscription.close()
        subscription.close()
        assert books.watch.count == 1


def test_the_end_of_the_watch_lets_everybody_go(books: Books, waiting: Subscription) -> None:
    answers: list[str | None] = []
    thread = Thread(target=lambda: answers.append(waiting.wait(LONG)))
    thread.start()
    begin = monotonic()
    books.watch.close()
    thread.join()
    assert (answers, waiting.is_over) == ([None], True)
    assert monotonic() - begin < SECOND


def test_after_its_end_nobody_can_wait(books: Books, key: str) -> None:
    books.watch.close()
    with pytest.raises(TooManyStreams):
        books.watch.subscribe(key)


def test_the_watch_goes_on_after_a_database_that_could_not_be_read(
    books: Books, key: str, waiting: Subscription, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(sqlite3.connect(books.database.path, isolation_level=None)) as other:
        other.execute("ALTER TABLE game RENAME TO lost")
        assert waiting.wait(BLINK) is None
        other.execute("ALTER TABLE lost RENAME TO game")
    deal(books, key)
    assert waiting.wait(LONG) is not None
    assert "The watch pauses" in caplog.text


def test_the_watch_goes_on_after_a_mistake_of_ours(
    books: Books, key: str, caplog: pytest.LogCaptureFixture
) -> None:
    times = iter([0.0])  # and then the clock has none
    end = monotonic() + LONG
    attendance = Attendance(now=lambda: next(times))
    watch = Watch(books.database, attendance)
    with watch.subscribe(key) as subscription:
        attendance.mark(key, "bob's phone", Mark(name="Bob"))
        while "a mistake of ours" not in caplog.text and monotonic() < end:
            subscription.wait(BLINK)
        attendance.clear(key, "bob's phone")
        before = subscription.state
        deal(books, key)
        while subscription.state == before:
            assert subscription.wait(LONG) is not None
    watch.close()


def test_the_watch_holds_nothing_of_the_past_back(
    books: Books, key: str, waiting: Subscription
) -> None:
    """A reader that never ended would let the file of what was written last grow for ever."""
    deal(books, key)
    assert waiting.wait(LONG) is not None
    with closing(sqlite3.connect(books.database.path, timeout=LONG)) as other:
        assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
