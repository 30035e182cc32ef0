"""Writes the whole club as a file, takes a club book in, and checks the club by its rules."""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock, Thread
from typing import Final, NamedTuple

from scorekeeper.club.acting import note_act
from scorekeeper.club.book.answer import BOM
from scorekeeper.club.book.book import (
    BookReading,
    read_book,
    read_book_file,
    write_book,
    write_document,
)
from scorekeeper.club.book.tables import JOURNALS, JournalKind, TableKind, write_csv
from scorekeeper.club.facts import ClubBook, ClubPayment, Night, Reversal
from scorekeeper.club.figures import Choice, ClubFigures, Question, telling_order
from scorekeeper.club.played import find_wrong_games
from scorekeeper.club.rows import (
    ClubAct,
    ClubRow,
    NightGameRow,
    add_adjustment,
    add_closing,
    add_club,
    add_night,
    add_night_game,
    add_payment,
    add_person_row,
    add_pot,
    add_season,
    bring,
    change_club,
    change_person,
    club_of,
    find_club_row,
    load_adjustments,
    load_night_payments,
    load_past,
    load_payments,
    load_people,
    load_seasons,
    load_whole_nights,
    mark_corrected,
    night_ids,
    write_organised_night,
    write_seats,
)
from scorekeeper.club.stored_book import load_book, read_games
from scorekeeper.club.whole import figures_in, pots_before
from scorekeeper.config import environment_of_program
from scorekeeper.games import (
    GameStore,
    Post,
    Refused,
    Thing,
    TooManyWait,
    Turns,
    document_of,
    make_links,
    store_game,
)
from scorekeeper.record import Document, read_record
from scorekeeper.rules import Seat, Severity, refusal
from scorekeeper.store.database import Connection

_PROGRESS: Final = re.compile(r"(\d+) of (\d+) nights")
_OF_GAME: Final = re.compile(r"Game (\S+) of ")
_LOWER: Final = 5
"""The niceness of the process that writes a file: if both want the processor, pages go first."""
_SECONDS_IN_QUEUE: Final = 600.0


