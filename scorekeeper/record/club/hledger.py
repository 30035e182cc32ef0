"""Writes the ledger of a club as a journal for hledger."""

from collections.abc import Iterator
from typing import Final

from scorekeeper.domain.club.figures import ClubFigures
from scorekeeper.domain.club.ledger import (
    ADJUSTMENTS_ACCOUNT,
    FEES_ACCOUNT,
    OPENING_ACCOUNT,
    PEOPLE_PREFIX,
    TILL_ACCOUNT,
    LedgerEntry,
    accounts_of_club,
)
from scorekeeper.domain.currencies import minor_digits
from scorekeeper.domain.settlement import write_amount
from scorekeeper.record.club.tables import names_of_accounts

_ROOTS: Final = {
    TILL_ACCOUNT: "assets:",
    FEES_ACCOUNT: "income:",
    OPENING_ACCOUNT: "equity:",
    ADJUSTMENTS_ACCOUNT: "equity:",
}


def write_hledger(figures: ClubFigures) -> str:
    """Return the journal, with all accounts declared, for ``hledger check --strict``."""
    return "\n".join([*_declarations(figures), *_entries(figures)]) + "\n"


def _account(account: str) -> str:
    root = "assets:" if account.startswith(PEOPLE_PREFIX) else _ROOTS[account]
    return root + account


def _declarations(figures: ClubFigures) -> Iterator[str]:
    currency = figures.book.club.currency
    yield f"commodity 1000.{'0' * (minor_digits(currency) or 0)} {currency}"
    names = names_of_accounts(figures)
    for account in accounts_of_club(figures.book):
        comment = f"  ; {names[account]}" if account in names else ""
        yield f"account {_account(account)}{comment}"


def _entries(figures: ClubFigures) -> Iterator[str]:
    currency = figures.book.club.currency
    for entry in figures.ledger:
        yield ""
        yield _head(entry)
        for account, minor in entry.postings.items():
            yield f"    {_account(account)}  {write_amount(minor, currency)} {currency}"


def _head(entry: LedgerEntry) -> str:
    ref = f" {entry.ref}" if entry.ref else ""
    night = f"  ; night:{entry.night}" if entry.night else ""
    return f"{entry.date} * {entry.kind}{ref}{night}"
