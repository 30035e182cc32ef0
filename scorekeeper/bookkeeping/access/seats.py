"""Seats at the table: one phone or none has each, and "that is me" moves it to another phone."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from scorekeeper.bookkeeping.access.links import Role, Visit
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.deals import Seat
from scorekeeper.storage.database import Connection
from scorekeeper.storage.phones import (
    SeatRow,
    delete_seat,
    taken_seats,
    write_seat,
    write_seat_need,
)


def seat_of(rows: Iterable[SeatRow], phone: str) -> Seat | None:
    """Return the seat that a phone has, or ``None``."""
    return next((row.seat for row in rows if row.phone == phone), None)


def sits_at_table(visit: Visit, phone: str) -> bool:
    """Tell whether a phone has a seat, or stands for the whole table.

    The host's link does, and the phone that began the game: one phone may be for everybody.
    """
    is_first = bool(phone) and visit.game.log[0].phone == phone
    return visit.role is Role.HOST or is_first or seat_of(visit.seats, phone) is not None


def set_seat_need(store: GameStore, key: str, *, needed: bool) -> None:
    """Ask, or ask no longer, every phone but the host's for a seat before it enters anything."""
    with store.database.writing() as db:
        write_seat_need(db, key, needed=needed)


def assign_seat(store: GameStore, key: str, phone: str, seat: Seat, *, is_me: bool) -> bool:
    """Give a seat to a phone and return whether it has the seat now.

    A seat of another phone moves only if ``is_me``, that is, the player says "that is me". The
    other phone shows that it lost the seat, and can take it back in the same way.
    """
    with store.database.writing() as db:
        holder = next((row.phone for row in taken_seats(db, key) if row.seat == seat), None)
        if holder == phone:
            return True
        if holder is not None and not is_me:
            return False
        write_seat(db, key, SeatRow(seat=seat, phone=phone, since=store.now()))
    return True


def release_seat(store: GameStore, key: str, seat: Seat) -> None:
    """Free a seat, so that any phone can take it."""
    with store.database.writing() as db:
        delete_seat(db, key, seat, store.now())


def leave_seat(store: GameStore, key: str, phone: str) -> None:
    """Free the seat of a phone, if it still has one."""
    with store.database.writing() as db:
        seat = seat_of(taken_seats(db, key), phone)
        if seat is not None:
            delete_seat(db, key, seat, store.now())


def copy_seats(db: Connection, old: str, new: str, seats: Mapping[Seat, Seat]) -> None:
    """Give the phones of one game seats in another; ``seats`` maps old seats to new ones."""
    for row in taken_seats(db, old):
        if row.seat in seats:
            write_seat(db, new, replace(row, seat=seats[row.seat]))
