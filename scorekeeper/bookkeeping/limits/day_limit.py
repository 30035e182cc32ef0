"""Limits how much one address may have saved in a day; in memory only, and in little of it."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Final, NamedTuple

from scorekeeper.bookkeeping.limits.addresses import network_of

DAY_SECONDS: Final = 24 * 3600

MOST_ADDRESSES: Final = 4096
"""The most addresses that are counted; then ended days are forgotten, else the least used one."""


class Sender(NamedTuple):
    """The address that a request comes from, and its size in bytes."""

    address: str = ""
    size: int = 0


NOBODY: Final = Sender()
"""The sender of a post that came by no network, such as one of a command."""


@dataclass(slots=True)
class _Day:
    """A day of an address, which begins when it first saves something."""

    ends: float
    size: int = 0
    games: int = 0


class DayLimit:
    """Counts what each address saves in its day: at most ``most_bytes``, and ``most_games`` begun.

    A restart of the site forgets all days.
    """

    def __init__(
        self, *, most_bytes: int, most_games: int, now: Callable[[], float] = monotonic
    ) -> None:
        self._most_bytes, self._most_games = most_bytes, most_games
        self._now = now
        self._lock = Lock()
        self._days: dict[str, _Day] = {}

    def may_save(self, sender: Sender, *, games: int = 0) -> bool:
        """Tell whether a request may be saved; ``games`` is how many games it begins."""
        with self._lock:
            day = self._day_of(network_of(sender.address))
            return (
                day.size + sender.size <= self._most_bytes and day.games + games <= self._most_games
            )

    def note(self, sender: Sender, *, games: int = 0) -> None:
        """Count a request that was saved."""
        network = network_of(sender.address)
        with self._lock:
            day = self._days[network] = self._day_of(network)
            day.size += sender.size
            day.games += games
            if len(self._days) > MOST_ADDRESSES:
                self._forget_one(but=network)

    def _forget_one(self, *, but: str) -> None:
        """Forget the days that have ended; if that is not enough, forget the least used one."""
        now = self._now()
        self._days = {each: day for each, day in self._days.items() if day.ends > now}
        if len(self._days) > MOST_ADDRESSES:
            others = [each for each in self._days if each != but]
            del self._days[min(others, key=lambda each: self._used(self._days[each]))]

    def _used(self, day: _Day) -> int:
        """Return the larger of the used shares of both limits, times the product of the limits."""
        return max(day.size * self._most_games, day.games * self._most_bytes)

    def _day_of(self, network: str) -> _Day:
        day = self._days.get(network)
        if day is None or day.ends <= self._now():
            return _Day(self._now() + DAY_SECONDS)
        return day
