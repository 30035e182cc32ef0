"""Limits how much one address may have saved in a day; in memory only, and in little of it."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

from scorekeeper.bookkeeping.limits.addresses import home_of

DAY_SECONDS: Final = 24 * 3600

MOST_ADDRESSES: Final = 4096
"""The most addresses that are counted; beyond it the one that had the least saved is forgotten."""


class Sender(NamedTuple):
    """The address that a request comes from, and its size in bytes."""

    address: str = ""
    size: int = 0


NOBODY: Final = Sender()
"""The sender of what came by no network."""


@dataclass(slots=True)
class _Day:
    """A day of an address, which begins with the first that it saves."""

    ends: float
    size: int = 0
    games: int = 0


class DayLimit:
    """What each address had saved in its day: ``most_bytes`` of requests, and ``most_games``.

    A restart of the site begins all days anew.
    """

    def __init__(
        self, *, most_bytes: int, most_games: int, now: Callable[[], float] = monotonic
    ) -> None:
        self._most_bytes, self._most_games = most_bytes, most_games
        self._now = now
        self._lock = Lock()
        self._days: dict[str, _Day] = {}

    def may_save(self, sender: Sender, *, games: int = 0) -> bool:
        """Tell whether a request may be saved that begins so many games."""
        with self._lock:
            day = self._day_of(home_of(sender.address))
            return (
                day.size + sender.size <= self._most_bytes and day.games + games <= self._most_games
            )

    def note(self, sender: Sender, *, games: int = 0) -> None:
        """Count a request that was saved."""
        home = home_of(sender.address)
        with self._lock:
            day = self._days[home] = self._day_of(home)
            day.size += sender.size
            day.games += games
            if len(self._days) > MOST_ADDRESSES:
                others = [each for each in self._days if each != home]
                del self._days[min(others, key=lambda each: self._days[each].size)]

    def _day_of(self, home: str) -> _Day:
        day = self._days.get(home)
        if day is None or day.ends <= self._now():
            return _Day(self._now() + DAY_SECONDS)
        return day
