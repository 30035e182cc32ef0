"""Spellings of one person, joined everywhere, and who cannot be joined."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.club.book.book import read_book
from scorekeeper.club.facts import ClubBook, ClubPayment
from scorekeeper.club.figures.spellings import JoiningFault, find_joining_fault
from tests.club_books import PEOPLE, Json, change, clubs, figures_of_document, full_book, read_valid


def test_the_plan_of_a_closed_night_pays_the_person_who_is_meant() -> None:
    book = change(full_book(), {"nights.0.closed.plan.0.to": "dot"})
    first = figures_of_document(book).nights[0].suggestions[0]
    assert (first.payer, first.payee) == ("cal", "ann")


def fault_in(book: ClubBook, spelling: str, meant: str) -> JoiningFault | None:
    return find_joining_fault(
        spelling,
        meant,
        people=book.people,
        tables=[game.people for night in book.nights for game in night.games],
        payments=[
            (each.payer, each.payee) for each in book.payments if isinstance(each, ClubPayment)
        ],
        closings=[night.closed for night in book.nights if night.closed],
    )


def fault_of(document: Json, spelling: str, meant: str) -> JoiningFault | None:
    book = read_valid(document).book
    assert book is not None
    return fault_in(book, spelling, meant)


def with_guest(**changes: Any) -> Json:
    """A club whose guest Eve took no part in anything."""
    guest = {"id": "eve", "name": "Eve"}
    return change(full_book(), {"people.4": guest, **changes})


PLAN = "nights.0.closed.plan"


@pytest.mark.parametrize(
    ("spelling", "meant", "changes", "fault"),
    [
        ("eve", "bob", {}, None),
        ("eve", "eve", {}, JoiningFault.SELF),
        ("eve", "dot", {}, JoiningFault.MEANS_OTHER),
        ("ann", "eve", {}, JoiningFault.IS_MEANT),
        ("cal", "bob", {}, JoiningFault.SAME_GAME),
    ],
)
def test_two_people_are_one_unless_a_rule_forbids_it(
    spelling: str, meant: str, changes: Json, fault: JoiningFault | None
) -> None:
    assert fault_of(with_guest(**changes), spelling, meant) is fault


def test_people_who_paid_each_other_are_two_even_when_it_was_taken_back() -> None:
    paid = {"id": "p8", "date": "2026-03-01", "from": "eve", "to": "bob", "amount": "1.00"}
    back = {"id": "p9", "date": "2026-03-01", "reverses": "p8"}
    document = with_guest(**{"payments.2": paid, "payments.3": back})
    assert fault_of(document, "eve", "bob") is JoiningFault.PAID_EACH_OTHER
    assert fault_of(document, "eve", "cal") is None


def test_a_plan_that_would_have_a_pair_twice_keeps_two_people_apart() -> None:
    plan = [
        {"from": "cal", "to": "ann", "amount": "5.20"},
        {"from": "cal", "to": "till", "amount": "1.80"},
        {"from": "bob", "to": "till", "amount": "1.20"},
        {"from": "eve", "to": "till", "amount": "2.00"},
    ]
    fees = {"ann": "1.00", "bob": "-1.00", "cal": "3.00", "eve": "2.00"}
    document = with_guest(**{PLAN: plan, "nights.0.closed.fees": {**fees, "bob": "0.00"}})
    document = change(document, {f"{PLAN}.2.amount": "2.20", "nights.0.closed.fees.bob": "0.00"})
    assert fault_of(document, "eve", "bob") is JoiningFault.PLAN
    assert fault_of(document, "eve", "ann") is None


def test_two_who_would_pay_each_other_in_a_plan_can_be_joined() -> None:
    # Cal pays Bob, and Bob pays Eve: if Eve is Cal, these are two payments each its own way.
    plan = [
        {"from": "cal", "to": "bob", "amount": "7.20"},
        {"from": "bob", "to": "ann", "amount": "5.20"},
        {"from": "bob", "to": "eve", "amount": "0.20"},
        {"from": "bob", "to": "till", "amount": "5.00"},
    ]
    money = {"ann": "6.20", "bob": "-2.20", "cal": "-4.20", "eve": "0.20"}
    document = with_guest(**{PLAN: plan, "nights.0.closed.money.g1": money})
    assert fault_of(document, "eve", "cal") is None


@given(clubs(), st.permutations(PEOPLE))
def test_the_reader_of_a_book_refuses_exactly_what_cannot_be_joined(
    document: Json, order: list[str]
) -> None:
    spelling, meant = order[:2]
    place = [person["id"] for person in document["people"]].index(spelling)
    joined = change(document, {f"people.{place}.same_as": meant})
    is_refused = read_book(joined).book is None
    assert is_refused == (fault_of(document, spelling, meant) is not None)
