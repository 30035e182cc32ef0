"""Turns at work that is done for one at a time: the smallest comes first, and only few wait."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Condition
from typing import Final

MOST_WAITING: Final = 8
"""How many may wait; each of them occupies a thread of the site."""


class TooManyWait(Exception):  # noqa: N818 - it becomes a sentence to the one who waited
    """An error: a turn did not come in time, or as the largest of too many found no room."""


class Turns:
    """Turns at one kind of work; any thread may ask for one.

    The smallest work comes first, so that large work delays no other by more than what is under
    way. When too many wait, the largest of them is turned away.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._numbers = count()
        self._waiting: list[tuple[int, int]] = []
        self._is_taken = False

    @contextmanager
    def turn(self, size: int, *, seconds: float) -> Iterator[None]:
        """Wait at most so long for the turn of work of a size; raises ``TooManyWait``."""
        if not self._take(size, seconds):
            raise TooManyWait
        try:
            yield
        finally:
            with self._changed:
                self._is_taken = False
                self._changed.notify_all()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def _take(self, size: int, seconds: float) -> bool:
        with self._changed:
            mine = (size, next(self._numbers))
            self._waiting.append(mine)
            if len(self._waiting) > MOST_WAITING:
                self._waiting.remove(max(self._waiting))
                self._changed.notify_all()
            self._changed.wait_for(
                lambda: mine not in self._waiting or self._is_next(mine), timeout=seconds
            )
            is_mine = self._is_next(mine)
            if mine in self._waiting:
                self._waiting.remove(mine)
                self._changed.notify_all()
            self._is_taken = self._is_taken or is_mine
            return is_mine

    def _is_next(self, mine: tuple[int, int]) -> bool:
        return not self._is_taken and min(self._waiting, default=None) == mine
