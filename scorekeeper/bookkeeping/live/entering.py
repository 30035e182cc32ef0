"""Who is entering cards right now: kept in memory alone, since nobody asks for it tomorrow."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from time import monotonic, time
from typing import Final

from scorekeeper.domain.deals import Seat

EXPIRES_SECONDS: Final = 45
"""A phone that has sent nothing for so long counts as no longer entering."""

MOST_PHONES: Final = 64
"""Phones that may be entering in one game at once; more could only be somebody's mischief."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteringPhone:
    """A phone that is entering cards: its player (empty if unknown), and for which seat, if one."""

    name: str
    seat: Seat | None = None


class EnteringPhones:
    """The phones that are entering cards, in every game.

    A game's revision grows whenever its phones change. It begins at the time of day, so that no
    revision is met again after the next start.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._phones: dict[str, dict[str, tuple[float, EnteringPhone]]] = {}
        self._revisions: dict[str, int] = {}
        self._changed: set[str] = set()
        self._first = int(time())

    def note(self, key: str, phone: str, entering: EnteringPhone) -> None:
        """Note that a phone is entering; a phone that says so again stays for longer."""
        with self._lock:
            phones = self._phones.setdefault(key, {})
            _, known = phones.get(phone, (0, None))
            if known is None and len(phones) >= MOST_PHONES:
                return
            phones[phone] = (self._now() + EXPIRES_SECONDS, entering)
            if known != entering:
                self._note_change(key)

    def clear(self, key: str, phone: str) -> None:
        """Note that a phone has stopped entering."""
        with self._lock:
            phones = self._phones.get(key, {})
            if phones.pop(phone, None) is not None:
                self._note_change(key)
            if not phones:
                self._phones.pop(key, None)

    def present(self, key: str, *, but: str = "") -> tuple[EnteringPhone, ...]:
        """Return who is entering in a game, other than one phone."""
        with self._lock:
            now, phones = self._now(), self._phones.get(key, {})
            return tuple(
                [each for phone, (until, each) in phones.items() if phone != but and until > now]
            )

    def revision(self, key: str) -> int:
        """Return a number that grows whenever the phones that enter in a game change."""
        with self._lock:
            return self._revisions.get(key, self._first)

    def take_changed(self) -> set[str]:
        """Return the games whose phones have changed since the last call; drops expired ones."""
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
