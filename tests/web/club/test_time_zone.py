"""Days and hours are those of the club's time zone; here its server is a day behind."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.club.rows.clubs import find_club_row, read_acts
from scorekeeper.config import Settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.keys import make_key
from scorekeeper.server.app import create_app
from tests.club_site import PASSPHRASE, SiteOfClub, close, club_app, usual_club
from tests.only_site import close_site, site_of
from tests.web.clocks import clock_set
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.nights.closed_nights import words_of
from tests.web.nights.reading import press
from tests.web.phone import Phone

AUCKLAND = {"time_zone": "Pacific/Auckland"}
SETTINGS = "/club/officers/settings"


@pytest.fixture(autouse=True)
def far_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the server twelve hours behind UTC, where no club is."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Etc/GMT+12")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[SiteOfClub]:
    """A club in Auckland."""
    with usual_club(tmp_path) as club:
        assert club.officer.fill(SETTINGS, AUCKLAND).status == 303
        yield club


def at(club: SiteOfClub, moment: str) -> AbstractContextManager[GameStore]:
    """Set the clock to a moment of UTC."""
    return clock_set(club.site, datetime.fromisoformat(f"{moment}Z") - datetime.now(UTC))


def test_a_night_a_game_and_money_are_of_the_day_it_is_there(club: SiteOfClub) -> None:
    with at(club, "2026-11-20T08:30:30"):  # 21:30 in Auckland; 20:30 of the 19th at the server
        page = club.officer.open(f"{club.member}nights/new")
        assert page.forms[0].values["date"] == "2026-11-20"
        assert press(club.officer, page, "/nights/new").status == 303
        assert club.officer.open("/new").forms[0].values["played_on"] == "2026-11-20"
        payment = club.officer.open("/club/officers/money/payment").forms[0].values
        assert payment["date"] == "2026-11-20"
        night = club.night("2026-11-20")
        game = night.game("Ann", "Bob", wins="Ann")
        history = words_of(game.host.open(f"{game.game}history"))
        assert "20 November 2026 21:30" in history
        closing = club.officer.open(f"{night.by_officer}closing")
        assert press(club.officer, closing, "/closing").status == 303
        closed = night.loaded.night.closed
        assert closed is not None
        assert closed.on == "2026-11-20"
        payouts = words_of(club.officer.open(f"{night.by_officer}payouts"))
        assert "Closed at 21:30" in payouts


def test_a_club_that_has_chosen_none_goes_by_the_server(tmp_path: Path) -> None:
    with usual_club(tmp_path) as club, at(club, "2026-11-20T08:30:30"):
        page = club.officer.open(f"{club.member}nights/new")
        assert page.forms[0].values["date"] == "2026-11-19"
        settings = club.officer.open(SETTINGS)
        assert settings.forms[0].values["time_zone"] == ""
        assert '<option value="" selected>As the server: Etc/GMT+12</option>' in settings.text


def test_the_server_goes_by_its_settings_until_a_club_chooses(tmp_path: Path) -> None:
    settings = Settings(instance=tmp_path, secret_key="k" * 40, time_zone="America/New_York")
    site = create_app(settings)
    store = site_of(site).store
    moment = datetime(2026, 11, 20, 3, 30, tzinfo=UTC)
    assert f"{store.here(moment):%Y-%m-%d %H:%M}" == "2026-11-19 22:30"
    page = Phone(site).open(f"/set-up/{make_key(settings.set_up_key)}/")
    assert "As the server: America/New_York" in page.text
    close_site(site)


def test_a_night_that_is_open_over_midnight_keeps_its_day(club: SiteOfClub) -> None:
    with at(club, "2026-11-20T10:50:30"):
        night = club.night("2026-11-20")
        game = night.game("Ann", "Bob")
        game.host.fill(f"{game.game}enter", ANN_OUT)
    with at(club, "2026-11-20T11:10:30"):
        game.host.fill(f"{game.game}enter", BOB_OUT)
        page = words_of(game.host.open(f"{game.game}history"))
        places = [page.index(text) for text in ("21 November", "00:10", "20 November", "23:50")]
        assert places == sorted(places)
        assert night.loaded.night.date == "2026-11-20"
        assert "Friday 20 November" in club.officer.open(night.by_officer).text
        offered = club.officer.open(f"{club.member}nights/new").forms[0].values
        assert offered["date"] == "2026-11-21"


@pytest.mark.parametrize(
    ("before", "after", "hours"),
    [
        ("2027-04-03T13:50:30", "2027-04-03T14:10:30", ("02:50", "02:10")),
        ("2027-09-25T13:50:30", "2027-09-25T14:10:30", ("01:50", "03:10")),
    ],
    ids=["winter begins", "summer begins"],
)
def test_the_hours_of_a_night_in_which_the_clocks_change(
    club: SiteOfClub, before: str, after: str, hours: tuple[str, str]
) -> None:
    with at(club, before):
        game = club.night("2027-04-03").game("Ann", "Bob")
        game.host.fill(f"{game.game}enter", ANN_OUT)
    with at(club, after):
        game.host.fill(f"{game.game}enter", BOB_OUT)
        page = game.host.open(f"{game.game}history").text
    later, earlier = (page.index(f"<span>{hour}</span>") for hour in reversed(hours))
    assert later < earlier
    assert page.count('<h2 class="caps" id="day') == 1


def test_the_zone_is_chosen_by_one_act_and_no_day_moves(club: SiteOfClub) -> None:
    with at(club, "2026-11-20T08:30:30"):
        night = club.night("2026-11-20")
        game = night.game("Ann", "Bob", wins="Ann", stake="1.00")
        close(night)
        acts = len(club.store.read(read_acts))
        page = club.officer.open(SETTINGS)
        assert page.forms[0].values["time_zone"] == "Pacific/Auckland"
        assert club.officer.send(page, {"time_zone": "Pacific/Honolulu"}).status == 303
        assert [act.kind for act in club.store.read(read_acts)[:-acts]] == ["settings"]
        assert night.loaded.night.date == "2026-11-20"
        # It is the 19th there, and the night was closed on the 20th: no day is before it.
        correction = {"hand1-melded_points": "150"}
        assert game.host.fill(f"{game.game}deal/1/correct", correction).status == 303
        assert night.loaded.night.corrected_on == "2026-11-20"


def test_a_name_that_is_no_zone_is_reported_beside_all_else(club: SiteOfClub) -> None:
    wrong = {"time_zone": "Mars/Base", "name": ""}
    seen = club.officer.fill(SETTINGS, wrong)
    assert seen.status == 422
    assert 'id="time_zone-problem"' in seen.text
    assert 'id="name-problem"' in seen.text
    assert seen.forms[0].values["time_zone"] == "Mars/Base"


def test_the_other_officer_is_shown_the_zone_that_was_chosen(club: SiteOfClub) -> None:
    page = club.officer.open(SETTINGS)
    assert club.officer.send(page, {"time_zone": "Pacific/Honolulu"}).status == 303
    late = club.officer.send(page, {"name": "Regency"})
    assert late.status == 409
    assert "Time zone: Pacific/Honolulu" in late.text


def test_a_new_club_begins_on_the_day_of_its_zone(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    phone, address = Phone(site), f"/set-up/{make_key(site_of(site).settings.set_up_key)}/"
    form = phone.open(address).forms[0].values
    assert form["time_zone"] == ""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    typed = {"name": "Cavendish", "currency": "EUR", "officer": "Ann"}
    typed |= {"passphrase": PASSPHRASE, "again": PASSPHRASE, "time_zone": "Etc/GMT-14"}
    there = f"{datetime.now(UTC).astimezone(site_of(site).store.zone()):%Y-%m-%d}"
    assert form["opened"] == there <= today
    assert phone.fill(address, typed | {"opened": ""}).status == 303
    store = site_of(site).store
    row = store.read(find_club_row)
    assert row is not None
    assert (row.club.time_zone, row.club.opened) == ("Etc/GMT-14", store.today())
    assert store.today() > there
    close_site(site)


def test_the_proposed_day_of_a_new_club_is_that_of_its_zone_far_west(tmp_path: Path) -> None:
    site = club_app(tmp_path, time_zone="Pacific/Kiritimati")
    phone, address = Phone(site), f"/set-up/{make_key(site_of(site).settings.set_up_key)}/"
    form = phone.open(address).forms[0].values
    typed = {"name": "Cavendish", "currency": "EUR", "officer": "Ann", "opened": form["opened"]}
    typed |= {"passphrase": PASSPHRASE, "again": PASSPHRASE, "time_zone": "Etc/GMT+12"}
    wrong = phone.fill(address, typed | {"opened": "2999-01-01"})
    assert "This day is in the future" in wrong.text
    assert phone.fill(address, typed).status == 303
    row = site_of(site).store.read(find_club_row)
    assert row is not None
    assert row.club.opened == site_of(site).store.today() < form["opened"]
    close_site(site)


def test_a_tv_has_its_clock_in_the_zone(club: SiteOfClub) -> None:
    night = club.night("2026-11-20")
    game = night.game("Ann", "Bob", wins="Ann")
    for address in (f"{night.watch}tv", f"{game.game}big", f"{club.member}standings/tv"):
        assert 'data-zone="Pacific/Auckland"' in Phone(club.site).open(address).text, address
