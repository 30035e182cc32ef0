"""A list of people is added and taken back as one act; who has no history can be removed."""

from dataclasses import replace

import pytest

from scorekeeper.club.acting import Doing, club_act
from scorekeeper.club.facts import ClubPayment, Person
from scorekeeper.club.nights import come_to_night, go_home
from scorekeeper.club.payments import pay
from scorekeeper.club.people import add_person, join_spelling
from scorekeeper.club.roll import (
    TypedList,
    add_list,
    check_list,
    is_removable,
    last_list,
    remove_person,
    take_list_back,
)
from scorekeeper.club.rows.clubs import ClubAct, change_club, find_club_row, new_id, read_acts
from scorekeeper.club.rows.people import add_person_row, load_people
from scorekeeper.club.stored_book import load_book
from scorekeeper.club.whole import club_figures
from scorekeeper.games.posting import Refused, Saved
from scorekeeper.rules.settlement import TILL
from tests.club_site import EVENING, SiteOfClub, close, done, new_post

FORTY = TypedList(
    text="".join([f"Person {number};{number},50\n" for number in range(40)]), joined=EVENING
)


def names(club: SiteOfClub) -> list[str]:
    return [person.name for person in club.store.read(load_people)]


def refused(outcome: object) -> list[tuple[object, ...]]:
    assert isinstance(outcome, Refused), outcome
    return [(each.at, each.code) for each in outcome.problems]


def listed(*lines: str, joined: str = "", others: tuple[str, ...] = ()) -> TypedList:
    return TypedList(text="\n".join(lines), joined=joined, others=frozenset(others))


def balances(club: SiteOfClub) -> dict[str, int]:
    return club_figures(club.store).sums


def test_forty_people_with_balances_are_one_act(club: SiteOfClub) -> None:
    before = len(club.store.read(read_acts))
    first = done(add_list(club.store, new_post(), FORTY))
    assert len(club.store.read(read_acts)) == before + 1
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
    assert outcome.problems[0].text == "The list cannot be undone: Ann played or paid since"
    found = last_list(club.store)
    assert found is not None
    assert (found.count, found.is_removable) == (2, False)
    assert names(club) == ["Ann", "Bob"]


def test_nothing_is_added_while_anything_is_wrong_and_all_of_it_is_told(club: SiteOfClub) -> None:
    club.person("Ann B.")
    lines = ("ann b.;1", "Annb", "", "Àñn B", "x" * 41, "Cal", "cal", "Dot;lots", "Eve, Fay")
    assert refused(add_list(club.store, new_post(), listed(*lines))) == [
        ((1,), "same_name"),
        ((2,), "alike_name"),
        ((4,), "alike_name"),
        ((5,), "bad_value"),
        ((7,), "same_name"),
        ((8,), "bad_line"),
        ((9,), "bad_line"),
    ]
    assert names(club) == ["Ann B."]


def test_a_name_that_stands_twice_in_the_list_is_told_with_its_line(club: SiteOfClub) -> None:
    outcome = add_list(club.store, new_post(), listed("Ann", "", "Bob", "ANN;5"))
    assert isinstance(outcome, Refused)
    told = "ANN stands twice (lines 1 and 4): once is enough"
    assert [(each.at, each.text) for each in outcome.problems] == [((4,), told)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "There is no one on this list"),
        (" \r\n;;\t\n", "There is no one on this list"),
        ("x" * 100_001, "A list has at most 100 KB"),
        ("ü" * 50_001, "A list has at most 100 KB"),
        ("Ann\n" * 1001, "A list has at most 1,000 people"),
    ],
)
def test_the_bounds_of_a_list_are_told(club: SiteOfClub, text: str, told: str) -> None:
    outcome = add_list(club.store, new_post(), TypedList(text=text))
    assert isinstance(outcome, Refused)
    assert [(each.at, each.text) for each in outcome.problems] == [(("text",), told)]


