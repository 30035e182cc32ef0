"""Writes the whole club as a file, and takes a club book into an installation without a club."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.bookkeeping.club.acting import ClubAct, ClubPost, note_act
from scorekeeper.bookkeeping.club.book import load_book, load_night_in
from scorekeeper.bookkeeping.club.derived_money import derive_money
from scorekeeper.bookkeeping.club.links import make_member_link, make_night_links
from scorekeeper.bookkeeping.club.results import derive_people, derive_rows
from scorekeeper.bookkeeping.game.games import store_game
from scorekeeper.bookkeeping.game.posting import Refused, refusal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import ClubBook, ClubPayment, Night
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.domain.deals import Seat
from scorekeeper.record.club.asking import BOM
from scorekeeper.record.club.reading import BookReading, read_book_file
from scorekeeper.record.club.tables import TableKind, write_csv, write_hledger
from scorekeeper.record.club.writing import write_book, write_document
from scorekeeper.record.reading import read_record
from scorekeeper.storage.club.clubs import ClubRow, add_club, change_club, find_club_row
from scorekeeper.storage.club.nights import (
    NightGameRow,
    NightRow,
    add_closing,
    add_night,
    add_night_game,
    mark_corrected,
    night_ids,
    write_seats,
)
from scorekeeper.storage.club.payments import (
    add_adjustment,
    add_payment,
    add_reversal,
    load_adjustments,
    load_payments,
)
from scorekeeper.storage.club.people import add_person_row, change_person, load_people
from scorekeeper.storage.database import Connection

BOOK: Final = "book"
HLEDGER: Final = "hledger"
KINDS: Final = (BOOK, *[str(kind) for kind in TableKind], HLEDGER)
"""The kinds of files that a club can be written as."""
NO_CLUB: Final = "There is no club yet."

Tell = Callable[[int, int], None]
"""A function that is called with the number of nights done and of all nights."""


def write_club_file(store: GameStore, kind: str, tell: Tell, *, bom: bool = False) -> str:
    """Return the text of the club as a file of a kind; ``scorekeeper club`` prints the same.

    Raises LookupError without a club, UnreadableGame.
    """
    book, records = load_book(store, tell)
    if kind == BOOK:
        return write_document(write_book(book, records))
    figures = ClubFigures(book, Question())
    if kind == HLEDGER:
        return write_hledger(figures)
    return (BOM if bom else "") + write_csv(TableKind(kind), figures)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The numbers of nights and games in a book that was taken in."""

    nights: int
    games: int


def take_book(store: GameStore, raw: bytes, tell: Tell) -> Taken | Refused:
    """Take a club book into an installation whose club, if it has one, has no facts.

    All of it is stored in one transaction, each game as the journal of its record. A club that is
    set up keeps its passphrase; without one, officers cannot sign in before they get a passphrase.
    """
    reading = read_book_file(raw)
    if reading.book is None:
        return Refused(problems=reading.problems)
    with store.database.writing() as db:
        if load_people(db) or night_ids(db) or load_payments(db) or load_adjustments(db):
            return Refused(problems=refusal("bad_value", "This installation has a club already"))
        _Taking(store, db, reading, reading.book).take(tell)
    return Taken(
        nights=len(reading.book.nights),
        games=sum([len(night.games) for night in reading.book.nights]),
    )


class _Taking:
    """Writes the facts of a book, then the derived rows."""

    def __init__(
        self, store: GameStore, db: Connection, reading: BookReading, book: ClubBook
    ) -> None:
        self.store, self.db, self.book = store, db, book
        self.records = reading.records
        self.at = store.now()

    def take(self, tell: Tell) -> None:
        """Write everything; ``tell`` is called after each night."""
        self._write_club()
        for person in self.book.people:
            add_person_row(self.db, replace(person, same_as=""), self.at)
        for person in self.book.people:
            if person.same_as:
                change_person(self.db, person)
        for night in self.book.nights:
            self._write_night(night)
        self._write_money()
        derive_people(self.db)
        derive_money(self.db, load_people(self.db), ())
        for done, night in enumerate(self.book.nights, 1):
            derive_rows(self.db, load_night_in(self.store, self.db, night.id))
            tell(done, len(self.book.nights))
        post = ClubPost(entry_id=self.store.new_key())
        note_act(self.store, self.db, post, ClubAct(kind="book_taken", subject="club"))

    def _write_club(self) -> None:
        row = find_club_row(self.db)
        if row is None:
            add_club(self.db, ClubRow(club=self.book.club, paper="a4"), "", self.at)
            make_member_link(self.store, self.db)
        else:
            change_club(self.db, ClubRow(club=self.book.club, paper=row.paper))

    def _write_night(self, night: Night) -> None:
        row = NightRow(
            id=night.id, date=night.date, place=night.place, fee=night.fee, settle=night.settle
        )
        add_night(self.db, row, self.at)
        make_night_links(self.store, self.db, night.id)
        for game in night.games:
            record = read_record(self.records[game.id]).record
            if record is None:
                raise ValueError("A book without problems has no such record")
            key = store_game(self.store, self.db, record)
            entered = NightGameRow(
                id=game.id,
                key=key,
                night=night.id,
                label=game.table,
                is_void=game.is_void,
                closed_early=game.closed_early,
            )
            add_night_game(self.db, entered, self.at)
            seats = {Seat(seat): person for seat, person in enumerate(game.people)}
            write_seats(self.db, key, seats)
        if night.closed is not None:
            add_closing(self.db, night.id, night.closed, self.at)
            if night.corrected_on:
                mark_corrected(self.db, night.id, night.corrected_on)

    def _write_money(self) -> None:
        for payment in self.book.payments:
            if isinstance(payment, ClubPayment):
                add_payment(self.db, payment, self.at)
            else:
                add_reversal(self.db, payment, self.at)
        for adjustment in self.book.adjustments:
            add_adjustment(self.db, adjustment, self.at)
