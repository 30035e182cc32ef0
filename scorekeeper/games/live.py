"""Live news for phones: that a game has changed, and who is entering cards."""

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock, Thread
from time import monotonic, time
from typing import Final

from scorekeeper.games.journals import (
    change_number_of,
    change_number_of_night,
    change_numbers_after,
    find_night_id,
    latest_change_number,
    latest_night_change,
    night_changes_after,
)
from scorekeeper.rules import Seat
from scorekeeper.store.database import Connection, Connections, StorageError, data_version

# --- The phones that are entering cards right now; in memory only, as nobody needs that later -----


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

    Each game has a revision, which grows whenever its phones change. It begins with the time of the
    start in seconds, so that a restart of the server repeats no revision.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._phones: dict[str, dict[str, tuple[float, EnteringPhone]]] = {}
        self._revisions: dict[str, int] = {}
        self._changed: set[str] = set()
        self._first = int(time())
        self.on_changed: Callable[[], object] = lambda: None
        """Called after each change, in the thread that made it."""

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

    def forget(self, key: str) -> None:
        """Record that a deal was scored, so that nobody enters its cards any more."""
        with self._lock:
            if self._phones.pop(key, None):
                self._note_change(key)

    def present(self, key: str, *, but: str = "") -> tuple[EnteringPhone, ...]:
        """Return the phones that are entering in a game, leaving out the phone ``but``."""
        with self._lock:
            now, phones = self._now(), self._phones.get(key, {})
            return tuple(
                [
                    entering
                    for phone, (until, entering) in phones.items()
                    if phone != but and until > now
                ]
            )

    def revision(self, key: str) -> int:
        """Return the revision of a game's entering phones, or of all those of a night."""
        with self._lock:
            return self._revisions.get(key, self._first)

    def raise_revision(self, key: str) -> None:
        """Raise the revision of something that has no phones of its own, such as a night."""
        with self._lock:
            self._revisions[key] = self._revisions.get(key, self._first) + 1

    def tell(self, key: str) -> None:
        """Tell the open pages of a game about something that is not in its journal."""
        with self._lock:
            self._note_change(key)

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
            left = {phone: told for phone, told in phones.items() if told[0] > now}
            if len(left) < len(phones):
                self._phones[key] = left
                self._note_change(key)
        self._phones = {key: phones for key, phones in self._phones.items() if phones}

    def _note_change(self, key: str) -> None:
        self._revisions[key] = self._revisions.get(key, self._first) + 1
        self._changed.add(key)
        self.on_changed()


# --- Notifies open pages that their game or night has changed, whichever process changed it -------
# One thread asks a database with open pages whether anybody has committed, which costs
# microseconds, and only then which games and nights have changed. It asks at once when this process
# has written; what others write, such as a command that puts a backup back, it finds in rounds. A
# missed notice does no harm: a subscriber learns the state of the game, not each change.


MOST_STREAMS: Final = 6_000
"""The most streams that may be open at once; each takes about 30 KiB."""

_PAUSE_SECONDS: Final = 0.25
_PAUSES_PER_ROUND: Final = 9
"""The pause is at least so many times as long as a round, however many sites have open pages."""
_PAUSE_AFTER_ERROR_SECONDS: Final = 1.0
_SECONDS_BETWEEN_CHECKS: Final = 1.0
_SECONDS_TO_END: Final = 5.0
_log = logging.getLogger(__name__)


class TooManyStreams(Exception):  # noqa: N818 - it is named like werkzeug's answers, as others are
    """The limit of open streams is reached; another phone has to ask from time to time."""


def write_state(change: int, revision: int) -> str:
    """Return the state of a game as a text that changes whenever a page has anything new to show.

    ``change`` is the game's change number, ``revision`` that of its entering phones. A night has a
    state of the same kind.
    """
    return f"{change}-{revision}"


def night_key(night: str) -> str:
    """Return the key by which a night is subscribed to; no game has such a key.

    Without a night it is that of all nights together.
    """
    return f"night {night}"


ALL_NIGHTS: Final = night_key("")


