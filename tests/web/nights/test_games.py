"""Games of a night, one by one: put in, taken out, void, who sat where; and a game's own page."""

import re

import pytest

from scorekeeper.club.nights import change_game
from tests.club_books import tallied_game
from tests.club_site import ClubNight, SiteOfClub, close, done, new_post
from tests.web.clocks import clock_set, until_evening
from tests.web.deals import ANN_OUT, BOB_OUT
from tests.web.links import Table, begin
from tests.web.nights.closed_nights import tallied_table, words_of
from tests.web.nights.reading import labels_on, person_called, press
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """Return a night without a table."""
    return club.night()


@pytest.fixture
def table(club: SiteOfClub) -> Table:
    """Return a game of no night."""
    return begin(club.site, "Ann", "Bob")


def test_the_host_puts_a_game_in_from_its_own_page(night: ClubNight, table: Table) -> None:
    phone = table.host
    assert "Scan the code of the night" in phone.open(f"{table.game}night").text
    phone.open(night.join)
    page = phone.open(f"{table.game}night")
    sent = press(phone, page, "/night", night=night.id)
    assert sent.status == 303, sent.text
    assert [game.table for game in night.loaded.night.games] == ["Table 1"]


def test_a_night_that_the_phone_does_not_know_takes_no_game(
    club: SiteOfClub, night: ClubNight, table: Table
) -> None:
    table.host.open(club.night().join)
    page = table.host.open(f"{table.game}night")
    refused = press(table.host, page, "/night", night=night.id)
    assert refused.status == 422
    assert "Choose a night that this phone knows" in refused.text


def test_the_host_takes_the_game_out_again(night: ClubNight) -> None:
    table = night.game("Ann", "Bob", label="2")
    page = table.host.open(f"{table.game}night")
    assert "This game is part of the night, as Table 2." in page.text
    assert press(table.host, page, "/night/out").status == 303
    assert night.loaded.night.games == ()


def test_the_host_puts_a_game_in_from_the_night(night: ClubNight, table: Table) -> None:
    page = table.host.open(f"{night.join}games")
    assert press(table.host, page, "/games").status == 303
    assert len(night.loaded.night.games) == 1


def test_nobody_puts_in_a_game_of_others(night: ClubNight, table: Table) -> None:
    stranger = Phone(table.site)
    stranger.start("Cal", "Dot")
    page = stranger.open(f"{night.join}games")
    token = table.game.split("/")[2]
    assert press(stranger, page, "/games", game=token).status == 422
    assert night.loaded.night.games == ()


def test_an_officer_puts_right_who_sat_where(club: SiteOfClub, night: ClubNight) -> None:
    zoe = club.person("Zoe")
    table = night.game("Ann", "Bob")
    page = club.officer.open(f"{night.by_officer}games/{table.id}")
    sent = press(club.officer, page, f"/games/{table.id}", label="Attic", **{"person-1": zoe})
    assert sent.status == 303, sent.text
    (game,) = night.loaded.night.games
    assert game.table == "Attic"
    assert game.people == (person_called(club, night, "Ann"), zoe)


