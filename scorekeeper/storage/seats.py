"""Reads and writes the taken seats in the database; seat and phone belong together in a game.

The caller opens the transaction.
"""

from dataclasses import dataclass
from datetime import datetime

from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """The row of a taken seat: which phone has it, and since when (UTC)."""

    seat: Seat
    phone: str
    since: datetime


def taken_seats(db: Connection, game: str) -> tuple[SeatRow, ...]:
    """Return the taken seats of a game, in order."""
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
    """Give a seat to a phone; its former phone loses it, and the phone leaves its former seat."""
    db.execute(
        "DELETE FROM seat WHERE game = ? AND (seat = ? OR phone = ?)", (game, row.seat, row.phone)
    )
    db.execute(
        "INSERT INTO seat VALUES (?, ?, ?, ?)", (game, row.seat, row.phone, row.since.isoformat())
    )


def delete_seat(db: Connection, game: str, seat: int) -> None:
    """Make a seat free."""
    db.execute("DELETE FROM seat WHERE game = ? AND seat = ?", (game, seat))
