"""A new table of a night: offered people, the club's stake, and who is who in its seats."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scorekeeper.club.nights import void_game
from scorekeeper.games.links import open_link
from tests.club_site import (
    ClubNight,
    SiteOfClub,
    begin_club,
    close,
    club_app,
    done,
    new_post,
)
from tests.only_site import close_site
from tests.web.nights.reading import come, form_to, person_called, press
from tests.web.phone import Phone, Seen

STAKE = {"currency": "USD", "amount": "1.00", "per": 100}


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """Return a night without a table."""
    return club.night(place="Back room")


@pytest.fixture
def phone(club: SiteOfClub) -> Phone:
    """Return a phone that is new to the club."""
    return Phone(club.site)


def start(phone: Phone, page: Seen, **typed: str) -> str:
    """Send the form of a new table and return the address of the table."""
    form = form_to(page, "new") if "?" not in page.address else page.forms[0]
    sent = phone.post(form.action, {**form.values, **typed})
    assert sent.status == 303, sent.text
    return urlsplit(sent.answer.location).path


def values_of(page: Seen) -> dict[str, str]:
    return page.forms[0].values


def test_the_form_is_filled_with_who_was_chosen(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    come(phone, night, "Hal")
    come(phone, night, "Ida")
    hal = person_called(club, night, "Hal")
    values = values_of(phone.open(f"{night.join}new?with={hal}"))
    assert (values["players-0"], values["players-1"]) == ("Hal", "")
    assert (values["title"], values["place"]) == ("Table 1", "Back room")


def test_a_person_who_waits_is_offered(night: ClubNight, phone: Phone) -> None:
    come(phone, night, "Hal")
    assert 'data-name="Hal"' in phone.open(f"{night.join}new").text


def test_the_clubs_list_is_offered_after_those_who_wait(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    club.person("Vic", joined="2026-01-01")
    come(phone, night, "Hal")
    offered = re.findall('data-name="([^"]+)"', phone.open(f"{night.join}new").text)
    assert offered.index("Hal") < offered.index("Vic")
    assert len(offered) == len(set(offered))


def test_a_started_table_is_in_the_night_with_its_people(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    come(phone, night, "Hal")
    hal = person_called(club, night, "Hal")
    page = phone.open(f"{night.join}new?with={hal}")
    start(phone, page, **{"players-1": "Zoe"})
    (game,) = night.loaded.night.games
    assert game.table == "Table 1"
    assert game.people == (hal, person_called(club, night, "Zoe"))


def test_a_person_who_sits_down_waits_no_longer(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    come(phone, night, "Hal")
    page = phone.open(f"{night.join}new?with={person_called(club, night, 'Hal')}")
    start(phone, page, **{"players-1": "Zoe"})
    assert night.loaded.waiting == ()


def test_the_form_offers_a_variant_in_which_those_who_wait_can_play(
    night: ClubNight, phone: Phone
) -> None:
    night.game("Ann", "Bob", variant="gin150")
    offered = []
    for name in ("Cal", "Dot", "Eve"):
        come(phone, night, name)
        offered.append(values_of(phone.open(f"{night.join}new"))["variant"])
    assert offered == ["gin150", "gin150", "laws"]


def test_tables_are_numbered(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", label="Table 1")
    night.game("Cal", "Dot")
    assert [game.table for game in night.loaded.night.games] == ["Table 1", "Table 2"]
    assert values_of(phone.open(f"{night.join}new"))["title"] == "Table 3"


def test_a_wrong_form_comes_back_with_what_was_typed(night: ClubNight, phone: Phone) -> None:
    page = phone.open(f"{night.join}new")
    refused = phone.send(page, {"players-0": "Ann", "players-1": "ann"})
    assert refused.status == 422
    assert values_of(refused)["players-0"] == "Ann"
    assert night.loaded.night.games == ()


def test_the_buttons_of_the_form_stay_in_the_night(night: ClubNight, phone: Phone) -> None:
    page = phone.open(f"{night.join}new?with=p1")
    chosen = phone.send(page, {"do": "variant:gin150"})
    assert chosen.forms[0].action == f"{night.join}new?with=p1"
    rules = phone.send(chosen, {"do": "rules"})
    assert rules.forms[0].action == f"{night.join}new?with=p1"


def test_the_next_game_keeps_the_table_its_people_and_phones(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="By the window")
    phone.fill(f"{table.door}seat", {"seat": "1"})
    page = phone.open(f"{night.join}new?after={table.id}")
    assert values_of(page)["title"] == "By the window"
    address = start(phone, page)
    first, second = night.loaded.night.games
    assert (second.table, second.people) == (first.table, first.people)
    visit = open_link(night.club.store, address.split("/")[2])
    assert [row.seat for row in visit.seats] == [1]


def test_of_two_who_begin_the_next_game_the_second_is_asked_first(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="Table 1")
    address = f"{night.join}new?after={table.id}"
    late = Phone(night.club.site)
    page = late.open(address)
    start(phone, phone.open(address))
    refused = late.send(page, {"players-0": "Cal", "players-1": "Dot"})
    assert refused.status == 422
    assert "The next game has begun." in refused.text
    assert len(night.loaded.night.games) == 2
    again = late.send(refused, {})
    assert again.status == 303, again.text
    assert len(night.loaded.night.games) == 3


def test_a_person_who_sits_elsewhere_is_left_out_of_the_next_game(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", "Cal", wins="Ann", label="Table 1")
    night.game("Cal", "Dot", label="Table 2")
    values = values_of(phone.open(f"{night.join}new?after={table.id}"))
    assert [values[f"players-{seat}"] for seat in range(3)] == ["Ann", "Bob", ""]


def test_a_game_that_was_left_out_keeps_nobody_from_the_next_one(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="Table 1")
    other = night.game("Bob", "Dot", label="Table 2")
    done(void_game(night.club.store, new_post(), other.id, void=True))
    values = values_of(phone.open(f"{night.join}new?after={table.id}"))
    assert [values[f"players-{seat}"] for seat in range(2)] == ["Ann", "Bob"]


def test_a_table_whose_game_goes_on_plays_no_other(night: ClubNight, phone: Phone) -> None:
    table = night.game("Ann", "Bob", label="By the window")
    values = values_of(phone.open(f"{night.join}new?after={table.id}"))
    assert (values["title"], values["players-0"]) == ("Table 1", "")


def test_a_phone_goes_with_its_person_to_another_table(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="Table 1")
    phone.fill(f"{table.door}seat", {"seat": "1"})
    other = Phone(club.site)
    page = other.open(f"{night.join}new")
    address = start(other, page, **{"players-0": "Eve", "players-1": "Bob"})
    visit = open_link(club.store, address.split("/")[2])
    assert [row.seat for row in visit.seats] == [1]


def test_the_clubs_stake_comes_first(tmp_path: Path) -> None:
    site = club_app(tmp_path)
    night = begin_club(site, defaults={"stake": STAKE}).night()
    phone = Phone(site)
    page = phone.open(f"{night.join}new")
    values = values_of(page)
    assert (values["stake-amount"], values["stake-per"]) == ("1.00", "100")
    # A variant whose printed stake is for one point would make it a hundred times as high.
    page = phone.send(page, {"do": "variant:gin150"}, form=0)
    assert "$1 per 100" in page.text
    close_site(site)


def test_a_late_comer_is_a_person_of_the_club(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    come(phone, night, "Hal")
    table = night.game("Ann", "Bob", label="Table 1")
    press(phone, phone.open(f"{table.door}seat"), "/seat/new", name="Hal")
    (game,) = night.loaded.night.games
    assert game.people[2] == person_called(club, night, "Hal")
    assert night.loaded.waiting == ()


def test_a_closed_night_offers_no_next_game(night: ClubNight, phone: Phone) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="Table 1")
    phone.open(night.join)
    assert ">Next game<" in phone.open(table.door).text
    close(night)
    assert ">Next game<" not in phone.open(table.door).text
    assert urlsplit(phone.open(f"{night.join}new").answer.location).path == night.join


def test_somebody_who_only_watches_starts_no_table(night: ClubNight, phone: Phone) -> None:
    assert phone.open(f"{night.watch}new").status == 403


def test_a_stake_in_other_money_than_the_clubs_is_reported_at_its_field(
    night: ClubNight, phone: Phone
) -> None:
    typed = {"players-0": "Hal", "players-1": "Ida", "stake-amount": "1", "stake-currency": "EUR"}
    form = phone.open(f"{night.join}new").forms[0]
    sent = phone.post(form.action, {**form.values, **typed})
    assert sent.status == 422
    assert "The stake is in EUR, the club" in sent.text
    assert values_of(sent)["stake-currency"] == "EUR"
    assert night.loaded.night.games == ()