class Watcher:
    """The thread of a process in which notifiers with subscribers look into their databases.

    It runs while there are any. ``most`` is how many subscriptions all notifiers may have together.
    """

    def __init__(self, *, most: int = MOST_STREAMS) -> None:
        self._most = most
        self._lock = Lock()
        self._count = 0
        self._watched: set[Notifier] = set()
        self._woken: set[Notifier] = set()
        self._wakes = Event()
        self._thread: Thread | None = None
        self._woke_all_at = 0.0

    def take(self) -> bool:
        """Count one more subscription; return False and count nothing if there are too many."""
        with self._lock:
            has_room = self._count < self._most
            self._count += has_room
            return has_room

    def give_back(self) -> None:
        with self._lock:
            self._count -= 1

    def watch(self, notifier: "Notifier") -> None:
        """Let a notifier look from now on, until it has no subscribers."""
        with self._lock:
            self._watched.add(notifier)
            notifier.is_let_go.clear()
            if self._thread is None:
                self._thread = Thread(target=self._run, name="notifier", daemon=True)
                self._thread.start()

    def wake(self, notifier: "Notifier") -> None:
        """Let a notifier look at once, since this process has written into its database."""
        with self._lock:
            if notifier in self._watched:
                self._woken.add(notifier)
                self._wakes.set()

    def wake_all(self) -> None:
        """Wake every subscriber, so that streams without a phone find out and end."""
        with self._lock:
            if monotonic() - self._woke_all_at < _SECONDS_BETWEEN_CHECKS:
                return
            self._woke_all_at = monotonic()
            watched = tuple(self._watched)
        for notifier in watched:
            notifier.wake_all()

    def _run(self) -> None:
        watched = self._keep_watched()
        while watched:
            begin = monotonic()
            for notifier in watched:
                notifier.look()
                self._look_at_woken()
            self._rest(max(_PAUSE_SECONDS, _PAUSES_PER_ROUND * (monotonic() - begin)))
            watched = self._keep_watched()

    def _rest(self, seconds: float) -> None:
        """Pause between two rounds, in which all look: only those that are woken look meanwhile.

        It ends at once when one is closed, since that waits for its connection.
        """
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            if any(notifier.is_over for notifier in tuple(self._watched)) or not self._wakes.wait(
                left
            ):
                return
            self._look_at_woken()

    def _look_at_woken(self) -> None:
        if not self._wakes.is_set():
            return
        with self._lock:
            woken, self._woken = self._woken & self._watched, set()
            self._wakes.clear()
        for notifier in woken:
            notifier.look()

    def _keep_watched(self) -> tuple["Notifier", ...]:
        """Return the notifiers with subscribers; the others give their connections back."""
        with self._lock:
            for notifier in tuple(self._watched):
                if not notifier.is_needed:
                    self._watched.remove(notifier)
                    notifier.let_go()
            if not self._watched:
                self._thread = None
            return tuple(self._watched)


