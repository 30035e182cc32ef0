"""The fewest transfers that clear the nets of a game."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.deals import Seat
from scorekeeper.rules.settlement import Transfer, fewest_transfers

ANN, BOB, CAL, DOT, EVE = (Seat(seat) for seat in range(5))


def nets(fewest: int, most: int) -> st.SearchStrategy[list[int]]:
    """Nets that add up to zero, small enough to match often, for so many players."""
    others = st.lists(st.integers(-8, 8), min_size=fewest - 1, max_size=most - 1)
    return others.map(lambda minors: [*minors, -sum(minors)])


NETS = nets(2, 10) | nets(11, 14)
MIXED_GROUPS = st.lists(nets(2, 3), min_size=2, max_size=3).flatmap(
    lambda groups: st.permutations([minor for group in groups for minor in group])
)


def payments(paid: Sequence[Transfer]) -> list[tuple[int, int, int]]:
    """Return payer, payee and minor units of each transfer."""
    return [(each.payer, each.payee, each.minor) for each in paid]


@cache
def naive_fewest(net: tuple[int, ...]) -> int:
    """Count by trying, for the first who is not level, every partner of the other sign.

    The first person's whole balance is passed to the partner: some best plan has that form.
    """
    dues = [minor for minor in net if minor]
    if not dues:
        return 0
    first, *rest = dues
    return 1 + min(
        naive_fewest(tuple(sorted((*rest[:place], minor + first, *rest[place + 1 :]))))
        for place, minor in enumerate(rest)
        if minor * first < 0
    )


def test_debts_that_match_are_paid_apart_where_largest_to_largest_takes_one_more() -> None:
    transfers = fewest_transfers([7, 5, -5, -4, -3])
    assert payments(transfers) == [(CAL, BOB, 5), (DOT, ANN, 4), (EVE, ANN, 3)]


def test_the_largest_transfer_comes_first() -> None:
    assert payments(fewest_transfers([-1, -5, 5, 1])) == [(BOB, CAL, 5), (ANN, DOT, 1)]


def test_of_two_who_owe_the_same_the_first_in_seat_pays_first() -> None:
    transfers = fewest_transfers([-3, -3, 2, 4])
    assert payments(transfers) == [(ANN, DOT, 3), (BOB, CAL, 2), (BOB, DOT, 1)]


def test_nets_that_do_not_add_up_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="do not add up to zero"):
        fewest_transfers([5, -4])


@given(net=MIXED_GROUPS)
def test_the_number_of_transfers_is_the_least_there_is(net: list[int]) -> None:
    assert len(fewest_transfers(net)) == naive_fewest(tuple(net))


@given(net=NETS)
def test_transfers_clear_every_net(net: list[int]) -> None:
    due = list(net)
    for transfer in fewest_transfers(net):
        due[transfer.payer] += transfer.minor
        due[transfer.payee] -= transfer.minor
    assert not any(due)


@given(net=NETS)
def test_there_are_fewer_transfers_than_players(net: list[int]) -> None:
    assert len(fewest_transfers(net)) <= len(net) - 1


@given(net=NETS)
def test_only_losers_pay_and_only_winners_are_paid(net: list[int]) -> None:
    assert all(
        net[each.payer] < 0 < net[each.payee] and each.minor > 0 for each in fewest_transfers(net)
    )
