"""Fills a database with a club of many years: 3,300 nights of 30 games among 200 people.

The newest nights are taken in, closed and paid by the program itself. The others are copies of
their rows with other people on other days; of the journals of their games only the first entry is
there, since no page of the club reads more.
"""

import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from scorekeeper.bookkeeping.club.acting import Acted, ClubPost
from scorekeeper.bookkeeping.club.book import load_night
from scorekeeper.bookkeeping.club.closing import close_night, digest_of
from scorekeeper.bookkeeping.club.derived_money import derive_money
from scorekeeper.bookkeeping.club.taking import Taken, take_book
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import TILL, Closing, ClubPayment, NightMoney, SettleWay
from scorekeeper.domain.club.ledger import account_of, party_of
from scorekeeper.storage.club.closings import add_closing, find_closing
from scorekeeper.storage.club.games import (
    NightGameRow,
    add_night_game,
    game_numbers,
    read_night_games,
    read_seats,
    write_seats,
)
from scorekeeper.storage.club.nights import NightRow, add_night, find_night, night_number
from scorekeeper.storage.club.payments import add_payment, load_night_payments
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.club.postings import (
    EntryPlace,
    EntryRow,
    LedgerFilter,
    LedgerPart,
    insert_entries,
    read_ledger,
)
from scorekeeper.storage.club.results import (
    PairRow,
    ResultRow,
    count_all_years,
    insert_pairs,
    insert_results,
    read_pairs,
    read_results,
)
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import StoredEntry, begin_journal, load_journal
from tests.bench.bench_club import tallied_record

CASES: Final = Path(__file__).parents[1] / "cases"
PEOPLE, MEMBERS, A_NIGHT = 200, 160, 40
"""How many people there are, how many of them are members, and how many come to a night."""
GAMES_A_NIGHT: Final = 30
DAYS_APART: Final = 3.3
KEEN: Final = "p0"
"""Who comes to every night."""
PLAYED: Final = 33
"""How many nights are played by the program."""
STAKE: Final = {"currency": "USD", "amount": "1.00", "per": 100}
OTHERS: Final = ("F05", "G4", "F08", "G5", "P01")
"""Cases of the other variants, of which a fifth of the games are."""
EARLY: Final = ("modern", "gin100")
"""Variants whose cases are closed early."""
ALL: Final = 1_000_000