class FileRun:
    """A file while it is made and afterwards: its kind, the progress in nights, its ``content``.

    ``done`` of ``of`` nights are written. ``trouble`` says why the file could not be made, or
    ``broken`` what is wrong with a game, by its id in the club. It waits for its turn among those
    of all sites.
    """

    def __init__(self, instance: Path, kind: str, *, bom: bool, turns: Turns) -> None:
        self.kind, self.bom = kind, bom
        self._turns, self._site = turns, str(instance)
        self.done = self.of = 0
        self.trouble = ""
        self.broken: dict[str, str] = {}
        self.content = b""
        options = ["--instance", str(instance), *(["--bom"] if bom else [])]
        self._command = [
            sys.executable,
            "-P",
            "-m",
            "scorekeeper",
            "export",
            "--progress",
            kind,
            *options,
        ]
        self._thread = Thread(target=self._make_in_turn, name="club file", daemon=True)
        self._thread.start()

    @property
    def is_made(self) -> bool:
        """Whether the file is complete."""
        return not (self._thread.is_alive() or self.trouble or self.broken)

    @property
    def goes_on(self) -> bool:
        """Whether the file is still being made."""
        return self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Wait until the file is made, at most ``seconds``."""
        self._thread.join(seconds)

    def _make_in_turn(self) -> None:
        try:
            with self._turns.turn(0, seconds=_SECONDS_IN_QUEUE, site=self._site):
                self._make()
        except TooManyWait:
            self.trouble = "Too many files are being made. Try again in some minutes."

    def _make(self) -> None:
        with (
            tempfile.TemporaryFile() as file,
            subprocess.Popen(  # noqa: S603 - our own command
                self._command,
                env=environment_of_program(),
                stdout=file,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            ) as process,
        ):
            os.setpriority(os.PRIO_PROCESS, process.pid, _LOWER)
            said = self._follow(process.stderr or ())
            if process.wait() and not self.broken:
                self.trouble = said or "The file could not be made."
            file.seek(0)
            self.content = file.read()

    def _follow(self, lines: Iterable[str]) -> str:
        """Note the progress that the process tells; return its last line about anything else."""
        said = ""
        for line in lines:
            told, game = _PROGRESS.match(line), _OF_GAME.match(line)
            if told:
                self.done, self.of = int(told[1]), int(told[2])
            elif game:
                self.broken[game[1]] = line.strip()
            else:
                said = line.strip()
        return said


class FileRuns:
    """The files of a served site: one at a time, and the last that was made.

    ``turns`` are those of all sites that one process serves.
    """

    def __init__(self, instance: Path, turns: Turns) -> None:
        self._instance, self._turns = instance, turns
        self._lock = Lock()
        self.last: FileRun | None = None

    def begin(self, kind: str, *, bom: bool) -> FileRun | None:
        """Begin to make a file and return it; None if another is still being made."""
        with self._lock:
            if self.last is not None and self.last.goes_on:
                return None
            self.last = FileRun(self._instance, kind, bom=bom, turns=self._turns)
            return self.last

    def drop(self) -> None:
        """Forget the last file, even if it is being made, as it has a name that was taken out."""
        with self._lock:
            self.last = None


# --- the rows of the club checked by the rules of the club book, one night at a time --------------


def find_club_problems(store: GameStore, db: Connection) -> Iterator[str]:
    """Yield a sentence for each fact of the club that the club book forbids, night by night.

    Raises UnreadableGame, NoClub.
    """
    club, people = club_of(db), load_people(db)
    book = ClubBook(club=club.club, people=people)
    figures = figures_in(store, db) if club.club.pots else None
    for night in load_whole_nights(db)[::-1]:
        read, games = read_games(store, db, night, people)
        records = {game: document_of(current) for game, current in games.items()}
        payments = load_night_payments(db, night.id)
        pots = pots_before(figures, night.id) if figures else ()
        of_night = replace(
            book, club=replace(book.club, pots=pots), nights=(read,), payments=payments
        )
        for text in _problems(of_night, records):
            yield f"Night {night.id} of {night.date}: {text}."
        for game in find_wrong_games(db, night.id, games):
            yield f"What is stored of game {game} of {night.date} is not what its deals give."
    payments, adjustments = _payments_on_account(load_payments(db)), load_adjustments(db)
    for text in _problems(replace(book, payments=payments, adjustments=adjustments), {}):
        yield f"Money on account: {text}."
    seasons, past = load_seasons(db), load_past(db, book.club.currency)
    for text in _problems(replace(book, seasons=seasons, past=past), {}):
        yield f"Seasons: {text}."


def _payments_on_account(
    payments: tuple[ClubPayment | Reversal, ...],
) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments for no night, and their reversals."""
    found = {
        payment.id for payment in payments if isinstance(payment, ClubPayment) and not payment.night
    }
    return tuple(
        [
            payment
            for payment in payments
            if (payment.reverses if isinstance(payment, Reversal) else payment.id) in found
        ]
    )


def _problems(book: ClubBook, records: Mapping[str, Document]) -> Iterator[str]:
    for problem in read_book(write_book(book, records)).problems:
        if problem.severity is Severity.ERROR:
            yield problem.text


class FileKind(NamedTuple):
    """A kind of file: the words where it is offered, and how it is sent."""

    title: str
    about: str
    ending: str = "csv"
    mimetype: str = "text/csv"


BOOK: Final = "book"
KINDS: Final[Mapping[str, FileKind]] = {
    BOOK: FileKind(
        "Club book", "Everything, to keep or to move elsewhere", "json", "application/json"
    ),
    TableKind.GAMES: FileKind("Games", "One row per person and game"),
    TableKind.DEALS: FileKind("Deals", "One row per hand"),
    TableKind.LEDGER: FileKind("Ledger", "One row per posting"),
    TableKind.STANDINGS: FileKind(
        "Standings", "One row per person; wins are of games played to their end"
    ),
    TableKind.BALANCES: FileKind("Balances", "One row per person, and the till"),
    TableKind.ATTENDANCE: FileKind("Attendance", "One row per person, a column per night"),
    JournalKind.HLEDGER: FileKind("Journal", "For hledger", "journal", "text/plain"),
}
"""The kinds of files that a club can be written as."""
NO_CLUB: Final = "There is no club yet."

