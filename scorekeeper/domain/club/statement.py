"""A person's statement: each entry of the ledger that touches them, with the balance after it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scorekeeper.domain.club.facts import TILL
from scorekeeper.domain.club.ledger import (
    PEOPLE_PREFIX,
    TILL_ACCOUNT,
    LedgerEntry,
    LedgerKind,
    account_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One entry: ``amount`` in minor units credited to the person, and the ``balance`` after it.

    ``ref`` is the id of the game, night, payment or adjustment, empty for the opening; ``other`` is
    the party on the other side of a payment or reversal, else empty.
    """

    date: str
    kind: LedgerKind
    ref: str
    night: str
    amount: int
    balance: int
    other: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceParts:
    """Where a balance comes from, in minor units; the three parts add up to it.

    ``night`` is the last night in which the person played or owed a fee, empty without one;
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
        )
        lines.append(line)
    return lines


def _other_party(entry: LedgerEntry, account: str) -> str:
    if entry.kind not in (LedgerKind.PAYMENT, LedgerKind.REVERSAL):
        return ""
    other = next(each for each in entry.postings if each != account)
    return TILL if other == TILL_ACCOUNT else other.removeprefix(PEOPLE_PREFIX)


def parts_of_balance(lines: Sequence[StatementLine]) -> BalanceParts | None:
    """Return the parts of a balance; ``lines`` are the newest of a statement, newest first.

    Returns None if the last night may begin before these lines. Without a night, the whole balance
    is ``since``.
    """
    balance = lines[0].balance if lines else 0
    played = (LedgerKind.GAME, LedgerKind.FEE)
    night = next((each.night for each in lines if each.kind in played), "")
    of_night = [place for place, each in enumerate(lines) if night and each.night == night]
    if not of_night:
        return BalanceParts(night="", of_night=0, before=0, since=balance)
    first = lines[of_night[-1]]
    before = first.balance - first.amount
    if len(lines) == of_night[-1] + 1 and before:
        return None
    minor = sum(lines[place].amount for place in of_night)
    return BalanceParts(night=night, of_night=minor, before=before, since=balance - before - minor)
