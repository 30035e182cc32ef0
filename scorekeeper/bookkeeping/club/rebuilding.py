"""Computes all derived rows of a club again from its facts, and tells its progress."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scorekeeper.bookkeeping.club.book import load_night_in
from scorekeeper.bookkeeping.club.derived_money import (
    write_adjustments,
    write_opening,
    write_payments,
)
from scorekeeper.bookkeeping.club.results import derive_people, derive_rows
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Club
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.ledger import drop_unknown_entries, rebuild_accounts
from scorekeeper.storage.club.nights import night_ids
from scorekeeper.storage.club.payments import numbered_adjustments, numbered_payments
from scorekeeper.storage.club.people import load_people
from scorekeeper.storage.club.results import drop_unknown_nights, rebuild_years

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
        mended += rebuild_years(db) + rebuild_accounts(db)
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
