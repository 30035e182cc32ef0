"""Currencies, rounding, and who owes whom: each pair of players, each net, the fewest payments.

Points are whole numbers or exact fractions (a share of 200 may be 66 2/3); money is in whole minor
units of the stake's currency. This module uses no floats, and no ``round()``, which would round
1050 to 1000 in place of 1100 (Law 25).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from heapq import heapify, heappop, heapreplace
from itertools import combinations
from types import MappingProxyType
from typing import Final, NamedTuple

from scorekeeper.rules.deals import Seat
from scorekeeper.rules.words import MINUS

# --- The currencies of stakes, and how many decimal digits they have ------------------------------
# The codes and digits are those of ISO 4217, list one, up to amendment 180 (Bulgaria in the euro
# from 2026). Metals, drawing rights and other codes whose minor unit ISO gives as "N.A." are left
# out, as an amount in them has no minor units. Unicode's CLDR gives fewer digits where small coins
# are out of use (0 in place of 2 for RSD, 0 in place of 3 for IQD); ISO is used here, so that an
# amount in a game record means the same in every program.


_CODES_BY_DIGITS: Final = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD
        CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP
        GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK
        LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO
        NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS
        SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST
        XAD XCD XCG YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

MINOR_DIGITS: Final[Mapping[str, int]] = MappingProxyType(
    {code: digits for digits, codes in _CODES_BY_DIGITS.items() for code in codes.split()}
)
"""The number of digits after the decimal point of each currency in use, by ISO 4217 code."""
_WITHDRAWN: Final = """
    ANG BGN CUC CYP EEK GHC HRK LTL LVL MRO MTL MZM SDD SIT SKK SLL STD TMM VEB VEF ZMK ZWD ZWL ZWR
"""
PAST_DIGITS: Final[Mapping[str, int]] = MappingProxyType(
    dict.fromkeys(_WITHDRAWN.split(), 2) | {"BYR": 0}
)
"""The same of currencies withdrawn since 2006, in which a game of that time may be recorded."""


def minor_digits(code: str) -> int | None:
    """Return how many digits the currency has after the point, or ``None`` for an unknown code.

    Codes are three capital letters; those of past years are known too.
    """
    return MINOR_DIGITS.get(code, PAST_DIGITS.get(code))


# --- The fewest payments that settle what several people owe and get ------------------------------


TILL: Final = "till"
"""The id of a club's cash, which pays and is paid as people are; no person has this id."""
_FEWEST_IN_TWO_GROUPS: Final = 4
_EXACT_LIMIT: Final = 10
"""The most people for whom all groups are tried: 2 ** 10 groups take a few milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """One payment, in minor units (1 or more)."""

    payer: Seat
    payee: Seat
    minor: int


_Balance = tuple[Seat, int]
"""A seat and the minor units that it is owed; negative if it has to pay."""


def fewest_transfers(net: Sequence[int]) -> tuple[Transfer, ...]:
    """Return the fewest transfers that settle the nets by seat (minor units), the largest first.

    With more than ten people who pay or get money, the number need not be the least: then each
    transfer is from the one who owes most to the one who gets most. Raises ``ValueError`` if the
    nets do not add up to zero.
    """
    if sum(net) != 0:
        raise ValueError("Nets that do not add up to zero cannot be settled.")
    balances = [(Seat(seat), minor) for seat, minor in enumerate(net) if minor]
    may_divide = _FEWEST_IN_TWO_GROUPS <= len(balances) <= _EXACT_LIMIT
    groups = _most_groups(balances) if may_divide else [balances]
    transfers = [transfer for group in groups for transfer in _clear(group)]
    return tuple(sorted(transfers, key=_largest_first))


def _largest_first(transfer: Transfer) -> tuple[int, Seat, Seat]:
    return -transfer.minor, transfer.payer, transfer.payee


def _most_groups(balances: list[_Balance]) -> list[list[_Balance]]:
    """Return the people in as many groups as possible whose balances each add up to zero.

    A group of n people that cannot be divided needs n - 1 transfers, so the most groups give the
    fewest transfers. People are removed one by one, in the order in which the balances of those who
    remain add up to zero most often; each time they do, a group is complete.
    """
    most = _most_groups_by_subset(tuple([minor for _, minor in balances]))
    groups: list[list[_Balance]] = []
    remaining = (1 << len(balances)) - 1
    left = 0
    while remaining:
        if left == 0:
            groups.append([])
        removed = max(_members(remaining), key=lambda place: most[remaining ^ 1 << place])
        groups[-1].append(balances[removed])
        left += balances[removed][1]
        remaining ^= 1 << removed
    return groups


@lru_cache(maxsize=64)  # each page of an open night asks for the same
def _most_groups_by_subset(minors: tuple[int, ...]) -> Sequence[int]:
    """Return, for each subset of people (a bit each), the most groups that it can have."""
    sums = [0] * (1 << len(minors))
    most = [0] * len(sums)
    for remaining in range(1, len(sums)):
        last = remaining.bit_length() - 1
        sums[remaining] = sums[remaining ^ 1 << last] + minors[last]
        best_after = max(most[remaining ^ 1 << place] for place in _members(remaining))
        most[remaining] = best_after + (sums[remaining] == 0)
    return most


def _members(remaining: int) -> list[int]:
    return [place for place in range(remaining.bit_length()) if remaining >> place & 1]


def _clear(group: list[_Balance]) -> list[Transfer]:
    """Return transfers that clear a group, each from the one who owes most to who gets most.

    Of equals the first by seat pays or gets first.
    """
    transfers: list[Transfer] = []
    payers = [(minor, seat) for seat, minor in group if minor < 0]
    payees = [(-minor, seat) for seat, minor in group if minor > 0]
    heapify(payers)
    heapify(payees)
    while payers:
        (owes, payer), (gets, payee) = payers[0], payees[0]
        minor = min(-owes, -gets)
        _reduce(payers, minor)
        _reduce(payees, minor)
        transfers.append(Transfer(payer=payer, payee=payee, minor=minor))
    return transfers


def _reduce(largest_first: list[tuple[int, Seat]], minor: int) -> None:
    """Subtract a payment from the first balance of a heap, and remove the balance at zero."""
    left, seat = largest_first[0]
    if left + minor:
        heapreplace(largest_first, (left + minor, seat))
    else:
        heappop(largest_first)


Score = int | Fraction

_AMOUNT: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]+)?")
_SIGNED_AMOUNT: Final = re.compile(r"(-?)([0-9]{1,12})(?:\.([0-9]+))?")


class NegativeHalf(StrEnum):
    """How a negative score halfway between two units is rounded; Law 25 has only positive cases.

    ``AWAY`` rounds by magnitude (-50 to -100, -350 to -400), ``UP`` upwards (-50 to 0, -350 to
    -300).
    """

    AWAY = "away"
    UP = "up"


class SettlementMethod(StrEnum):
    """How two players settle: by the difference in points, by the stake once, or not at all."""

    DIFFERENCE = "difference"
    FLAT = "flat"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """The stake of a game: ``minor`` units of ``currency`` for every ``per`` points (1 or more)."""

    currency: str
    minor: int
    per: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A debt between two players: ``minor`` units (may be 0) for ``points`` of difference."""

    payer: Seat
    payee: Seat
    points: Score
    minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The money of a game; ``net`` has minor units by seat, which add up to exactly zero.

    If it is ``by_columns``, the points of a pair are the columns that it is paid for.
    """

    stake: Stake
    pairs: tuple[Pair, ...]
    net: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    by_columns: bool = False


class Due(NamedTuple):
    """What a player gets from another, in minor units and points; negative if the player pays."""

    minor: int
    points: Score


class Account(NamedTuple):
    """A player's dues from each player, in order of play, and in all; ``None`` from themselves."""

    seat: Seat
    dues: tuple[Due | None, ...]
    net: Due


