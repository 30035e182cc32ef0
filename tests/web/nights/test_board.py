"""The board of a night: its tables, who waits, and what each visitor may do there."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

import pytest

from scorekeeper.club.facts import Person
from scorekeeper.club.nights import void_game
from scorekeeper.club.rows.people import change_person
from scorekeeper.games.keys import GOOD_FOR, watch_code_of
from scorekeeper.games.links import Thing, remove_watch_code
from scorekeeper.games.live import EnteringPhone
from tests.club_site import ClubNight, SiteOfClub, close, done, new_post
from tests.web.deals import ANN_OUT
from tests.web.nights.reading import come, labels_on, person_called, press, words_on
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """Return a night without a table."""
    return club.night(place="Back room")


@pytest.fixture
def phone(club: SiteOfClub) -> Phone:
    """Return a phone that is new to the club."""
    return Phone(club.site)


def test_an_empty_night_shows_its_code(night: ClubNight, phone: Phone) -> None:
    page = phone.open(night.join)
    assert "No table yet. Scan the code or start one." in page.text
    assert "QR code: the night’s link" in page.text


def test_the_main_button_of_officers_closes_the_night_once_every_game_is_over(
    night: ClubNight,
) -> None:
    def main_button() -> str:
        page = night.club.officer.open(night.by_officer).text
        assert "Close the night" in page
        return page.split('class="main"')[1].split("</a>")[0].split(">")[1].strip()

    assert main_button() == "New table"
    night.game("Ann", "Bob", wins="Ann")
    assert main_button() == "Close the night"
    night.game("Cal", "Dot")
    assert main_button() == "New table"


def test_somebody_who_may_only_watch_is_shown_no_code(night: ClubNight, phone: Phone) -> None:
    page = phone.open(night.watch)
    assert "QR code" not in page.text
    assert night.join not in page.text
    assert "New table" not in page.text


def test_of_two_people_of_one_name_the_active_one_comes(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    gone, here = club.person("Ira"), club.person("Iris")
    with club.store.database.writing() as db:  # as in a book that was taken in
        change_person(db, Person(id=gone, name="Iris", is_active=False))
    come(phone, night, "iris")
    assert [row.person for row in night.loaded.waiting] == [here]


def test_the_phone_that_began_a_table_goes_back_to_it_as_its_host(night: ClubNight) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    assert f'href="{table.game}"' in table.host.open(night.join).text
    assert table.game not in Phone(night.club.site).open(night.join).text


def test_an_officer_without_a_seat_corrects_from_the_nights_table(
    club: SiteOfClub, night: ClubNight
) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    table.host.fill(f"{table.game}enter", ANN_OUT)
    for seat in ("0", "1"):
        Phone(club.site).fill(f"{table.door}seat", {"seat": seat})
    (way,) = re.findall(r'<h2[^>]*><a href="([^"]+)">', club.officer.open(night.by_officer).text)
    assert "Change the cards" in club.officer.open(f"{way}deal/1").text
    assert club.officer.open(f"{way}deal/1/correct").status == 200


def test_a_short_name_of_the_roll_stands_where_there_is_little_room(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    night.game("Ann of the Long Acre", "Bob")
    ann = club.id_of("Ann of the Long Acre")
    club.officer.fill(f"/club/officers/people/{ann}/change", {"short": "Ann"})
    for page in (night.join, f"{night.watch}tv"):
        text = phone.open(page).text
        name = r'title="Ann of the Long Acre">(<svg.*?</svg>)?<span dir="auto">Ann</span>'
        assert re.search(name, text)


def test_the_board_shows_every_table_with_totals_and_deal(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", wins="Ann", label="Table 1")
    night.game("Cal", "Dot", variant="gin150", label="Table 2")
    page = phone.open(night.join)
    assert labels_on(page) == ["Table 1", "Table 2"]
    assert "Ann wins" in words_on(page)
    assert "Gin 150 · deal 1" in page.text
    assert "Cavendish · 2 play" in page.text


def test_a_phones_own_table_comes_first(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", label="Table 1")
    table = night.game("Cal", "Dot", label="Table 2")
    phone.fill(f"{table.door}seat", {"seat": "1"})
    assert labels_on(phone.open(night.watch)) == ["Table 2", "Table 1"]


def test_the_board_says_who_is_entering_a_deal(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    club.store.entering.note(table.visit.game.key, "a phone", EnteringPhone(name="Ann"))
    assert "Ann enters deal 1 now." in phone.open(night.watch).text


def test_a_table_leads_to_its_seats(night: ClubNight, phone: Phone) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    assert f'href="{table.door}seat"' in phone.open(night.join).text
    assert table.door not in Phone(table.site).open(night.watch).text


def test_the_next_game_of_an_ended_table_begins_on_its_own_page(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="Table 1")
    assert "new?after" not in phone.open(night.join).text
    assert f"new?after={table.id}" in phone.open(table.door).text


def test_a_table_that_all_players_left_is_an_earlier_game(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", wins="Ann", label="Table 1")
    night.game("Ann", "Bob", label="Table 2")
    page = phone.open(night.join)
    assert labels_on(page) == ["Table 2"]
    assert "Earlier games (1)" in page.text


def test_games_that_were_left_out_stand_by_themselves(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    for label in ("Table 1", "Table 2"):
        game = night.game("Ann", "Bob", label=label)
        done(void_game(club.store, new_post(), game.id, void=True))
    page = phone.open(night.join)
    assert ("Left out (2)" in page.text, "Earlier games" in page.text) == (True, False)


def test_a_night_whose_games_are_over_has_nobody_playing_now(
    night: ClubNight, phone: Phone
) -> None:
    assert "nobody playing yet" in phone.open(night.join).text
    night.game("Ann", "Bob", wins="Ann", label="Table 1")
    assert "nobody playing now" in phone.open(night.join).text


def test_a_table_goes_on_with_its_next_game(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", wins="Ann", label="Table 1")
    night.game("Ann", "Cal", label="Table 1")
    assert labels_on(phone.open(night.join)) == ["Table 1"]


def test_two_tables_of_one_name_both_stay(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", label="Table 1")
    night.game("Cal", "Dot", label="Table 1")
    assert labels_on(phone.open(night.join)) == ["Table 1", "Table 1"]


def test_somebody_comes_as_a_guest_and_waits(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    assert come(phone, night, " Hal ").status == 303
    page = phone.open(night.join)
    assert "nobody playing yet, Hal is waiting" in page.text
    assert not night.loaded.people[person_called(club, night, "Hal")].joined


def test_a_typed_name_that_is_on_the_roll_means_that_person(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    ida = club.person("Ida", joined="2026-01-01")
    assert '<option value="Ida">' in phone.open(night.join).text
    come(phone, night, "ida")
    assert [row.person for row in night.loaded.waiting] == [ida]


@pytest.mark.parametrize(("name", "words"), [("", "name"), ("Jon", "is already waiting")])
def test_a_wrong_newcomer_is_refused_at_the_field(
    night: ClubNight, phone: Phone, name: str, words: str
) -> None:
    come(phone, night, "Jon")
    refused = come(phone, night, name)
    assert refused.status == 422
    assert words in refused.text
    assert f'value="{name}"' in refused.text
    board = night.join.removeprefix("http://localhost")
    assert f'data-own="{board}"' in refused.text
    assert "data-own" not in phone.open(night.join).text


def test_a_person_who_plays_cannot_wait(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", label="Table 1")
    assert "Ann plays at Table 1" in come(phone, night, "Ann").text


def test_chosen_people_go_into_the_button(club: SiteOfClub, night: ClubNight, phone: Phone) -> None:
    come(phone, night, "Kit")
    come(phone, night, "Lou")
    kit = person_called(club, night, "Kit")
    assert ">New table<" in phone.open(night.join).text
    page = phone.open(f"{night.join}?with={kit}")
    assert "New table with Kit" in page.text
    assert f"new?with={kit}" in page.text


def test_a_person_who_goes_home_waits_no_longer(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    come(phone, night, "Kit")
    page = phone.open(f"{night.join}?with={person_called(club, night, 'Kit')}")
    assert "Kit goes home" in page.text
    assert press(phone, page, "/leave").status == 303
    assert "Kit waits" not in phone.open(night.join).text


def test_an_unchanged_board_is_not_sent_again(night: ClubNight, phone: Phone) -> None:
    phone.open(night.join)
    tag = phone.open(night.join).answer.headers["ETag"]
    again = phone.client.get(night.join, headers={"If-None-Match": tag})
    assert again.status_code == 304
    come(phone, night, "Kit")
    changed = phone.client.get(night.join, headers={"If-None-Match": tag})
    assert changed.status_code == 200


def test_a_challenge_is_shown_on_the_board(night: ClubNight, phone: Phone) -> None:
    table = night.game("Ann", "Bob", wins="Ann", label="Table 1")
    phone.fill(f"{table.door}seat", {"seat": "1"})
    phone.fill(f"{table.door}challenge/2", {"reason": "wrong"})
    assert "Bob challenges deal 1." in phone.open(night.join).text


def test_the_tv_shows_all_tables_and_who_waits(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", label="Table 1")
    come(phone, night, "Kit")
    page = phone.open(f"{night.watch}tv")
    assert labels_on(page) == ["Table 1"]
    assert "Waiting Kit" in words_on(page)
    assert "QR code" not in Phone(night.club.site).open(f"{night.watch}tv").text


def test_the_code_page_shows_the_link_that_lets_others_in(night: ClubNight, phone: Phone) -> None:
    page = phone.open(f"{night.join}code")
    assert "Scan to sit down" in page.text
    # Who is in the room scans; copying is for the few who are not.
    assert "Copy link" not in page.text
    assert 'class="foot"' not in page.text
    assert phone.open(f"{night.watch}code").status == 403


def show_code_on_tv(club: SiteOfClub, night: ClubNight, *, shown: str = "yes") -> Seen:
    """Press the officer's switch."""
    page = club.officer.open(f"{night.by_officer}code")
    assert f'aria-pressed="{"false" if shown == "yes" else "true"}"' in page.text
    return press(club.officer, page, "/code/tv", shown=shown)


