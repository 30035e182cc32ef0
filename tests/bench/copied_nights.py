"""Nights like one that was played, by other people on other days: copies of its rows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.accounts import account_of, party_of
from scorekeeper.domain.club.facts import TILL, Closing, ClubPayment, Night, NightMoney
from scorekeeper.domain.club.ledger import LedgerEntry, LedgerKind
from scorekeeper.storage.club.ledger import LedgerFilter, LedgerPart, read_ledger, replace_entries
from scorekeeper.storage.club.nights import (
    NightGameRow,
    add_closing,
    add_night,
    add_night_game,
    find_night,
    night_numbers,
    read_night_games,
    read_seats,
    write_seats,
)
from scorekeeper.storage.club.payments import add_payment, load_night_payments
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import StoredEntry, begin_journal, load_journal

PEOPLE, MEMBERS = 200, 160
"""How many people there are in the club, and how many of them are members."""
KEEN: Final = "p0"
"""Who comes to every night."""
ALL: Final = 1_000_000
_ACCOUNTS: Final = [TILL, *[account_of(f"p{number}") for number in range(PEOPLE)], "fees"]


Row = dict[str, Any]
"""A row by the names of its columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRows:
    """The rows of a night that was played."""

    night: Night
    closing: Closing
    games: tuple[NightGameRow, ...]
    firsts: Mapping[str, StoredEntry]
    seats: Mapping[str, Mapping[Any, str]]
    results: tuple[Row, ...]
    pairs: tuple[Row, ...]
    entries: tuple[LedgerEntry, ...]
    payments: tuple[ClubPayment, ...]


def read_night(db: Connection, night: str) -> NightRows:
    """Return the rows of a night that is closed."""
    row, games = find_night(db, night), read_night_games(db, night)
    if row is None or row.closed is None:
        raise LookupError(night)
    entries, _ = read_ledger(db, LedgerFilter(night=night), 0, skip=0, most=ALL)
    journals = {each.key: load_journal(db, each.key) for each in games}
    payments = load_night_payments(db, night)
    return NightRows(
        night=row,
        closing=row.closed,
        games=games,
        firsts={key: journal.entries[0] for key, journal in journals.items() if journal},
        seats={each.key: read_seats(db, each.key) for each in games},
        results=_read_rows(db, "result", night),
        pairs=_read_rows(db, "pair", night),
        entries=tuple(
            [each for each in entries[::-1] if each.kind in (LedgerKind.GAME, LedgerKind.FEE)]
        ),
        payments=tuple([each for each in payments if isinstance(each, ClubPayment)]),
    )


def _read_rows(db: Connection, table: str, night: str) -> tuple[Row, ...]:
    found = db.execute(f"SELECT * FROM {table} WHERE night = ?", (night,))
    names = [each[0] for each in found.description]
    return tuple([dict(zip(names, row, strict=True)) for row in found.fetchall()])


def _insert_rows(db: Connection, table: str, rows: list[Row]) -> None:
    marks = ", ".join("?" * len(rows[0]))
    db.conn.executemany(f"INSERT INTO {table} VALUES ({marks})", [[*row.values()] for row in rows])


class NightCopy:
    """A night like another one: its people are ``times`` steps further in the list of the club."""

    def __init__(self, rows: NightRows, times: int, day: str) -> None:
        self.rows, self.times, self.day = rows, times, day
        self.night = self._id(rows.night.id)

    def write(self, store: GameStore, db: Connection) -> None:
        """Store facts and derived rows; payments are left to the program."""
        self._write_facts(store, db)
        number, _ = night_numbers(db, self.night)
        games = "SELECT id, number FROM night_game WHERE night = ?"
        numbers = dict(db.execute(games, (self.night,)).fetchall())
        results = [self._result(row, number, numbers) for row in self.rows.results]
        _insert_rows(db, "result", results)
        _insert_rows(db, "pair", [self._pair(row) for row in self.rows.pairs])
        entries = [self._entry(row) for row in self.rows.entries]
        replace_entries(db, {(LedgerPart.NIGHT, number): entries}, _ACCOUNTS)

    def _write_facts(self, store: GameStore, db: Connection) -> None:
        rows, at = self.rows, store.now()
        add_night(db, replace(rows.night, id=self.night, date=self.day), at)
        for game in rows.games:
            key = store.new_key()
            begin_journal(db, key, replace(rows.firsts[game.key], entry_id=key))
            entered = replace(game, id=self._id(game.id), key=key, night=self.night)
            add_night_game(db, entered, at)
            seats = rows.seats[game.key]
            write_seats(db, key, {seat: self._person(each) for seat, each in seats.items()})
        seen, plan = rows.closing.seen, rows.closing.plan or ()
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
        add_closing(db, self.night, closing, at)
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

    def _result(self, row: Row, number: int, numbers: Mapping[str, int]) -> Row:
        game = self._id(row["game"])
        return row | {
            "game": game,
            "person": self._person(row["person"]),
            "night": self.night,
            "date": self.day,
            "night_number": number,
            "game_number": numbers[game],
        }

    def _pair(self, row: Row) -> Row:
        first, second = self._person(row["first"]), self._person(row["second"])
        placed = row | {
            "game": self._id(row["game"]),
            "first": first,
            "second": second,
            "night": self.night,
            "date": self.day,
        }
        if _rank(first) < _rank(second):
            return placed
        return placed | {
            "first": second,
            "second": first,
            "first_ahead": row["second_ahead"],
            "second_ahead": row["first_ahead"],
            "money": -row["money"],
        }

    def _entry(self, row: LedgerEntry) -> LedgerEntry:
        return replace(
            row,
            date=self.day,
            ref=self._id(row.ref or ""),
            night=self.night,
            postings={self._account(each): minor for each, minor in row.postings.items()},
            seq=0,
        )

    def _account(self, account: str) -> str:
        party = party_of(account)
        return account_of(self._person(party)) if account.startswith("people:") else account


def _rank(party: str) -> int:
    return int(party[1:]) if party[1:].isdecimal() else -1
