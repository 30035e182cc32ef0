"""Late comers of a night: who waits sits down at a running table, nobody plays at two unsaid."""

import re

import pytest

from scorekeeper.rules.game import Joined
from tests.club_site import ClubNight, ClubTable, SiteOfClub
from tests.web.deals import ANN_OUT
from tests.web.nights.reading import come, form_to, person_called, press, words_on
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """Return a night to which Max, a member, has come."""
    club.person("Max", joined="2026-01-01")
    club.person("Ned", joined="2026-01-01")
    night = club.night()
    come(Phone(club.site), night, "Max")
    return night


@pytest.fixture
def phone(club: SiteOfClub) -> Phone:
    """Return a phone that is new to the club."""
    return Phone(club.site)


def chosen(phone: Phone, night: ClubNight, name: str) -> Seen:
    """Return the board after a tap on the chip of somebody who waits."""
    address = f"{night.join}?with={person_called(night.club, night, name)}"
    assert f'href="{address}#waiting"' in phone.open(night.join).text
    return phone.open(address)


def names_at(table: ClubTable) -> tuple[str, ...]:
    return table.visit.game.sheet.setup.players


def add(phone: Phone, table: ClubTable, name: str, **more: str) -> Seen:
    """Type a late comer's name on the page of the players."""
    page = phone.open(f"{table.game}players")
    form = [form for form in page.forms if form.action.endswith("/join")][-1]
    return phone.post(form.action, {**form.values, "newcomer": name, **more})


def leave(table: ClubTable, seat: int) -> None:
    """Let the player of a seat sit out from now on."""
    page = table.host.open(f"{table.game}players")
    forms = [form for form in page.forms if form.action.endswith("/leave")]
    form = next(form for form in forms if form.values["seat"] == str(seat))
    assert table.host.post(form.action, form.values).status == 303


