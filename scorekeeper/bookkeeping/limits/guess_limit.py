"""Limits how often an address may guess a short code; in memory only, and in little of it."""

from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Final

from scorekeeper.bookkeeping.limits.addresses import home_of

MOST_WRONG: Final = 10
"""How many wrong guesses an address has in ``SECONDS``."""

SECONDS: Final = 600

MOST_ADDRESSES: Final = 64
"""The most addresses with wrong guesses at a time; beyond it no others may guess.

If the oldest were dropped instead, an attacker with many addresses could guess without end.
"""


class GuessLimit:
    """The wrong guesses of each address in the last minutes."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._wrong: dict[str, list[float]] = {}

    def may_guess(self, address: str) -> bool:
        """Tell whether an address may guess now."""
        with self._lock:
            self._drop_old()
            wrong = self._wrong.get(home_of(address))
            return len(self._wrong) < MOST_ADDRESSES if wrong is None else len(wrong) < MOST_WRONG

    def note_wrong(self, address: str) -> None:
        """Record that an address guessed wrong."""
        with self._lock:
            wrong = self._wrong.setdefault(home_of(address), [])
            if len(wrong) < MOST_WRONG:
                wrong.append(self._now())

    def _drop_old(self) -> None:
        oldest = self._now() - SECONDS
        recent = {home: [at for at in wrong if at > oldest] for home, wrong in self._wrong.items()}
        self._wrong = {home: wrong for home, wrong in recent.items() if wrong}