def round_half_away(value: Score) -> int:
    """Return the nearest whole number; a half is rounded away from zero."""
    return round_to(value, 1, NegativeHalf.AWAY)


def round_to(value: Score, unit: int, negative_half: NegativeHalf) -> int:
    """Return the nearest multiple of ``unit`` (1 or more); a positive half is rounded up.

    Law 25: to the nearest hundred, "fifty points count as an extra hundred, forty-five points as
    nothing". It does not mention negative scores; ``negative_half`` decides for their half.
    """
    if value < 0 and negative_half is NegativeHalf.AWAY:
        return -round_to(-value, unit, negative_half)
    return (2 * value + unit) // (2 * unit) * unit


def read_amount(text: str, currency: str) -> int | None:
    """Return a decimal string such as ``0.05`` in minor units, or ``None`` if it is no amount.

    An amount has one to nine digits before the point and at most the currency's number of digits
    after it, with no sign, exponent, space or grouping. Returns ``None`` for an unknown currency.
    """
    return read_signed_amount(text, currency) if _AMOUNT.fullmatch(text) else None


def read_signed_amount(text: str, currency: str) -> int | None:
    """Return a decimal string such as ``-26.00`` in minor units, or ``None`` if it is no amount.

    It may have a minus sign, and up to twelve digits before the point; else as ``read_amount``.
    """
    digits = minor_digits(currency)
    found = _SIGNED_AMOUNT.fullmatch(text)
    if digits is None or found is None:
        return None
    sign, whole, fraction = found[1], found[2], found[3] or ""
    if len(fraction) > digits:
        return None
    minor = int(whole + fraction.ljust(digits, "0"))
    return -minor if sign else minor


def write_amount(minor: int, currency: str) -> str:
    """Return minor units as a decimal string with all digits of the currency: ``-26.00``.

    Raises ``KeyError`` if the currency is not in ISO 4217.
    """
    digits = minor_digits(currency)
    if digits is None:
        raise KeyError(currency)
    sign = "-" if minor < 0 else ""
    whole, fraction = divmod(abs(minor), 10**digits)
    return f"{sign}{whole}.{fraction:0{digits}d}" if digits else f"{sign}{whole}"


