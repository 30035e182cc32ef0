"""Keeps the derived rows, from which standings and balances are read, up to date with the facts.

They are written in the transaction that changes the facts. Every figure in them comes from the
arithmetic of the domain, and is stored unchanged.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.club.book import LoadedNight, load_night_in
from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Club, ClubBook, ClubPayment, Person, Reversal
from scorekeeper.domain.club.ledger import (
    LedgerEntry,
    accounts_of_club,
    adjustment_entry,
    correction_entries,
    in_order,
    night_entries,
    opening_entry,
    payment_entry,
)
from scorekeeper.domain.club.results import Choice, choose_games, counted
from scorekeeper.domain.club.spellings import join_spellings
from scorekeeper.domain.journal import Dealt
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.ledger import (
    EntryPlace,
    EntryRow,
    LedgerPart,
    correction_number,
    drop_unknown_entries,
    newest_posted,
    rebuild_accounts,
    replace_entries,
)
from scorekeeper.storage.club.nights import find_night_game, night_ids, night_number
from scorekeeper.storage.club.payments import (
    NumberedAdjustment,
    NumberedPayment,
    find_payment,
    numbered_adjustments,
    numbered_payments,
)
from scorekeeper.storage.club.people import (
    DerivedPerson,
    load_people,
    nights_of_people,
    read_derived_people,
    write_derived_people,
)
from scorekeeper.storage.club.results import drop_unknown_nights, has_result, replace_results
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


_FIRST_DEAL: Final = 1


def derive_night(
    store: GameStore, db: Connection, night: str, newer: Mapping[str, CurrentGame]
) -> None:
    """Write the derived rows of one night; ``newer`` are games by key, not yet committed."""
    if newer and all(_goes_on(db, game) for game in newer.values()):
        return
    derive_club(store, db)
    derive_rows(db, load_night_in(store, db, night, newer=newer))


def derive_club(store: GameStore, db: Connection) -> None:
    """Write the derived rows that changed with facts of no night: people, money on account."""
    old, new = read_derived_people(db), derive_people(db)
    renamed = {each for each in {*old, *new} if _meant(old, each) != _meant(new, each)}
    derive_money(db, load_people(db), renamed)
    for night in _changed_nights(db, old, new):
        derive_rows(db, load_night_in(store, db, night))


def derive_people(db: Connection) -> dict[str, DerivedPerson]:
    """Write and return, by id, whom each id means now and when that person is a member."""
    people = {
        each.id: DerivedPerson(each.id, each.meant, each.joined, each.left)
        for each in load_people(db)
    }
    if people != read_derived_people(db):
        write_derived_people(db, people.values())
    return people


def derive_rows(db: Connection, loaded: LoadedNight) -> bool:
    """Write the rows of a night; return whether any was different from what is stored."""
    night = loaded.night
    number = night_number(db, night.id)
    book = ClubBook(club=loaded.club, people=tuple(loaded.people.values()), nights=(night,))
    games = list(counted(choose_games(book, Choice())))
    has_others = replace_results(db, night.id, games, loaded.people)
    accounts, corrected = accounts_of_club(book), correction_number(night.date, number)
    parts = (
        (LedgerPart.NIGHT, number, night_entries(loaded.figures)),
        (LedgerPart.CORRECTION, corrected, correction_entries(loaded.figures)),
    )
    differ = [
        replace_entries(db, (part,), place, entry_rows(entries, part, place, accounts))
        for part, place, entries in parts
    ]
    return any(differ) or has_others


def _goes_on(db: Connection, game: CurrentGame) -> bool:
    """Tell whether a deal was played in a game that neither begins nor ends with it."""
    is_one_of_many = isinstance(game.log[-1].act, Dealt) and game.sheet.counted_deals > _FIRST_DEAL
    row = find_night_game(db, key=game.key)
    return is_one_of_many and game.sheet.final is None and not (row and has_result(db, row.id))


# --- people whose nights look different -----------------------------------------------------------


def _meant(people: Mapping[str, DerivedPerson], each: str) -> str:
    return people[each].meant if each in people else each


def _changed_nights(
    db: Connection, old: Mapping[str, DerivedPerson], new: Mapping[str, DerivedPerson]
) -> Sequence[str]:
    """Return the nights on which an id means another person now, or membership changed."""
    found: dict[str, None] = {}
    for each in new:
        for night, date in nights_of_people(db, each) if _differs(old, new, each) else ():
            if _on(old, each, date) != _on(new, each, date):
                found[night] = None
    return list(found)


def _differs(old: Mapping[str, DerivedPerson], new: Mapping[str, DerivedPerson], each: str) -> bool:
    return old.get(_meant(old, each)) != new[new[each].meant]


def _on(people: Mapping[str, DerivedPerson], each: str, date: str) -> tuple[str, bool]:
    """Return who is meant by an id, and whether that person was a member on a day."""
    meant = _meant(people, each)
    row = people.get(meant, DerivedPerson(meant, meant, "", ""))
    person = Person(id=meant, name=meant, joined=row.joined, left=row.left)
    return meant, person.is_member_on(date)


# --- all of them again ----------------------------------------------------------------------------


_AT_ONCE: Final = 1_000
"""How many payments are written in one transaction, so that nobody waits for long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The result of a rebuild: how many nights, and how many nights and entries were wrong."""

    nights: int
    mended: int


def rebuild_derived(store: GameStore, tell: Callable[[int, int], None]) -> Rebuilt | None:
    """Compute the derived rows again; ``tell`` gets the number of nights done and of all nights.

    The site may be served meanwhile. Returns None without a club. Raises StorageError.
    """
    with store.database.writing() as db:
        row = find_club_row(db)
        if row is None:
            return None
        derive_people(db)
        mended = drop_unknown_nights(db) + drop_unknown_entries(db)
        mended += write_opening(db, row.club, load_people(db))
        nights = night_ids(db)
    tell(0, len(nights))
    for done, night in enumerate(nights, 1):
        with store.database.writing() as db:
            mended += derive_rows(db, load_night_in(store, db, night))
        tell(done, len(nights))
    mended += _rebuild_money(store, row.club)
    with store.database.writing() as db:
        mended += rebuild_accounts(db)
    return Rebuilt(nights=len(nights), mended=mended)


def _rebuild_money(store: GameStore, club: Club) -> int:
    with store.database.reading() as db:
        payments, adjustments = numbered_payments(db, 0), numbered_adjustments(db, 0)
    mended = 0
    for start in range(0, len(payments), _AT_ONCE):
        with store.database.writing() as db:
            # Somebody may have become another spelling of a person meanwhile.
            mended += write_payments(db, club, load_people(db), payments[start : start + _AT_ONCE])
    for start in range(0, len(adjustments), _AT_ONCE):
        with store.database.writing() as db:
            mended += write_adjustments(
                db, club, load_people(db), adjustments[start : start + _AT_ONCE]
            )
    return mended
