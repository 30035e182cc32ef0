"""Reads and writes the links to games in the database; a link opens a game in a role.

The caller opens the transaction. A withdrawn link keeps its row, so that the site can tell it from
a link that never existed.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """The row of a link: its token, the game it opens, its role, and whether it was withdrawn."""

    token: str
    game: str
    role: str
    withdrawn: bool


def add_link(db: Connection, row: LinkRow, at: datetime) -> None:
    """Insert a link; any other of the same game and role must have been withdrawn."""
    db.execute(
        "INSERT INTO link (token, game, role, made_at) VALUES (?, ?, ?, ?)",
        (row.token, row.game, row.role, at.isoformat()),
    )


def find_link(db: Connection, token: str) -> LinkRow | None:
    """Return the link with this token, withdrawn or not, or None if there never was one."""
    rows = _read(db, "token = ?", token)
    return rows[0] if rows else None


def links_in_force(db: Connection, game: str) -> tuple[LinkRow, ...]:
    """Return the links of a game that were not withdrawn."""
    return _read(db, "game = ? AND withdrawn_at IS NULL", game)


def mark_withdrawn(db: Connection, game: str, role: str, at: datetime) -> None:
    """Mark the link of a role as withdrawn, if the game has one."""
    db.execute(
        "UPDATE link SET withdrawn_at = ? WHERE game = ? AND role = ? AND withdrawn_at IS NULL",
        (at.isoformat(), game, role),
    )


def _read(db: Connection, condition: str, value: str) -> tuple[LinkRow, ...]:
    found = db.execute(
        f"SELECT token, game, role, withdrawn_at FROM link WHERE {condition}",
        (value,),
    ).fetchall()
    return tuple(
        [
            LinkRow(token=token, game=game, role=role, withdrawn=withdrawn_at is not None)
            for token, game, role, withdrawn_at in found
        ]
    )