def write_balance(minor: int, currency: str) -> str:
    """Return minor units for people to read, with a typographic minus: ``19.00``, ``−3.00``.

    Raises ``KeyError`` if the currency is not in ISO 4217.
    """
    return write_amount(minor, currency).replace("-", MINUS)


def settle(
    columns: Sequence[Sequence[Score]],
    stake: Stake,
    *,
    method: SettlementMethod,
    low_wins: bool,
    turns: Sequence[Seat] = (),
    between: Sequence[tuple[Seat, Seat]] | None = None,
) -> Settlement | None:
    """Return the settlement of a game, or ``None`` if ``method`` is ``OFF``.

    ``columns`` has the results by seat, for each column of the game. Law 25: "Each player wins from
    those with lower scores and loses to those with higher scores"; if ``low_wins``, the other way
    round. Pairs that are even are left out. Of equal transfers those of the first in order of play
    come first; ``turns`` are the seats in that order. Partners settle only ``between`` the seats of
    each pair there, and these payments are their transfers.
    """
    if method is SettlementMethod.OFF:
        return None
    is_flat = method is SettlementMethod.FLAT
    if low_wins:
        columns = [[-result for result in column] for column in columns]
    turns = turns or list(map(Seat, range(len(columns[0]))))
    owed = [
        _compute_owed(columns, stake, seats=seats, flat=is_flat)
        for seats in between or combinations(turns, 2)
    ]
    pairs = tuple([pair for pair in owed if pair.points])
    net = [0] * len(columns[0])
    for pair in pairs:
        net[pair.payer] -= pair.minor
        net[pair.payee] += pair.minor
    return Settlement(
        stake=stake,
        pairs=pairs,
        net=tuple(net),
        transfers=_fewest_in_turn(net, turns) if between is None else _transfers_of(pairs, turns),
        by_columns=is_flat and len(columns) > 1,
    )


def _fewest_in_turn(net: Sequence[int], turns: Sequence[Seat]) -> tuple[Transfer, ...]:
    """Return the fewest transfers that settle the nets by seat, with ties broken as a record's."""
    return tuple(
        [
            Transfer(payer=turns[one.payer], payee=turns[one.payee], minor=one.minor)
            for one in fewest_transfers([net[seat] for seat in turns])
        ]
    )


def _transfers_of(pairs: Sequence[Pair], turns: Sequence[Seat]) -> tuple[Transfer, ...]:
    paid = [
        Transfer(payer=pair.payer, payee=pair.payee, minor=pair.minor)
        for pair in sorted(pairs, key=lambda pair: turns.index(pair.payer))
        if pair.minor
    ]
    return tuple(sorted(paid, key=lambda transfer: -transfer.minor))


def _compute_owed(
    columns: Sequence[Sequence[Score]], stake: Stake, *, seats: tuple[Seat, Seat], flat: bool
) -> Pair:
    """Return what one of two players pays the other; ``points`` is 0 if they are even.

    With several columns a ``flat`` stake is paid for each of them, less those that the payer leads,
    and the points are their number.
    """
    leads = [column[seats[0]] - column[seats[1]] for column in columns]
    lead: Score = sum(leads)
    if flat and len(columns) > 1:
        lead = sum([(lead > 0) - (lead < 0) for lead in leads])
    payee, payer = seats if lead > 0 else seats[::-1]
    points: Score = lead if lead > 0 else -lead
    # Each pair is rounded, not the net, as pages show the pairs and the nets must be their sums.
    minor = round_half_away(Fraction(points) * stake.minor / stake.per)
    if flat:
        minor = stake.minor * (int(points) if len(columns) > 1 else 1)
    return Pair(payer=payer, payee=payee, points=points, minor=minor)


def accounts_of(settlement: Settlement, turns: Sequence[Seat]) -> tuple[Account, ...]:
    """Return the account of each player: the dues from each other player, and the net.

    All are in order of play; ``turns`` are the seats in that order.
    """
    due = {(seat, other): Due(0, 0) for seat in turns for other in turns}
    for pair in settlement.pairs:
        due[pair.payee, pair.payer] = Due(pair.minor, pair.points)
        due[pair.payer, pair.payee] = Due(-pair.minor, -pair.points)
    return tuple([_account(seat, due, settlement, turns) for seat in turns])


def _account(
    seat: Seat,
    due: Mapping[tuple[Seat, Seat], Due],
    settlement: Settlement,
    turns: Sequence[Seat],
) -> Account:
    dues = [due[seat, other] for other in turns]
    points: Score = sum([owed.points for owed in dues])
    return Account(
        seat=seat,
        dues=tuple([None if other == seat else due[seat, other] for other in turns]),
        net=Due(settlement.net[seat], points),
    )
