"""The phones that are entering cards right now; in memory only, as nobody needs that later."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic, time
from typing import Final

from scorekeeper.domain.deals import Seat

EXPIRES_SECONDS: Final = 45
"""A phone that has sent nothing for this long no longer counts as entering."""

MOST_PHONES: Final = 64
"""The most phones that may be entering in one game; only an abuser could need more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteringPhone:
    """A phone that is entering cards: its player, or empty, and the seat it enters, if only one."""

    name: str
    seat: Seat | None = None


class EnteringPhones:
    """The phones that are entering cards, by game.

    Each game has a revision, which grows whenever its phones change. It begins at the time of
    starting in seconds, so that a restart of the server repeats no revision.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._phones: dict[str, dict[str, tuple[float, EnteringPhone]]] = {}
        self._revisions: dict[str, int] = {}
        self._changed: set[str] = set()
        self._first = int(time())

    def note(self, key: str, phone: str, entering: EnteringPhone) -> None:
        """Record that a phone is entering; each call extends its time."""
        with self._lock:
            phones = self._phones.setdefault(key, {})
            _, before = phones.get(phone, (0, None))
            if before is None and len(phones) >= MOST_PHONES:
                return
            phones[phone] = (self._now() + EXPIRES_SECONDS, entering)
            if before != entering:
                self._note_change(key)

    def clear(self, key: str, phone: str) -> None:
        """Record that a phone has stopped entering."""
        with self._lock:
            phones = self._phones.get(key, {})
            if phones.pop(phone, None) is not None:
                self._note_change(key)
            if not phones:
                self._phones.pop(key, None)

    def present(self, key: str, *, but: str = "") -> tuple[EnteringPhone, ...]:
        """Return the phones that are entering in a game, leaving out the phone ``but``."""
        with self._lock:
            now, phones = self._now(), self._phones.get(key, {})
            return tuple(
                [each for phone, (until, each) in phones.items() if phone != but and until > now]
            )

    def revision(self, key: str) -> int:
        """Return a game's revision."""
        with self._lock:
            return self._revisions.get(key, self._first)

    def raise_revision(self, key: str) -> None:
        """Raise the revision of something that has no phones of its own, such as a night."""
        with self._lock:
            self._revisions[key] = self._revisions.get(key, self._first) + 1

    def take_changed(self) -> set[str]:
        """Drop expired phones; return the games whose phones changed since the last call."""
        with self._lock:
            if self._phones:
                self._expire()
            changed, self._changed = self._changed, set()
            return changed

    def _expire(self) -> None:
        now = self._now()
        for key, phones in list(self._phones.items()):
            late = [phone for phone, (until, _) in phones.items() if until <= now]
            for phone in late:
                del phones[phone]
            if late:
                self._note_change(key)
            if not phones:
                del self._phones[key]

    def _note_change(self, key: str) -> None:
        self._revisions[key] = self._revisions.get(key, self._first) + 1
        self._changed.add(key)
