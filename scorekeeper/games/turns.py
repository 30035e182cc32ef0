"""A short queue for slow work that is done one piece at a time, mostly the smallest first.

Several sites may share one; then none has two turns in a row while another waits.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from threading import Condition
from typing import Final, NamedTuple

MOST_WAITING: Final = 8
"""How many callers may wait; each of them occupies a thread of the site."""
_TURNS_BY_SIZE: Final = 3
"""How many turns go to the smallest work before one goes to the caller that waits longest."""
_MAY_BE_TURNED_AWAY: Final = MOST_WAITING // 2
"""How many of the latest callers may lose their place; those before them keep theirs."""


class TooManyWait(Exception):  # noqa: N818 - it becomes a sentence to the one who waited
    """The turn did not come in time, or too many waited and this was the largest work."""


class _Caller(NamedTuple):
    """A caller that waits: the size of its work, its number in the order of coming, its site."""

    size: int
    number: int
    site: str


class Turns:
    """Turns at one kind of work; any thread may ask for one.

    The smallest work is next, so that much large work hardly delays small work; every fourth turn
    goes to the caller that waits longest, so that much small work does not keep large work waiting
    for ever. When too many wait, the largest work of the latest callers is turned away, from the
    site for which most wait.
    """

    def __init__(self) -> None:
        self.changed = Condition()
        """Notified whenever a caller comes, has a turn or goes."""
        self._numbers = count()
        self._waiting: list[_Caller] = []
        self._is_taken = False
        self._given = 0
        self._last_site = ""

    @contextmanager
    def turn(self, size: int, *, seconds: float, site: str = "") -> Iterator[None]:
        """Wait for a turn, at most ``seconds``; hold it in the ``with`` block.

        ``size`` tells how large the work is, in any unit that all callers share; ``site`` for which
        site it is. Raises ``TooManyWait``.
        """
        if not self._take(size, site, seconds):
            raise TooManyWait
        try:
            yield
        finally:
            with self.changed:
                self._is_taken = False
                self.changed.notify_all()

    @property
    def waiting(self) -> int:
        """How many callers wait."""
        return len(self._waiting)

    def _take(self, size: int, site: str, seconds: float) -> bool:
        with self.changed:
            mine = _Caller(size, next(self._numbers), site)
            self._waiting.append(mine)
            if len(self._waiting) > MOST_WAITING:
                self._waiting.remove(self._least_urgent())
            self.changed.notify_all()
            self.changed.wait_for(
                lambda: mine not in self._waiting or self._is_next(mine), timeout=seconds
            )
            is_mine = self._is_next(mine)
            self._given += is_mine
            if mine in self._waiting:
                self._waiting.remove(mine)
                self.changed.notify_all()
            if is_mine:
                self._is_taken, self._last_site = True, site
            return is_mine

    def _is_next(self, mine: _Caller) -> bool:
        if self._is_taken or not self._waiting:
            return False
        others = [each for each in self._waiting if each.site != self._last_site]
        by_size = self._given % (_TURNS_BY_SIZE + 1) < _TURNS_BY_SIZE
        return mine == min(others or self._waiting, key=None if by_size else _number_of)

    def _least_urgent(self) -> _Caller:
        by_site = Counter([each.site for each in self._waiting])
        most = max(by_site.values())
        crowd = [each for each in self._waiting if by_site[each.site] == most]
        return max(sorted(crowd, key=_number_of)[-_MAY_BE_TURNED_AWAY:])


def _number_of(caller: _Caller) -> int:
    return caller.number