def test_who_waits_sits_down_at_a_running_table_by_two_taps(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", label="Table 2")
    table.host.fill(f"{table.game}enter", ANN_OUT)
    board = chosen(phone, night, "Max")
    assert ("Max goes home" in board.text, "New table with Max" in board.text) == (True, True)
    assert "Takes a seat at Table 2" in board.text
    assert press(phone, board, "/sit").status == 303
    assert names_at(table) == ("Ann", "Bob", "Max")
    (game,) = night.loaded.night.games
    assert game.people[2] == person_called(club, night, "Max")
    assert night.loaded.waiting == ()


def test_the_phone_of_who_waited_has_the_seat_and_is_led_to_the_table(
    club: SiteOfClub, night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", label="Table 2")
    table.host.fill(f"{table.game}enter", ANN_OUT)
    phone.send(phone.open(night.join), {"person": club.id_of("Ned")})
    assert press(phone, chosen(phone, night, "Ned"), "/sit").status == 303
    assert [row.seat for row in table.visit.seats] == [2]
    told = words_on(table.host.open(f"{table.game}meanwhile?seen=2"))
    assert ("Ned sat down." in told, "by Ned" in told) == (True, False)
    board = phone.open(night.join)
    assert "Who are you?" not in board.text
    (way,) = re.findall(r'class="main" href="([^"]+)">Your table<', board.text)
    assert "<span>Ned</span><small>you</small>" in phone.follow(phone.open(way)).text


def test_a_table_that_nobody_can_join_is_not_offered(night: ClubNight, phone: Phone) -> None:
    night.game("Ann", "Bob", variant="gin100", label="Table 1")
    night.game("Cal", "Dot", wins="Cal", label="Table 2")
    board = chosen(phone, night, "Max")
    assert "Takes a seat" not in board.text
    assert "Max goes home" in board.text


def test_the_phone_that_sits_somebody_down_is_named_in_the_history(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    phone.fill(f"{table.door}seat", {"seat": "1"})
    press(phone, chosen(phone, night, "Max"), "/sit")
    joined = table.visit.game.log[-1]
    assert (isinstance(joined.act, Joined), joined.who) == (True, "Bob")


def test_a_table_taken_out_of_the_night_meanwhile_seats_nobody(
    night: ClubNight, phone: Phone
) -> None:
    night.game("Ann", "Bob", label="Table 1")
    form = form_to(chosen(phone, night, "Max"), "/sit")
    sent = phone.post(form.action, {**form.values, "game": "g99"})
    assert (sent.status, len(night.loaded.waiting)) == (303, 1)


def test_whoever_waits_is_a_chip_where_a_player_joins(night: ClubNight) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    table.host.open(night.join)
    page = table.host.open(f"{table.game}players")
    assert '<button class="chip" name="newcomer" value="Max">' in page.text
    assert '<option value="Ned">' in page.text
    form = form_to(page, "/join")
    assert table.host.post(form.action, {**form.values, "newcomer": "Max"}).status == 303
    assert (names_at(table)[2], night.loaded.waiting) == ("Max", ())


def test_who_plays_is_offered_last_and_who_sits_here_not_at_all(night: ClubNight) -> None:
    night.game("Cal", "Dot", label="Table 2")
    table = night.game("Ann", "Bob", label="Table 1")
    table.host.open(night.join)
    page = table.host.open(f"{table.game}players")
    names = re.findall(r'<option value="([^"]+)">', page.text.partition("<datalist")[2])
    assert set(names[:2]) == {"Max", "Ned"}
    assert set(names[2:]) == {"Cal", "Dot"}


def test_whoever_waits_is_a_chip_where_a_phone_asks_who_you_are(
    night: ClubNight, phone: Phone
) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    assert "Max" not in phone.open(f"{table.door}seat").text  # it knows no club
    phone.open(night.join)
    page = phone.open(f"{table.door}seat")
    assert '<button class="chip" name="name" value="Max">' in page.text
    form = form_to(page, "/seat/new")
    assert phone.post(form.action, {**form.values, "name": "Max"}).status == 303
    assert (names_at(table)[2], table.holders) == ("Max", [2])


def test_a_typed_name_stands_as_the_list_spells_it(night: ClubNight, phone: Phone) -> None:
    table = night.game("Ann", "Bob", label="Table 1")
    assert add(table.host, table, " max").status == 303
    page = phone.open(f"{table.door}seat")
    form = form_to(page, "/seat/new")
    assert phone.post(form.action, {**form.values, "name": "NED"}).status == 303
    assert (names_at(table)[2:], table.holders) == (("Max", "Ned"), [3])


def test_a_name_at_a_new_table_stands_as_the_list_spells_it(night: ClubNight, phone: Phone) -> None:
    page = phone.open(f"{night.join}new")
    form = page.forms[0]
    sent = phone.post(form.action, {**form.values, "players-0": "max", "players-1": "Zoe"})
    assert sent.status == 303
    (game,) = night.loaded.games.values()
    assert game.sheet.setup.players == ("Max", "Zoe")


def test_who_plays_elsewhere_joins_only_after_a_word(night: ClubNight) -> None:
    night.game("Max", "Dot", label="Table 1")
    table = night.game("Ann", "Bob", label="Table 2")
    told = add(table.host, table, "max")
    assert (told.status, len(names_at(table))) == (422, 2)
    assert "Max plays at Table 1. Add the name again if that is right" in told.text
    form = [form for form in told.forms if form.action.endswith("/join")][-1]
    assert table.host.post(form.action, {**form.values, "newcomer": "Ned"}).status == 303
    assert add(table.host, table, "max", told="Max").status == 303
    assert names_at(table) == ("Ann", "Bob", "Ned", "Max")


def test_who_plays_elsewhere_is_at_a_new_table_only_after_a_word(
    night: ClubNight, phone: Phone
) -> None:
    night.game("Max", "Dot", label="Table 1")
    form = phone.open(f"{night.join}new").forms[0]
    told = phone.post(form.action, {**form.values, "players-0": "max", "players-1": "Zoe"})
    assert (told.status, len(night.loaded.games)) == (422, 1)
    assert "Max plays at Table 1. Press Start again if that is right" in told.text
    again = told.forms[0]
    assert phone.post(again.action, again.values).status == 303
    assert len(night.loaded.games) == 2


def test_who_plays_is_marked_and_comes_last_at_a_new_table(night: ClubNight, phone: Phone) -> None:
    night.game("Cal", "Dot", wins="Cal", label="Table 1")
    night.game("Ann", "Bob", label="Table 2")
    page = phone.open(f"{night.join}new")
    names = re.findall(r'data-name="([^"]+)"', page.text)
    assert names[0] == "Max"
    assert set(names[1:-2]) == {"Cal", "Dot", "Ned"}
    assert set(names[-2:]) == {"Ann", "Bob"}
    assert "Ann Table 2" in words_on(page)
    assert "Cal Table 1" not in words_on(page)


def test_who_left_a_table_is_free_again(night: ClubNight, phone: Phone) -> None:
    table = night.game("Ann", "Bob", "Cal", label="Table 1")
    table.host.fill(f"{table.game}enter", {**ANN_OUT, "hand2-melds": "", "hand2-in_hand": "4D 9H"})
    leave(table, 2)
    assert "2 playing" in phone.open(night.join).text
    assert come(phone, night, "Cal").status == 303
    table.host.fill(f"{table.game}enter", ANN_OUT)
    board = phone.open(night.join)
    assert "Max and Cal are waiting" in board.text
    page = phone.open(f"{night.join}new")
    assert "Cal Table 1" not in words_on(page)
    form = page.forms[0]
    typed = {"players-0": "Cal", "players-1": "Zoe"}
    assert phone.post(form.action, {**form.values, **typed}).status == 303
    assert night.loaded.playing()[person_called(night.club, night, "Cal")] == "Table 2"


def test_who_left_for_another_table_comes_back_only_after_a_word(night: ClubNight) -> None:
    table = night.game("Ann", "Bob", "Cal", label="Table 1")
    leave(table, 2)
    night.game("Cal", "Dot", label="Table 2")
    told = press(table.host, table.host.open(f"{table.game}players"), "/return")
    assert told.status == 422
    assert "Cal plays at Table 2. Press “Plays again” again if that is right" in told.text
    assert table.visit.game.sheet.game.away == {2}
    assert press(table.host, told, "/return").status == 303
    assert not table.visit.game.sheet.game.away


def test_a_phone_that_knows_only_the_table_is_told_once_as_well(
    night: ClubNight, phone: Phone
) -> None:
    night.game("Cal", "Dot", label="Table 2")
    table = night.game("Ann", "Bob", label="Table 1")
    form = form_to(phone.open(f"{table.door}seat"), "/seat/new")
    told = phone.post(form.action, {**form.values, "name": "cal"})
    assert (told.status, "Cal plays at Table 2." in told.text, "Max" in told.text) == (
        422,
        True,
        False,
    )
    assert press(phone, told, "/seat/new").status == 303
    assert names_at(table) == ("Ann", "Bob", "Cal")
