"""The ledger: double entry, plus is debit, and each entry adds up to zero.

A person's account is what the person owes the club; minus is owed to the person. A statement has
each entry that touches a person, with the balance after it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorekeeper.club.facts import (
    Adjustment,
    Club,
    ClubBook,
    ClubPayment,
    Night,
    NightMoney,
    Person,
    Pot,
    Reversal,
)
from scorekeeper.club.figures.nights import (
    ADJUSTMENTS_ACCOUNT,
    FEES_ACCOUNT,
    OPENING_ACCOUNT,
    PEOPLE_PREFIX,
    TILL_ACCOUNT,
    NightFigures,
    account_of,
    account_of_pot,
    accounts_of_club,
)
from scorekeeper.rules import TILL


class LedgerKind(StrEnum):
    """What an entry of the ledger is about."""

    OPENING = "opening"
    GAME = "game"
    FEE = "fee"
    ENTRY = "entry"
    PRIZE = "prize"
    CORRECTION = "correction"
    PAYMENT = "payment"
    REVERSAL = "reversal"
    ADJUSTMENT = "adjustment"


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One entry: ``postings`` are minor units by account, in the order of accounts, none zero.

    ``ref`` is the id of the game, night, payment or adjustment, None for the opening. ``corrects``
    is what a correction changes of a night itself: its fees, entries or prizes; None for a game.
    ``at`` is when it was entered, as far as that is known.
    """

    date: str
    kind: LedgerKind
    ref: str | None
    night: str | None
    postings: Mapping[str, int]
    corrects: LedgerKind | None = None
    at: str = ""


def accounts_of_book(book: ClubBook) -> list[str]:
    """Return all accounts of a book in their order; its spellings are joined."""
    has_pool = any(night.organised is not None for night in book.nights)
    return accounts_of_club(book.people, book.club.pots, has_pool=has_pool)


def put_in_order(entries: Iterable[LedgerEntry], ranks: Mapping[str, int]) -> list[LedgerEntry]:
    """Return entries with their postings in the order of accounts, without what is zero."""
    found = []
    for entry in entries:
        postings = {account: minor for account, minor in entry.postings.items() if minor}
        if postings:
            ordered = {
                account: postings[account] for account in sorted(postings, key=ranks.__getitem__)
            }
            found.append(replace(entry, postings=ordered))
    return found


def opening_entry(club: Club, people: Iterable[Person], pots: Iterable[Pot] = ()) -> LedgerEntry:
    """Return the entry of the opening balances; like all below, it may have zeros."""
    openings = {account_of(person.id): -person.opening for person in people}
    openings |= {account_of_pot(pot.id): -pot.opening for pot in pots}
    openings[TILL_ACCOUNT] = club.till
    openings[OPENING_ACCOUNT] = -sum(openings.values())
    return LedgerEntry(
        date=club.opened, kind=LedgerKind.OPENING, ref=None, night=None, postings=openings
    )


def night_entries(figures: NightFigures) -> Iterator[LedgerEntry]:
    """Yield the entries of a night's money as seen at the closing, or as now for an open night."""
    night = figures.night
    money = night.closed.seen if night.closed else figures.money
    yield from _money_entries(night, money, night.date, None)


def correction_entries(figures: NightFigures) -> Iterator[LedgerEntry]:
    """Yield the entries of what changed since the closing: for each game, then for the rest."""
    night = figures.night
    for entry in _money_entries(
        night, figures.corrections, night.correction_day, LedgerKind.CORRECTION
    ):
        yield replace(entry, at=night.corrected_at)


def _money_entries(
    night: Night, money: NightMoney, date: str, kind: LedgerKind | None
) -> Iterator[LedgerEntry]:
    """Yield an entry for each game, then for fees, entry money and prizes.

    ``kind`` overrides their own kinds.
    """
    for game in night.games:
        if game.id in money.games:
            won = money.games[game.id]
            yield LedgerEntry(
                date=date,
                kind=kind or LedgerKind.GAME,
                ref=game.id,
                night=night.id,
                postings={account_of(person): -minor for person, minor in won.items()},
            )
    for own, postings in _night_postings(money).items():
        yield LedgerEntry(
            date=date,
            kind=kind or own,
            ref=night.id,
            night=night.id,
            postings=postings,
            corrects=own if kind else None,
        )


def _night_postings(money: NightMoney) -> dict[LedgerKind, Mapping[str, int]]:
    """Return the postings of fees, entry money and prizes of a night, by their kinds."""
    fees = {account_of(person): minor for person, minor in money.fees.items()}
    fees[FEES_ACCOUNT] = -sum(fees.values())
    return {
        LedgerKind.FEE: fees,
        LedgerKind.ENTRY: money.entry,
        LedgerKind.PRIZE: money.prize,
    }


