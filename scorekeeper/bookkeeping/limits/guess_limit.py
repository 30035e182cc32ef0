"""Limits how often an address may guess a short code; in memory only, and in little of it."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from scorekeeper.bookkeeping.limits.addresses import network_of

MOST_WRONG: Final = 20
"""How many wrong guesses an address has in ``SECONDS``."""

MOST_WRONG_OF_ALL: Final = 100
"""How many wrong guesses all addresses have together in ``SECONDS``.

So an attacker with many addresses cannot guess more often.
"""

SECONDS: Final = 3600


class GuessLimit:
    """Counts the wrong guesses of the last hour, by the network that they came from."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._wrong: list[tuple[str, float]] = []

    def may_guess(self, address: str) -> bool:
        """Tell whether an address may guess now."""
        oldest, network = self._now() - SECONDS, network_of(address)
        with self._lock:
            self._wrong = [(who, at) for who, at in self._wrong if at > oldest]
            own = [who for who, _ in self._wrong if who == network]
            return len(own) < MOST_WRONG and len(self._wrong) < MOST_WRONG_OF_ALL

    def note_wrong(self, address: str) -> None:
        """Record that an address that was allowed to guess guessed wrong."""
        with self._lock:
            self._wrong.append((network_of(address), self._now()))
