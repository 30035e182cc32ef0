"""Nights like one that was played, by other people on other days: copies of its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.club.facts import Closing, ClubPayment, Night, NightMoney
from scorekeeper.club.rows.nights import (
    NightGameRow,
    add_closing,
    add_night,
    add_night_game,
    find_night,
    read_night_games,
    read_seats,
    write_seats,
)
from scorekeeper.club.rows.people import add_payment, load_night_payments
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.journals import StoredEntry, append, begin_journal, load_journal
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.settlement import TILL
from scorekeeper.store.database import Connection

PEOPLE, MEMBERS = 200, 160
"""How many people there are in the club, and how many of them are members."""
KEEN: Final = "p0"
"""Who comes to every night."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRows:
    """The rows of a night that was played."""

    night: Night
    closing: Closing
    games: tuple[NightGameRow, ...]
    entries: Mapping[str, Sequence[StoredEntry]]
    seats: Mapping[str, Mapping[Seat, str]]
    payments: tuple[ClubPayment, ...]


def read_night(db: Connection, night: str) -> NightRows:
    """Return the rows of a night that is closed."""
    row, games = find_night(db, night), read_night_games(db, night)
    if row is None or row.closed is None:
        raise LookupError(night)
    journals = {each.key: load_journal(db, each.key) for each in games}
    payments = load_night_payments(db, night)
    return NightRows(
        night=row,
        closing=row.closed,
        games=games,
        entries={key: journal.entries for key, journal in journals.items() if journal},
        seats={each.key: read_seats(db, each.key) for each in games},
        payments=tuple([each for each in payments if isinstance(each, ClubPayment)]),
    )


class NightCopy:
    """A night like another one: its people are ``times`` steps further in the list of the club."""

    def __init__(self, rows: NightRows, times: int, day: str) -> None:
        self.rows, self.times, self.day = rows, times, day
        self.night = self._id(rows.night.id)

    def write(self, store: GameStore, db: Connection) -> None:
        """Store the facts of the night."""
        rows, at = self.rows, store.now()
        add_night(db, replace(rows.night, id=self.night, date=self.day), at)
        for game in rows.games:
            key = store.new_key()
            seats = rows.seats[game.key]
            first, *others = rows.entries[game.key]
            begin_journal(db, key, replace(first, entry_id=key))
            for entry in others:
                append(db, key, replace(entry, entry_id=f"{key}.{entry.seq}"), seats=len(seats))
            entered = replace(game, id=self._id(game.id), key=key, night=self.night)
            add_night_game(db, entered, at)
            write_seats(db, key, {seat: self._person(each) for seat, each in seats.items()})
        self._write_closing(store, db)
        for payment in rows.payments:
            copy = replace(
                payment,
                id=self._id(payment.id),
                date=self.day,
                payer=self._person(payment.payer),
                payee=self._person(payment.payee),
                night=self.night,
            )
            add_payment(db, copy, at)

    def _write_closing(self, store: GameStore, db: Connection) -> None:
        seen, plan = self.rows.closing.seen, self.rows.closing.plan or ()
        games = {self._id(game): self._people(money) for game, money in seen.games.items()}
        closing = Closing(
            on=self.day,
            seen=NightMoney(games=games, fees=self._people(seen.fees)),
            plan=tuple(
                [
                    replace(each, payer=self._person(each.payer), payee=self._person(each.payee))
                    for each in plan
                ]
            ),
        )
        add_closing(db, self.night, closing, store.now())

    def _id(self, text: str) -> str:
        return f"{text}.{self.times}"

    def _person(self, person: str) -> str:
        """Return the person of the copy: for a member another member, for a guest another guest.

        Person 0 and the till stay.
        """
        if person in (KEEN, TILL):
            return person
        number = int(person[1:])
        if number < MEMBERS:
            return f"p{1 + (number - 1 + 11 * self.times) % (MEMBERS - 1)}"
        return f"p{MEMBERS + (number - MEMBERS + 7 * self.times) % (PEOPLE - MEMBERS)}"

    def _people(self, money: Mapping[str, int]) -> dict[str, int]:
        return {self._person(person): minor for person, minor in money.items()}