def store_club(store: GameStore, nights: int) -> None:
    """Store a club of so many nights, the newest of today and open, all others closed and paid."""
    played = min(PLAYED, nights)
    days = [
        (date.today() - timedelta(days=int(DAYS_APART * back))).isoformat()  # noqa: DTZ011
        for back in range(nights - 1, -1, -1)
    ]
    book = json.dumps(_book(days[-played:], days[0]))
    taken = take_book(store, book.encode(), lambda *_: None)
    if not isinstance(taken, Taken):
        raise TypeError(taken.problems[:3])
    names = [f"n{number}" for number in range(played)]
    for night in names[:-1]:
        _close(store, night)
    with store.database.reading() as db:
        originals = [_read_night(db, night) for night in names[:-1]]
    copies = days[: nights - played]
    for start in range(0, len(copies), len(originals)):
        with store.database.writing() as db:
            for original, day in zip(originals, copies[start:], strict=False):
                _Copy(original, 1 + start // len(originals), day).write(store, db)
            derive_money(db, load_people(db), ())
    with store.database.writing() as db:
        count_all_years(db)


# --- nights that the program plays ----------------------------------------------------------------


def _book(days: Iterable[str], opened: str) -> dict[str, Any]:
    chance = random.Random(11)
    return {
        "format": "scorekeeper-club/1",
        "club": {"name": "Cavendish", "currency": "USD", "opened": opened},
        "people": [
            {"id": f"p{number}", "name": f"Eve {number}"}
            | ({"joined": opened} if number < MEMBERS else {})
            for number in range(PEOPLE)
        ],
        "nights": [_night(chance, number, day) for number, day in enumerate(days)],
    }


def _night(chance: random.Random, number: int, day: str) -> dict[str, Any]:
    """A night to which person 0 always comes."""
    here = [0, *chance.sample(range(1, PEOPLE), A_NIGHT - 1)]
    games = [_game(chance, f"g{number}.{game}", here) for game in range(GAMES_A_NIGHT)]
    return {
        "id": f"n{number}",
        "date": day,
        "place": "Back room",
        "fee": {"per": "person_night", "amount": "2.00", "guest": "3.00"},
        "settle": "transfers",
        "games": games,
    }


def _game(chance: random.Random, name: str, here: list[int]) -> dict[str, Any]:
    if chance.random() < 0.2:
        record = json.loads((CASES / f"{chance.choice(OTHERS)}.json").read_text())["record"]
    else:
        record = _decided(tallied_record(chance, ["Ann", "Bob", "Cal"]))
    people = chance.sample(here, len(record["players"]))
    game = {
        "id": name,
        "table": str(1 + chance.randrange(5)),
        "record": record | {"stake": STAKE},
        "players": {
            player: f"p{person}" for player, person in zip(record["players"], people, strict=True)
        },
    }
    if record["variant"] in EARLY:
        game["closed_early"] = {"settles": True}
    return game


def _decided(record: dict[str, Any]) -> dict[str, Any]:
    """The record with a last deal that ends the game, and smaller ones before it."""
    *others, last = record["deals"]
    for hand in [hand for deal in others for hand in deal["hands"].values()]:
        hand["melded_points"] = hand["melded_points"] // 10 * 5
    last["hands"][last["by"]]["melded_points"] += 1_000
    return record


def _close(store: GameStore, night: str) -> None:
    """Close a night, and pay four of five transfers of its plan."""
    seen = digest_of(load_night(store, night).figures)
    outcome = close_night(store, ClubPost(entry_id=night), night, SettleWay.TRANSFERS, seen=seen)
    if not isinstance(outcome, Acted):
        raise TypeError(outcome)
    with store.database.writing() as db:
        closing, row = find_closing(db, night), find_night(db, night)
        if closing is None or row is None:
            raise LookupError(night)
        for number, each in enumerate(closing.plan or ()):
            if number % 5:
                payment = ClubPayment(
                    id=f"{night}.{number}",
                    date=row.date,
                    payer=each.payer,
                    payee=each.payee,
                    minor=each.minor,
                    night=night,
                )
                add_payment(db, payment, store.now())
        derive_money(db, load_people(db), ())


# --- their copies ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """The rows of a night that was played."""

    night: NightRow
    closing: Closing
    games: tuple[NightGameRow, ...]
    firsts: Mapping[str, StoredEntry]
    seats: Mapping[str, Mapping[Any, str]]
    results: tuple[ResultRow, ...]
    pairs: tuple[PairRow, ...]
    entries: tuple[EntryRow, ...]
    payments: tuple[ClubPayment, ...]


def _read_night(db: Connection, night: str) -> _Rows:
    row, closing, games = (
        find_night(db, night),
        find_closing(db, night),
        read_night_games(db, night),
    )
    if row is None or closing is None:
        raise LookupError(night)
    entries, _ = read_ledger(db, LedgerFilter(night=night), skip=0, most=ALL)
    journals = {each.key: load_journal(db, each.key) for each in games}
    payments = load_night_payments(db, night)
    return _Rows(
        night=row,
        closing=closing,
        games=games,
        firsts={key: journal.entries[0] for key, journal in journals.items() if journal},
        seats={each.key: read_seats(db, each.key) for each in games},
        results=tuple(read_results(db, night)),
        pairs=tuple(read_pairs(db, night)),
        entries=tuple([each for each in entries if each.place.part == LedgerPart.NIGHT]),
        payments=tuple([each for each in payments if isinstance(each, ClubPayment)]),
    )


class _Copy:
    """A night like another one: its people are ``times`` steps further in the list of the club."""

    def __init__(self, rows: _Rows, times: int, day: str) -> None:
        self.rows, self.times, self.day = rows, times, day
        self.night = self._id(rows.night.id)

    def write(self, store: GameStore, db: Connection) -> None:
        """Store facts and derived rows; payments are left to the program."""
        self._write_facts(store, db)
        number, numbers = night_number(db, self.night), game_numbers(db, self.night)
        insert_results(db, [self._result(row, number, numbers) for row in self.rows.results])
        insert_pairs(db, [self._pair(row) for row in self.rows.pairs])
        insert_entries(db, [self._entry(row, number) for row in self.rows.entries])

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
        """Members become members, guests guests; person 0 and the till stay."""
        if person in (KEEN, TILL):
            return person
        number = int(person[1:])
        if number < MEMBERS:
            return f"p{1 + (number - 1 + 11 * self.times) % (MEMBERS - 1)}"
        return f"p{MEMBERS + (number - MEMBERS + 7 * self.times) % (PEOPLE - MEMBERS)}"

    def _people(self, money: Mapping[str, int]) -> dict[str, int]:
        return {self._person(person): minor for person, minor in money.items()}

    def _result(self, row: ResultRow, number: int, numbers: Mapping[str, int]) -> ResultRow:
        game = self._id(row.game)
        return replace(
            row,
            game=game,
            person=self._person(row.person),
            night=self.night,
            date=self.day,
            night_number=number,
            game_number=numbers[game],
        )

    def _pair(self, row: PairRow) -> PairRow:
        first, second = self._person(row.first), self._person(row.second)
        placed = replace(
            row,
            game=self._id(row.game),
            first=first,
            second=second,
            night=self.night,
            date=self.day,
        )
        if _rank(first) < _rank(second):
            return placed
        return replace(
            placed,
            first=second,
            second=first,
            first_ahead=row.second_ahead,
            second_ahead=row.first_ahead,
            money=-row.money,
        )

    def _entry(self, row: EntryRow, number: int) -> EntryRow:
        place = row.place
        ref = self._id(row.ref) if row.ref else row.ref
        return EntryRow(
            place=EntryPlace(self.day, place.part, number, place.line),
            kind=row.kind,
            ref=ref,
            night=self.night,
            postings=tuple(
                sorted(
                    [(self._account(account), minor) for account, minor in row.postings],
                    key=lambda each: _rank(party_of(each[0])),
                )
            ),
        )

    def _account(self, account: str) -> str:
        party = party_of(account)
        return account_of(self._person(party)) if account.startswith("people:") else account


def _rank(party: str) -> int:
    return int(party[1:]) if party[1:].isdecimal() else -1