class Notifier:
    """Wakes subscribers when their game changes; it looks for changes in the watcher's thread.

    It looks at once after a transaction of this process, and from time to time for those of others.
    """

    def __init__(
        self, database: Connections, entering: EnteringPhones, watcher: Watcher | None = None
    ) -> None:
        self._database = database
        self.entering = entering
        self._watcher = watcher or Watcher()
        database.on_written = entering.on_changed = partial(self._watcher.wake, self)
        self._lock = Lock()
        self._subscriptions: dict[str, set[Subscription]] = {}
        self._count = 0
        self._last: tuple[int, int] | None = None
        self._stopping = Event()
        self.is_let_go = Event()
        """Set while the watcher's thread does not use the database."""
        self.is_let_go.set()
        self._lent = ExitStack()
        self._followed: tuple[Connection, Callable[[], None]] | None = None
        self._seen: int | None = None
        self._rests_until = 0.0

    def subscribe(self, key: str) -> "Subscription":
        """Return a new subscription to a game; raises TooManyStreams, StorageError."""
        return self._subscribe(key, lambda db: change_number_of(db, key))

    def subscribe_to_night(self, night: str) -> "Subscription":
        """Return a new subscription to a night; raises TooManyStreams, StorageError."""
        return self._subscribe(night_key(night), lambda db: change_number_of_night(db, night))

    def subscribe_to_all_nights(self) -> "Subscription":
        """Return a new subscription to all nights; raises TooManyStreams, StorageError."""
        return self._subscribe(ALL_NIGHTS, latest_night_change)

    def _subscribe(self, key: str, read_change: Callable[[Connection], int]) -> "Subscription":
        if self._stopping.is_set() or not self._watcher.take():
            self._watcher.wake_all()
            raise TooManyStreams
        subscription = Subscription(self, key)
        with self._lock:
            self._subscriptions.setdefault(key, set()).add(subscription)
            self._count += 1
        # Read after subscribing: this number includes earlier changes; later ones wake it.
        try:
            with self._database.reading() as db:
                self._last = self._last or (latest_change_number(db), latest_night_change(db))
                subscription.note(read_change(db))
            self._watcher.watch(self)
        except BaseException:
            subscription.close()
            raise
        return subscription

    def unsubscribe(self, subscription: "Subscription") -> None:
        with self._lock:
            waiting = self._subscriptions.get(subscription.key, set())
            if subscription not in waiting:
                return
            waiting.remove(subscription)
            self._count -= 1
            if not waiting:
                del self._subscriptions[subscription.key]
        self._watcher.give_back()

    @property
    def count(self) -> int:
        """The number of subscriptions."""
        return self._count

    @property
    def is_over(self) -> bool:
        """True once the notifier has ended and wakes nobody any more."""
        return self._stopping.is_set()

    @property
    def is_needed(self) -> bool:
        """Whether anyone is waiting for news."""
        return self._count > 0 and not self.is_over

    def end(self) -> None:
        """Tell all streams to end; safe to call in a signal handler."""
        self._stopping.set()

    def close(self) -> None:
        """End the notifier, and wait until the watcher's thread does not use the database."""
        self.end()
        self._watcher.wake(self)
        self.is_let_go.wait(_SECONDS_TO_END)

    def let_go(self) -> None:
        """Give the connection back, and wake all subscribers, who end if this was the end.

        Only the watcher's thread calls this.
        """
        self._lent.close()
        self._followed = self._seen = None
        self.is_let_go.set()
        self.wake_all()

    def wake_all(self) -> None:
        with self._lock:
            everybody = [
                subscription for waiting in self._subscriptions.values() for subscription in waiting
            ]
        for subscription in everybody:
            subscription.wake()

    def look(self) -> None:
        """Wake those who have news since the last look; after an error, pause for a second.

        Only the watcher's thread calls this.
        """
        if monotonic() < self._rests_until:
            return
        try:
            self._look()
        except StorageError as error:
            _log.warning("The notifier pauses: %s", error)
        except Exception:  # noqa: BLE001 - without this thread no page would be updated
            _log.exception("The notifier pauses after a mistake of ours")
        else:
            return
        self._followed = self._seen = None
        self._rests_until = monotonic() + _PAUSE_AFTER_ERROR_SECONDS

    def _look(self) -> None:
        # An exception gives the connection back; else it is kept for the next look.
        lent, self._lent = self._lent, ExitStack()
        with lent:
            if self._followed is None:
                self._followed = lent.enter_context(self._database.following())
            db, demand_current = self._followed
            demand_current()
            version = data_version(db)
            if version != self._seen:
                self._seen = version
                self._note_changes(db)
            for key in self.entering.take_changed():
                self._wake_with_night(db, key)
            self._lent = lent.pop_all()

    def _wake_with_night(self, db: Connection, key: str) -> None:
        """Wake those who watch a game, or the night that it belongs to."""
        self._wake(key)
        night = find_night_id(db, key)
        if night is not None:
            for thing in (night_key(night), ALL_NIGHTS):
                self.entering.raise_revision(thing)
                self._wake(thing)

    def _wake(self, key: str) -> None:
        for subscription in self._waiting_for(key):
            subscription.wake()

    def _note_changes(self, db: Connection) -> None:
        game, night = self._last or (0, 0)
        if (  # a backup was put in the place of the database
            latest_change_number(db) < game or latest_night_change(db) < night
        ):
            game = night = 0
            for key in tuple(self._subscriptions):
                for subscription in self._waiting_for(key):
                    subscription.forget()
        for key, change in change_numbers_after(db, game):
            game = change
            self._note(key, change)
        for key, change in night_changes_after(db, night):
            night = change
            self._note(night_key(key), change)
            self._note(ALL_NIGHTS, change)
        self._last = game, night

    def _note(self, key: str, change: int) -> None:
        for subscription in self._waiting_for(key):
            subscription.note(change)

    def _waiting_for(self, key: str) -> tuple["Subscription", ...]:
        with self._lock:
            return tuple(self._subscriptions.get(key, ()))


class Subscription:
    """One stream's subscription to the changes of one game."""

    def __init__(self, notifier: Notifier, key: str) -> None:
        self.key = key
        self._notifier = notifier
        self._lock = Lock()
        self._change = -1
        self._news = Event()
        self._tell: Callable[[], object] | None = None

    def on_news(self, tell: Callable[[], object]) -> None:
        """Call ``tell`` at any news from now on, and once for what this subscription knows."""
        self._tell = tell
        tell()

    def wait(self, timeout: float) -> str | None:
        """Return the state of the game as soon as it changes; the first call returns at once.

        Returns ``None`` after ``timeout`` seconds without a change.
        """
        if not self._news.wait(timeout) or self._notifier.is_over:
            return None
        self._news.clear()
        return self.state

    @property
    def state(self) -> str:
        """The state of the game, as far as this subscription was notified."""
        return write_state(self._change, self._notifier.entering.revision(self.key))

    @property
    def is_over(self) -> bool:
        """True once no more changes will be notified."""
        return self._notifier.is_over

    def note(self, change: int) -> None:
        """Record a newer change number and wake the subscriber."""
        with self._lock:
            if change <= self._change:
                return
            self._change = change
        self.wake()

    def forget(self) -> None:
        """Forget the change number, so that the next one counts as newer, and wake the subscriber.

        A game that no longer exists gets no new number.
        """
        with self._lock:
            self._change = -1
        self.wake()

    def wake(self) -> None:
        self._news.set()
        if self._tell is not None:
            self._tell()

    def close(self) -> None:
        self._notifier.unsubscribe(self)
