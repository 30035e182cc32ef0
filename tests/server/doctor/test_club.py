from collections.abc import Iterator
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.server.doctor import check_club
from tests.club_site import begin_club, close, club_app
from tests.only_site import close_site, site_of
from tests.server.doctor.conftest import change, levels, spoken


@pytest.fixture
def settings(tmp_path: Path) -> Iterator[Settings]:
    site = club_app(tmp_path)
    club = begin_club(site)
    night = club.night()
    night.game("Ann", "Bob", wins="Ann", stake="1")
    close(night)
    club.night()
    yield site_of(site).settings
    close_site(site)


def test_a_club_without_faults_is_well(settings: Settings) -> None:
    (result,) = check_club(settings)
    assert (levels([result]), result.found) == (
        ["ok"],
        "2 nights and all money are as they can be.",
    )


def test_money_that_does_not_add_up_is_named_with_its_night(settings: Settings) -> None:
    change(
        settings.database,
        "UPDATE closing SET seen = json_set(seen, '$.games.g1.p1', 7)",
        "INSERT INTO payment (id, date, payer, payee, minor, at) VALUES"
        " ('m1', '2026-11-20', 'p1', 'nobody', 100, '')",
    )
    results = list(check_club(settings))
    assert levels(results) == ["error"] * 2
    assert "Night n1 of 2026-11-20" in spoken(results)
    assert "Money on account" in spoken(results)


def test_balances_of_before_that_cannot_be_there_are_named(settings: Settings) -> None:
    taken = "json_set(seen, '$.before', json_object('p1', 7))"
    change(settings.database, f"UPDATE closing SET seen = {taken}")
    assert "Nothing is taken into a night that nobody pays out" in spoken(check_club(settings))


def test_an_installation_without_a_club_says_nothing_of_one(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    assert list(check_club(site_of(site).settings)) == []
    close_site(site)
