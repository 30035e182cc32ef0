"""The watch over the games: wakes those who wait for news of one, whoever brought it.

One thread asks the database whether anybody has committed, which costs microseconds, and only then
which games have moved. What was missed heals: who waits is told where the game stands, not what
was done to it.
"""

import logging
from threading import Event, Lock, Thread
from time import monotonic
from types import TracebackType
from typing import Final, Self

from scorekeeper.bookkeeping.live.typing import Attendance
from scorekeeper.storage.database import Connection, Connections, StorageError
from scorekeeper.storage.pulses import data_version, latest_pulse, pulse_of, pulses_after

MOST_STREAMS: Final = 1024
"""How many may wait at once; each holds a thread of the server."""

_PAUSE_SECONDS: Final = 0.02
_PAUSE_AFTER_ERROR_SECONDS: Final = 1.0
_SECONDS_BETWEEN_KNOCKS: Final = 1.0
_log = logging.getLogger(__name__)


class TooManyStreams(Exception):  # noqa: N818 - it is named like werkzeug's answers, as others are
    """As many wait as may; whoever comes now has to ask from time to time."""


def write_state(pulse: int, revision: int) -> str:
    """Where a game stands, as a text that is another as soon as a phone has anything to show."""
    return f"{pulse}-{revision}"


class Watch:
    """Wakes subscriptions to games; its thread begins with the first of them."""

    def __init__(
        self, database: Connections, attendance: Attendance, *, most: int = MOST_STREAMS
    ) -> None:
        self._database = database
        self._attendance = attendance
        self._most = most
        self._lock = Lock()
        self._subscriptions: dict[str, set[Subscription]] = {}
        self._count = 0
        self._last = 0
        self._thread: Thread | None = None
        self._knocked_at = 0.0
        self._stopping = Event()

    def subscribe(self, key: str) -> "Subscription":
        """Wait for news of a game, until it is closed; raises TooManyStreams, StorageError."""
        with self._lock:
            if self._count >= self._most or self._stopping.is_set():
                self._knock()
                raise TooManyStreams
            self._start()
            subscription = Subscription(self, key)
            self._subscriptions.setdefault(key, set()).add(subscription)
            self._count += 1
        # After it is entered: what moves from now on is told, what moved before is read.
        try:
            with self._database.reading() as db:
                subscription.note(pulse_of(db, key))
        except BaseException:
            subscription.close()
            raise
        return subscription

    def revision(self, key: str) -> int:
        """The revision of who is entering in a game."""
        return self._attendance.revision(key)

    def leave(self, subscription: "Subscription") -> None:
        """Wake it no more."""
        with self._lock:
            waiting = self._subscriptions.get(subscription.key, set())
            if subscription not in waiting:
                return
            waiting.remove(subscription)
            self._count -= 1
            if not waiting:
                del self._subscriptions[subscription.key]

    @property
    def count(self) -> int:
        """How many wait."""
        return self._count

    @property
    def is_over(self) -> bool:
        """Whether the watch has ended: nobody will be woken any more."""
        return self._stopping.is_set()

    def end(self) -> None:
        """Let everybody go, at once; may be called by a signal."""
        self._stopping.set()

    def close(self) -> None:
        """End the watch and wait until its thread has."""
        self.end()
        if self._thread is not None:
            self._thread.join()

    def _knock(self) -> None:
        """Wake everybody, so that those are found who are no longer there."""
        if monotonic() - self._knocked_at >= _SECONDS_BETWEEN_KNOCKS:
            self._knocked_at = monotonic()
            for waiting in self._subscriptions.values():
                for subscription in waiting:
                    subscription.wake()

    def _start(self) -> None:
        """Begin with where the games stand now."""
        if self._thread is not None:
            return
        with self._database.reading() as db:
            self._last = latest_pulse(db)
        self._thread = Thread(target=self._keep, name="watch", daemon=True)
        self._thread.start()

    def _keep(self) -> None:
        """Follow the database until the end; whatever goes wrong, it is tried again."""
        while not self._stopping.is_set():
            try:
                with self._database.reading() as db:
                    self._follow(db)
            except StorageError as error:
                _log.warning("The watch pauses: %s", error)
                self._stopping.wait(_PAUSE_AFTER_ERROR_SECONDS)
            except Exception:  # noqa: BLE001 - without this thread every page would stand still
                _log.exception("The watch pauses after a mistake of ours")
                self._stopping.wait(_PAUSE_AFTER_ERROR_SECONDS)
        with self._lock:
            everybody = [each for waiting in self._subscriptions.values() for each in waiting]
        for subscription in everybody:
            subscription.wake()

    def _follow(self, db: Connection) -> None:
        seen: int | None = None
        while not self._stopping.wait(_PAUSE_SECONDS):
            version = data_version(db)
            if version != seen:
                seen = version
                self._tell(pulses_after(db, self._last))
            for key in self._attendance.take_changed():
                for subscription in self._waiting_for(key):
                    subscription.wake()

    def _tell(self, moved: tuple[tuple[str, int], ...]) -> None:
        for key, pulse in moved:
            self._last = pulse
            for subscription in self._waiting_for(key):
                subscription.note(pulse)

    def _waiting_for(self, key: str) -> tuple["Subscription", ...]:
        with self._lock:
            return tuple(self._subscriptions.get(key, ()))


class Subscription:
    """One who waits for news of a game."""

    def __init__(self, watch: Watch, key: str) -> None:
        self.key = key
        self._watch = watch
        self._lock = Lock()
        self._pulse = -1
        self._news = Event()

    def wait(self, timeout: float) -> str | None:
        """The state of the game as soon as there is news; ``None`` after so many seconds without.

        The first state is there at once.
        """
        if not self._news.wait(timeout) or self._watch.is_over:
            return None
        self._news.clear()
        return self.state

    @property
    def state(self) -> str:
        """Where the game stands, as far as is known here."""
        return write_state(self._pulse, self._watch.revision(self.key))

    @property
    def is_over(self) -> bool:
        """Whether no news will come any more."""
        return self._watch.is_over

    def note(self, pulse: int) -> None:
        """Take notice of the game's pulse; what was known is no news."""
        with self._lock:
            if pulse <= self._pulse:
                return
            self._pulse = pulse
        self.wake()

    def wake(self) -> None:
        """End the waiting."""
        self._news.set()

    def close(self) -> None:
        """Wait no more."""
        self._watch.leave(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
