"""Checks the rows of the club by the rules of the club book, one night at a time."""

from collections.abc import Iterator

from scorekeeper.bookkeeping.club.book import ReadNight
from scorekeeper.bookkeeping.game.setups import document_of
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import (
    Adjustment,
    ClubBook,
    ClubPayment,
    Night,
    Reversal,
)
from scorekeeper.domain.variant import Severity
from scorekeeper.record.club.reading import read_book
from scorekeeper.record.club.writing import write_book
from scorekeeper.record.document import Document
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.nights import load_nights
from scorekeeper.storage.club.payments import load_adjustments, load_night_payments, load_payments
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.database import Connection


def find_club_problems(store: GameStore, db: Connection) -> Iterator[str]:
    """Yield a sentence for each fact of the club that the club book forbids, night by night.

    Raises UnreadableGame. Without a club there is nothing to find.
    """
    if find_club_row(db) is None:
        return
    for row in load_nights(db):
        read = ReadNight(store, db, row, {})
        records = {game: document_of(each) for game, each in read.games.items()}
        payments = load_night_payments(db, row.id)
        for text in _problems(db, nights=(read.night,), records=records, payments=payments):
            yield f"Night {row.id} of {row.date}: {text}."
    payments, adjustments = _on_account(load_payments(db)), load_adjustments(db)
    for text in _problems(db, payments=payments, adjustments=adjustments):
        yield f"Money on account: {text}."


def _on_account(
    payments: tuple[ClubPayment | Reversal, ...],
) -> tuple[ClubPayment | Reversal, ...]:
    """Return the payments for no night, and their reversals."""
    found = {each.id for each in payments if isinstance(each, ClubPayment) and not each.night}
    return tuple(
        [
            each
            for each in payments
            if (each.reverses if isinstance(each, Reversal) else each.id) in found
        ]
    )


def _problems(
    db: Connection,
    *,
    nights: tuple[Night, ...] = (),
    records: dict[str, Document] | None = None,
    payments: tuple[ClubPayment | Reversal, ...] = (),
    adjustments: tuple[Adjustment, ...] = (),
) -> Iterator[str]:
    row = find_club_row(db)
    if row is None:
        return
    book = ClubBook(
        club=row.club,
        people=load_people(db),
        nights=nights,
        payments=payments,
        adjustments=adjustments,
    )
    for problem in read_book(write_book(book, records or {})).problems:
        if problem.severity is Severity.ERROR:
            yield problem.text
