"""The phones with a seat at the table, as this phone sees them, and the QR code for one more."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import session

from scorekeeper.bookkeeping.access.links import Role, Visit
from scorekeeper.bookkeeping.access.seat_history import seat_history_of
from scorekeeper.bookkeeping.access.seats import seat_of
from scorekeeper.domain.deals import Seat
from scorekeeper.web.core.access import (
    is_asked_by_script,
    lacks_only_seat,
    this_phone,
    this_seat,
    this_visit,
)
from scorekeeper.web.core.codes import TableCode, make_table_code
from scorekeeper.web.core.phone_words import say_takeovers

_REMEMBERED_SEATS: Final = "sat"
_SEATS_REMEMBERED: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat as this phone sees it: free, taken by another phone, or its own."""

    seat: Seat
    name: str
    is_taken: bool
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePhones:
    """All seats; the seat that this phone has lost, if any; the QR code for another phone.

    ``takeovers`` say which seats another phone took. ``is_seated`` is true if this phone has a
    seat, ``needs_seat`` if it can enter nothing without, ``is_players`` if it may have one.
    """

    seats: tuple[SeatLine, ...]
    lost: SeatLine | None
    takeovers: tuple[str, ...]
    code: TableCode | None
    is_seated: bool
    needs_seat: bool
    is_players: bool

    @property
    def anybody(self) -> bool:
        """True if any phone has a seat."""
        return any(line.is_taken for line in self.seats)


def make_table_phones() -> TablePhones:
    """Return the phones at the table of this request."""
    visit = this_visit()
    lines = seat_lines(visit)
    return TablePhones(
        seats=lines,
        lost=_lost(lines),
        takeovers=say_takeovers(seat_history_of(visit), this_phone()),
        code=make_table_code(),
        is_seated=this_seat() is not None,
        needs_seat=lacks_only_seat("deal.ask_deal"),
        is_players=visit.role >= Role.PLAYER,
    )


def seat_lines(visit: Visit) -> tuple[SeatLine, ...]:
    """Return every seat at the table, as this phone sees it."""
    taken, mine = {row.seat for row in visit.seats}, seat_of(visit.seats, this_phone())
    return tuple(
        [
            SeatLine(
                seat=head.seat,
                name=head.name,
                is_taken=head.seat in taken,
                is_mine=head.seat == mine,
            )
            for head in visit.game.sheet.heads
        ]
    )


# --- the seat that this browser had ---------------------------------------------------------------


def note_seat() -> None:
    """Remember a seat that came from the game before or was taken by another link."""
    seat = None if is_asked_by_script() else this_seat()
    if seat is not None and _remembered_seat() != seat:
        remember_seat(seat)


def remember_seat(seat: Seat | None) -> None:
    """Remember this browser's seat by this link, so that its page can say if the seat is lost."""
    token = this_visit().token
    seats: Mapping[str, int] = session.get(_REMEMBERED_SEATS, {})
    others = [each for each in seats.items() if each[0] != token][-_SEATS_REMEMBERED:]
    session[_REMEMBERED_SEATS] = dict(others) if seat is None else dict(others) | {token: seat}
    session.permanent = True


def _lost(lines: tuple[SeatLine, ...]) -> SeatLine | None:
    """Return the seat that this browser had by this link and no longer has, or ``None``."""
    seat = _remembered_seat()
    if seat is None or seat >= len(lines) or any(line.is_mine for line in lines):
        return None
    return lines[seat]


def _remembered_seat() -> int | None:
    seats: Mapping[str, int] = session.get(_REMEMBERED_SEATS, {})
    return seats.get(this_visit().token)
