"""Seats at the table: each is taken by one phone, which may change for "that is me"."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorekeeper.bookkeeping.store import GameStore
from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection
from scorekeeper.storage.seats import SeatRow, delete_seat, taken_seats, write_seat


def seat_of(rows: Iterable[SeatRow], phone: str) -> Seat | None:
    """The seat that a phone has taken."""
    return next((row.seat for row in rows if row.phone == phone), None)


def take_seat(store: GameStore, key: str, phone: str, seat: Seat, *, is_me: bool) -> bool:
    """Give a seat to a phone; whether it has it now.

    A seat that another phone has is only given up to somebody who says "that is me": the other
    phone is told, and can say so as well.
    """
    with store.database.writing() as db:
        holder = next((row.phone for row in taken_seats(db, key) if row.seat == seat), None)
        if holder == phone:
            return True
        if holder is not None and not is_me:
            return False
        write_seat(db, key, SeatRow(seat=seat, phone=phone, since=store.now()))
    return True


def free_seat(store: GameStore, key: str, seat: Seat) -> None:
    """Free a seat, so that anybody can take it."""
    with store.database.writing() as db:
        delete_seat(db, key, seat)


def leave_seat(store: GameStore, key: str, phone: str) -> None:
    """Free the seat that a phone has, if it still has one."""
    with store.database.writing() as db:
        seat = seat_of(taken_seats(db, key), phone)
        if seat is not None:
            delete_seat(db, key, seat)


def carry_seats(db: Connection, old: str, new: str, seats: Mapping[Seat, Seat]) -> None:
    """Seat the phones of one game in another; ``seats`` says who sits where now."""
    for row in taken_seats(db, old):
        if row.seat in seats:
            write_seat(db, new, replace(row, seat=seats[row.seat]))
