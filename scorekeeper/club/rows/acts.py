"""Reads and appends to the history of the club: what was done, by whom, when.

An act is appended and then stays as it is. It names people by their ids alone, so that a name can
be taken out of the club.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from scorekeeper.store.database import Connection

_READ: Final = """
    SELECT club_act.number, kind, subject, coalesce(night, ''), details,
        coalesce(person.name, officer_session.name, ''), club_act.officer IS NOT NULL,
        club_act.phone, at
    FROM club_act LEFT JOIN person ON person.id = club_act.person
    LEFT JOIN officer_session ON officer_session.number = club_act.officer
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAct:
    """An act in the club: its kind, the id of what it made or changed, and its night, if any.

    ``details`` are for the history, as JSON has them. They name people by their ids alone.
    """

    kind: str
    subject: str
    night: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAct(ClubAct):
    """An act in the history: its number from 1, and ``who`` did it by name, empty if unknown.

    ``is_officers`` is true if an officer was signed in on the ``phone``.
    """

    number: int
    who: str
    is_officers: bool
    phone: str
    at: datetime


def append_act(
    db: Connection,
    act: ClubAct,
    entry_id: str,
    *,
    person: str | None,
    officer: int | None,
    phone: str,
    at: datetime,
) -> None:
    """Append an act, with an id that is new.

    ``person`` is the id of who did it, ``officer`` the number of an officer's session; each is None
    if no such person did it.
    """
    details = json.dumps(act.details, ensure_ascii=False, sort_keys=True)
    db.execute(
        "INSERT INTO club_act"
        " (entry_id, kind, night, subject, details, person, officer, phone, at)"
        # A restore may have brought back a club that does not know them yet.
        " VALUES (?, ?, ?, ?, ?, (SELECT id FROM person WHERE id = ?),"
        " (SELECT number FROM officer_session WHERE number = ?), ?, ?)",
        (
            *(entry_id, act.kind, act.night or None, act.subject, details),
            *(person, officer, phone, at.isoformat()),
        ),
    )


def find_act(db: Connection, entry_id: str) -> str | None:
    """Return the subject of the act with this id, or None if there is none."""
    row = db.execute("SELECT subject FROM club_act WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else str(row[0])


def count_acts(db: Connection) -> int:
    """Return how many acts the history has."""
    return int(db.execute("SELECT count(*) FROM club_act").fetchone()[0])


def has_acts_of(db: Connection, copy: Connection) -> bool:
    """Tell whether the newest act of a copy stands at the same place in this history."""
    # As bytes, since a failing disk may have left a text that is no UTF-8.
    entry_id = "CAST(entry_id AS BLOB)"
    newest = f"SELECT number, {entry_id} FROM club_act ORDER BY number DESC LIMIT 1"
    row = copy.execute(newest).fetchone()
    same = f"SELECT 1 FROM club_act WHERE number = ? AND {entry_id} = ?"
    return row is None or db.execute(same, row).fetchone() is not None


def count_acts_of_phone(db: Connection, phone: str, night: str, kind: str) -> int:
    """Return how many acts of a kind came from a phone at a night, but for those of officers."""
    row = db.execute(
        "SELECT count(*) FROM club_act"
        " WHERE night = ? AND phone = ? AND kind = ? AND officer IS NULL",
        (night, phone, kind),
    ).fetchone()
    return int(row[0])


def read_acts(db: Connection, *, night: str = "", most: int = 100) -> tuple[StoredAct, ...]:
    """Return the newest acts, the newest first: those of a night, or all if it is empty."""
    rows = db.execute(
        f"{_READ} WHERE :night IN ('', night) ORDER BY club_act.number DESC LIMIT :most",
        {"night": night, "most": most},
    )
    return tuple([_stored(row) for row in rows.fetchall()])


def find_act_on(db: Connection, subject: str, kind: str) -> StoredAct | None:
    """Return the latest act of a kind that made or changed the thing with this id, or None."""
    row = db.execute(
        f"{_READ} WHERE subject = ? AND kind = ? ORDER BY club_act.number DESC LIMIT 1",
        (subject, kind),
    ).fetchone()
    return None if row is None else _stored(row)


def find_latest_act(db: Connection, kind: str) -> StoredAct | None:
    """Return the latest act of a kind, or None."""
    row = db.execute(
        f"{_READ} WHERE kind = ? ORDER BY club_act.number DESC LIMIT 1", (kind,)
    ).fetchone()
    return None if row is None else _stored(row)


def find_act_numbered(db: Connection, number: int) -> StoredAct | None:
    """Return the act with this number, or None."""
    row = db.execute(f"{_READ} WHERE club_act.number = ?", (number,)).fetchone()
    return None if row is None else _stored(row)


def find_act_with(db: Connection, payment: str, kind: str) -> StoredAct | None:
    """Return the latest act of a kind whose details name a payment of its night, or None."""
    row = db.execute(
        f"{_READ} WHERE night = (SELECT night FROM payment WHERE id = ?) AND kind = ?"
        " AND ? IN (SELECT value FROM json_each(details, '$.payments'))"
        " ORDER BY club_act.number DESC LIMIT 1",
        (payment, kind, payment),
    ).fetchone()
    return None if row is None else _stored(row)


def _stored(row: Sequence[Any]) -> StoredAct:
    number, kind, subject, night, details, who, is_officers, phone, at = row
    return StoredAct(
        number=number,
        kind=kind,
        subject=subject,
        night=night,
        details=json.loads(details),
        who=who,
        is_officers=bool(is_officers),
        phone=phone,
        at=datetime.fromisoformat(at),
    )
