"""Rows as the database has them, without the program."""

from sqlite_utils import Database

ENTRY = (
    "INSERT INTO entry (game, seq, entry_id, kind, payload, who, at, digest)"
    " VALUES (?, ?, ?, 'dealt', '{}', 'Ann', '2026-11-20T20:00:00+00:00', printf('%064d', 0))"
)
OLD_ENTRY = "INSERT INTO entry VALUES (?, ?, ?, 'dealt', '{}', 'Ann', '2026-11-20T20:00:00+00:00')"


def entries(db: Database) -> list[tuple[int, str]]:
    """Return number and id of every entry."""
    return db.execute("SELECT seq, entry_id FROM entry ORDER BY seq").fetchall()
