"""Turns: the smallest is next, but nobody waits for ever, and only so many wait."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, as_completed, wait
from itertools import islice

import pytest

from scorekeeper.games.limits import MOST_WAITING, TooManyWait, Turns

LONG = 30.0


class Queue:
    """Work that waits for its turn, each in a thread; ``done`` are the sizes as they came."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.turns = Turns()
        self.done: list[int] = []
        self.before_next: Callable[[], object] = lambda: None
        self._threads = threads

    def ask(self, *sizes: int) -> list[Future[None]]:
        return [self._threads.submit(self._take, size) for size in sizes]

    def wait_for(self, count: int) -> None:
        """Wait until so many wait."""
        with self.turns.changed:
            assert self.turns.changed.wait_for(lambda: self.turns.waiting >= count, LONG)

    def _take(self, size: int) -> None:
        with self.turns.turn(size, seconds=LONG):
            self.done.append(size)
            self.before_next()


def test_the_smallest_is_next() -> None:
    with ThreadPoolExecutor(3) as threads:
        queue = Queue(threads)
        with queue.turns.turn(1, seconds=0):
            asked = queue.ask(900, 30, 20)
            queue.wait_for(3)
        wait(asked)
    assert queue.done == [20, 30, 900]


@pytest.mark.parametrize(("flood", "other"), [(1, 900), (900, 1)])
def test_a_flood_of_one_size_keeps_no_other_waiting(flood: int, other: int) -> None:
    """Whenever a turn ends, more of the flood waits than before."""
    with ThreadPoolExecutor(40) as threads:
        queue = Queue(threads)
        with queue.turns.turn(flood, seconds=0):
            asked = queue.ask(flood, flood)
            queue.wait_for(2)
            asked += queue.ask(other)
            queue.wait_for(3)
            queue.before_next = lambda: asked.extend(queue.ask(flood)) if len(asked) < 30 else None
        wait(asked[:3])
    assert other in queue.done[:12]


def test_work_that_has_waited_keeps_its_place_when_too_much_comes() -> None:
    with ThreadPoolExecutor(MOST_WAITING + 4) as threads:
        queue = Queue(threads)
        with queue.turns.turn(1, seconds=0):
            (large,) = queue.ask(10_000)
            queue.wait_for(1)
            asked = queue.ask(*range(MOST_WAITING + 3))
            turned_away = [*islice(as_completed(asked, LONG), 4)]
            assert large not in turned_away
            assert not large.done()
        wait([large, *asked])
    assert 10_000 in queue.done


def test_the_largest_and_latest_work_is_turned_away_when_too_much_waits() -> None:
    with ThreadPoolExecutor(MOST_WAITING + 1) as threads:
        queue = Queue(threads)
        with queue.turns.turn(1, seconds=0):
            asked = queue.ask(*range(MOST_WAITING))
            queue.wait_for(MOST_WAITING)
            (large,) = queue.ask(10_000)
            with pytest.raises(TooManyWait):
                large.result(LONG)
        wait(asked)
    assert sorted(queue.done) == list(range(MOST_WAITING))


def test_nobody_waits_longer_than_they_want_to() -> None:
    turns = Turns()
    with turns.turn(1, seconds=0), pytest.raises(TooManyWait), turns.turn(0, seconds=0.01):
        pass
    with turns.turn(0, seconds=0):
        pass


def test_no_site_has_two_turns_in_a_row_while_another_waits() -> None:
    with ThreadPoolExecutor(8) as threads:
        turns, done = Turns(), list[str]()

        def take(site: str, size: int) -> None:
            with turns.turn(size, seconds=LONG, site=site):
                done.append(site)

        with turns.turn(1, seconds=0, site="flooded"):
            asked = [threads.submit(take, "flooded", 1) for _ in range(4)]
            asked += [threads.submit(take, "quiet", 900), threads.submit(take, "other", 800)]
            with turns.changed:
                assert turns.changed.wait_for(lambda: turns.waiting == 6, LONG)
        wait(asked)
    assert done[:4:2] == ["other", "quiet"]
    assert done[1::2][:1] + done[4:] == ["flooded"] * 3


def test_the_site_for_which_most_wait_loses_a_place() -> None:
    with ThreadPoolExecutor(MOST_WAITING + 1) as threads:
        turns = Turns()

        def take(site: str, size: int) -> str:
            with turns.turn(size, seconds=LONG, site=site):
                return site

        with turns.turn(1, seconds=0, site="flooded"):
            asked = [threads.submit(take, "quiet", 900)]
            with turns.changed:
                assert turns.changed.wait_for(lambda: turns.waiting == 1, LONG)
            asked += [threads.submit(take, "flooded", 1) for _ in range(MOST_WAITING)]
            refused = next(each for each in as_completed(asked) if each.exception())
            assert isinstance(refused.exception(), TooManyWait)
        assert asked[0].result(LONG) == "quiet"
