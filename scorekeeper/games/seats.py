"""Seats at the table: which phone has which, how "that is me" moves one, and who had it before."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.games.game_store import CurrentGame, GameStore, LogEntry
from scorekeeper.games.links import Role, Visit
from scorekeeper.games.phones import (
    MOST_CHANGES,
    SeatChange,
    SeatRow,
    delete_seat,
    seat_changes,
    seat_terms,
    taken_seats,
    write_seat,
    write_seat_need,
)
from scorekeeper.rules.deals import Seat
from scorekeeper.store.database import Connection


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


# --- The history of a game's seats: which phone had which, and which took over another's ----------
# A phone is shown as a number, which no other phone of the game ever has.


_BEGINNING: Final = 1
"""The number of a journal's first entry, by which its game began."""


class Takeover(NamedTuple):
    """A phone took a seat that another phone had last: after entry ``entry``, when (UTC).

    ``taker`` is the number of the phone.
    """

    entry: int
    seat: Seat
    at: datetime
    taker: int


@dataclass(frozen=True, kw_only=True)
class SeatHistory:
    """The phones of a game and their seats, from the game and the changes of its seats.

    Changes of seats were not noted yet for entries up to ``known_after``.
    """

    game: CurrentGame
    changes: Sequence[SeatChange]
    known_after: int

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each phone, from 1, in the order in which phones came to the game."""
        acted = [(each.seq, 0, each.phone) for each in self.game.log if each.phone]
        sat = [(each.entry, 1, each.phone) for each in self.changes if each.phone]
        phones = dict.fromkeys([phone for _, _, phone in sorted(acted + sat, key=_place)])
        return {phone: number for number, phone in enumerate(phones, 1)}

    def knows_phone_of(self, entry: LogEntry) -> bool:
        """Tell whether the seat of an entry's phone is known and the game has several phones."""
        is_noted = len(self.changes) < MOST_CHANGES or entry.seq <= self.changes[-1].entry
        is_known = bool(entry.phone) and entry.seq > self.known_after and is_noted
        return is_known and len(self.numbers) > 1

    def began(self, phone: str) -> bool:
        """Tell whether the game was begun on this phone."""
        return bool(phone) and self.game.log[_BEGINNING - 1].phone == phone

    def seat_of(self, entry: LogEntry) -> Seat | None:
        """Return the seat that the phone of an entry had then, or ``None``."""
        holders = self.holders_at(entry.seq)
        return next((seat for seat, phone in holders.items() if phone == entry.phone), None)

    def holders_at(self, seq: int) -> dict[Seat, str]:
        """Return the phones that had seats when an entry was made."""
        holders: dict[Seat, str] = {}
        for change in self.changes:
            if change.entry >= seq:
                break
            holders = {
                seat: phone
                for seat, phone in holders.items()
                if seat != change.seat and phone != change.phone
            }
            if change.phone:
                holders[change.seat] = change.phone
        return holders

    @cached_property
    def takeovers(self) -> tuple[Takeover, ...]:
        """Every time that a phone took a seat which another phone had last, in order."""
        return tuple(self._takeovers())

    def _takeovers(self) -> Iterator[Takeover]:
        last: dict[Seat, str] = {}
        for change in self.changes:
            former = last.get(change.seat, change.phone)
            if change.phone and former != change.phone:
                yield Takeover(change.entry, change.seat, change.at, self.numbers[change.phone])
            if change.phone:
                last[change.seat] = change.phone

    def taken_lately(self, seat: Seat, agreed: LogEntry, target: int) -> datetime | None:
        """Return when the phone that agreed to deal ``target`` took its seat from another phone.

        Returns ``None`` unless that was after the deal before ``target``.
        """
        if not self.knows_phone_of(agreed) or self.seat_of(agreed) != seat:
            return None
        earlier = max([row.seq for row in self.game.sheet.rows if row.seq < target], default=0)
        last = [each for each in self.changes if each.seat == seat and each.entry < agreed.seq][-1]
        is_taken = any(each.seat == seat and each.at == last.at for each in self.takeovers)
        return last.at if is_taken and last.entry >= earlier else None


def _place(named: tuple[int, int, str]) -> tuple[int, int]:
    return named[:2]


def seat_history_of(visit: Visit) -> SeatHistory:
    """Return the phones and seats of the game that a link opened."""
    return SeatHistory(
        game=visit.game,
        changes=visit.seat_changes,
        known_after=visit.seat_terms.known_after,
    )


def load_seat_history(store: GameStore, game: CurrentGame) -> SeatHistory:
    """Return the phones and seats of a game that no link opened."""
    with store.database.reading() as db:
        return SeatHistory(
            game=game,
            changes=seat_changes(db, game.key),
            known_after=seat_terms(db, game.key).known_after,
        )
