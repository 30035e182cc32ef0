"""Reads and writes the taken seats in the database; seat and phone belong together in a game.

Each change of a seat is noted, and the notes are never changed. The caller opens the transaction.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection

MOST_CHANGES: Final = 500
"""How many changes of seats are noted in a game; only an abuser could need more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """The row of a taken seat: which phone has it, and since when (UTC)."""

    seat: Seat
    phone: str
    since: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """A phone took a seat or, if ``phone`` is empty, the seat became free.

    ``entry`` is the number of the last entry before it, ``at`` the time (UTC).
    """

    entry: int
    seat: Seat
    phone: str
    at: datetime


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
    _note_change(db, game, row)


def delete_seat(db: Connection, game: str, seat: int, at: datetime) -> None:
    """Make a seat free."""
    found = db.execute("DELETE FROM seat WHERE game = ? AND seat = ? RETURNING 1", (game, seat))
    if found.fetchall():
        _note_change(db, game, SeatRow(seat=Seat(seat), phone="", since=at))


def _note_change(db: Connection, game: str, row: SeatRow) -> None:
    """Note a change of a seat, unless ``MOST_CHANGES`` are noted already."""
    db.execute(
        """
        INSERT INTO seat_change
            SELECT :game, number + 1, (SELECT max(seq) FROM entry WHERE game = :game),
                :seat, :phone, :at
            FROM (SELECT coalesce(max(number), 0) AS number FROM seat_change WHERE game = :game)
            WHERE number < :most
        """,
        {
            "game": game,
            "seat": row.seat,
            "phone": row.phone,
            "at": row.since.isoformat(),
            "most": MOST_CHANGES,
        },
    )


def seat_changes(db: Connection, game: str) -> tuple[SeatChange, ...]:
    """Return the changes of a game's seats in their order, ``MOST_CHANGES`` at most."""
    rows = db.execute(
        "SELECT entry, seat, phone, at FROM seat_change WHERE game = ? ORDER BY number", (game,)
    ).fetchall()
    return tuple(
        [
            SeatChange(entry=entry, seat=Seat(seat), phone=phone, at=datetime.fromisoformat(at))
            for entry, seat, phone, at in rows
        ]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTerms:
    """Whether a game asks phones for a seat, ``None`` if its stake decides.

    Changes of seats were not noted yet for entries up to ``known_after``.
    """

    needed: bool | None
    known_after: int


def seat_terms(db: Connection, game: str) -> SeatTerms:
    """Return the seat terms of a game, which must exist."""
    needed, known_after = db.execute(
        "SELECT needs_seat, seats_known_after FROM game WHERE key = ?", (game,)
    ).fetchone()
    return SeatTerms(needed=None if needed is None else bool(needed), known_after=known_after)


def write_seat_need(db: Connection, game: str, *, needed: bool | None) -> None:
    """Store whether a game asks phones for a seat, and raise its change number."""
    db.execute(
        "UPDATE game SET needs_seat = ?, pulse = 1 + (SELECT max(pulse) FROM game) WHERE key = ?",
        (needed, game),
    )
