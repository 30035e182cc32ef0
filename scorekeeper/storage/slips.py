"""Reads and writes slips in the database: hands of the next deal as phones sent them.

The caller opens the transaction. A slip is no entry of the journal: it may be replaced, and it is
deleted when the deal is scored.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRow:
    """The row of a slip: a hand of deal ``number`` as a phone sent it, in fields of the form."""

    number: int
    seat: Seat
    phone: str
    who: str
    fields: Mapping[str, str]
    at: datetime


def read_slips(db: Connection, game: str) -> tuple[SlipRow, ...]:
    """Return the slips of a game by seat, the older ones of a seat first."""
    rows = db.execute(
        "SELECT number, seat, phone, who, fields, at FROM slip WHERE game = ?"
        " ORDER BY seat, at, phone",
        (game,),
    ).fetchall()
    return tuple(
        [
            SlipRow(
                number=number,
                seat=Seat(seat),
                phone=phone,
                who=who,
                fields=json.loads(fields),
                at=datetime.fromisoformat(at),
            )
            for number, seat, phone, who, fields, at in rows
        ]
    )


def write_slip(db: Connection, game: str, row: SlipRow) -> None:
    """Insert a slip, or replace the one of the same phone for the same seat."""
    fields = json.dumps(dict(row.fields), ensure_ascii=False, separators=(",", ":"))
    db.execute(
        "INSERT INTO slip VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat, phone) DO UPDATE"
        " SET number = excluded.number, who = excluded.who, fields = excluded.fields,"
        " at = excluded.at",
        (game, row.number, row.seat, row.phone, row.who, fields, row.at.isoformat()),
    )


def delete_slip(db: Connection, game: str, seat: int, phone: str) -> None:
    """Delete the slip of a phone for a seat, if there is one."""
    db.execute("DELETE FROM slip WHERE game = ? AND seat = ? AND phone = ?", (game, seat, phone))


def delete_slips(db: Connection, game: str) -> None:
    """Delete all slips of a game."""
    db.execute("DELETE FROM slip WHERE game = ?", (game,))
