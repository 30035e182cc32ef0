"""Reads and writes the presses of the pad in the database: the keys by which a deal was entered.

The caller opens the transaction. Presses are no facts: they are kept beside the journal, and only
until the deal is agreed to or the next one is entered.
"""

from scorekeeper.storage.database import Connection


def load_presses(db: Connection, game: str, entry: int) -> str:
    """Return the presses that came with an entry of a game, empty if none are kept."""
    row = db.execute(
        "SELECT text FROM presses WHERE game = ? AND entry = ?", (game, entry)
    ).fetchone()
    return "" if row is None else str(row[0])


def save_presses(db: Connection, game: str, entry: int, text: str) -> None:
    """Insert the presses that came with an entry."""
    db.execute("INSERT INTO presses VALUES (?, ?, ?)", (game, entry, text))


def delete_presses(db: Connection, game: str) -> None:
    """Delete all presses of a game."""
    db.execute("DELETE FROM presses WHERE game = ?", (game,))
