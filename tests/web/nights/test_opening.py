"""Opening a night in two taps, and changing its terms."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.club.facts import Fee, FeeRule, SettleWay
from tests.club_site import ClubNight, SiteOfClub, begin_club, close, club_app
from tests.only_site import close_site
from tests.web.nights.closed_nights import words_of
from tests.web.nights.reading import press
from tests.web.phone import Phone

DEFAULTS = {"fee": {"per": "table_game", "amount": "2.00"}, "settle": "bank"}


def test_a_night_opens_with_the_clubs_terms(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    club = begin_club(site, defaults=DEFAULTS)
    assert f'href="{club.member}nights/new">Open a night<' in club.officer.open(club.member).text
    page = club.officer.open(f"{club.member}nights/new")
    sent = press(club.officer, page, "/nights/new")
    assert sent.status == 303, sent.text
    board = club.officer.open(urlsplit(sent.answer.location).path)
    assert "No table yet" in board.text
    close_site(site)


def place_offered(club: SiteOfClub) -> str:
    return club.officer.open(f"{club.member}nights/new").forms[0].values["place"]


def test_a_place_is_offered_where_the_last_two_nights_were_there(club: SiteOfClub) -> None:
    club.night("2026-11-06", place="Back room")
    assert place_offered(club) == ""
    club.night("2026-11-13", place="Back room")
    assert place_offered(club) == "Back room"
    club.night("2026-11-20", place="Attic")
    assert place_offered(club) == ""
    club.night("2026-11-27", place="Attic")
    assert place_offered(club) == "Attic"


def test_the_form_says_the_clubs_terms_in_one_line(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    fee = {"per": "person_night", "amount": "2.00", "guest": "3.00"}
    club = begin_club(site, defaults={"fee": fee, "settle": "transfers"})
    words = words_of(club.officer.open(f"{club.member}nights/new"))
    assert "Fee $2.00 each, guests $3.00 · paid between the players Change" in words
    cards = [fee, {"per": "table_game", "amount": "0.50"}]
    night = club.night(fee=cards, settle="bank")
    words = words_of(club.officer.open(f"{night.by_officer}terms"))
    said = "Fee $2.00 each, guests $3.00; $0.50 a table per game · paid through the till Change"
    assert said in words
    free = words_of(club.officer.open(f"{club.night().by_officer}terms"))
    assert "No fee · nobody pays tonight; added to everyone’s account Change" in free
    close_site(site)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"date": ""}, "date"),
        ({"date": "2025-01-01"}, "date"),
        ({"fee-person_night": "two"}, "fee-person_night"),
        ({"fee-person_night": "2", "fee-person_night-guest": "two"}, "fee-person_night-guest"),
        ({"fee-person_night": "2", "fee-table_game": "-1"}, "fee-table_game"),
        ({"fee-person_game-guest": "3.005"}, "fee-person_game-guest"),
    ],
)
def test_wrong_terms_are_refused_at_their_field(
    club: SiteOfClub, typed: dict[str, str], field: str
) -> None:
    page = club.officer.open(f"{club.member}nights/new")
    refused = press(club.officer, page, "/nights/new", place="Attic", **typed)
    assert refused.status == 422
    assert f'href="#{field}"' in refused.text
    assert f'id="{field}-problem"' in refused.text
    assert refused.forms[0].values["place"] == "Attic"
    assert "is a text such as" not in refused.text
    assert '<details class="fold" open>' in refused.text


def test_only_officers_open_nights(club: SiteOfClub) -> None:
    assert Phone(club.site).open(f"{club.member}nights/new").status == 403


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """Return a night without a fee."""
    return club.night()


def test_terms_can_be_changed_while_the_night_is_open(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    typed = {"place": "Attic", "fee-person_night": "2", "fee-person_night-guest": "3,50"}
    assert press(club.officer, page, "/terms", settle="transfers", **typed).status == 303
    changed = night.loaded.night
    assert changed.fees == (Fee(rule=FeeRule.PERSON_NIGHT, minor=200, guest=350),)
    assert (changed.place, changed.settle) == ("Attic", SettleWay.TRANSFERS)


def test_a_closed_night_has_no_form_of_its_terms(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    close(night)
    late = press(club.officer, page, "/terms", place="Attic")
    for answer in (club.officer.open(f"{night.by_officer}terms"), late):
        assert answer.status == 409
        assert "The night is closed" in answer.text
        assert f'href="{night.by_officer}payouts"' in answer.text
    assert "Date, place and fee" not in club.officer.open(night.by_officer).text


def test_a_night_has_several_fees_and_keeps_those_that_are_not_changed(
    club: SiteOfClub, night: ClubNight
) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    typed = {"fee-person_night": "2", "fee-table_game": "0.50", "fee-person_game": "0"}
    assert press(club.officer, page, "/terms", **typed).status == 303
    hall = Fee(rule=FeeRule.PERSON_NIGHT, minor=200)
    assert night.loaded.night.fees == (hall, Fee(rule=FeeRule.TABLE_GAME, minor=50))
    page = club.officer.open(f"{night.by_officer}terms")
    assert press(club.officer, page, "/terms", **{"fee-person_night-guest": "3"}).status == 303
    hall = Fee(rule=FeeRule.PERSON_NIGHT, minor=200, guest=300)
    assert night.loaded.night.fees == (hall, Fee(rule=FeeRule.TABLE_GAME, minor=50))


def test_members_may_play_free_where_guests_pay(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    assert press(club.officer, page, "/terms", **{"fee-person_game-guest": "3"}).status == 303
    assert night.loaded.night.fees == (Fee(rule=FeeRule.PERSON_GAME, minor=0, guest=300),)
    page = club.officer.open(f"{night.by_officer}terms")
    assert page.forms[0].values["fee-person_game"] == "0.00"


def test_a_table_has_no_fee_for_guests(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    assert "fee-table_game" in page.forms[0].values
    assert "fee-table_game-guest" not in page.forms[0].values


def test_terms_are_for_officers(club: SiteOfClub, night: ClubNight) -> None:
    assert Phone(club.site).open(f"{night.join}terms").status == 403
