"""The history of a game's seats: which phone had which, and which took over another's.

A phone is shown as a number, which no other phone of the game ever has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.bookkeeping.access.links import Visit
from scorekeeper.bookkeeping.store.current_game import CurrentGame, LogEntry
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.deals import Seat
from scorekeeper.storage.phones import MOST_CHANGES, SeatChange, seat_changes, seat_terms

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
