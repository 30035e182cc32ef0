"""Who is entering cards right now: kept in memory alone, since nobody asks for it tomorrow."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic, time
from typing import Final

from scorekeeper.domain.deals import Seat

EXPIRES_SECONDS: Final = 45
"""A phone that has said nothing for so long is no longer entering."""

MOST_MARKS: Final = 64
"""Phones that may be entering in one game at once; more could only be somebody's mischief."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A phone that is entering: whose it is (empty if not said), and for which seat, if for one."""

    name: str
    seat: Seat | None = None


class Attendance:
    """The marks of all games, by the phones that made them.

    A game's revision changes whenever its marks do. It begins at the time of day, so that after
    the next start no revision is met again.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._marks: dict[str, dict[str, tuple[float, Mark]]] = {}
        self._revisions: dict[str, int] = {}
        self._changed: set[str] = set()
        self._first = int(time())

    def mark(self, key: str, phone: str, mark: Mark) -> None:
        """Note that a phone is entering; to say so again keeps the mark."""
        with self._lock:
            marks = self._marks.setdefault(key, {})
            _, known = marks.get(phone, (0, None))
            if known is None and len(marks) >= MOST_MARKS:
                return
            marks[phone] = (self._now() + EXPIRES_SECONDS, mark)
            if known != mark:
                self._note(key)

    def clear(self, key: str, phone: str) -> None:
        """Note that a phone has stopped entering."""
        with self._lock:
            marks = self._marks.get(key, {})
            if marks.pop(phone, None) is not None:
                self._note(key)
            if not marks:
                self._marks.pop(key, None)

    def present(self, key: str, *, but: str = "") -> tuple[Mark, ...]:
        """Who is entering in a game, other than one phone."""
        with self._lock:
            now, marks = self._now(), self._marks.get(key, {})
            return tuple(
                [mark for phone, (until, mark) in marks.items() if phone != but and until > now]
            )

    def revision(self, key: str) -> int:
        """A number that is another whenever the marks of the game are."""
        with self._lock:
            return self._revisions.get(key, self._first)

    def take_changed(self) -> set[str]:
        """The games whose marks have changed since this was last asked; old marks go first."""
        with self._lock:
            if self._marks:
                self._expire()
            changed, self._changed = self._changed, set()
            return changed

    def _expire(self) -> None:
        now = self._now()
        for key, marks in list(self._marks.items()):
            late = [phone for phone, (until, _) in marks.items() if until <= now]
            for phone in late:
                del marks[phone]
            if late:
                self._note(key)
            if not marks:
                del self._marks[key]

    def _note(self, key: str) -> None:
        self._revisions[key] = self._revisions.get(key, self._first) + 1
        self._changed.add(key)
