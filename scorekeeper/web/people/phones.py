"""The phones with a seat at the table, as this phone sees them, and the QR code for one more."""

from dataclasses import dataclass

from scorekeeper.bookkeeping.access.links import Role, Visit
from scorekeeper.bookkeeping.access.seat_history import seat_history_of
from scorekeeper.bookkeeping.access.seats import seat_of
from scorekeeper.domain.deals import Seat
from scorekeeper.web.core.access import (
    lacks_only_seat,
    this_phone,
    this_seat,
    this_visit,
)
from scorekeeper.web.core.codes import TableCode, make_table_code
from scorekeeper.web.core.phone_words import say_takeovers


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat as this phone sees it: free, taken by another phone, or its own."""

    seat: Seat
    name: str
    is_taken: bool
    is_mine: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePhones:
    """All seats, and the QR code for another phone.

    ``takeovers`` say which seats another phone took. ``is_seated`` is true if this phone has a
    seat, ``needs_seat`` if it can enter nothing without one, ``is_players`` if it may have one.
    """

    seats: tuple[SeatLine, ...]
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
    return TablePhones(
        seats=seat_lines(visit),
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
