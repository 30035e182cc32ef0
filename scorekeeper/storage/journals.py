"""Journals in the database: appended to under an expected version, loaded whole, never changed.

The caller opens the transaction; what belongs together is done inside one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.journal import Act
from scorekeeper.storage.database import Connection, StorageError
from scorekeeper.storage.payloads import (
    PayloadError,
    PayloadReader,
    kind_of,
    read_started,
    write_payload,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEntry:
    """An act as it stands in a journal: its place from 1, its id, who did it, and when (UTC)."""

    seq: int
    act: Act
    entry_id: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """All that was written about one game, in order."""

    key: str
    created_at: datetime
    entries: tuple[StoredEntry, ...]


def begin_journal(db: Connection, key: str, started: StoredEntry) -> None:
    """Write down a new game with its first entry."""
    db.execute("INSERT INTO game (key, created_at) VALUES (?, ?)", (key, started.at.isoformat()))
    append(db, key, started, seats=0)


def append(db: Connection, key: str, entry: StoredEntry, *, seats: int) -> None:
    """Append to the journal of a game of so many seats; ``entry.seq`` is its version plus 1."""
    db.execute(
        "INSERT INTO entry (game, seq, entry_id, kind, payload, who, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            key,
            entry.seq,
            entry.entry_id,
            kind_of(entry.act),
            write_payload(entry.act, seats),
            entry.who,
            entry.at.isoformat(),
        ),
    )


def find_entry(db: Connection, entry_id: str) -> tuple[str, int] | None:
    """The key of the game that has the entry with this id, and its place there, if any has it."""
    row = db.execute("SELECT game, seq FROM entry WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else (str(row[0]), int(row[1]))


def read_version(db: Connection, key: str) -> int | None:
    """The place of the last entry of a game, if there is such a game."""
    version: int | None = db.execute(
        "SELECT max(seq) FROM entry WHERE game = ?", (key,)
    ).fetchone()[0]
    return version


def load_journal(db: Connection, key: str) -> Journal | None:
    """The journal of a game; raises StorageError if an entry cannot be understood."""
    rows = db.execute(
        "SELECT created_at, seq, kind, payload, entry_id, who, at"
        " FROM game JOIN entry ON entry.game = game.key WHERE key = ? ORDER BY seq",
        (key,),
    ).fetchall()
    if not rows:
        return None
    return Journal(
        key=key,
        created_at=datetime.fromisoformat(rows[0][0]),
        entries=tuple(_read_rows([row[1:] for row in rows])),
    )


def _read_rows(rows: Sequence[tuple[int, str, str, str, str, str]]) -> Iterator[StoredEntry]:
    reader: PayloadReader | None = None
    for seq, kind, payload, entry_id, who, at in rows:
        act: Act
        try:
            if reader is None:
                act = read_started(payload)
                reader = PayloadReader(act)
            else:
                act = reader.read(kind, payload)
        except PayloadError as error:
            raise StorageError(f"Entry {seq} of a game cannot be read: {error}.") from error
        yield StoredEntry(
            seq=seq, act=act, entry_id=entry_id, who=who, at=datetime.fromisoformat(at)
        )
