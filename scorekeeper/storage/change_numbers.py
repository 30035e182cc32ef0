"""The pulse of games in the database: it grows with all that a phone may have to show."""

from scorekeeper.storage.database import Connection


def data_version(db: Connection) -> int:
    """A number that changes when another connection has committed; asking costs microseconds."""
    return int(db.execute("PRAGMA data_version").fetchone()[0])


def change_number_of(db: Connection, game: str) -> int:
    """The pulse of one game."""
    return int(db.execute("SELECT pulse FROM game WHERE key = ?", (game,)).fetchone()[0])


def latest_change_number(db: Connection) -> int:
    """The greatest pulse of all games, 0 where there is none."""
    return int(db.execute("SELECT coalesce(max(pulse), 0) FROM game").fetchone()[0])


def change_numbers_after(db: Connection, pulse: int) -> tuple[tuple[str, int], ...]:
    """The games whose pulse is greater than that, each with its pulse, in order."""
    rows = db.execute(
        "SELECT key, pulse FROM game WHERE pulse > ? ORDER BY pulse", (pulse,)
    ).fetchall()
    return tuple([(str(key), int(found)) for key, found in rows])


def rematch_of(db: Connection, game: str) -> str | None:
    """The key of the game that the same table began after this one, if it did."""
    row = db.execute("SELECT rematch FROM game WHERE key = ?", (game,)).fetchone()
    return None if row is None or row[0] is None else str(row[0])


def note_rematch(db: Connection, game: str, rematch: str) -> None:
    """Note that the same table began another game after this one; phones are told."""
    db.execute(
        "UPDATE game SET rematch = ?, pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = ?",
        (rematch, game),
    )
