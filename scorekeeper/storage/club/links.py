"""Reads and writes the links of the club and its nights, letters of nights, and officers' sessions.

A withdrawn link and a session that ended keep their rows.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubLinkRow:
    """The row of a link: ``role`` is ``member``, with no night, or else ``join`` or ``watch``."""

    token: str
    role: str
    night: str = ""
    withdrawn: bool = False


def find_club_link(db: Connection, token: str) -> ClubLinkRow | None:
    """Return the link with this token, withdrawn or not, or None if there never was one."""
    row = db.execute(
        "SELECT token, role, coalesce(night, ''), withdrawn_at FROM club_link WHERE token = ?",
        (token,),
    ).fetchone()
    if row is None:
        return None
    return ClubLinkRow(token=row[0], role=row[1], night=row[2], withdrawn=row[3] is not None)


def club_links_in_force(db: Connection, night: str = "") -> dict[str, str]:
    """Return the tokens in force by role: those of a night, or of the club itself."""
    rows = db.execute(
        "SELECT role, token FROM club_link WHERE coalesce(night, '') = ? AND withdrawn_at IS NULL",
        (night,),
    )
    return {str(role): str(token) for role, token in rows.fetchall()}


def add_club_link(db: Connection, row: ClubLinkRow, at: datetime) -> None:
    """Insert a link; any other of the same role and night must have been withdrawn."""
    db.execute(
        "INSERT INTO club_link (token, role, night, made_at) VALUES (?, ?, ?, ?)",
        (row.token, row.role, row.night or None, at.isoformat()),
    )


def mark_club_link_withdrawn(db: Connection, role: str, night: str, at: datetime) -> None:
    """Mark the link of a role as withdrawn, if there is one."""
    db.execute(
        "UPDATE club_link SET withdrawn_at = ?"
        " WHERE role = ? AND coalesce(night, '') = ? AND withdrawn_at IS NULL",
        (at.isoformat(), role, night),
    )


# --- letters by which a screen watches a night ----------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLettersRow:
    """The letters that open a night to watch it, and when they expire."""

    letters: str
    night: str
    expires_at: datetime


def find_night_letters(
    db: Connection, *, letters: str = "", night: str = ""
) -> NightLettersRow | None:
    """Return the row of these letters, or of a night, expired or not, or None."""
    row = db.execute(
        "SELECT letters, night, expires_at FROM night_letters WHERE letters = ? OR night = ?",
        (letters, night),
    ).fetchone()
    if row is None:
        return None
    return NightLettersRow(letters=row[0], night=row[1], expires_at=datetime.fromisoformat(row[2]))


def count_night_letters(db: Connection) -> int:
    """Return how many nights have letters."""
    (count,) = db.execute("SELECT count(*) FROM night_letters").fetchone()
    return int(count)


def add_night_letters(db: Connection, row: NightLettersRow) -> None:
    """Insert letters; any others of the same night must have been removed."""
    db.execute(
        "INSERT INTO night_letters VALUES (?, ?, ?)",
        (row.letters, row.night, row.expires_at.isoformat()),
    )


def remove_night_letters(db: Connection, night: str) -> None:
    """Delete the letters of a night, if it has any."""
    db.execute("DELETE FROM night_letters WHERE night = ?", (night,))


def remove_expired_night_letters(db: Connection, at: datetime) -> None:
    """Delete all letters that have expired, so that they may be used again."""
    db.execute("DELETE FROM night_letters WHERE expires_at <= ?", (at.isoformat(),))


# --- officers' sessions ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionRow:
    """An officer's session: its number, the name that was given, and since when (UTC)."""

    number: int
    name: str
    phone: str
    since: datetime


def find_session(db: Connection, digest: str) -> SessionRow | None:
    """Return the session with this digest of its secret, unless it has ended."""
    row = db.execute(
        "SELECT number, name, phone, since FROM officer_session"
        " WHERE digest = ? AND ended_at IS NULL",
        (digest,),
    ).fetchone()
    return None if row is None else _session(row)


def read_sessions(db: Connection) -> tuple[SessionRow, ...]:
    """Return the sessions that have not ended, the newest first."""
    rows = db.execute(
        "SELECT number, name, phone, since FROM officer_session WHERE ended_at IS NULL"
        " ORDER BY number DESC"
    )
    return tuple([_session(row) for row in rows.fetchall()])


def add_session(db: Connection, digest: str, name: str, phone: str, *, at: datetime) -> int:
    """Insert a session and return its number."""
    (number,) = db.execute(
        "INSERT INTO officer_session (digest, name, phone, since) VALUES (?, ?, ?, ?)"
        " RETURNING number",
        (digest, name, phone, at.isoformat()),
    ).fetchone()
    return int(number)


def mark_session_ended(db: Connection, number: int, at: datetime) -> None:
    """Mark a session as ended."""
    db.execute(
        "UPDATE officer_session SET ended_at = ? WHERE number = ? AND ended_at IS NULL",
        (at.isoformat(), number),
    )


def mark_all_sessions_ended(db: Connection, at: datetime) -> None:
    """Mark all sessions as ended."""
    db.execute("UPDATE officer_session SET ended_at = ? WHERE ended_at IS NULL", (at.isoformat(),))


def _session(row: tuple[int, str, str, str]) -> SessionRow:
    number, name, phone, since = row
    return SessionRow(number=number, name=name, phone=phone, since=datetime.fromisoformat(since))
