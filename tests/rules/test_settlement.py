"""Rounding by Law 25, amounts of money, pairs, nets and the fewest transfers."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.deals import Seat
from scorekeeper.rules.settlement import (
    MINOR_DIGITS,
    NegativeHalf,
    Pair,
    Score,
    Settlement,
    SettlementMethod,
    Stake,
    Transfer,
    read_amount,
    round_half_away,
    round_to,
    settle,
    write_amount,
)

ANN, BOB, CAL, DOT, EVE = (Seat(seat) for seat in range(5))
DOLLAR_PER_100: Final = Stake(currency="USD", minor=100, per=100)
FIVE_CENTS_A_POINT: Final = Stake(currency="USD", minor=5, per=1)

SCORES = st.integers(-2000, 5000) | st.fractions(-2000, 5000, max_denominator=3)
STAKES = st.builds(
    Stake, currency=st.just("USD"), minor=st.integers(0, 1000), per=st.sampled_from([1, 3, 100])
)


def money(
    results: Sequence[Score],
    stake: Stake,
    *,
    method: SettlementMethod = SettlementMethod.DIFFERENCE,
    low_wins: bool = False,
) -> Settlement:
    """Settle a game that is played for money."""
    settlement = settle([results], stake, method=method, low_wins=low_wins)
    assert settlement is not None
    return settlement


def payments(paid: Sequence[Pair] | Sequence[Transfer]) -> list[tuple[int, int, int]]:
    """Return payer, payee and minor units of each pair or transfer."""
    return [(each.payer, each.payee, each.minor) for each in paid]


@pytest.mark.parametrize(
    ("rounded", "scores"),
    [
        (0, [0, 45, Fraction(149, 3)]),
        (100, [50, 55, Fraction(151, 3)]),
        (1000, [950, 1045, Fraction(3149, 3)]),
        (1100, [1050, Fraction(3150, 3), Fraction(3151, 3)]),
        (1200, [1150, 1240]),
        (1300, [1250]),
    ],
)
@pytest.mark.parametrize("negative_half", NegativeHalf)
def test_fifty_counts_as_an_extra_hundred_and_forty_five_as_nothing(
    rounded: int, scores: list[Score], negative_half: NegativeHalf
) -> None:
    assert {round_to(score, 100, negative_half) for score in scores} == {rounded}


@pytest.mark.parametrize(
    ("negative_half", "rounded"),
    [(NegativeHalf.AWAY, [0, -100, -100, -300, -400]), (NegativeHalf.UP, [0, 0, -100, -300, -300])],
)
def test_a_negative_half_goes_by_magnitude_or_up(
    negative_half: NegativeHalf, rounded: list[int]
) -> None:
    scores: list[Score] = [-45, -50, Fraction(-151, 3), -345, -350]
    assert [round_to(score, 100, negative_half) for score in scores] == rounded


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(7, 7), (Fraction(1, 2), 1), (Fraction(-1, 2), -1), (Fraction(5, 2), 3), (Fraction(7, 3), 2)],
)
def test_a_half_is_rounded_away_from_zero(value: Score, rounded: int) -> None:
    assert round_half_away(value) == rounded


@given(value=SCORES, unit=st.integers(1, 200), negative_half=st.sampled_from(NegativeHalf))
def test_no_multiple_of_the_unit_is_nearer_than_the_rounded(
    value: Score, unit: int, negative_half: NegativeHalf
) -> None:
    rounded = round_to(value, unit, negative_half)
    assert rounded % unit == 0
    assert 2 * abs(rounded - Fraction(value)) <= unit


@pytest.mark.parametrize(
    ("text", "minor"),
    [("1.00", 100), ("0.05", 5), ("1", 100), ("1.5", 150), ("0", 0), ("999999999.99", 10**11 - 1)],
)
def test_an_amount_is_read_as_minor_units(text: str, minor: int) -> None:
    assert read_amount(text, "USD") == minor


@pytest.mark.parametrize(
    "text",
    ["", "-1", "+1", "1e2", " 1", "1\n", ".5", "1.", "1,00", "1_0", "0.001", "1000000000", "٣"],
)
def test_what_is_no_plain_amount_in_dollars_is_refused(text: str) -> None:
    assert read_amount(text, "USD") is None


def test_a_currency_without_minor_unit_takes_no_point() -> None:
    assert read_amount("300.0", "JPY") is None


def test_an_amount_in_an_unknown_currency_is_refused() -> None:
    assert read_amount("1.00", "ZZZ") is None


@pytest.mark.parametrize(
    ("currency", "texts"),
    [
        ("USD", ["16.00", "-26.00", "-0.05", "0.00"]),
        ("JPY", ["1600", "-2600", "-5", "0"]),
        ("KWD", ["1.600", "-2.600", "-0.005", "0.000"]),
        ("CLF", ["0.1600", "-0.2600", "-0.0005", "0.0000"]),
    ],
)
def test_an_amount_is_written_with_all_its_digits(currency: str, texts: list[str]) -> None:
    assert [write_amount(minor, currency) for minor in (1600, -2600, -5, 0)] == texts


def test_the_smallest_and_largest_amounts_survive_writing_and_reading() -> None:
    amounts = [
        (currency, minor)
        for currency, digits in MINOR_DIGITS.items()
        for minor in (0, 1, 10 ** (9 + digits) - 1)
    ]
    read = [(code, read_amount(write_amount(minor, code), code)) for code, minor in amounts]
    assert read == amounts


def test_each_pair_pays_its_difference_at_the_stake() -> None:
    settlement = money([1200, 1000, -200], DOLLAR_PER_100)
    assert payments(settlement.pairs) == [(BOB, ANN, 200), (CAL, ANN, 1400), (CAL, BOB, 1200)]


def test_the_net_is_the_sum_of_the_pairs() -> None:
    assert money([1200, 1000, -200], DOLLAR_PER_100).net == (1600, 1000, -2600)


def test_the_settlement_carries_the_transfers_of_its_net() -> None:
    settlement = money([1200, 1000, -200], DOLLAR_PER_100)
    assert payments(settlement.transfers) == [(CAL, ANN, 1600), (CAL, BOB, 1000)]


def test_the_points_of_a_pair_are_the_difference_of_the_results() -> None:
    points = [pair.points for pair in money([1200, 1000, -200], DOLLAR_PER_100).pairs]
    assert points == [200, 1400, 1200]


def test_where_the_low_score_wins_the_higher_pays() -> None:
    assert money([215, 215, 300], FIVE_CENTS_A_POINT, low_wins=True).net == (425, 425, -850)


def test_a_pair_that_is_level_is_left_out() -> None:
    assert money([500, 500], DOLLAR_PER_100).pairs == ()


def test_a_pair_whose_money_rounds_to_nothing_stays() -> None:
    settlement = money([1, 0], Stake(currency="USD", minor=1, per=100))
    assert payments(settlement.pairs) == [(BOB, ANN, 0)]


def test_half_a_minor_unit_is_paid_as_a_whole_one() -> None:
    settlement = money([50, 0], Stake(currency="USD", minor=1, per=100))
    assert payments(settlement.pairs) == [(BOB, ANN, 1)]


def test_each_pair_is_rounded_before_the_net_is_added_up() -> None:
    assert money([50, 0, 0], Stake(currency="USD", minor=1, per=100)).net == (2, -1, -1)


def test_thirds_of_a_point_are_paid_exactly() -> None:
    assert money([Fraction(200, 3), 0], Stake(currency="USD", minor=3, per=1)).net == (200, -200)


def test_flat_pays_the_stake_once_for_each_pair_that_is_not_level() -> None:
    settlement = money([1200, 1200, -200], DOLLAR_PER_100, method=SettlementMethod.FLAT)
    assert payments(settlement.pairs) == [(CAL, ANN, 100), (CAL, BOB, 100)]


def test_off_settles_nothing() -> None:
    off = SettlementMethod.OFF
    assert settle([[1200, 0]], DOLLAR_PER_100, method=off, low_wins=False) is None


@given(
    results=st.lists(SCORES, min_size=2, max_size=6),
    stake=STAKES,
    method=st.sampled_from([SettlementMethod.DIFFERENCE, SettlementMethod.FLAT]),
    low_wins=st.booleans(),
)
def test_the_nets_add_up_to_zero(
    results: list[Score], stake: Stake, method: SettlementMethod, low_wins: bool
) -> None:
    assert sum(money(results, stake, method=method, low_wins=low_wins).net) == 0


@given(results=st.lists(st.integers(-2000, 5000), min_size=2, max_size=6))
def test_where_nothing_is_rounded_the_net_is_players_times_own_less_the_sum(
    results: list[int],
) -> None:
    net = money(results, FIVE_CENTS_A_POINT).net
    assert net == tuple((len(results) * own - sum(results)) * 5 for own in results)


@given(results=st.lists(SCORES, min_size=2, max_size=6), stake=STAKES)
def test_where_the_low_score_wins_every_net_has_the_opposite_sign(
    results: list[Score], stake: Stake
) -> None:
    high, low = (money(results, stake, low_wins=low_wins).net for low_wins in (False, True))
    assert low == tuple(-minor for minor in high)
