"""Who sits where, in the database: a seat belongs to one phone, and a phone has one seat a game.

The caller opens the transaction.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat that is taken: by which phone, and since when (UTC)."""

    seat: Seat
    phone: str
    since: datetime


def taken_seats(db: Connection, game: str) -> tuple[SeatRow, ...]:
    """The seats of a game that phones have taken, in order."""
    rows = db.execute(
        "SELECT seat, phone, since FROM seat WHERE game = ? ORDER BY seat", (game,)
    ).fetchall()
    return tuple(
        [
            SeatRow(seat=Seat(seat), phone=phone, since=datetime.fromisoformat(since))
            for seat, phone, since in rows
        ]
    )


def write_seat(db: Connection, game: str, row: SeatRow) -> None:
    """Give a seat to a phone, which leaves any other seat it had; whoever had this one loses it."""
    db.execute(
        "DELETE FROM seat WHERE game = ? AND (seat = ? OR phone = ?)", (game, row.seat, row.phone)
    )
    db.execute(
        "INSERT INTO seat VALUES (?, ?, ?, ?)", (game, row.seat, row.phone, row.since.isoformat())
    )


def delete_seat(db: Connection, game: str, seat: int) -> None:
    """Free a seat."""
    db.execute("DELETE FROM seat WHERE game = ? AND seat = ?", (game, seat))