def test_a_tv_shows_no_code_and_says_nothing_of_one_until_an_officer_wants_it(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    for address in (night.watch, night.join, night.by_officer):
        tv = club.officer.open(f"{address}tv").text
        assert ("No table yet." in tv, "QR code" in tv) == (True, False), address
        assert not [words for words in ("Scan", "To join") if words in tv]
    assert show_code_on_tv(club, night).status == 303
    tv = Phone(club.site).open(f"{night.watch}tv").text
    assert "QR code: the night’s link" in tv
    assert "No table yet. Scan the code or start one." in tv
    assert "To join: scan." in tv
    assert "On another screen: open 192.0.2.2/tv and type" in words_on(
        phone.open(f"{night.watch}tv")
    )


def test_the_code_leaves_the_tv_as_soon_as_an_officer_wants_it(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    show_code_on_tv(club, night)
    tag = phone.open(f"{night.watch}tv").answer.headers["ETag"]
    assert show_code_on_tv(club, night, shown="no").status == 303
    again = phone.client.get(f"{night.watch}tv", headers={"If-None-Match": tag})
    assert (again.status_code, "QR code" in again.get_data(as_text=True)) == (200, False)


def test_a_code_that_is_withdrawn_is_not_on_the_tv(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    show_code_on_tv(club, night)
    page = club.officer.open(f"{night.by_officer}code")
    press(club.officer, page, "/code/withdraw")
    assert "QR code" not in phone.open(f"{night.watch}tv").text


def test_players_have_no_switch_for_the_tv(night: ClubNight, phone: Phone) -> None:
    assert "Show the code to join on the TV" not in phone.open(f"{night.join}code").text


def test_the_code_has_room_beside_tables_that_fill_the_grid(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    names = iter("ABCDEFGH")
    for number in range(1, 5):
        night.game(next(names), next(names), label=f"Table {number}")
    assert 'class="panels g2 r2"' in phone.open(f"{night.watch}tv").text
    show_code_on_tv(club, night)
    tv = phone.open(f"{night.watch}tv")
    assert ('class="panels g3 r2"' in tv.text, len(labels_on(tv))) == (True, 4)
    assert "QR code" in tv.text


def test_the_tv_of_a_closed_night_lets_nobody_sit_down(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    come(phone, night, "Hal")
    show_code_on_tv(club, night)
    before = phone.open(f"{night.join}tv").text
    assert ("To join: scan." in before, "Hal" in before) == (True, True)
    close(night)
    after = phone.open(f"{night.join}tv").text
    assert "Scan to see the payouts" in after
    assert not [words for words in ("To join", "start one", "Hal") if words in after]


def test_the_letters_lead_a_screen_to_the_tv_of_the_night(night: ClubNight, phone: Phone) -> None:
    found = re.search(r'class="letters">(\w+)<', phone.open(f"{night.join}code").text)
    assert found is not None
    screen = Phone(night.club.site)
    sent = screen.open(f"/tv/{found[1].lower()}")
    assert (sent.status, sent.answer.location) == (303, f"{night.watch}tv")


def letters_of(night: ClubNight) -> str:
    code = watch_code_of(night.club.store, night.id, Thing.NIGHT)
    assert code is not None
    return code.letters


def test_only_an_officer_makes_new_letters_in_the_place_of_those_that_work(
    night: ClubNight, phone: Phone
) -> None:
    before = letters_of(night)
    page = phone.open(f"{night.join}code")
    assert "New letters" not in page.text
    token = phone.open(f"{night.join}new").forms[0].values["csrf_token"]
    assert phone.post(f"{night.join}code/letters", {"csrf_token": token}).status == 303
    assert letters_of(night) == before
    officer = night.club.officer
    assert press(officer, officer.open(f"{night.by_officer}code"), "/letters").status == 303
    assert letters_of(night) != before
    assert phone.open(f"/tv/{before}").status == 422


def test_whoever_may_join_makes_letters_where_there_are_none(
    night: ClubNight, phone: Phone
) -> None:
    with night.club.store.database.writing() as db:
        remove_watch_code(db, Thing.NIGHT, night.id)
    assert press(phone, phone.open(f"{night.join}code"), "/letters").status == 303
    assert letters_of(night)


def test_letters_work_for_one_evening(night: ClubNight) -> None:
    store = night.club.store
    tomorrow = store.now() + GOOD_FOR
    later = replace(store, now=lambda: tomorrow)
    assert watch_code_of(later, night.id, Thing.NIGHT) is None
    later.notifier.close()


def test_a_new_code_shuts_out_whoever_has_the_old_one(club: SiteOfClub, night: ClubNight) -> None:
    old = night.join
    page = club.officer.open(f"{night.by_officer}code")
    assert press(club.officer, page, "/code/new").status == 303
    assert Phone(club.site).open(old).status == 410
    assert Phone(club.site).open(night.join).status == 200


def test_a_withdrawn_code_is_not_shown(club: SiteOfClub, night: ClubNight) -> None:
    page = club.officer.open(f"{night.by_officer}code")
    sent = press(club.officer, page, "/code/withdraw")
    again = club.officer.open(urlsplit(sent.answer.location).path)
    assert "The code was withdrawn" in again.text
    assert "QR code" not in again.text
