"""The store of all games: database, cache, clock and source of keys."""

import logging
import secrets
import sys
import time as clocks
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Lock
from time import clock_gettime
from typing import Any, Final, Protocol, Self

from scorekeeper.bookkeeping.limits import DayLimit, GuessLimit
from scorekeeper.bookkeeping.live import EnteringPhones, Notifier
from scorekeeper.bookkeeping.store.current_game import CurrentGame, replay_journal, show_ids
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.clock_steps import ClockStep, add_clock_step
from scorekeeper.storage.club.people import read_shown_ids
from scorekeeper.storage.database import Connection, Connections, migrate
from scorekeeper.storage.journals import Version, load_journal, read_version
from scorekeeper.turns import Turns

# --- the clock of the machine, watched by the time since boot, which nobody sets ------------------
# A small machine without a battery starts in the past until the network tells it the time. Entries
# before and after it then tell times that are hours apart, and the history says why.


_LEAST_STEP: Final = timedelta(minutes=1)


def seconds_since_boot() -> float:
    """Return the seconds since boot, which nobody sets and which go on while the machine sleeps."""
    return clock_gettime(getattr(clocks, "CLOCK_BOOTTIME", clocks.CLOCK_MONOTONIC))


class ClockWatch:
    """Compares the clock with ``elapsed``, the seconds that have really passed."""

    def __init__(self, elapsed: Callable[[], float] = seconds_since_boot) -> None:
        self._elapsed = elapsed
        self._lock = Lock()
        self._started: datetime | None = None

    @contextmanager
    def looking(self, now: datetime) -> Iterator[ClockStep | None]:
        """Yield the step if the clock, which says ``now``, was set since the last look.

        Less than a minute is no step: a clock is corrected a little all the time. If the caller
        raises an exception, the next look finds the same step.
        """
        with self._lock:
            started = now - timedelta(seconds=self._elapsed())
            step = timedelta(0) if self._started is None else started - self._started
            yield None if abs(step) < _LEAST_STEP else ClockStep(before=now - step, after=now)
            self._started = started


MOST_ENTRIES: Final = 8_000
"""How many entries the cached games have in all: a thousand tables that play; each takes 3 KiB."""
_KEY_BYTES: Final = 16
_log = logging.getLogger(__name__)


class GameCache:
    """A cache of the games opened last, each at its latest version seen.

    A version's digest stands for every byte of the journal, so a game found by it is never out of
    date, even after a backup was put in the place of the database.
    """

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[Version, CurrentGame]] = OrderedDict()
        self._entries = 0
        self._lock = Lock()

    def find(self, key: str, version: Version) -> CurrentGame | None:
        """Return the cached game if it has exactly this version."""
        with self._lock:
            cached = self._games.get(key)
            if cached is None or cached[0] != version:
                return None
            self._games.move_to_end(key)
            return cached[1]

    def add(self, game: CurrentGame, version: Version) -> None:
        """Cache a game; a full cache drops the games that were not asked for the longest."""
        with self._lock:
            self._drop(self._games.pop(game.key, None))
            self._games[game.key] = (version, game)
            self._entries += len(game.log)
            while self._entries > MOST_ENTRIES:
                self._drop(self._games.popitem(last=False)[1])

    def _drop(self, cached: tuple[Version, CurrentGame] | None) -> None:
        if cached is not None:
            self._entries -= len(cached[1].log)


class GameFollower(Protocol):
    """Writes what follows from a game's change, in the transaction of that change."""

    def begun(self, store: "GameStore", db: Connection, key: str, *, after: str | None) -> None:
        """Follow a new game; ``after`` is the key of the game that its table ended before it."""

    def changed(
        self, store: "GameStore", db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Follow an entry of a game; problems refuse it, and then nothing at all is written."""


class NoFollower:
    """The follower where nothing follows from a game."""

    def begun(self, store: "GameStore", db: Connection, key: str, *, after: str | None) -> None:
        """Write nothing."""

    def changed(
        self, store: "GameStore", db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Write nothing, and refuse nothing."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStore:
    """The database and cache of games, the clock ``now`` (UTC), and the source of keys.

    ``most_entries`` is how many entries a game may have, ``days`` what an address may have saved in
    a day; both have no limit unless one is given. ``follower`` writes what follows from a change
    of a game.
    """

    database: Connections
    now: Callable[[], datetime]
    new_key: Callable[[], str]
    most_entries: int = sys.maxsize
    days: DayLimit = field(
        default_factory=partial(DayLimit, most_bytes=sys.maxsize, most_games=sys.maxsize)
    )
    follower: GameFollower = field(default_factory=NoFollower)
    cache: GameCache = field(default_factory=GameCache)
    clock: ClockWatch = field(default_factory=ClockWatch)
    entering: EnteringPhones = field(default_factory=EnteringPhones)
    guesses: GuessLimit = field(default_factory=GuessLimit)
    passphrase_guesses: GuessLimit = field(default_factory=GuessLimit)
    imports: Turns = field(default_factory=Turns)
    notifier: Notifier = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "notifier", Notifier(self.database, self.entering))

    @classmethod
    def at(cls, path: Path, **limits: Any) -> Self:
        """Return a store of the database at ``path``, with the real clock and unguessable keys.

        ``limits`` are fields of the store. Creates or migrates the database; raises StorageError if
        that fails.
        """
        migrate(path)
        return cls(
            database=Connections(path),
            now=partial(datetime.now, UTC),
            new_key=partial(secrets.token_urlsafe, _KEY_BYTES),
            **limits,
        )

    def today(self) -> str:
        """Return the day by the store's clock, in the machine's time zone, as ISO text."""
        return self.now().astimezone().date().isoformat()

    def close(self) -> None:
        """Stop the notifier and close the connections to the database."""
        self.notifier.close()
        self.database.close()


def note_clock_step(store: GameStore) -> None:
    """Store and log that the clock was set, if it was since the last call; raises StorageError."""
    with store.clock.looking(store.now()) as step:
        if step is not None:
            with store.database.writing() as db:
                add_clock_step(db, step)
            _log.warning("The clock of this machine was set from %s to %s", step.before, step.after)


class UnknownGame(LookupError):  # noqa: N818 - it is named like werkzeug's NotFound, which it becomes
    """No game has this key, or no link this token."""


def load_game(store: GameStore, db: Connection, key: str) -> CurrentGame | None:
    """Return the current game with this key, or ``None``; raises StorageError."""
    version = read_version(db, key)
    ids = read_shown_ids(db, key)
    cached = None if version is None else store.cache.find(key, version)
    if cached is not None and cached.ids == ids:
        return cached
    journal = load_journal(db, key)
    if journal is None:
        return None
    game = show_ids(replay_journal(journal), ids)
    store.cache.add(game, Version(game.version, journal.digest))
    return game