Tell = Callable[[int, int], None]
"""A function that is called with the number of nights done and of all nights."""


class BrokenBook(Exception):  # noqa: N818 - the book is broken, the program is not
    """The club has a game that no installation would take in; its sentences say what to do."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def write_club_file(store: GameStore, kind: str, tell: Tell, *, bom: bool = False) -> str:
    """Return the text of the club as a file of a kind; ``scorekeeper club`` prints the same.

    Raises NoClub, UnreadableGame, BrokenBook.
    """
    problems: list[str] = []
    book, records = load_book(store, tell, note=problems.append)
    if kind == BOOK:
        if problems:
            raise BrokenBook(*problems)
        return write_document(write_book(book, records))
    figures = ClubFigures(book, Question())
    # Standings are in the order of their page, the ledger in that of the club book.
    figures = figures.ask(Question(ranked_by=telling_order(figures, Choice()), as_book=True))
    if kind in JOURNALS:
        return JOURNALS[kind](figures)
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
        row = find_club_row(db)
        facts = (load_people(db), night_ids(db), load_payments(db), load_adjustments(db))
        if any(facts) or load_seasons(db) or (row is not None and row.club.pots):
            return Refused(problems=refusal("bad_value", "This installation already has a club"))
        _store_book(store, db, reading, reading.book, tell=tell)
    return Taken(
        nights=len(reading.book.nights),
        games=sum([len(night.games) for night in reading.book.nights]),
    )


def _store_book(
    store: GameStore, db: Connection, reading: BookReading, book: ClubBook, *, tell: Tell
) -> None:
    """Store the facts of a book; ``tell`` is called after each night."""
    at = store.now()
    _store_club(store, db, book)
    for person in book.people:
        add_person_row(db, replace(person, same_as=""), at)
    for person in book.people:
        if person.same_as:
            change_person(db, person)
    for number, night in enumerate(book.nights, 1):
        _store_night(store, db, night, reading.records)
        tell(number, len(book.nights))
    for payment in book.payments:
        add_payment(db, payment, at)
    for adjustment in book.adjustments:
        add_adjustment(db, adjustment, at)
    taken = ClubAct(kind="book_taken", subject="club")
    for act in (*[bring(past, book.club.currency) for past in book.past], taken):
        note_act(store, db, Post(entry_id=store.new_key()), act)


def _store_club(store: GameStore, db: Connection, book: ClubBook) -> None:
    row, at = find_club_row(db), store.now()
    if row is None:
        add_club(db, ClubRow(club=book.club, paper="a4"), "", at)
        make_links(store, db, Thing.CLUB, at=at)
    else:
        zone = book.club.time_zone or row.club.time_zone
        change_club(db, ClubRow(club=replace(book.club, time_zone=zone), paper=row.paper))
    for pot in book.club.pots:
        add_pot(db, pot, at)
    for season in book.seasons:
        add_season(db, season, at)


def _store_night(
    store: GameStore, db: Connection, night: Night, records: Mapping[str, Document]
) -> None:
    at = store.now()
    add_night(db, night, at)
    make_links(store, db, Thing.NIGHT, night.id, at=at)
    write_organised_night(db, night.id, night.organised)
    for game in night.games:
        record = read_record(records[game.id]).record
        if record is None:
            raise ValueError("A book without problems has no such record")
        key = store_game(store, db, record)
        entered = NightGameRow(
            id=game.id,
            key=key,
            night=night.id,
            label=game.table,
            is_void=game.is_void,
            closed_early=game.closed_early,
            round=game.round,
        )
        add_night_game(db, entered, at)
        write_seats(db, key, {Seat(seat): person for seat, person in enumerate(game.people)})
    if night.closed is not None:
        add_closing(db, night.id, night.closed, at)
        if night.corrected_on:
            mark_corrected(db, night.id, night.corrected_on, at)
