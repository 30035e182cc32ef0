"""Charges of many people: what they take and give back, and what of them is still open."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists, tuples

from scorekeeper.club.book.book import read_book, write_book
from scorekeeper.club.facts import Adjustment, Club, ClubBook, ClubPayment, Person
from scorekeeper.club.figures import Charge, ClubFigures, Question, charges_in
from scorekeeper.club.payments import charge_people, pay, take_charge_back
from scorekeeper.club.people import join_spelling
from scorekeeper.club.whole import club_figures
from scorekeeper.games.posting import Refused, Stale
from scorekeeper.rules import TILL
from tests.club_site import SiteOfClub, close, done, new_post

DAY = "2026-11-20"


def taken(minor: int, reason: str = "Subscription 2027", date: str = DAY) -> Adjustment:
    return Adjustment(id="", date=date, party="", minor=minor, reason=reason)


def charged(club: SiteOfClub, minor: int, *people: str, reason: str = "Subscription 2027") -> str:
    """Charge these people; returns the id of the charge."""
    return done(charge_people(club.store, new_post(), taken(minor, reason), people))


def paid(club: SiteOfClub, person: str, minor: int) -> None:
    payment = ClubPayment(id="", date=DAY, payer=person, payee=TILL, minor=minor)
    done(pay(club.store, new_post(), payment))


def charges_of(club: SiteOfClub) -> tuple[Charge, ...]:
    return charges_in(club_figures(club.store))


def test_a_charge_takes_from_each_and_is_open_until_it_is_paid(club: SiteOfClub) -> None:
    ann, bob, cal = [club.person(name) for name in ("Ann", "Bob", "Cal")]
    made = charged(club, 3000, ann, bob)
    paid(club, ann, 3000)
    paid(club, bob, 1000)
    (found,) = charges_of(club)
    assert (found.id, found.reason, found.date) == (made, "Subscription 2027", DAY)
    assert found.amounts == {ann: 3000, bob: 3000}
    assert (found.open, found.paid, found.still_open) == ({bob: 2000}, 1, 2000)
    assert cal not in found.amounts


def test_what_an_open_night_would_give_pays_nothing_yet(club: SiteOfClub) -> None:
    night = club.night()
    night.game("Ann", "Bob", stake="100.00", wins="Ann")
    ann = club.id_of("Ann")
    charged(club, 3000, ann)
    assert [found.open for found in charges_of(club)] == [{ann: 3000}]
    close(night)
    assert [found.open for found in charges_of(club)] == [{}]


def test_what_is_owed_is_owed_for_the_newest_charge_first(club: SiteOfClub) -> None:
    ann = club.person("Ann")
    charged(club, 3000, ann)
    charged(club, 500, ann, reason="Cards")
    paid(club, ann, 2000)
    cards, subscription = charges_of(club)
    assert (cards.reason, cards.open, subscription.open) == ("Cards", {ann: 500}, {ann: 1000})


def test_a_charge_is_taken_back_once_and_whole(club: SiteOfClub) -> None:
    people = [club.person(name) for name in ("Ann", "Bob")]
    made = charged(club, 3000, *people)
    done(take_charge_back(club.store, new_post(), made))
    (found,) = charges_of(club)
    assert (found.open, found.taken_back_on != "") == ({}, True)
    assert set(club_figures(club.store).sums.values()) == {0}
    again = take_charge_back(club.store, new_post(), made)
    assert isinstance(again, Stale)
    assert [problem.code for problem in again.problems] == ["changed"]


def test_a_post_that_comes_twice_charges_once(club: SiteOfClub) -> None:
    ann, post = club.person("Ann"), new_post()
    for _ in range(2):
        done(charge_people(club.store, post, taken(3000), [ann]))
    assert [found.amounts for found in charges_of(club)] == [{ann: 3000}]


def test_everything_wrong_is_said_at_once_and_nobody_is_charged(club: SiteOfClub) -> None:
    refused = charge_people(club.store, new_post(), taken(0, date="2019-01-01"), ["zed"])
    assert isinstance(refused, Refused)
    assert {problem.at for problem in refused.problems} == {("people",), ("amount",), ("date",)}
    nobody = charge_people(club.store, new_post(), taken(100), [])
    assert isinstance(nobody, Refused)
    assert [problem.at for problem in nobody.problems] == [("people",)]
    assert charges_of(club) == ()


def test_two_spellings_of_one_person_were_charged_twice(club: SiteOfClub) -> None:
    ann, anne = club.person("Ann"), club.person("Anne B")
    charged(club, 3000, ann, anne)
    done(join_spelling(club.store, new_post(), anne, ann))
    (found,) = charges_of(club)
    assert (found.amounts, found.still_open) == ({ann: 6000}, 6000)


def book_with(adjustments: Sequence[Adjustment], credit: int = 0) -> ClubBook:
    club = Club(name="Cavendish", currency="USD", opened="2026-01-01")
    people = (Person(id="ann", name="Ann", opening=credit), Person(id="bob", name="Bob"))
    return ClubBook(club=club, people=people, adjustments=tuple(adjustments))


def part(ref: str, party: str, minor: int, **more: str) -> Adjustment:
    return Adjustment(id=ref, date=DAY, party=party, minor=minor, **more)


WHOLE = (
    part("a1", "ann", -3000, charge="a1", reason="Hall"),
    part("a2", "bob", -3000, charge="a1", reason="Hall"),
    part("a3", "ann", 3000, undoes="a1"),
    part("a4", "bob", 3000, undoes="a1"),
)


def test_a_book_carries_charges_and_what_takes_them_back() -> None:
    document = write_book(book_with(WHOLE), {})
    assert [made.get("charge", made.get("undoes")) for made in document["adjustments"]] == (
        ["a1"] * 4
    )
    read = read_book(document)
    assert read.problems == ()
    assert read.book is not None
    assert read.book.adjustments == WHOLE


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        (part("a1", "till", -3000, charge="a1"), "charge"),
        (part("a1", "ann", 3000, charge="a1"), "charge"),
        (part("a5", "ann", -3000, charge="a9"), "charge"),
        (part("a5", "ann", -3000, charge="a3"), "charge"),
        (part("a5", "ann", -3000, charge="a1"), "charge"),
        (part("a5", "ann", 2000, undoes="a1"), "undoes"),
        (part("a5", "bob", 3000, undoes="a3"), "undoes"),
        (part("a5", "ann", -3000, charge="a5", undoes="a1"), "undoes"),
    ],
)
def test_what_is_no_charge_is_a_problem_of_a_book(wrong: Adjustment, at: str) -> None:
    plain = part("a3", "bob", -100)
    made = (WHOLE[0], plain, wrong) if wrong.id == "a5" else (wrong,)
    found = read_book(write_book(book_with(made), {})).problems
    assert [problem.at for problem in found] == [("adjustments", len(made) - 1, at)]


AMOUNTS = lists(tuples(integers(1, 40), integers(0, 3)), max_size=8)


@given(AMOUNTS, integers(0, 90))
def test_whatever_is_paid_pays_the_oldest_charge_coin_by_coin(
    made: list[tuple[int, int]], credit: int
) -> None:
    """The same from the other end: each coin that somebody has goes to the oldest open charge."""
    parts = [part(f"a{n}", "ann", -minor, charge=f"a{n}") for n, (minor, _) in enumerate(made)]
    found = charges_in(ClubFigures(book_with(parts, credit), Question()))
    left = [minor for minor, _ in made]
    for _ in range(credit):
        oldest = next((place for place, minor in enumerate(left) if minor), None)
        if oldest is None:
            break
        left[oldest] -= 1
    assert [of.still_open for of in reversed(found)] == left
