"""The way back from a game: to its night for whoever came from there, else to all games."""

import re

import pytest

from tests.club_site import ClubNight, ClubTable, SiteOfClub
from tests.web.phone import Phone


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    return club.night()


@pytest.fixture
def table(night: ClubNight) -> ClubTable:
    return night.game("Ann", "Bob")


def way_back(phone: Phone, address: str) -> str:
    found = re.search(r'<header class="bar">\s*<a href="([^"]+)"', phone.open(address).text)
    assert found is not None
    return found[1]


def test_a_phone_that_knows_neither_night_nor_club_is_led_to_all_its_games(
    table: ClubTable,
) -> None:
    assert way_back(Phone(table.site), table.door) == "/"


def test_a_phone_is_led_back_to_the_night_by_the_link_that_it_came_by(
    night: ClubNight, table: ClubTable
) -> None:
    phone = Phone(table.site)
    phone.open(night.watch)
    assert way_back(phone, table.door) == night.watch


def test_a_member_is_led_back_to_the_night_by_the_members_link(
    night: ClubNight, table: ClubTable
) -> None:
    phone = Phone(table.site)
    phone.open(night.club.member)
    assert way_back(phone, table.door) == night.by_member


def test_a_game_in_no_night_leads_back_to_all_games(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    phone.open(club.member)
    assert way_back(phone, phone.start("Ann", "Bob")) == "/"