def test_one_person_has_one_seat(club: SiteOfClub, night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    ann = person_called(club, night, "Ann")
    page = club.officer.open(f"{night.by_officer}games/{table.id}")
    refused = press(club.officer, page, f"/games/{table.id}", **{"person-1": ann})
    assert refused.status == 422
    assert refused.text.count("Ann sits at this table already") == 1  # beside the seat alone


def test_what_is_wrong_with_no_field_stands_above_the_form(
    club: SiteOfClub, night: ClubNight
) -> None:
    table = night.game("Ann", "Bob", wins="Ann")
    page = club.officer.open(f"{night.by_officer}games/{table.id}")
    close(night)
    refused = press(club.officer, page, "/out")
    assert refused.status == 422
    content = refused.text.partition("<main")[2]
    assert "The night is closed" in content.partition("<form")[0]


def test_a_void_game_leaves_the_board_and_comes_back(club: SiteOfClub, night: ClubNight) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    address = f"{night.by_officer}games/{table.id}"
    press(club.officer, club.officer.open(address), "/void")
    assert labels_on(club.officer.open(night.by_officer)) == []
    assert "it counts nowhere" in club.officer.open(night.by_officer).text
    press(club.officer, club.officer.open(address), "/void")
    assert labels_on(club.officer.open(night.by_officer)) == ["Table 1"]


def test_a_game_that_is_called_like_its_table_is_named_once(
    club: SiteOfClub, night: ClubNight
) -> None:
    for title in ("Table 1", "1"):
        tallied_table(night, tallied_game(300, 20, names=("Ann", "Bob")) | {"title": title}, "1")
    page = club.officer.open(f"{night.by_officer}games")
    assert page.text.count("<h2>Table 1</h2>") == 2


def test_only_officers_void_games(night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    assert table.host.open(f"{night.join}games/{table.id}").status == 403


def test_the_night_leads_a_host_to_the_game_and_nobody_else(night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    assert f'href="{table.game}night"' in table.host.open(f"{night.join}games").text
    assert '/night"' not in Phone(table.site).open(f"{night.join}games").text


def test_a_game_that_was_taken_out_leads_to_the_others(club: SiteOfClub, night: ClubNight) -> None:
    table = night.game("Ann", "Bob")
    address = f"{night.by_officer}games/{table.id}"
    page = club.officer.open(address)
    assert press(club.officer, page, "/out").status == 303
    assert night.loaded.night.games == ()
    assert club.officer.open(address).status == 303


def test_the_pages_of_a_table_lead_back_to_its_night(night: ClubNight) -> None:
    table = night.game("Ann", "Bob", wins="Ann")
    phone = Phone(table.site)
    assert night.join not in phone.open(table.door).text
    phone.open(night.join)
    for page in ("", "final"):
        assert (
            f'href="{night.join}" aria-label="Friday 20 November'
            in phone.open(table.door + page).text
        )


def test_a_phone_without_the_night_s_link_goes_back_by_the_club_s_or_to_all_games(
    club: SiteOfClub, night: ClubNight
) -> None:
    table = night.game("Ann", "Bob")
    phone = Phone(table.site)
    assert 'href="/" aria-label="All games"' in phone.open(table.door).text
    phone.open(club.member)
    assert f'href="{night.by_member}" aria-label="Friday 20 November' in phone.open(table.door).text


def test_the_night_stands_on_the_home_page_of_phones_that_know_it(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    assert "Tonight" not in phone.open("/").text
    phone.open(night.join)
    assert f'href="{night.join}"' in phone.open("/").text


def test_without_a_night_the_menu_of_a_game_offers_one_to_its_host(table: Table) -> None:
    assert "Put it in a night" in table.host.open(table.game).text
    assert "Put it in a night" not in Phone(table.site).open(table.door).text


def test_a_game_that_ended_leads_to_the_next_one_of_its_night(night: ClubNight) -> None:
    table = night.game("Ann", "Bob", wins="Ann")
    phone = Phone(table.site)
    assert "Next game" not in phone.open(f"{table.door}final").text
    phone.open(night.join)
    page = phone.open(f"{table.door}final")
    assert f'href="{night.join}new?after={table.id}">Next game' in page.text


def test_the_pages_of_a_game_are_called_by_its_table_and_night(night: ClubNight) -> None:
    with clock_set(night.club.site, until_evening()):
        table, phone = night.game("Ann", "Bob", label="1"), Phone(night.club.site)
        name = "Table 1 · 20 Nov"
        for page in ("", "big"):
            seen = phone.open(table.door + page).text
            assert (f"<h1>{name}</h1>" in seen, f"<title>{name}" in seen) == (True, True), page
        for page in ("history", "seat", "links", "print", "other-rules", "night"):
            seen = table.host.open(table.game + page).text
            assert f'class="quiet">{name}</p>' in seen, page
        tag = phone.open(table.door).answer.headers["ETag"]
        club = night.club
        done(change_game(club.store, new_post(), table.id, people={}, label="By the window"))
        again = phone.client.get(table.door, headers={"If-None-Match": tag})
        assert again.status_code == 200
        assert "<h1>By the window · 20 Nov</h1>" in Seen(again, table.door).text
        over = night.game("Cal", "Dot", wins="Cal", label="Table 2")
        assert "<h1>Table 2 · 20 Nov</h1>" in phone.open(f"{over.door}final").text


def test_the_history_names_the_officer_who_acted_without_a_seat(night: ClubNight) -> None:
    table, officer = night.game("Ann", "Bob", label="1"), night.club.officer
    assert officer.fill(f"{table.game}enter", ANN_OUT).status == 303
    assert table.host.fill(f"{table.game}enter", BOB_OUT).status == 303
    words = words_of(officer.open(f"{table.game}history"))
    assert words.count("By an officer, Eve") == 1
    assert words.index("Deal 2 entered") < words.index("By an officer, Eve")
    assert "without a seat" not in words
    officer.fill(f"{table.game}seat", {"seat": "0"})
    assert officer.fill(f"{table.game}enter", ANN_OUT).status == 303
    assert words_of(officer.open(f"{table.game}history")).count("By an officer") == 1


def test_a_game_at_home_is_called_by_its_players_who_stand_over_its_columns(
    club: SiteOfClub,
) -> None:
    phone = Phone(club.site)
    seen = phone.open(phone.start("Ann", "Bob", **{"stake-amount": "1", "stake-per": "100"})).text
    assert "<title>Ann and Bob · " in seen
    bar = re.search('<h1>(.*?)</h1>.*?class="quiet">(.*?)</p>', seen, re.DOTALL)
    assert bar is not None
    assert bar.groups() == ("Laws of Oklahoma", "Deal 1 · $1 per 100")
