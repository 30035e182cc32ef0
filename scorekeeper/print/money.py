"""Writes the settlement of a sheet: the matrix of dues, nets, fewest payments and proof."""

from dataclasses import dataclass
from typing import NamedTuple

from scorekeeper.domain.settlement import Account, Due, Settlement, accounts_of
from scorekeeper.print.money_layout import beside
from scorekeeper.wording import (
    write_money,
    write_proof,
    write_signed,
    write_signed_amount,
    write_symbol,
)


class Owed(NamedTuple):
    """A cell of the matrix: what a player gets from another (minus: pays), in money and points.

    Both are empty in the cell of a player's row and own column.
    """

    money: str = ""
    points: str = ""


class PaperAccount(NamedTuple):
    """A row of the matrix: a player, what each other owes that player, and the net."""

    name: str
    owed: tuple[Owed, ...]
    net: Owed


class Payment(NamedTuple):
    """One payment that a player has to make."""

    payer: str
    payee: str
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """The printed settlement.

    ``beside`` is true if the payments stand beside the matrix, ``fine`` if long amounts need small
    type.
    """

    symbol: str
    accounts: tuple[PaperAccount, ...]
    payments: tuple[Payment, ...]
    proof: str
    beside: bool
    fine: bool


def make_money(settlement: Settlement, names: tuple[str, ...]) -> Money:
    """Return the printed form of a settlement; ``names`` are the players by seat."""
    currency = settlement.stake.currency
    payments = [
        Payment(names[each.payer], names[each.payee], write_money(each.minor, currency))
        for each in settlement.transfers
    ]
    minors = [*settlement.net, *[pair.minor for pair in settlement.pairs]]
    longest = max([len(write_signed_amount(minor, currency)) for minor in minors])
    return Money(
        symbol=write_symbol(currency),
        accounts=tuple([_account(each, names, currency) for each in accounts_of(settlement)]),
        payments=tuple(payments),
        proof=write_proof(settlement),
        beside=beside(names, longest),
        fine=longest > 10,
    )


def _account(account: Account, names: tuple[str, ...], currency: str) -> PaperAccount:
    owed = [Owed() if due is None else _owed(due, currency) for due in account.dues]
    return PaperAccount(names[account.seat], tuple(owed), _owed(account.net, currency))


def _owed(due: Due, currency: str) -> Owed:
    return Owed(write_signed_amount(due.minor, currency), write_signed(due.points))
