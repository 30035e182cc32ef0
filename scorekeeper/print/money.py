"""The settlement of a sheet in words: each against each, nets, fewest payments, proof."""

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from scorekeeper.domain.deals import Seat
from scorekeeper.domain.settlement import Score, Settlement, write_amount
from scorekeeper.print.layout import beside
from scorekeeper.wording import (
    MINUS,
    write_money,
    write_signed,
    write_signed_amount,
    write_symbol,
)


class Owed(NamedTuple):
    """What a player has of another: money over points; empty where a player meets himself."""

    money: str = ""
    points: str = ""


class Account(NamedTuple):
    """A row of the matrix: a player against each, and what is left in all."""

    name: str
    owed: tuple[Owed, ...]
    net: Owed


class Payment(NamedTuple):
    """One payment to make."""

    payer: str
    payee: str
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """A settlement on paper.

    ``beside`` if the payments stand beside the matrix, ``fine`` if long amounts need small type.
    """

    symbol: str
    accounts: tuple[Account, ...]
    payments: tuple[Payment, ...]
    proof: str
    beside: bool
    fine: bool


def write_settlement(settlement: Settlement, names: tuple[str, ...]) -> Money:
    """The settlement of players called ``names``, by seat."""
    currency = settlement.stake.currency
    payments = [
        Payment(names[each.payer], names[each.payee], write_money(each.minor, currency))
        for each in settlement.transfers
    ]
    minors = [*settlement.net, *[pair.minor for pair in settlement.pairs]]
    longest = max([len(write_signed_amount(minor, currency)) for minor in minors])
    return Money(
        symbol=write_symbol(currency),
        accounts=tuple([_account(settlement, Seat(seat), names) for seat in range(len(names))]),
        payments=tuple(payments),
        proof=_proof(settlement),
        beside=beside(names, longest),
        fine=longest > 10,
    )


def _account(settlement: Settlement, seat: Seat, names: tuple[str, ...]) -> Account:
    currency = settlement.stake.currency
    won: dict[Seat, tuple[int, Score]] = {}
    for pair in settlement.pairs:
        if pair.payee == seat:
            won[pair.payer] = pair.minor, pair.points
        elif pair.payer == seat:
            won[pair.payee] = -pair.minor, -pair.points
    owed = [
        Owed() if other == seat else _owed(*won.get(Seat(other), (0, 0)), currency)
        for other in range(len(names))
    ]
    points = sum([Fraction(each) for _, each in won.values()])
    return Account(names[seat], tuple(owed), _owed(settlement.net[seat], points, currency))


def _owed(minor: int, points: Score, currency: str) -> Owed:
    return Owed(write_signed_amount(minor, currency), write_signed(points))


def _proof(settlement: Settlement) -> str:
    """The nets as a sum that comes to nothing: ``16.00 + 10.00 − 26.00 = 0``."""
    first, *others = settlement.net
    currency = settlement.stake.currency
    rest = [
        f"{MINUS if minor < 0 else '+'} {write_amount(abs(minor), currency)}" for minor in others
    ]
    terms = [write_signed_amount(first, currency).removeprefix("+"), *rest]
    return f"{' '.join(terms)} = {sum(settlement.net)}"
