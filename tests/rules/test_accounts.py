"""Each player against each other, and in all, once a game is settled."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.deals import Seat
from scorekeeper.rules.settlement import (
    Account,
    Due,
    Score,
    SettlementMethod,
    Stake,
    accounts_of,
    settle,
)

STAKE = Stake(currency="USD", minor=100, per=100)
RESULTS = st.lists(
    st.integers(-2000, 5000) | st.fractions(-2000, 5000, max_denominator=3), min_size=2, max_size=6
)


def accounts(results: list[Score], method: SettlementMethod) -> tuple[Account, ...]:
    settlement = settle([results], STAKE, method=method, low_wins=False)
    assert settlement is not None
    return accounts_of(settlement, [Seat(seat) for seat in range(len(results))])


def test_the_accounts_of_the_laws_are_what_each_has_of_each() -> None:
    ann, bob, cal = accounts([1200, 1000, -200], SettlementMethod.DIFFERENCE)
    assert ann.dues == (None, Due(200, 200), Due(1400, 1400))
    assert bob.dues == (Due(-200, -200), None, Due(1200, 1200))
    assert cal.dues == (Due(-1400, -1400), Due(-1200, -1200), None)
    assert [each.net for each in (ann, bob, cal)] == [
        Due(1600, 1600),
        Due(1000, 1000),
        Due(-2600, -2600),
    ]


def test_players_who_are_level_have_nothing_of_each_other() -> None:
    ann, _ = accounts([Fraction(200, 3), Fraction(200, 3)], SettlementMethod.DIFFERENCE)
    assert (ann.dues, ann.net) == ((None, Due(0, 0)), Due(0, 0))


@given(RESULTS, st.sampled_from([SettlementMethod.DIFFERENCE, SettlementMethod.FLAT]))
def test_what_one_has_the_other_owes(results: list[Score], method: SettlementMethod) -> None:
    found = accounts(results, method)
    for seat, account in enumerate(found):
        for other, due in enumerate(account.dues):
            back = found[other].dues[seat]
            assert (due is None) == (seat == other)
            assert due is None or back == Due(-due.minor, -due.points)


@given(RESULTS, st.sampled_from([SettlementMethod.DIFFERENCE, SettlementMethod.FLAT]))
def test_the_net_is_the_sum_of_what_is_due(results: list[Score], method: SettlementMethod) -> None:
    for account in accounts(results, method):
        dues = [due for due in account.dues if due is not None]
        assert account.net == (sum([due.minor for due in dues]), sum([due.points for due in dues]))
