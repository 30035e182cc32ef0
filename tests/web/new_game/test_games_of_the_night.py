"""A game that is begun during an open night belongs to it unless said otherwise."""

import re

import pytest

from tests.club_site import ClubNight, SiteOfClub, close
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    for name in ("Ann", "Bob"):
        club.person(name, joined="2026-01-01")
    return club.night()


@pytest.fixture
def guest(night: ClubNight) -> Phone:
    """Return a phone that scanned the night's code."""
    phone = Phone(night.club.site)
    phone.open(night.join)
    return phone


def meaning(seen: Seen) -> str:
    found = re.search(r'<small id="meaning">([^<]*)</small>', seen.text)
    assert found is not None
    return found[1]


def begin(phone: Phone, address: str, **typed: str) -> Seen:
    players = {"players-0": "Ann", "players-1": "Bob", "players-2": "", "stake-amount": ""}
    seen = phone.open(address)
    place = [form.action for form in seen.forms].index("/new")
    return phone.send(seen, players | typed, form=place)


def games(night: ClubNight) -> int:
    return len(night.loaded.night.games)


def test_a_new_game_belongs_to_the_night_and_says_so_at_the_button(
    night: ClubNight, guest: Phone
) -> None:
    assert meaning(guest.open("/new")).endswith("with the club")
    assert begin(guest, "/new").status == 303
    assert games(night) == 1
    people = [night.loaded.people[each].name for each in night.loaded.night.games[0].people]
    assert people == ["Ann", "Bob"]
    assert len(night.loaded.roll) == 2


def test_it_is_said_that_a_game_is_without_the_club(night: ClubNight, guest: Phone) -> None:
    assert begin(guest, "/new", night="").status == 303
    assert games(night) == 0


def test_who_comes_for_a_game_without_the_club_can_still_say_otherwise(
    night: ClubNight, guest: Phone
) -> None:
    home = guest.open("/at-home")
    assert meaning(home).endswith("without the club")
    assert begin(guest, "/at-home").status == 303
    assert games(night) == 0
    assert begin(guest, "/at-home", night=night.id).status == 303
    assert games(night) == 1


def test_the_same_again_belongs_to_the_night(night: ClubNight, guest: Phone) -> None:
    begin(guest, "/new", night="")
    again = guest.open("/new")
    assert "Same again" in again.text
    assert meaning(again) == "Laws · with the club · Ann, Bob"
    assert guest.send(again, {}).status == 303
    assert games(night) == 1


def test_what_was_said_stays_while_the_form_is_changed(night: ClubNight, guest: Phone) -> None:
    form = guest.open("/new")
    changed = guest.send(form, {"night": "", "do": "variant:modern"})
    assert meaning(changed).endswith("without the club")


def test_an_officers_phone_and_one_with_a_seat_are_asked_too(night: ClubNight) -> None:
    assert meaning(night.club.officer.open("/new")).endswith("with the club")
    table = night.game("Ann", "Bob")
    phone = Phone(night.club.site)
    phone.send(phone.open(f"{table.door}seat"), {}, form=0)
    assert "· with the club ·" in meaning(phone.open("/new"))


def test_phones_that_may_not_join_and_strangers_are_not_asked(night: ClubNight) -> None:
    watching, stranger = Phone(night.club.site), Phone(night.club.site)
    watching.open(night.watch)
    for phone in (watching, stranger):
        assert "the club" not in meaning(phone.open("/new"))
        form = phone.open("/new").forms[0]
        typed = {**form.values, "players-0": "Ann", "players-1": "Bob", "night": night.id}
        assert phone.post(form.action, typed).status == 422
    assert games(night) == 0


def test_a_night_that_was_closed_meanwhile_is_told(night: ClubNight, guest: Phone) -> None:
    form = guest.open("/new")
    close(night)
    late = guest.send(form, {"players-0": "Ann", "players-1": "Bob"})
    assert late.status == 422
    assert "This night is no longer open" in late.text


def test_a_stake_in_another_currency_is_told_at_its_place(night: ClubNight, guest: Phone) -> None:
    stake = {"stake-amount": "1", "stake-currency": "EUR", "stake-per": "100"}
    refused = begin(guest, "/new", **stake)
    assert refused.status == 422
    assert "The stake is in EUR" in refused.text
    assert guest.send(refused, {"night": ""}).status == 303
