"""Turns: the smallest is next, and only so many wait."""

from concurrent.futures import Future, ThreadPoolExecutor, wait
from time import sleep

import pytest

from scorekeeper.turns import MOST_WAITING, TooManyWait, Turns

LONG = 30.0


class Queue:
    """Work that waits for its turn, each in a thread; ``done`` are the sizes as they came."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self.turns = Turns()
        self.done: list[int] = []
        self._threads = threads

    def ask(self, *sizes: int) -> list[Future[None]]:
        return [self._threads.submit(self._take, size) for size in sizes]

    def _take(self, size: int) -> None:
        with self.turns.turn(size, seconds=LONG):
            self.done.append(size)


def test_the_smallest_is_next() -> None:
    with ThreadPoolExecutor(4) as threads:
        queue = Queue(threads)
        with queue.turns.turn(1, seconds=0):
            asked = queue.ask(900, 30, 400, 20)
            while queue.turns.waiting < 4:
                sleep(0.001)
        wait(asked)
    assert queue.done == [20, 30, 400, 900]


def test_the_largest_is_turned_away_when_too_many_wait() -> None:
    with ThreadPoolExecutor(MOST_WAITING + 1) as threads:
        queue = Queue(threads)
        with queue.turns.turn(1, seconds=0):
            (large,) = queue.ask(10_000)
            asked = queue.ask(*range(MOST_WAITING))
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
