"""Slips in the database: hands of the next deal, each as one phone wrote it, until it is scored.

The caller opens the transaction. A slip is no part of a game: it is replaced and thrown away.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipRow:
    """One hand of deal ``number`` as one phone wrote it: the fields of the form, by name."""

    number: int
    seat: Seat
    phone: str
    who: str
    fields: Mapping[str, str]
    at: datetime


def read_slips(db: Connection, game: str) -> tuple[SlipRow, ...]:
    """The slips of a game, by seat, the older of a seat first."""
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
    """Keep a slip in place of what the same phone wrote for the same seat."""
    fields = json.dumps(dict(row.fields), ensure_ascii=False, separators=(",", ":"))
    db.execute(
        "INSERT INTO slip VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game, seat, phone) DO UPDATE"
        " SET number = excluded.number, who = excluded.who, fields = excluded.fields,"
        " at = excluded.at",
        (game, row.number, row.seat, row.phone, row.who, fields, row.at.isoformat()),
    )


def delete_slip(db: Connection, game: str, seat: int, phone: str) -> None:
    """Throw away what a phone wrote for a seat."""
    db.execute("DELETE FROM slip WHERE game = ? AND seat = ? AND phone = ?", (game, seat, phone))


def delete_slips(db: Connection, game: str) -> None:
    """Throw away all slips of a game: its deal was scored."""
    db.execute("DELETE FROM slip WHERE game = ?", (game,))
