"""Practice tables: games that are marked as such, and alone can be removed from the database.

The caller opens the transaction.
"""

from datetime import datetime
from typing import Final

from scorekeeper.storage.database import Connection

_PARTS: Final = ("presses", "slip", "seat", "seat_change", "watch_code", "link", "entry")
"""The tables with rows of a game, in an order in which they can be deleted."""


def mark_practice(db: Connection, game: str) -> None:
    """Mark a game as practice."""
    db.execute("UPDATE game SET practice = 1 WHERE key = ?", (game,))


def is_practice(db: Connection, game: str) -> bool:
    """Tell whether a game is practice; false if there is no such game."""
    row = db.execute("SELECT practice FROM game WHERE key = ?", (game,)).fetchone()
    return row is not None and bool(row[0])


def remove_practice(db: Connection, game: str) -> None:
    """Delete a practice table with its links; a trigger refuses this for any other game."""
    for table in _PARTS:
        db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
    db.execute("DELETE FROM game WHERE key = ? AND practice", (game,))


def practice_begun_before(db: Connection, at: datetime) -> tuple[str, ...]:
    """Return the keys of the practice tables that were begun before a time (UTC)."""
    rows = db.execute(
        "SELECT key FROM game WHERE practice AND created_at < ?", (at.isoformat(),)
    ).fetchall()
    return tuple([key for (key,) in rows])
