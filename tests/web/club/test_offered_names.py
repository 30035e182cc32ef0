"""Names of the club that are offered at a new game, and whose they are."""

import re

from scorekeeper.club.facts import Person
from scorekeeper.club.rows.people import change_person
from tests.club_site import SiteOfClub
from tests.web.club.test_people import PEOPLE
from tests.web.club.test_person import seats_page
from tests.web.phone import Phone, Seen


def offered(seen: Seen) -> list[str]:
    """The names that a page offers, in their order."""
    _, _, roll = seen.text.partition('<datalist id="roll">')
    return re.findall(r'<option value="([^"]+)">', roll.partition("</datalist>")[0])


def test_the_last_player_is_offered_first_and_a_person_who_left_is_not_offered(
    club: SiteOfClub,
) -> None:
    for name in ("Never", "Abe"):
        club.person(name)
    club.night("2026-11-06").game("Early", "Late")
    club.night("2026-11-13").game("Late", "Zed")
    gone = club.person("Gone")
    club.officer.fill(f"{PEOPLE}/{gone}/change", {"active": None})
    assert offered(club.officer.open("/new")) == ["Late", "Zed", "Early", "Abe", "Never"]


def test_only_browsers_that_know_the_club_are_told_its_names(club: SiteOfClub) -> None:
    club.person("Zed")
    night = club.night()
    assert offered(Phone(club.site).open("/at-home")) == []
    for address, is_told in ((club.member, True), (night.join, True), (night.watch, False)):
        phone = Phone(club.site)
        phone.open(address)
        assert ("Zed" in offered(phone.open("/at-home"))) is is_told


def test_a_link_that_was_withdrawn_offers_no_names(club: SiteOfClub) -> None:
    club.person("Zed")
    phone = Phone(club.site)
    phone.open(club.member)
    assert offered(phone.open("/at-home")) == ["Zed"]
    club.officer.fill("/club/officers/links", {})
    assert offered(phone.open("/at-home")) == []


def test_a_typed_name_is_the_person_of_that_name_whatever_the_case(club: SiteOfClub) -> None:
    person = club.person("Ellen")
    table = club.night().game("ellen ", "Somebody")
    seats = seats_page(club, table.id).forms[0].values
    assert seats["person-0"] == person
    assert seats["person-1"] == club.id_of("Somebody")


def test_of_two_people_with_one_name_the_active_one_is_meant(club: SiteOfClub) -> None:
    ids = [club.person("Twin"), club.person("Twin 2")]
    with club.store.database.writing() as db:  # as a book that was taken in may have it
        change_person(db, Person(id=ids[0], name="Twin", is_active=False))
        change_person(db, Person(id=ids[1], name="Twin"))
    table = club.night().game("Twin", "Somebody")
    seats = seats_page(club, table.id).forms[0].values
    assert seats["person-0"] == ids[1]
