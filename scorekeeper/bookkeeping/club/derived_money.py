"""Writes the ledger entries of opening balances, payments, reversals and adjustments."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from scorekeeper.domain.club.facts import Club, ClubBook, ClubPayment, Person, Reversal
from scorekeeper.domain.club.ledger import (
    LedgerEntry,
    accounts_of_club,
    adjustment_entry,
    in_order,
    opening_entry,
    payment_entry,
)
from scorekeeper.domain.club.spellings import join_spellings
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.ledger import (
    EntryPlace,
    EntryRow,
    LedgerPart,
    newest_posted,
    replace_entries,
)
from scorekeeper.storage.club.payments import (
    NumberedAdjustment,
    NumberedPayment,
    find_payment,
    numbered_adjustments,
    numbered_payments,
)
from scorekeeper.storage.database import Connection


def entry_rows(
    entries: Iterable[LedgerEntry], part: LedgerPart, number: int, accounts: Sequence[str]
) -> Iterator[EntryRow]:
    """Yield entries as they are stored, in their order, without those that are empty."""
    ranks = {account: rank for rank, account in enumerate(accounts)}
    for line, entry in enumerate(entries):
        postings = tuple(in_order(entry, ranks).postings.items())
        if postings:
            yield EntryRow(
                place=EntryPlace(entry.date, part, number, line),
                kind=str(entry.kind),
                ref=entry.ref,
                night=entry.night,
                postings=postings,
            )


def derive_money(db: Connection, people: Sequence[Person], renamed: Collection[str]) -> None:
    """Write the opening balances, and what was paid and adjusted since the last time.

    The entries of ``renamed`` ids are written again, since these ids mean other people now.
    """
    row = find_club_row(db)
    if row is not None:
        write_opening(db, row.club, people)
        after = newest_posted(db, LedgerPart.PAYMENT), newest_posted(db, LedgerPart.ADJUSTMENT)
        write_payments(db, row.club, people, numbered_payments(db, after[0], renamed))
        write_adjustments(db, row.club, people, numbered_adjustments(db, after[1], renamed))


def write_opening(db: Connection, club: Club, people: Sequence[Person]) -> bool:
    """Write the entry of the opening balances; return whether it was different."""
    book = join_spellings(ClubBook(club=club, people=tuple(people)))
    entry = opening_entry(club, book.people)
    rows = entry_rows([entry], LedgerPart.OPENING, 0, accounts_of_club(book))
    return replace_entries(db, (LedgerPart.OPENING,), 0, rows)


def write_payments(
    db: Connection, club: Club, people: Sequence[Person], rows: Sequence[NumberedPayment]
) -> int:
    """Write the entries of payments and reversals; return how many were different."""
    taken_back = tuple(
        [
            find_payment(db, each.payment.reverses)
            for each in rows
            if isinstance(each.payment, Reversal)
        ]
    )
    made = tuple([each for each in taken_back if isinstance(each, ClubPayment)])
    payments = tuple([each.payment for each in rows])
    book = join_spellings(ClubBook(club=club, people=tuple(people), payments=(*payments, *made)))
    by_id = {each.id: each for each in book.payments if isinstance(each, ClubPayment)}
    accounts, part = accounts_of_club(book), LedgerPart.PAYMENT
    return sum(
        [
            replace_entries(
                db,
                (part,),
                row.number,
                entry_rows([payment_entry(payment, by_id)], part, row.number, accounts),
            )
            for row, payment in zip(rows, book.payments, strict=False)
        ]
    )


def write_adjustments(
    db: Connection, club: Club, people: Sequence[Person], rows: Sequence[NumberedAdjustment]
) -> int:
    """Write the entries of adjustments; return how many were different."""
    adjustments = tuple([each.adjustment for each in rows])
    book = join_spellings(ClubBook(club=club, people=tuple(people), adjustments=adjustments))
    accounts, part = accounts_of_club(book), LedgerPart.ADJUSTMENT
    return sum(
        [
            replace_entries(
                db,
                (part,),
                row.number,
                entry_rows([adjustment_entry(each)], part, row.number, accounts),
            )
            for row, each in zip(rows, book.adjustments, strict=True)
        ]
    )
