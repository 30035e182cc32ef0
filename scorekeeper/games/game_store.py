"""The store of all games: database, cache, clock, source of keys, and each game as it stands."""

import logging
import secrets
import sys
import time as clocks
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from threading import Lock
from time import clock_gettime
from typing import Any, Concatenate, Final, Generic, ParamSpec, Self, TypeVar
from zoneinfo import ZoneInfo

from scorekeeper.games.journals import (
    Journal,
    StoredEntry,
    Version,
    find_club_zone,
    load_journal,
    read_shown_ids,
    read_versions,
)
from scorekeeper.games.limits import DayLimit, GuessLimit, Turns
from scorekeeper.games.live import EnteringPhones, Notifier, Watcher
from scorekeeper.rules import (
    Act,
    Entry,
    Figure,
    Joined,
    Opinion,
    Problem,
    Renamed,
    ScoreSheet,
    Seat,
    Started,
    find_roots,
    free_name,
    look_of,
    make_sheet,
    replay,
)
from scorekeeper.rules.variants import VARIANTS
from scorekeeper.store.database import Connection, Connections, open_newest
from scorekeeper.store.rows import ClockStep, add_clock_step
from scorekeeper.wording.zones import find_zone

# --- a game as its journal makes it: its score sheet and its log ----------------------------------


_NAMING: Final = (Started, Joined, Renamed)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry(StoredEntry):
    """One entry of a game's journal, and what became of it: whether it was undone.

    ``is_fact`` is false for an opinion (an agreement or a challenge), which changes no figure.
    ``root`` is the number of the entry at the end of a chain of undos, its own if it is no undo;
    ``undos`` is how many undos the chain has.
    """

    undone: bool
    is_fact: bool
    root: int
    undos: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentGame:
    """A game at ``version``, which is the number of its last entry, with its sheet and its log.

    ``naming`` are the entries that give the players their names. ``ids`` are shown in place of the
    names in these seats.
    """

    key: str
    sheet: ScoreSheet
    version: int
    created_at: datetime
    log: tuple[LogEntry, ...]
    naming: tuple[Entry, ...]
    ids: Mapping[Seat, str] = field(default_factory=dict)

    def digest(self) -> str:
        """Return the game's key, version and ids, which determine everything else about it."""
        return f"{self.key!r} at {self.version} with {dict(self.ids)}"


def replay_game(key: str, created_at: datetime, stored: Sequence[StoredEntry]) -> CurrentGame:
    """Return the game that results from the entries of its journal, in order."""
    entries = [Entry(entry.seq, entry.act) for entry in stored]
    game, roots = replay(entries), find_roots(entries)
    return CurrentGame(
        key=key,
        sheet=make_sheet(game, VARIANTS[game.started.variant]),
        version=game.version,
        created_at=created_at,
        log=tuple(
            [
                LogEntry(
                    seq=entry.seq,
                    act=entry.act,
                    entry_id=entry.entry_id,
                    who=entry.who,
                    at=entry.at,
                    phone=entry.phone,
                    undone=entry.seq in game.undone,
                    is_fact=not isinstance(roots[entry.seq].entry.act, Opinion),
                    root=roots[entry.seq].entry.seq,
                    undos=roots[entry.seq].undos,
                )
                for entry in stored
            ]
        ),
        naming=tuple(
            [entry for entry in entries if isinstance(roots[entry.seq].entry.act, _NAMING)]
        ),
    )


def replay_journal(journal: Journal, *, to: int | None = None) -> CurrentGame:
    """Return the game that a stored journal makes, or made when it ended with entry ``to``."""
    return replay_game(journal.key, journal.created_at, journal.entries[:to])


def find_figures(game: CurrentGame, target: int) -> tuple[Figure, ...] | None:
    """Return the figures of a deal by seat, none for an early end; None if it was taken back."""
    for row in game.sheet.rows:
        if row.seq == target:
            return tuple([Figure(cell.points or 0, cell.held) for cell in row.cells])
    return () if target == game.sheet.game.closed_by else None


def with_act(
    game: CurrentGame, act: Act, *, who: str, at: datetime, phone: str = "", entry_id: str = ""
) -> CurrentGame:
    """Return the game after one more act."""
    seq = game.version + 1
    last = StoredEntry(seq=seq, act=act, entry_id=entry_id, who=who, at=at, phone=phone)
    after = replay_game(game.key, game.created_at, [*game.log, last])
    return replace(after, ids=game.ids)


# --- ids in place of the names of players whose names were taken out of the club ------------------
# A journal is never changed, so the names stay in it. They are replaced when a game is made from
# it: pages, history, papers and records then show the id.


