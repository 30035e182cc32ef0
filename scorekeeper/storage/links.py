"""Links to a game in the database: whoever has one may do what its role allows.

The caller opens the transaction. A link that was withdrawn stays, so that it can be told from one
that never was.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """A link as it stands: the game it leads to, the role it gives, and if it still does."""

    token: str
    game: str
    role: str
    withdrawn: bool


def add_link(db: Connection, row: LinkRow, at: datetime) -> None:
    """Make a link; the one of the same game and role must be withdrawn before."""
    db.execute(
        "INSERT INTO link (token, game, role, made_at) VALUES (?, ?, ?, ?)",
        (row.token, row.game, row.role, at.isoformat()),
    )


def find_link(db: Connection, token: str) -> LinkRow | None:
    """The link with this token, withdrawn or not, if there ever was one."""
    rows = _read(db, "token = ?", token)
    return rows[0] if rows else None


def links_in_force(db: Connection, game: str) -> tuple[LinkRow, ...]:
    """The links of a game that were not withdrawn."""
    return _read(db, "game = ? AND withdrawn_at IS NULL", game)


def mark_withdrawn(db: Connection, game: str, role: str, at: datetime) -> None:
    """Withdraw the link of a role, if one is in force."""
    db.execute(
        "UPDATE link SET withdrawn_at = ? WHERE game = ? AND role = ? AND withdrawn_at IS NULL",
        (at.isoformat(), game, role),
    )


def _read(db: Connection, condition: str, value: str) -> tuple[LinkRow, ...]:
    found = db.execute(
        f"SELECT token, game, role, withdrawn_at FROM link WHERE {condition}",  # noqa: S608 - ours
        (value,),
    ).fetchall()
    return tuple(
        [
            LinkRow(token=token, game=game, role=role, withdrawn=withdrawn_at is not None)
            for token, game, role, withdrawn_at in found
        ]
    )
