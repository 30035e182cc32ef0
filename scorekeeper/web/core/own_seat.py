"""The seat that this browser had by a link, and the notice that it has lost it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from flask import request, session

from scorekeeper.domain.deals import Seat
from scorekeeper.web.core.access import is_asked_by_script, may, this_game, this_seat, this_visit

_REMEMBERED_SEATS: Final = "sat"
_SEATS_REMEMBERED: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class LostSeat:
    """A seat that this browser had: another phone took it, or it was freed.

    ``back`` is the address of the page that says so, empty for the news of a form.
    """

    seat: Seat
    words: str
    back: str


def note_seat() -> None:
    """Remember a seat that came from the game before or was taken by another link."""
    seat = None if is_asked_by_script() else this_seat()
    if seat is not None and _remembered_seat() != seat:
        remember_seat(seat)


def remember_seat(seat: Seat | None) -> None:
    """Remember this browser's seat by this link, so that its pages can say if the seat is lost."""
    token = this_visit().token
    seats: Mapping[str, int] = session.get(_REMEMBERED_SEATS, {})
    others = [each for each in seats.items() if each[0] != token][-_SEATS_REMEMBERED:]
    session[_REMEMBERED_SEATS] = dict(others) if seat is None else dict(others) | {token: seat}
    session.permanent = True


def lost_seat() -> LostSeat | None:
    """Return the seat that this browser had by this link and no longer has, or ``None``."""
    seat, players = _remembered_seat(), this_game().sheet.setup.players
    if seat is None or seat >= len(players) or this_seat() is not None:
        return None
    if not may("people.take_seat"):
        return None
    is_taken = any(row.seat == seat for row in this_visit().seats)
    return LostSeat(
        seat=Seat(seat),
        words=f"Another phone took your seat as {players[seat]}."
        if is_taken
        else f"Your seat as {players[seat]} was freed.",
        back="" if request.endpoint == "live.meanwhile" else request.path,
    )


def _remembered_seat() -> int | None:
    seats: Mapping[str, int] = session.get(_REMEMBERED_SEATS, {})
    return seats.get(this_visit().token)
