"""Reads and writes who may open what: links, watch codes, and the sessions of officers.

A link opens a game, a night or the club (``id`` is then empty) in a role. The caller opens the
transaction. A withdrawn link and a session that ended keep their rows, so that the site can tell
them from those that never were.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """The row of a link: its token, what it opens in which role, and when it was withdrawn."""

    token: str
    opens: str
    id: str
    role: str
    withdrawn_at: datetime | None = None


def add_link(db: Connection, row: LinkRow, at: datetime) -> None:
    """Insert a link; any other to the same thing in the same role must have been withdrawn."""
    Rows(db, "link", LinkRow).add(row, made_at=at)


def find_link(db: Connection, token: str) -> LinkRow | None:
    """Return the link with this token, withdrawn or not, or None if there never was one."""
    return Rows(db, "link", LinkRow).find("token = ?", [token])


def replace_tokens(db: Connection, new_token: Callable[[], str]) -> None:
    """Give every link another token, so that nobody who knows the old ones comes in."""
    tokens = [row[0] for row in db.execute("SELECT token FROM link").fetchall()]
    for token in tokens:
        db.execute("UPDATE link SET token = ? WHERE token = ?", (new_token(), token))


def links_in_force(db: Connection, opens: str, each: str) -> dict[str, str]:
    """Return the tokens of the links to a thing that were not withdrawn, by role."""
    rows = db.execute(
        "SELECT role, token FROM link WHERE opens = ? AND id = ? AND withdrawn_at IS NULL",
        (opens, each),
    )
    return dict(rows.fetchall())


def nights_of_links(db: Connection, tokens: Sequence[str]) -> dict[str, str]:
    """Return, by token, the nights that these links open now."""
    rows = db.execute(
        "SELECT token, id FROM link WHERE opens = 'night' AND withdrawn_at IS NULL"
        " AND token IN (SELECT value FROM json_each(?))",
        (json.dumps(list(tokens)),),
    )
    return {str(token): str(night) for token, night in rows.fetchall()}


def mark_withdrawn(db: Connection, opens: str, each: str, role: str, *, at: datetime) -> None:
    """Mark the link to a thing in a role as withdrawn, if there is one."""
    db.execute(
        "UPDATE link SET withdrawn_at = ?"
        " WHERE opens = ? AND id = ? AND role = ? AND withdrawn_at IS NULL",
        (at.isoformat(), opens, each, role),
    )


# --- letters by which a screen watches a game or a night ------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchCode:
    """The letters that open a game or a night to watch it, and when they expire."""

    letters: str
    opens: str
    id: str
    expires_at: datetime


def add_watch_code(db: Connection, code: WatchCode) -> None:
    """Insert a watch code; any other of the same thing must have been removed."""
    Rows(db, "watch_code", WatchCode).add(code)


def find_watch_code(
    db: Connection, *, letters: str = "", opens: str = "", each: str = ""
) -> WatchCode | None:
    """Return the code with these letters, or of a thing, expired or not; None if there is none."""
    return Rows(db, "watch_code", WatchCode).find(
        "letters = ? OR opens = ? AND id = ?", [letters, opens, each]
    )


def count_watch_codes(db: Connection) -> int:
    """Return how many watch codes there are."""
    (count,) = db.execute("SELECT count(*) FROM watch_code").fetchone()
    return int(count)


def remove_watch_code(db: Connection, opens: str, each: str) -> None:
    """Delete the watch code of a thing, if it has one."""
    db.execute("DELETE FROM watch_code WHERE opens = ? AND id = ?", (opens, each))


def remove_expired_watch_codes(db: Connection, at: datetime) -> None:
    """Delete all watch codes that have expired, so that their letters may be used again."""
    db.execute("DELETE FROM watch_code WHERE expires_at <= ?", (at.isoformat(),))


def move_watch_code(db: Connection, game: str, to: str) -> None:
    """Let the watch code of a game, if it has one, open game ``to``, which must have none."""
    db.execute("UPDATE watch_code SET id = ? WHERE opens = 'game' AND id = ?", (to, game))


# --- officers' sessions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Officer:
    """An officer who is signed in: the number of the session, the name given, since when (UTC)."""

    number: int
    name: str
    since: datetime


_END: Final = "UPDATE officer_session SET ended_at = ?"


def find_session(db: Connection, digest: str) -> Officer | None:
    """Return the session with this digest of its secret, unless it has ended."""
    return Rows(db, "officer_session", Officer).find("digest = ? AND ended_at IS NULL", [digest])


def read_sessions(db: Connection) -> tuple[Officer, ...]:
    """Return the sessions that have not ended, the newest first."""
    return Rows(db, "officer_session", Officer).read("ended_at IS NULL", order_by="number DESC")


def add_session(db: Connection, digest: str, name: str, phone: str, *, at: datetime) -> None:
    """Insert a session."""
    db.execute(
        "INSERT INTO officer_session (digest, name, phone, since) VALUES (?, ?, ?, ?)",
        (digest, name, phone, at.isoformat()),
    )


def end_sessions(db: Connection, at: datetime) -> None:
    """Mark all sessions as ended."""
    db.execute(f"{_END} WHERE ended_at IS NULL", (at.isoformat(),))


def end_session(db: Connection, at: datetime, number: int) -> None:
    """Mark a session as ended, and with it all others of the same phone."""
    db.execute(
        f"{_END} WHERE ended_at IS NULL AND (number = ? OR phone <> ''"
        " AND phone = (SELECT phone FROM officer_session WHERE number = ?))",
        (at.isoformat(), number, number),
    )


def end_earlier_sessions(db: Connection, at: datetime, phone: str, *, before: datetime) -> None:
    """Mark the sessions of a phone as ended that began before a moment."""
    db.execute(
        f"{_END} WHERE ended_at IS NULL AND phone <> '' AND phone = ? AND since < ?",
        (at.isoformat(), phone, before.isoformat()),
    )