def show_ids(game: CurrentGame, ids: Mapping[Seat, str]) -> CurrentGame:
    """Return the game with an id in place of each name that the player in a seat ever had.

    The writers of entries are replaced too. An id gets a number after it if another player has the
    same name.
    """
    if not ids:
        return game
    shown = _ShownNames.of(game, ids)
    log = [
        replace(
            entry,
            act=shown.act_of(entry),
            who=shown.by_look.get(look_of(entry.who), entry.who),
        )
        for entry in game.log
    ]
    told = replay_game(game.key, game.created_at, log)
    return replace(told, ids=dict(ids))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ShownNames:
    """The texts that are shown in place of names: by seat, and by the look of a name (``look_of``).

    ``joined`` are the seats of players who came later, by entry.
    """

    by_seat: Mapping[Seat, str]
    by_look: Mapping[str, str]
    joined: Mapping[int, Seat]

    @classmethod
    def of(cls, game: CurrentGame, ids: Mapping[Seat, str]) -> Self:
        joined_by = game.sheet.game.joined_by
        joined = {seq: Seat(seat) for seat, seq in enumerate(joined_by) if seq > 1}
        named = [named for entry in game.log for named in _names_in(entry, joined)]
        others = {name for seat, name in named if seat not in ids}
        by_seat = {seat: free_name(person, sorted(others)) for seat, person in ids.items()}
        looks = {look_of(name): by_seat[seat] for seat, name in named if seat in ids}
        kept = {look_of(name) for name in others}
        by_look = {look: person for look, person in looks.items() if look not in kept}
        return cls(by_seat=by_seat, by_look=by_look, joined=joined)

    def act_of(self, entry: LogEntry) -> Act:
        match entry.act:
            case Started(players=players):
                names = [self.by_seat.get(Seat(seat), name) for seat, name in enumerate(players)]
                return replace(entry.act, players=tuple(names))
            case Renamed(seat=seat, name=name):
                return replace(entry.act, name=self.by_seat.get(seat, name))
            case Joined(name=name) if entry.seq in self.joined:
                return replace(entry.act, name=self.by_seat.get(self.joined[entry.seq], name))
            case Joined(name=name):
                # The joining was taken back, so it gave no seat.
                return replace(entry.act, name=self.by_look.get(look_of(name), name))
        return entry.act


def _names_in(entry: LogEntry, joined: Mapping[int, Seat]) -> Iterator[tuple[Seat, str]]:
    """Yield the names that an entry gives, with the seats that get them."""
    match entry.act:
        case Started(players=players):
            yield from ((Seat(seat), name) for seat, name in enumerate(players))
        case Renamed(seat=seat, name=name):
            yield seat, name
        case Joined(name=name) if entry.seq in joined:
            yield joined[entry.seq], name


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
MOST_OF_CLUBS: Final = 10_000
"""How many games the clubs have in all whose figures are kept in memory; each takes 9 KiB."""
_MOST_BEGINNERS: Final = 4096
_KEY_BYTES: Final = 16
_log = logging.getLogger(__name__)
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Asked = ParamSpec("_Asked")


