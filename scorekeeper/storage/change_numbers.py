"""Change numbers of games, and which game followed which, in the database.

The change number of a game grows whenever a page of it may have something new to show; live pages
wait for that. Its column is called ``pulse``. Triggers on the tables raise it (``migrations``).
"""

from scorekeeper.storage.database import Connection


def data_version(db: Connection) -> int:
    """Return a number that changes when another connection has committed.

    Reading it takes microseconds, so it can be asked many times a second.
    """
    return int(db.execute("PRAGMA data_version").fetchone()[0])


def change_number_of(db: Connection, game: str) -> int:
    """Return the change number of a game, which must exist."""
    return int(db.execute("SELECT pulse FROM game WHERE key = ?", (game,)).fetchone()[0])


def latest_change_number(db: Connection) -> int:
    """Return the greatest change number of all games, 0 if there is no game."""
    return int(db.execute("SELECT coalesce(max(pulse), 0) FROM game").fetchone()[0])


def change_numbers_after(db: Connection, number: int) -> tuple[tuple[str, int], ...]:
    """Return the key and the change number of each game above ``number``, in ascending order."""
    rows = db.execute(
        "SELECT key, pulse FROM game WHERE pulse > ? ORDER BY pulse", (number,)
    ).fetchall()
    return tuple([(str(key), int(found)) for key, found in rows])


def rematch_of(db: Connection, game: str) -> str | None:
    """Return the key of the game that the same table began after this one, or None."""
    row = db.execute("SELECT rematch FROM game WHERE key = ?", (game,)).fetchone()
    return None if row is None or row[0] is None else str(row[0])


def note_rematch(db: Connection, game: str, rematch: str) -> None:
    """Store that the table began ``rematch`` after this game, and raise the change number."""
    db.execute(
        "UPDATE game SET rematch = ?, pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = ?",
        (rematch, game),
    )


def change_number_of_night(db: Connection, night: str) -> int:
    """Return the change number of a night, which must exist."""
    row = db.execute("SELECT change_number FROM night WHERE id = ?", (night,)).fetchone()
    return int(row[0])


def latest_night_change(db: Connection) -> int:
    """Return the greatest change number of all nights, 0 if there is none."""
    row = db.execute("SELECT coalesce(max(change_number), 0) FROM night").fetchone()
    return int(row[0])


def night_changes_after(db: Connection, number: int) -> tuple[tuple[str, int], ...]:
    """Return the id and the change number of each night above ``number``, in ascending order."""
    rows = db.execute(
        "SELECT id, change_number FROM night WHERE change_number > ? ORDER BY change_number",
        (number,),
    ).fetchall()
    return tuple([(str(night), int(found)) for night, found in rows])


def find_night_id(db: Connection, game: str) -> str | None:
    """Return the id of the night that a game is in, or None."""
    row = db.execute(
        "SELECT night FROM night_game WHERE game = ? AND taken_out_at IS NULL", (game,)
    ).fetchone()
    return None if row is None else str(row[0])