def payment_entry(payment: ClubPayment | Reversal, made: Mapping[str, ClubPayment]) -> LedgerEntry:
    """Return the entry of a payment or a reversal; ``made`` are payments by id."""
    is_reversal = isinstance(payment, Reversal)
    paid = made[payment.reverses] if isinstance(payment, Reversal) else payment
    minor = -paid.minor if is_reversal else paid.minor
    return LedgerEntry(
        date=payment.date,
        kind=LedgerKind.REVERSAL if is_reversal else LedgerKind.PAYMENT,
        ref=payment.id,
        night=paid.night or None,
        postings={account_of(paid.payer): -minor, account_of(paid.payee): minor},
        at=payment.at,
    )


def adjustment_entry(adjustment: Adjustment) -> LedgerEntry:
    """Return the entry of an adjustment."""
    party = adjustment.party
    minor = adjustment.minor if party == TILL else -adjustment.minor
    return LedgerEntry(
        date=adjustment.date,
        kind=LedgerKind.ADJUSTMENT,
        ref=adjustment.id,
        night=None,
        postings={account_of(party): minor, ADJUSTMENTS_ACCOUNT: -minor},
        at=adjustment.at,
    )


def sums_by_account(book: ClubBook, entries: Sequence[LedgerEntry]) -> dict[str, int]:
    """Return the trial balance: the sum of every account in minor units, zero or not."""
    sums = dict.fromkeys(accounts_of_book(book), 0)
    for entry in entries:
        for account, minor in entry.postings.items():
            sums[account] += minor
    return sums


def balance_of(party: str, sums: Mapping[str, int]) -> int:
    """Return what a person has to get, or the cash of the till, from the sums by account."""
    minor = sums[account_of(party)]
    return minor if party == TILL else -minor


# --- a person's statement -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One entry: ``amount`` in minor units credited to the person, and the ``balance`` after it.

    ``ref`` is the id of the game, night, payment or adjustment, empty for the opening; ``other`` is
    the party on the other side of a payment or reversal, else empty. ``corrects`` is as in the
    ledger.
    """

    date: str
    kind: LedgerKind
    ref: str
    night: str
    amount: int
    balance: int
    other: str = ""
    corrects: LedgerKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceParts:
    """Where a balance comes from, in minor units; the three parts add up to it.

    ``night`` is the last night in which the person played or owed something, empty without one;
    ``of_night`` is all that was entered for it, ``before`` and ``since`` are what came earlier and
    later than its first entry.
    """

    night: str
    of_night: int
    before: int
    since: int


def lines_of_person(entries: Iterable[LedgerEntry], person: str) -> list[StatementLine]:
    """Return the lines of a person in the order of the ledger."""
    account = account_of(person)
    lines: list[StatementLine] = []
    balance = 0
    for entry in entries:
        amount = -entry.postings.get(account, 0)
        if not amount:
            continue
        balance += amount
        line = StatementLine(
            date=entry.date,
            kind=entry.kind,
            ref=entry.ref or "",
            night=entry.night or "",
            amount=amount,
            balance=balance,
            other=_other_party(entry, account),
            corrects=entry.corrects,
        )
        lines.append(line)
    return lines


def _other_party(entry: LedgerEntry, account: str) -> str:
    if entry.kind not in (LedgerKind.PAYMENT, LedgerKind.REVERSAL):
        return ""
    other = next(other for other in entry.postings if other != account)
    return TILL if other == TILL_ACCOUNT else other.removeprefix(PEOPLE_PREFIX)


def parts_of_balance(lines: Sequence[StatementLine]) -> BalanceParts | None:
    """Return the parts of a balance; ``lines`` are the newest of a statement, newest first.

    Returns None if the last night may begin before these lines. Without a night, the whole balance
    is ``since``.
    """
    balance = lines[0].balance if lines else 0
    played = (LedgerKind.GAME, LedgerKind.FEE, LedgerKind.ENTRY)
    night = next((line.night for line in lines if line.kind in played), "")
    of_night = [place for place, line in enumerate(lines) if night and line.night == night]
    if not of_night:
        return BalanceParts(night="", of_night=0, before=0, since=balance)
    first = lines[of_night[-1]]
    before = first.balance - first.amount
    if len(lines) == of_night[-1] + 1 and before:
        return None
    minor = sum(lines[place].amount for place in of_night)
    return BalanceParts(night=night, of_night=minor, before=before, since=balance - before - minor)
