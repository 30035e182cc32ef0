"""Rounding, and money: what each pair of players owes, each player's net, the fewest transfers.

Points are whole numbers or exact fractions (a share of 200 may be 66 2/3); money is whole minor
units of the stake's currency. There are no floats here and no ``round()``, which would take 1050 to
1000 instead of the 1100 of Law 25.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import combinations
from typing import Final, NamedTuple

from scorekeeper.domain.currencies import MINOR_DIGITS, minor_digits
from scorekeeper.domain.deals import Seat

Score = int | Fraction

_AMOUNT: Final = re.compile(r"([0-9]{1,9})(?:\.([0-9]+))?")
_EXACT_LIMIT: Final = 10
"""Most people for whom every division into groups is tried: 2 ** 10 subsets take a few ms."""


class NegativeHalf(StrEnum):
    """Where a negative score halfway between two units goes; Law 25 gives positive cases only.

    ``AWAY`` rounds by magnitude (-50 to -100, -350 to -400), ``UP`` upwards (-50 to 0, -350 to
    -300).
    """

    AWAY = "away"
    UP = "up"


class SettlementMethod(StrEnum):
    """What the lower of two players pays the higher: by points, the bare stake, or nothing."""

    DIFFERENCE = "difference"
    FLAT = "flat"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What is played for: ``minor`` units of ``currency`` for every ``per`` points (1 or more)."""

    currency: str
    minor: int
    per: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What one player owes another: for ``points`` of difference, ``minor`` units (may be 0)."""

    payer: Seat
    payee: Seat
    points: Score
    minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """One payment that clears nets, in minor units (1 or more)."""

    payer: Seat
    payee: Seat
    minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """The money of a game: ``net`` is by seat, in minor units, and adds up to exactly zero."""

    stake: Stake
    pairs: tuple[Pair, ...]
    net: tuple[int, ...]
    transfers: tuple[Transfer, ...]


class Due(NamedTuple):
    """What one player has of another, in minor units and points; below zero what is owed."""

    minor: int
    points: Score


class Account(NamedTuple):
    """One player against each, by seat, and in all; ``None`` where a player meets himself."""

    seat: Seat
    dues: tuple[Due | None, ...]
    net: Due


class _Balance(NamedTuple):
    """A seat and the minor units still due to it; negative if it owes them."""

    seat: Seat
    minor: int


def round_half_away(value: Score) -> int:
    """Round to the nearest whole number, a half away from zero."""
    return round_to(value, 1, NegativeHalf.AWAY)


def round_to(value: Score, unit: int, negative_half: NegativeHalf) -> int:
    """Round to the nearest multiple of ``unit`` (1 or more); a positive half goes up.

    Law 25: to the nearest hundred, "fifty points count as an extra hundred, forty-five points as
    nothing". The law is silent on negative scores: ``negative_half`` says where their half goes.
    """
    if value < 0 and negative_half is NegativeHalf.AWAY:
        return -round_to(-value, unit, negative_half)
    return (2 * value + unit) // (2 * unit) * unit


def read_amount(text: str, currency: str) -> int | None:
    """Read a decimal string such as ``0.05`` as minor units; ``None`` if it is no such amount.

    An amount has one to nine whole digits and at most the currency's minor digits, with no sign,
    exponent, space or grouping. ``None`` also if the currency is unknown.
    """
    digits = minor_digits(currency)
    found = _AMOUNT.fullmatch(text)
    if digits is None or found is None:
        return None
    whole, fraction = found[1], found[2] or ""
    if len(fraction) > digits:
        return None
    return int(whole + fraction.ljust(digits, "0"))


def write_amount(minor: int, currency: str) -> str:
    """Write minor units as a decimal string with all the currency's digits, such as ``-26.00``.

    Raises ``KeyError`` if the currency is not in ISO 4217.
    """
    digits = MINOR_DIGITS[currency]
    sign = "-" if minor < 0 else ""
    whole, fraction = divmod(abs(minor), 10**digits)
    return f"{sign}{whole}.{fraction:0{digits}d}" if digits else f"{sign}{whole}"


def settle(
    results: Sequence[Score], stake: Stake, *, method: SettlementMethod, low_wins: bool
) -> Settlement | None:
    """Settle a game from its results by seat; ``None`` if the table does not play for money.

    Law 25: "Each player wins from those with lower scores and loses to those with higher scores";
    where the low score wins, the other way about. Pairs that are level are left out.
    """
    if method is SettlementMethod.OFF:
        return None
    pairs = tuple(
        _owed(results, stake, seats=seats, flat=method is SettlementMethod.FLAT, low_wins=low_wins)
        for seats in combinations(map(Seat, range(len(results))), 2)
        if results[seats[0]] != results[seats[1]]
    )
    net = [0] * len(results)
    for pair in pairs:
        net[pair.payer] -= pair.minor
        net[pair.payee] += pair.minor
    return Settlement(stake=stake, pairs=pairs, net=tuple(net), transfers=fewest_transfers(net))


def _owed(
    results: Sequence[Score],
    stake: Stake,
    *,
    seats: tuple[Seat, Seat],
    flat: bool,
    low_wins: bool,
) -> Pair:
    lower, higher = sorted(seats, key=lambda seat: results[seat])
    payer, payee = (higher, lower) if low_wins else (lower, higher)
    points = results[higher] - results[lower]
    # Rounded here and not in the net: each pair's amount is shown, and the nets must add up.
    by_points = round_half_away(Fraction(points) * stake.minor / stake.per)
    return Pair(payer=payer, payee=payee, points=points, minor=stake.minor if flat else by_points)


def accounts_of(settlement: Settlement) -> tuple[Account, ...]:
    """Set each player against each, by seat; what is due to one is owed by the other."""
    seats = [Seat(seat) for seat in range(len(settlement.net))]
    due = {(seat, other): Due(0, 0) for seat in seats for other in seats}
    for pair in settlement.pairs:
        due[pair.payee, pair.payer] = Due(pair.minor, pair.points)
        due[pair.payer, pair.payee] = Due(-pair.minor, -pair.points)
    return tuple([_account(seat, due, settlement) for seat in seats])


def _account(seat: Seat, due: Mapping[tuple[Seat, Seat], Due], settlement: Settlement) -> Account:
    dues = [due[seat, Seat(other)] for other in range(len(settlement.net))]
    points: Score = sum([each.points for each in dues])
    return Account(
        seat=seat,
        dues=tuple([None if other == seat else each for other, each in enumerate(dues)]),
        net=Due(settlement.net[seat], points),
    )


def fewest_transfers(net: Sequence[int]) -> tuple[Transfer, ...]:
    """Clear the nets by seat (minor units) in as few transfers as possible, the largest first.

    With up to ten people who owe or are owed the number is the least there is; with more, each
    transfer is from who owes most to who is owed most, at most people - 1 in all. Raises
    ``ValueError`` if the nets do not add up to zero.
    """
    if sum(net) != 0:
        raise ValueError("Nets that do not add up to zero cannot be settled.")
    balances = [_Balance(Seat(seat), minor) for seat, minor in enumerate(net) if minor]
    groups = _most_level_groups(balances) if len(balances) <= _EXACT_LIMIT else [balances]
    transfers = [transfer for group in groups for transfer in _clear(group)]
    return tuple(sorted(transfers, key=lambda each: (-each.minor, each.payer, each.payee)))


def _most_level_groups(balances: list[_Balance]) -> list[list[_Balance]]:
    """Divide people into as many groups as possible that each add up to zero.

    A group of n needs at least n - 1 transfers unless it falls apart into smaller ones, so the
    most groups give the fewest transfers. Taking people out of the room one by one, the most often
    those left can add up to zero is the greatest number of groups.
    """
    most = _most_level_by_subset([balance.minor for balance in balances])
    groups: list[list[_Balance]] = []
    room = (1 << len(balances)) - 1
    left = 0
    while room:
        if left == 0:
            groups.append([])
        leaver = max(_members(room), key=lambda place: most[room ^ 1 << place])
        groups[-1].append(balances[leaver])
        left += balances[leaver].minor
        room ^= 1 << leaver
    return groups


def _most_level_by_subset(minors: list[int]) -> list[int]:
    """For each subset (a bit a person): how often it is level, people leaving in the best order."""
    sums = [0] * (1 << len(minors))
    most = [0] * len(sums)
    for room in range(1, len(sums)):
        last = room.bit_length() - 1
        sums[room] = sums[room ^ 1 << last] + minors[last]
        best_after = max(most[room ^ 1 << place] for place in _members(room))
        most[room] = best_after + (sums[room] == 0)
    return most


def _members(room: int) -> list[int]:
    return [place for place in range(room.bit_length()) if room >> place & 1]


def _clear(group: list[_Balance]) -> list[Transfer]:
    """Pay from who owes most to who is owed most until nobody owes; level people go by seat."""
    transfers: list[Transfer] = []
    due = {balance.seat: balance.minor for balance in sorted(group)}
    while any(due.values()):
        payer = min(due, key=lambda seat: due[seat])
        payee = max(due, key=lambda seat: due[seat])
        minor = min(-due[payer], due[payee])
        due[payer] += minor
        due[payee] -= minor
        transfers.append(Transfer(payer=payer, payee=payee, minor=minor))
    return transfers
