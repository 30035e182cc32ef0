"""The books of the site: the database, the clock and the source of keys; reading a game in them."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final, Self

from scorekeeper.bookkeeping.desk import Desk
from scorekeeper.bookkeeping.live.notifier import Watch
from scorekeeper.bookkeeping.live.typing import Attendance
from scorekeeper.bookkeeping.outcomes import LogEntry, OpenGame
from scorekeeper.domain.journal import Act, Entry, is_talk, replay
from scorekeeper.domain.sheet import make_sheet
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.database import Connection, Connections, migrate
from scorekeeper.storage.journals import load_journal, read_version

_KEY_BYTES: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """Where games are kept, and what a use case takes from the world: ``now`` is in UTC."""

    database: Connections
    now: Callable[[], datetime]
    new_key: Callable[[], str]
    desk: Desk = field(default_factory=Desk)
    attendance: Attendance = field(default_factory=Attendance)
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "watch", Watch(self.database, self.attendance))

    @classmethod
    def at(cls, path: Path) -> Self:
        """The books in the database at ``path``, with the real clock and unguessable keys.

        The database is made or brought up to date; raises StorageError if it cannot be.
        """
        migrate(path)
        return cls(
            database=Connections(path),
            now=partial(datetime.now, UTC),
            new_key=partial(secrets.token_urlsafe, _KEY_BYTES),
        )

    def close(self) -> None:
        """End the watch and close the connections to the database."""
        self.watch.close()
        self.database.close()


class UnknownGame(LookupError):  # noqa: N818 - it is named like werkzeug's NotFound, which it becomes
    """There is no game with this key."""


def read_game(books: Books, db: Connection, key: str) -> OpenGame | None:
    """The game with this key as it stands, if there is one; raises StorageError."""
    version = read_version(db, key)
    lying = None if version is None else books.desk.find(key, version)
    if lying is not None:
        return lying
    journal = load_journal(db, key)
    if journal is None:
        return None
    acts = [(each.act, each.who, each.at) for each in journal.written]
    game = replay_game(key, journal.created_at, acts)
    books.desk.lay(game)
    return game


def replay_game(
    key: str, created_at: datetime, acts: Sequence[tuple[Act, str, datetime]]
) -> OpenGame:
    """The game that comes of acts, each with who did it and when."""
    entries = [Entry(seq, act) for seq, (act, _, _) in enumerate(acts, 1)]
    game = replay(entries)
    return OpenGame(
        key=key,
        sheet=make_sheet(game, VARIANTS[game.started.variant]),
        version=game.version,
        created_at=created_at,
        log=tuple(
            [
                LogEntry(
                    seq=seq,
                    act=act,
                    who=who,
                    at=at,
                    undone=seq in game.undone,
                    is_fact=not is_talk(entries, act),
                )
                for seq, (act, who, at) in enumerate(acts, 1)
            ]
        ),
    )


def with_act(game: OpenGame, act: Act, *, who: str, at: datetime) -> OpenGame:
    """The game after one act more."""
    acts = [(each.act, each.who, each.at) for each in game.log]
    return replay_game(game.key, game.created_at, [*acts, (act, who, at)])
