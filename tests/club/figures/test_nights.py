"""The figures of a night: its fees, who should pay whom, and when it is settled."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.club.facts import ClubPayment, PlannedTransfer, SettleWay
from scorekeeper.club.figures.nights import clears, plan_after, suggest_transfers
from scorekeeper.rules.settlement import TILL
from tests.club_books import REMOVED, Json, change, figures_of_document, full_book


def test_a_game_without_a_deal_bears_no_fee() -> None:
    changes = {
        "nights.1.fee": {"per": "person_game", "amount": "1.00"},
        "nights.1.games.0.closed_early": REMOVED,
        "nights.1.games.0.record.deals": [],
    }
    assert figures_of_document(change(full_book(), changes)).nights[1].money.fees == {}


@pytest.mark.parametrize(
    ("fee", "due"),
    [
        ({"per": "person_night", "amount": "1.00"}, {"ann": 100, "bob": 100, "cal": 100}),
        (
            {"per": "person_night", "amount": "1.00", "guest": "3.00"},
            {"ann": 100, "bob": 100, "cal": 300},
        ),
        (
            {"per": "person_night", "amount": "1.00", "guest": "0.00"},
            {"ann": 100, "bob": 100, "cal": 0},
        ),
        ({"per": "table_game", "amount": "1.00"}, {"ann": 34, "bob": 33, "cal": 33}),
        (
            [
                {"per": "person_night", "amount": "1.00", "guest": "3.00"},
                {"per": "table_game", "amount": "1.00"},
                {"per": "person_game", "amount": "0.10"},
            ],
            {"ann": 144, "bob": 143, "cal": 343},
        ),
    ],
)
def test_a_guest_pays_what_the_fee_says_of_guests(fee: Json, due: dict[str, int]) -> None:
    """Ann and Bob are members, and Cal is none."""
    figures = figures_of_document(change(full_book(), {"nights.1.fee": fee}))
    assert figures.nights[1].money.fees == due


def divisions(people: list[int]) -> Iterator[list[list[int]]]:
    """Every way to divide people, given as what each has to get, into groups."""
    if not people:
        yield []
        return
    first, *others = people
    for rest in divisions(others):
        yield [[first], *rest]
        for place, group in enumerate(rest):
            yield [*rest[:place], [first, *group], *rest[place + 1 :]]


def fewest(base: list[int]) -> int:
    """The fewest payments: one less than people, in each group that adds up to nothing."""
    owing = [minor for minor in base if minor]
    return min(
        sum(len(group) - 1 for group in groups)
        for groups in divisions(owing)
        if not any(sum(group) for group in groups)
    )


BASES = st.lists(st.integers(-4, 4), min_size=1, max_size=6)


@given(BASES)
def test_transfers_are_as_few_as_any_division_allows(minors: list[int]) -> None:
    base = {f"p{place}": minor for place, minor in enumerate(minors)} | {TILL: -sum(minors)}
    plan = suggest_transfers(SettleWay.TRANSFERS, base)
    assert clears(plan, base)
    assert len(plan) == fewest(list(base.values()))
    assert len({frozenset((each.payer, each.payee)) for each in plan}) == len(plan)


def test_a_plan_that_pays_somebody_else_does_not_clear_a_night() -> None:
    base = {"p1": -4, "p2": 4, TILL: 0}
    good = PlannedTransfer(payer="p1", payee="p2", minor=4)
    ways = [PlannedTransfer(payer=a, payee=b, minor=4) for a, b in (("p1", "p3"), ("p4", "p2"))]
    assert clears([good], base)
    assert not clears(ways, base)


def test_ten_parties_are_settled_by_the_fewest() -> None:
    # Three groups that add up to nothing are hidden among ten: 10 - 3 payments.
    minors = [100, -30, -70, 55, -5, -50, 41, 7, -43]
    base = {f"p{place}": minor for place, minor in enumerate(minors)} | {TILL: -5}
    assert len(suggest_transfers(SettleWay.TRANSFERS, base)) == 7


@pytest.mark.parametrize("count", [11, 60, 20_000])
def test_beyond_ten_parties_there_is_one_payment_less_than_there_are(count: int) -> None:
    base = {f"p{place}": (place * 7919) % 1_000 + 1 for place in range(count)}
    base[TILL] = -sum(base.values())
    plan = suggest_transfers(SettleWay.TRANSFERS, base)
    assert clears(plan, base)
    assert len(plan) <= count


def test_through_the_till_everybody_pays_or_is_paid_once() -> None:
    base = {"ann": 520, "bob": -320, "cal": 0, "dot": -500, TILL: 300}
    found = [
        (each.payer, each.payee, each.minor) for each in suggest_transfers(SettleWay.BANK, base)
    ]
    assert found == [(TILL, "ann", 520), ("bob", TILL, 320), ("dot", TILL, 500)]


def test_a_night_that_is_carried_over_asks_for_no_payment() -> None:
    assert suggest_transfers(SettleWay.CARRIED, {"ann": 1, TILL: -1}) == ()


def test_somebody_through_whose_hands_money_goes_is_among_the_people_of_the_night() -> None:
    changes = {
        "people.4": {"id": "eve", "name": "Eve"},
        "nights.0.closed.plan.0": {"from": "cal", "to": "eve", "amount": "5.20"},
        "nights.0.closed.plan.3": {"from": "eve", "to": "ann", "amount": "5.20"},
    }
    night = figures_of_document(change(full_book(), changes)).nights[0]
    assert list(night.people) == ["ann", "bob", "cal", "eve"]
    assert (night.people["eve"].net, night.people["eve"].left) == (0, 0)


def test_who_only_paid_what_was_taken_back_is_not_among_the_people_of_the_night() -> None:
    paid = {"id": "p3", "date": "2026-02-07", "from": "eve", "to": "ann", "amount": "1.00"}
    changes = {
        "people.4": {"id": "eve", "name": "Eve"},
        "payments.2": paid | {"night": "n1"},
        "payments.3": {"id": "p4", "date": "2026-02-07", "reverses": "p3"},
    }
    assert "eve" not in figures_of_document(change(full_book(), changes)).nights[0].people


def test_a_night_is_not_settled_before_it_is_closed() -> None:
    closed, still_open = figures_of_document(full_book()).nights
    assert (closed.open, closed.is_settled) == (1020, False)
    assert (still_open.open, still_open.is_settled) == (0, False)


# --- closing again after payments -----------------------------------------------------------------


PARTIES = ("p0", "p1", "p2", "p3", TILL)
Paid = dict[tuple[str, str], int]


def base_by(minors: list[int]) -> dict[str, int]:
    people = dict(zip(PARTIES, minors, strict=False))
    return people | {TILL: -sum(minors)}


def payments_by(paid: Paid) -> list[ClubPayment]:
    """Each sum in two payments where it can be divided."""
    return [
        ClubPayment(id="", date="", payer=payer, payee=payee, minor=part)
        for (payer, payee), minor in paid.items()
        for part in (minor // 2, minor - minor // 2)
        if part
    ]


def naive_left(base: dict[str, int], paid: Paid) -> dict[str, int]:
    return {
        party: base[party]
        + sum(minor for (payer, _), minor in paid.items() if payer == party)
        - sum(minor for (_, payee), minor in paid.items() if payee == party)
        for party in base
    }


@st.composite
def acts_after(draw: st.DrawFn, plan: tuple[PlannedTransfer, ...], paid: Paid) -> Paid:
    """Payments by a plan and beside it: whole, in part, too much, the wrong way, taken back."""
    now = dict(paid)
    for ends in [ends for ends in paid if draw(st.integers(0, 3)) == 0]:
        del now[ends]
    for each in plan:
        ends, still = (each.payer, each.payee), each.minor - now.get((each.payer, each.payee), 0)
        what = draw(st.sampled_from(["nothing", "whole", "part", "more", "wrong way"]))
        sums = {"whole": still, "part": still // 2, "more": still + 3, "wrong way": still}
        if what == "wrong way":
            ends = ends[::-1]
        if sums.get(what, 0) > 0:
            now[ends] = now.get(ends, 0) + sums[what]
    return now


@given(st.data())
def test_a_plan_after_payments_keeps_them_and_asks_for_the_rest_alone(data: st.DataObject) -> None:
    minors = st.lists(st.integers(-9, 9), min_size=4, max_size=4)
    paid: Paid = {}
    for _ in range(3):
        base = base_by(data.draw(minors))
        plan = plan_after(payments_by(paid), base, SettleWay.TRANSFERS) or ()
        asked = {(each.payer, each.payee): each.minor for each in plan}
        assert len(asked) == len(plan)
        assert not any(naive_left(base, asked).values())
        assert all(asked[ends] >= minor for ends, minor in paid.items())
        still = {ends: minor - paid.get(ends, 0) for ends, minor in asked.items()}
        left = naive_left(base, paid)
        opened = [minor for minor in still.values() if minor]
        assert len(opened) == fewest(list(left.values()))
        for party in base:
            asks = sum(minor for (payer, _), minor in still.items() if payer == party)
            gets = sum(minor for (_, payee), minor in still.items() if payee == party)
            assert (asks, gets) == (max(0, -left[party]), max(0, left[party]))
        paid = data.draw(acts_after(plan, paid))


def test_a_plan_without_payments_is_the_fewest() -> None:
    base = base_by([520, -320, -500, 0])
    assert plan_after((), base, SettleWay.TRANSFERS) == suggest_transfers(SettleWay.TRANSFERS, base)


def test_balances_of_before_move_what_is_asked_and_no_figure() -> None:
    before = {"nights.0.closed.before": {"cal": "-12.25"}, "nights.0.closed.plan": REMOVED}
    plain = figures_of_document(change(full_book(), {"nights.0.closed.plan": REMOVED})).nights[0]
    night = figures_of_document(change(full_book(), before)).nights[0]
    assert night.base == {"ann": 520, "bob": -320, "cal": -700 - 1225, TILL: 500 + 1225}
    assert (night.people, night.money, night.corrections) == (
        plain.people,
        plain.money,
        plain.corrections,
    )


def test_a_balance_of_before_alone_makes_somebody_one_of_the_night() -> None:
    changes = {
        "people.4": {"id": "eve", "name": "Eve"},
        "nights.0.closed.before": {"eve": "2.00"},
        "nights.0.closed.plan": REMOVED,
        "nights.0.settle": "bank",
    }
    night = figures_of_document(change(full_book(), changes)).nights[0]
    assert night.people["eve"].left == 0
    assert (TILL, "eve", 200) in [
        (each.payer, each.payee, each.minor) for each in night.suggestions
    ]
