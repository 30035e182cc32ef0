"""Reads and appends to the journals in the database; entries are never changed or deleted.

The caller opens the transaction.
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
    """An act in a journal: its number from 1, its id, who did it, and when (UTC)."""

    seq: int
    act: Act
    entry_id: str
    who: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """The journal of one game: its entries in order.

    In deals up to entry ``suits_chosen_to`` the program chose the suits that nobody gave.
    """

    key: str
    created_at: datetime
    entries: tuple[StoredEntry, ...]
    suits_chosen_to: int = 0


def begin_journal(db: Connection, key: str, started: StoredEntry) -> None:
    """Insert a new game and its first entry."""
    db.execute("INSERT INTO game (key, created_at) VALUES (?, ?)", (key, started.at.isoformat()))
    append(db, key, started, seats=0)


def append(db: Connection, key: str, entry: StoredEntry, *, seats: int) -> None:
    """Append an entry to the journal of a game that has ``seats`` players.

    ``entry.seq`` must be the number of the last entry plus 1, else SQLite refuses it.
    """
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
    """Return the game's key and the number of the entry with this id, or None if there is none."""
    row = db.execute("SELECT game, seq FROM entry WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else (str(row[0]), int(row[1]))


def read_version(db: Connection, key: str) -> int | None:
    """Return the version of a game, the number of its last entry, or None if there is no game."""
    version: int | None = db.execute(
        "SELECT max(seq) FROM entry WHERE game = ?", (key,)
    ).fetchone()[0]
    return version


def load_journal(db: Connection, key: str) -> Journal | None:
    """Return the journal of a game, or None; raises StorageError if an entry cannot be read."""
    rows = db.execute(
        "SELECT created_at, suits_chosen_to, seq, kind, payload, entry_id, who, at"
        " FROM game JOIN entry ON entry.game = game.key WHERE key = ? ORDER BY seq",
        (key,),
    ).fetchall()
    if not rows:
        return None
    return Journal(
        key=key,
        created_at=datetime.fromisoformat(rows[0][0]),
        entries=tuple(_read_rows([row[2:] for row in rows])),
        suits_chosen_to=rows[0][1],
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
