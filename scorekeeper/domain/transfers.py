"""The fewest payments that settle what several people owe and get."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from typing import Final, NamedTuple

from scorekeeper.domain.deals import Seat

_FEWEST_IN_TWO_GROUPS: Final = 4
_EXACT_LIMIT: Final = 10
"""The most people for whom all groups are tried: 2 ** 10 groups take a few milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """One payment, in minor units (1 or more)."""

    payer: Seat
    payee: Seat
    minor: int


class _Balance(NamedTuple):
    """A seat and the minor units that it has to get; negative if it has to pay."""

    seat: Seat
    minor: int


def fewest_transfers(net: Sequence[int]) -> tuple[Transfer, ...]:
    """Return the fewest transfers that settle the nets by seat (minor units), the largest first.

    With more than ten people who pay or get money, the number need not be the least: then each
    transfer is from the one who owes most to the one who gets most. Raises ``ValueError`` if the
    nets do not add up to zero.
    """
    if sum(net) != 0:
        raise ValueError("Nets that do not add up to zero cannot be settled.")
    balances = [_Balance(Seat(seat), minor) for seat, minor in enumerate(net) if minor]
    may_divide = _FEWEST_IN_TWO_GROUPS <= len(balances) <= _EXACT_LIMIT
    groups = _most_groups(balances) if may_divide else [balances]
    transfers = [transfer for group in groups for transfer in _clear(group)]
    return tuple(sorted(transfers, key=lambda each: (-each.minor, each.payer, each.payee)))


def _most_groups(balances: list[_Balance]) -> list[list[_Balance]]:
    """Return the people in as many groups as possible whose balances each add up to zero.

    A group of n people that cannot be divided needs n - 1 transfers, so the most groups give the
    fewest transfers. People are removed one by one, in the order in which the balances of those who
    remain add up to zero most often; each time they do, a group is complete.
    """
    most = _most_groups_by_subset([balance.minor for balance in balances])
    groups: list[list[_Balance]] = []
    remaining = (1 << len(balances)) - 1
    left = 0
    while remaining:
        if left == 0:
            groups.append([])
        removed = max(_members(remaining), key=lambda place: most[remaining ^ 1 << place])
        groups[-1].append(balances[removed])
        left += balances[removed].minor
        remaining ^= 1 << removed
    return groups


def _most_groups_by_subset(minors: list[int]) -> list[int]:
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
