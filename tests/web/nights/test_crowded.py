"""A night that one phone fills with tables and people: how many it may, and how they go again."""

import pytest

from scorekeeper.club import nights
from scorekeeper.club.payments import reopen_night
from scorekeeper.club.rows.clubs import read_acts
from scorekeeper.club.rows.people import load_people
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.web.nights.closed_nights import PlayedNight, form_to, words_of
from tests.web.nights.reading import come
from tests.web.phone import Phone, Seen


@pytest.fixture
def played(club: SiteOfClub) -> PlayedNight:
    """Return a night that can be closed."""
    return PlayedNight.begin(club)


@pytest.fixture
def phone(club: SiteOfClub) -> Phone:
    """Return a phone that is new to the club."""
    return Phone(club.site)


def start(phone: Phone, night: ClubNight, *names: str) -> Seen:
    page = phone.open(f"{night.join if phone is not night.club.officer else night.by_officer}new")
    form = form_to(page, "new")
    seats = {f"players-{seat}": name for seat, name in enumerate(names)}
    return phone.post(form.action, {**form.values, **seats})


def start_many(phone: Phone, night: ClubNight, count: int) -> list[int]:
    return [start(phone, night, f"Hal {n}", f"Ida {n}").status for n in range(count)]


def names_of(club: SiteOfClub) -> set[str]:
    return {person.name for person in club.store.read(load_people)}


def test_a_phone_has_only_so_many_open_tables(
    played: PlayedNight, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nights, "MOST_TABLES", 2)
    night = played.night
    assert start_many(phone, night, 2) == [303, 303]
    refused = start(phone, night, "Jim", "Kay")
    assert refused.status == 429
    assert "2 tables that this phone started are open: finish one first" in refused.text
    assert len(night.loaded.night.games) == 3
    assert "Jim" not in names_of(night.club)
    assert start(Phone(phone.client.application), night, "Jim", "Kay").status == 303
    officer = night.club.officer
    others = [("Ned", "Ora"), ("Pam", "Quin"), ("Ray", "Sue")]
    assert [start(officer, night, *names).status for names in others] == [303] * 3
    done(nights.leave_out_empty(night.club.store, new_post(), night.id))
    assert start(phone, night, "Lou", "Max").status == 303


def test_a_phone_brings_only_so_many_people(
    club: SiteOfClub, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nights, "MOST_ARRIVALS", 2)
    night = club.night()
    for name in ("Hal", "Ida"):
        come(phone, night, name)
    refused = phone.send(phone.open(night.join), {"name": "Jim"})
    assert "Jim" not in names_of(club)
    assert "This phone has brought 2 people" in refused.text
    come(Phone(phone.client.application), night, "Jim")
    assert "Jim" in names_of(club)


def test_all_tables_without_a_deal_are_left_out_in_one_act(
    played: PlayedNight, phone: Phone
) -> None:
    night, officer = played.night, played.officer
    start_many(phone, night, 3)
    table = night.game("Jim", "Kay", wins="Jim")  # one that was played stays
    page = officer.open(f"{night.by_officer}closing")
    assert "Leave out all 3 tables without a deal" in page.text
    form = form_to(page, "leave-out")
    assert officer.post(form.action, form.values).status == 303
    assert [game.id for game in night.loaded.night.games if not game.is_void] == ["g1", table.id]
    with night.club.store.database.reading() as db:
        act = read_acts(db, night=night.id, most=1)[0]
    assert (act.kind, len(act.details["games"])) == ("games_void", 3)
    assert played.close().status == 303
    assert [game.id for game in night.loaded.night.games] == ["g1", table.id]


def test_only_an_officer_is_offered_to_leave_them_all_out(
    played: PlayedNight, phone: Phone
) -> None:
    start_many(phone, played.night, 2)
    assert "Leave out all" not in phone.open(f"{played.night.join}closing").text


def test_guests_without_a_deal_leave_the_list_when_the_night_closes(
    played: PlayedNight, phone: Phone
) -> None:
    club, night = played.night.club, played.night
    club.person("Dot", joined="2026-01-01")
    club.person("Eve")
    before = names_of(club)
    for name in ("Hal", "Dot", "Eve"):
        come(phone, night, name)
    start_many(phone, night, 2)
    night.game("Jim", "Kay", wins="Jim")
    done(nights.leave_out_empty(club.store, new_post(), night.id))
    assert played.close().status == 303
    assert names_of(club) == {*before, "Jim", "Kay"}
    for page in (night.by_officer, f"{night.by_officer}games", "/club/officers/people"):
        assert club.officer.open(page).status == 200
    done(reopen_night(club.store, new_post(), night.id))
    assert names_of(club) == {*before, "Jim", "Kay"}
    come(phone, night, "Hal")
    assert "Hal" in names_of(club)


def test_a_guest_who_paid_stays_on_the_list(played: PlayedNight, phone: Phone) -> None:
    club, night = played.night.club, played.night
    come(phone, night, "Hal")
    hal = club.id_of("Hal")
    with club.store.database.writing() as db:
        db.execute(
            "INSERT INTO payment (id, date, payer, payee, minor, at)"
            " VALUES ('m9', '2026-11-20', ?, 'p1', 100, '')",
            (hal,),
        )
    assert played.close().status == 303
    assert "Hal" in names_of(club)


def test_a_table_that_was_taken_out_can_be_put_back(played: PlayedNight, phone: Phone) -> None:
    club, night = played.night.club, played.night
    start(phone, night, "Hal", "Ida")
    key = next(
        night.loaded.games[game.id].key
        for game in night.loaded.night.games
        if not game.played.deals
    )
    done(nights.leave_out_empty(club.store, new_post(), night.id))
    assert played.close().status == 303
    done(reopen_night(club.store, new_post(), night.id))
    done(nights.put_game_in_night(club.store, new_post(), key, night.id))
    assert {"Hal", "Ida"} <= names_of(club)


def test_a_person_called_till_is_not_the_till(club: SiteOfClub) -> None:
    night = club.night(fee={"per": "person_night", "amount": "1.00"})
    night.game("till", "Bob", stake="1", wins="Bob")
    page = club.officer.open(f"{night.by_officer}closing")
    words = words_of(page)
    assert "till the till 2.00" in words
