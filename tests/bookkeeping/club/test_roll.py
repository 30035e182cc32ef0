"""A list of people is added and taken back as one act; who has no history can be removed."""

import pytest

from scorekeeper.bookkeeping.club.acting import acts_of
from scorekeeper.bookkeeping.club.book import load_book, people_of
from scorekeeper.bookkeeping.club.ledger import balances_of
from scorekeeper.bookkeeping.club.nights import come_to_night, go_home
from scorekeeper.bookkeeping.club.payments import pay
from scorekeeper.bookkeeping.club.people import add_person, join_spelling
from scorekeeper.bookkeeping.club.roll import (
    ListedPerson,
    add_list,
    check_list,
    is_removable,
    last_list,
    remove_person,
    take_list_back,
)
from scorekeeper.bookkeeping.game.posting import Refused, Saved
from scorekeeper.domain.club.facts import TILL, ClubPayment
from tests.club_site import EVENING, SiteOfClub, close, done, new_post

FORTY = [
    ListedPerson(facts={"name": f"Person {number}", "joined": EVENING, "opening": f"{number}.50"})
    for number in range(40)
]


def names(club: SiteOfClub) -> list[str]:
    return [person.name for person in people_of(club.store)]


def refused(outcome: object) -> list[tuple[object, ...]]:
    assert isinstance(outcome, Refused), outcome
    return [(each.at, each.code) for each in outcome.problems]


def listed(*names: str, **facts: str) -> list[ListedPerson]:
    return [ListedPerson(facts={"name": name, **facts}) for name in names]


def balances(club: SiteOfClub) -> dict[str, int]:
    return dict(balances_of(club.store).sums)


def test_forty_people_with_balances_are_one_act(club: SiteOfClub) -> None:
    before = len(acts_of(club.store))
    first = done(add_list(club.store, new_post(), FORTY))
    assert len(acts_of(club.store)) == before + 1
    assert names(club) == [f"Person {number}" for number in range(40)]
    assert balances(club)[f"people:{first}"] == -50
    assert sum(balances(club).values()) == 0


def test_a_list_is_taken_back_as_one_act(club: SiteOfClub) -> None:
    club.person("Ann")
    before = balances(club)
    first = done(add_list(club.store, new_post(), FORTY))
    done(take_list_back(club.store, new_post(), first))
    assert names(club) == ["Ann"]
    assert balances(club) == before
    assert last_list(club.store) is None
    book, _ = load_book(club.store)
    assert [person.name for person in book.people] == ["Ann"]
    # Nobody gets an id that the history gives to somebody else.
    assert club.person("Bob") not in (first, club.names["Ann"])


def test_a_list_sent_twice_adds_nobody_twice(club: SiteOfClub) -> None:
    post = new_post()
    first = done(add_list(club.store, post, FORTY))
    again = add_list(club.store, post, FORTY)
    assert isinstance(again, Saved)
    assert (again.thing, again.repeated, len(names(club))) == (first, True, 40)


def test_a_list_stays_once_somebody_of_it_played_or_paid(club: SiteOfClub) -> None:
    first = done(add_list(club.store, new_post(), listed("Ann", "Bob")))
    done(
        pay(
            club.store,
            new_post(),
            ClubPayment(id="", date=EVENING, payer=first, payee=TILL, minor=100),
        )
    )
    outcome = take_list_back(club.store, new_post(), first)
    assert isinstance(outcome, Refused)
    assert outcome.problems[0].text == "The list stays: Ann played or paid since"
    found = last_list(club.store)
    assert found is not None
    assert (found.count, found.is_removable) == (2, False)
    assert names(club) == ["Ann", "Bob"]


def test_nothing_is_added_while_anything_is_wrong_and_all_of_it_is_told(club: SiteOfClub) -> None:
    club.person("Ann B.")
    people = [
        *listed("ann b.", opening="1.00"),
        *listed("Annb", "Àñn B", "", "Cal", "cal"),
        *listed("Dot", opening="lots"),
    ]
    assert refused(add_list(club.store, new_post(), people)) == [
        ((0, "name"), "same_name"),
        ((1, "name"), "alike_name"),
        ((2, "name"), "alike_name"),
        ((3, "name"), "bad_value"),
        ((5, "name"), "same_name"),
        ((6, "opening"), "bad_amount"),
    ]
    assert names(club) == ["Ann B."]


def test_a_name_nearly_the_same_is_added_once_it_is_said_to_be_anothers(club: SiteOfClub) -> None:
    club.person("Ann B.")
    asked = add_person(club.store, new_post(), "ann b")
    assert isinstance(asked, Refused)
    assert asked.problems[0].text == "Ann B. is on the list. Another person?"
    done(add_person(club.store, new_post(), "ann b", is_another=True))
    another = ListedPerson(facts={"name": "Änn-B"}, is_another=True)
    done(add_list(club.store, new_post(), [another]))
    assert names(club) == ["Ann B.", "ann b", "Änn-B"]


def test_a_person_of_whom_there_is_nothing_is_removed_whole(club: SiteOfClub) -> None:
    bob = club.person("Bob")
    assert is_removable(club.store, bob)
    done(remove_person(club.store, new_post(), bob))
    assert names(club) == []
    assert refused(remove_person(club.store, new_post(), bob)) == [(("person",), "unknown_person")]


def test_who_waited_and_went_home_is_removed_and_the_night_still_shows(club: SiteOfClub) -> None:
    bob, cal = club.person("Bob"), club.person("Cal")
    night = club.night()
    for name in ("Bob", "Cal"):
        done(come_to_night(club.store, new_post(), night.id, name))
    assert not is_removable(club.store, bob)
    done(go_home(club.store, new_post(), night.id, [bob]))
    done(remove_person(club.store, new_post(), bob))
    close(night)
    done(remove_person(club.store, new_post(), cal))
    assert night.loaded.waiting == ()
    assert club.officer.open(night.by_officer).status == 200


@pytest.mark.parametrize("kept", ["game", "payment", "opening", "spelling", "meant"])
def test_who_has_a_history_is_not_removed(club: SiteOfClub, kept: str) -> None:
    person = club.person("Bob")
    if kept == "game":
        club.night().game("Ann", "Bob")
    elif kept == "payment":
        payment = ClubPayment(id="", date=EVENING, payer=TILL, payee=person, minor=100)
        done(pay(club.store, new_post(), payment))
    elif kept == "opening":
        person = done(add_list(club.store, new_post(), listed("Fay", opening="-1")))
    elif kept == "spelling":
        done(join_spelling(club.store, new_post(), person, club.person("Rob")))
    else:
        done(join_spelling(club.store, new_post(), club.person("Rob"), person))
    assert not is_removable(club.store, person)
    assert refused(remove_person(club.store, new_post(), person)) == [(("person",), "in_use")]


def test_who_is_on_the_roll_just_as_listed_is_not_added_again(club: SiteOfClub) -> None:
    club.person("Ann")
    done(add_list(club.store, new_post(), [*listed("Bob"), *listed("Cal", opening="2.50")]))
    again = [*listed("ann", "Bob", "Dot"), *listed("Cal", opening="2.5")]
    assert check_list(club.store, again).known == {0, 1, 3}
    done(add_list(club.store, new_post(), again))
    assert names(club) == ["Ann", "Bob", "Cal", "Dot"]
    assert refused(add_list(club.store, new_post(), again)) == [((), "bad_value")]