def test_a_thousand_people_are_added_and_their_signs_are_those_of_the_club_book(
    club: SiteOfClub,
) -> None:
    lines = [f"{number} Persons" for number in range(998)]
    done(add_list(club.store, new_post(), listed("Ann;-4.50", "Bob;5", *lines)))
    ann, bob, *rest = club.store.read(load_people)
    assert (len(rest), ann.opening, bob.opening, ann.joined) == (998, -450, 500, "")
    # An account is what the person owes the club.
    assert balances(club)[f"people:{ann.id}"] == 450


def test_a_name_nearly_the_same_is_added_once_it_is_said_to_be_anothers(club: SiteOfClub) -> None:
    club.person("Ann B.")
    asked = add_person(club.store, new_post(), "ann b")
    assert isinstance(asked, Refused)
    assert asked.problems[0].text == "Ann B. is on the list. A different person?"
    done(add_person(club.store, new_post(), "ann b", is_another=True))
    asked = add_list(club.store, new_post(), listed("Änn-B", others=("Änn-C",)))
    assert refused(asked) == [((1,), "alike_name")]
    done(add_list(club.store, new_post(), listed("Änn-B", others=("Änn-B",))))
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
        person = done(add_list(club.store, new_post(), listed("Fay;-1")))
    elif kept == "spelling":
        done(join_spelling(club.store, new_post(), person, club.person("Rob")))
    else:
        done(join_spelling(club.store, new_post(), club.person("Rob"), person))
    assert not is_removable(club.store, person)
    assert refused(remove_person(club.store, new_post(), person)) == [(("person",), "in_use")]


def test_the_same_list_again_is_refused_at_each_line_and_changes_nobody(club: SiteOfClub) -> None:
    done(add_list(club.store, new_post(), listed("Ann", "Bob;2.50")))
    before = club.store.read(load_people)
    again = listed("Ann", "Bob;3.50", joined=EVENING)
    assert [problem.text for problem in check_list(club.store, again).problems] == [
        "This name is on the club’s list already; add a letter for another person",
        "This name is on the club’s list already; add a letter for another person",
    ]
    assert refused(add_list(club.store, new_post(), again)) == [
        ((1,), "same_name"),
        ((2,), "same_name"),
    ]
    assert club.store.read(load_people) == before


def add_as_in_020(club: SiteOfClub) -> str:
    """Add Ann, and 240.50 in the till, as the list of version 0.2.0 did it in one act."""

    @club_act
    def decide(doing: Doing) -> ClubAct:
        row = find_club_row(doing.db)
        assert row is not None
        ann = Person(
            id=new_id(doing.db, "person", "p"),
            name="Ann",
            joined=EVENING,
            opening=725,
            note="Fridays",
        )
        add_person_row(doing.db, ann, club.store.now())
        change_club(doing.db, replace(row, club=replace(row.club, till=24050)))
        details = {"people": [ann.id], "till_before": "20.00"}
        return ClubAct(kind="people_added", subject=ann.id, details=details)

    return done(decide(club.store, new_post()))


def till(club: SiteOfClub) -> int:
    with club.store.database.reading() as db:
        row = find_club_row(db)
    assert row is not None
    return row.club.till


def test_a_list_of_an_older_version_is_in_the_history_and_is_taken_back(club: SiteOfClub) -> None:
    ann = add_as_in_020(club)
    assert [act.kind for act in club.store.read(read_acts)][:1] == ["people_added"]
    found = last_list(club.store)
    assert found is not None
    assert (found.id, found.count, found.is_removable) == (ann, 1, True)
    done(take_list_back(club.store, new_post(), ann))
    assert (names(club), till(club)) == ([], 2000)
    assert last_list(club.store) is None


def test_an_older_list_that_set_the_till_stays_once_money_has_moved(club: SiteOfClub) -> None:
    ann, bob = add_as_in_020(club), club.person("Bob")
    payment = ClubPayment(id="", date=EVENING, payer=bob, payee=TILL, minor=100)
    done(pay(club.store, new_post(), payment))
    outcome = take_list_back(club.store, new_post(), ann)
    assert isinstance(outcome, Refused)
    assert outcome.problems[0].text == "The list cannot be undone: money has moved since"
    assert (names(club), till(club)) == (["Ann", "Bob"], 24050)
