"""Reads and writes watch codes in the database, by which a screen opens a game to watch it.

The caller opens the transaction.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchCodeRow:
    """The row of a watch code: its letters, the game it opens, and when it expires."""

    letters: str
    game: str
    expires_at: datetime


def add_watch_code(db: Connection, row: WatchCodeRow) -> None:
    """Insert a watch code; any other of the same game must have been removed."""
    db.execute(
        "INSERT INTO watch_code (letters, game, expires_at) VALUES (?, ?, ?)",
        (row.letters, row.game, row.expires_at.isoformat()),
    )


def find_watch_code(db: Connection, letters: str) -> WatchCodeRow | None:
    """Return the watch code with these letters, expired or not, or None if there is none."""
    return _read(db, "letters = ?", letters)


def watch_code_of_game(db: Connection, game: str) -> WatchCodeRow | None:
    """Return the watch code of a game, expired or not, or None if there is none."""
    return _read(db, "game = ?", game)


def count_watch_codes(db: Connection) -> int:
    """Return how many watch codes there are, of all games."""
    (count,) = db.execute("SELECT count(*) FROM watch_code").fetchone()
    return int(count)


def remove_watch_code(db: Connection, game: str) -> None:
    """Delete the watch code of a game, if it has one."""
    db.execute("DELETE FROM watch_code WHERE game = ?", (game,))


def remove_expired_watch_codes(db: Connection, at: datetime) -> None:
    """Delete all watch codes that have expired, so that their letters may be used again."""
    db.execute("DELETE FROM watch_code WHERE expires_at <= ?", (at.isoformat(),))


def move_watch_code(db: Connection, game: str, to: str) -> None:
    """Let the watch code of a game, if it has one, open game ``to``, which must have none."""
    db.execute("UPDATE watch_code SET game = ? WHERE game = ?", (to, game))


def _read(db: Connection, condition: str, value: str) -> WatchCodeRow | None:
    row = db.execute(
        f"SELECT letters, game, expires_at FROM watch_code WHERE {condition}",
        (value,),
    ).fetchone()
    if row is None:
        return None
    letters, game, expires_at = row
    return WatchCodeRow(letters=letters, game=game, expires_at=datetime.fromisoformat(expires_at))