class LastUsed(Generic[_Key, _Value]):
    """Keeps the values that were asked for last, up to a total weight of ``most``.

    The value that was kept last stays, whatever its weight.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._values: OrderedDict[_Key, tuple[_Value, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: _Key) -> _Value | None:
        """Return a value if it is kept."""
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def keep(self, key: _Key, value: _Value, weight: int) -> None:
        """Keep a value; those that were not asked for the longest make room."""
        with self._lock:
            if key in self._values:
                self._weight -= self._values.pop(key)[1]
            self._values[key] = value, weight
            self._weight += weight
            while self._weight > self._most and len(self._values) > 1:
                self._weight -= self._values.popitem(last=False)[1][1]


class GameCache:
    """A cache of the games opened last, each at its latest version seen.

    Several sites may share one: a quiet site gives way, and none finds the game of another, since
    a game is found by its database and key. A version's digest stands for every byte of the
    journal, so a game found by it is never out of date, even after a backup was put in the place of
    the database.
    """

    def __init__(self) -> None:
        self._games = LastUsed[tuple[Path, str], tuple[Version, CurrentGame]](MOST_ENTRIES)

    def find(self, database: Path, key: str, version: Version) -> CurrentGame | None:
        """Return the cached game if it has exactly this version."""
        cached = self._games.find((database, key))
        return cached[1] if cached is not None and cached[0] == version else None

    def add(self, database: Path, game: CurrentGame, version: Version) -> None:
        """Cache a game; a full cache drops the games that were not asked for the longest."""
        self._games.keep((database, game.key), (version, game), len(game.log))


class GameFollower:
    """Writes what follows from a game's change, in the transaction of that change: here nothing."""

    def follow_start(
        self, store: "GameStore", db: Connection, key: str, *, after: str | None
    ) -> None:
        """Follow a new game; ``after`` is the key of the game that its table ended before it."""

    def follow_change(
        self, store: "GameStore", db: Connection, before: CurrentGame, after: CurrentGame
    ) -> tuple[Problem, ...]:
        """Follow an entry of a game; problems refuse it, and then nothing at all is written."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStore:
    """The database and cache of games, the clock ``now`` (UTC), and the source of keys.

    ``most_entries`` is how many entries a game may have, ``days`` what an address may have saved in
    a day; both have no limit unless one is given. ``follower`` writes what follows from a change of
    a game. ``beginners`` are the addresses from which the latest games were begun, by key; a
    restart forgets them. ``time_zone`` is that of the settings, empty for the machine's; the club
    may choose another. ``clubs`` has what is kept of clubs by database; one thread at a time reads
    one whole (``reading_club``). The sites of a process share ``cache``, ``clubs``,
    ``imports``, ``watcher``.
    """

    database: Connections
    now: Callable[[], datetime]
    new_key: Callable[[], str]
    time_zone: str = ""
    most_entries: int = sys.maxsize
    days: DayLimit = field(
        default_factory=partial(DayLimit, most_bytes=sys.maxsize, most_games=sys.maxsize)
    )
    beginners: LastUsed[str, str] = field(default_factory=partial(LastUsed, _MOST_BEGINNERS))
    follower: GameFollower = field(default_factory=GameFollower)
    cache: GameCache = field(default_factory=GameCache)
    clock: ClockWatch = field(default_factory=ClockWatch)
    entering: EnteringPhones = field(default_factory=EnteringPhones)
    guesses: GuessLimit = field(default_factory=GuessLimit)
    passphrase_guesses: GuessLimit = field(default_factory=GuessLimit)
    imports: Turns = field(default_factory=Turns)
    watcher: Watcher = field(default_factory=Watcher)
    clubs: LastUsed[Path, Any] = field(default_factory=partial(LastUsed, MOST_OF_CLUBS))
    reading_club: Lock = field(default_factory=Lock)
    notifier: Notifier = field(init=False)

    def __post_init__(self) -> None:
        notifier = Notifier(self.database, self.entering, self.watcher)
        object.__setattr__(self, "notifier", notifier)

    @classmethod
    def at(
        cls, path: Path, *, opened: Callable[[Path], Connection] = open_newest, **limits: Any
    ) -> Self:
        """Return a store of the database at ``path``, with the real clock and unguessable keys.

        ``limits`` are fields of the store. ``opened`` makes the database or brings it up to date,
        and returns a connection; raises StorageError if that fails.
        """
        return cls(
            database=Connections(path, opened(path)),
            now=partial(datetime.now, UTC),
            new_key=partial(secrets.token_urlsafe, _KEY_BYTES),
            **limits,
        )

    def read(
        self,
        query: Callable[Concatenate[Connection, _Asked], _Value],
        *asked: _Asked.args,
        **named: _Asked.kwargs,
    ) -> _Value:
        """Return what a query finds by a connection that is lent for it alone."""
        with self.database.reading() as db:
            return query(db, *asked, **named)

    @property
    def site(self) -> str:
        """What tells this site from others in the turns that they share."""
        return str(self.database.path)

    @property
    def kept(self) -> dict[str, Any]:
        """The counts that a site keeps while its database is closed, as ``at`` takes them.

        Otherwise whoever had guessed too often could guess again as soon as it is opened.
        """
        names = ("beginners", "days", "entering", "guesses", "passphrase_guesses")
        return {name: getattr(self, name) for name in names}

    def zone(self) -> ZoneInfo | None:
        """Return the time zone of the site, by which its people tell days and hours."""
        return find_zone(self.read(find_club_zone) or self.time_zone)

    def here(self, at: datetime) -> datetime:
        """Return a moment in the time zone of the site."""
        return at.astimezone(self.zone())

    def today(self) -> str:
        """Return the day by the store's clock, in the time zone of the site, as ISO text."""
        return self.here(self.now()).date().isoformat()

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
    return load_games(store, db, {key: read_shown_ids(db, key)}).get(key)


def demand_game(store: GameStore, db: Connection, key: str) -> CurrentGame:
    """Return the current game with this key; raises UnknownGame, StorageError."""
    game = load_game(store, db, key)
    if game is None:
        raise UnknownGame(key)
    return game


def load_games(
    store: GameStore, db: Connection, shown: Mapping[str, Mapping[Seat, str]]
) -> dict[str, CurrentGame]:
    """Return the current games with these keys, without those that do not exist.

    ``shown`` are the ids in place of names that were taken out. Raises StorageError.
    """
    found: dict[str, CurrentGame] = {}
    for key, version in read_versions(db, shown).items():
        cached = store.cache.find(store.database.path, key, version)
        if cached is not None and cached.ids == shown[key]:
            found[key] = cached
            continue
        journal = load_journal(db, key)
        if journal is not None:
            found[key] = show_ids(replay_journal(journal), shown[key])
            seen = Version(found[key].version, journal.digest)
            store.cache.add(store.database.path, found[key], seen)
    return found
