"""Opening a night in two taps, and changing its terms."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.app import close_site
from scorekeeper.domain.club.facts import Fee, FeeRule, SettleWay
from tests.club_site import ClubNight, SiteOfClub, begin_club, close, club_app
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


def test_the_last_place_is_offered_again(club: SiteOfClub) -> None:
    club.night("2026-11-06", place="Back room")
    page = club.officer.open(f"{club.member}nights/new")
    assert page.forms[0].values["place"] == "Back room"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"date": ""}, "date"),
        ({"date": "2025-01-01"}, "date"),
        ({"fee-per": "person_night", "fee-amount": "two"}, "fee-amount"),
        ({"fee-per": "person_night", "fee-amount": "2", "fee-guest": "two"}, "fee-guest"),
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


def test_only_officers_open_nights(club: SiteOfClub) -> None:
    assert Phone(club.site).open(f"{club.member}nights/new").status == 403


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """Return a night without a fee."""
    return club.night()


def test_terms_can_be_changed_while_the_night_is_open(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    typed = {"place": "Attic", "fee-per": "person_night", "fee-amount": "2", "fee-guest": "3,50"}
    assert press(club.officer, page, "/terms", settle="transfers", **typed).status == 303
    changed = night.loaded.night
    assert changed.fee == Fee(rule=FeeRule.PERSON_NIGHT, minor=200, guest=350)
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


def test_a_guests_fee_counts_only_where_persons_pay(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}terms")
    typed = {"fee-per": "table_game", "fee-amount": "2", "fee-guest": "3"}
    refused = press(club.officer, page, "/terms", **typed)
    assert (refused.status, 'id="fee-guest-problem"' in refused.text) == (422, True)
    assert press(club.officer, refused, "/terms", **{"fee-guest": ""}).status == 303
    assert night.loaded.night.fee == Fee(rule=FeeRule.TABLE_GAME, minor=200)


def test_terms_are_for_officers(club: SiteOfClub, night: ClubNight) -> None:
    assert Phone(club.site).open(f"{night.join}terms").status == 403
