"""The page of seats: seats are taken, lost, freed and taken back."""

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.games.links import Role
from tests.web.links import Table, begin
from tests.web.phone import Phone, Seen

TAKEN = "on another phone"
MINE = "you"


@pytest.fixture
def table(site: Flask) -> Table:
    return begin(site, "Ann", "Bob", "Cal")


def tap(phone: Phone, door: str, name: str) -> Seen:
    """Open the page of seats and tap a name, or ``I am Bob`` if another phone has the seat."""
    page = phone.open(f"{door}seat")
    seats = [form for form in page.forms if form.action == f"{door}seat"]
    wanted = ["Ann", "Bob", "Cal", "Dot"].index(name)
    form = next(form for form in seats if form.values["seat"] == str(wanted))
    return phone.post(form.action, form.values)


def seats_of(page: str) -> dict[str, str]:
    """Return the state of each seat on the page: free, taken or this phone's."""
    rows = re.findall(r'class="sitter">([^<]+)<(?:small>([^<]+))?', page)
    return {name: words or "free" for name, words in rows}


def test_every_name_is_offered(phone: Phone, table: Table) -> None:
    assert list(seats_of(phone.open(f"{table.door}seat").text)) == ["Ann", "Bob", "Cal"]


def test_one_tap_takes_a_seat_and_leads_to_the_table(phone: Phone, table: Table) -> None:
    seen = phone.follow(tap(phone, table.door, "Bob"))
    assert (seen.address, seen.status) == (table.door, 200)


def test_the_table_shows_the_own_seat(phone: Phone, table: Table) -> None:
    seen = phone.follow(tap(phone, table.door, "Bob")).text
    assert re.search(r"<span>Bob</span><small>you</small>", seen)


def test_a_phone_with_a_seat_goes_from_the_code_straight_to_the_table(
    phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    assert phone.follow(phone.open(f"{table.door}seat")).address == table.door


def test_a_seat_that_is_taken_says_so(phone: Phone, other_phone: Phone, table: Table) -> None:
    tap(phone, table.door, "Bob")
    assert seats_of(other_phone.open(f"{table.door}seat").text) == {
        "Ann": "free",
        "Bob": TAKEN,
        "Cal": "free",
    }


def test_that_is_me_moves_the_seat_to_the_new_phone(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    tap(other_phone, table.door, "Bob")
    assert table.holders == [1]
    page = other_phone.open(f"{table.door}seat?change=yes").text
    assert seats_of(page)["Bob"] == MINE


def test_the_phone_that_lost_its_seat_is_told_and_can_have_it_back(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    tap(other_phone, table.door, "Bob")
    seen = phone.open(table.door)
    assert "Another phone took your seat as Bob." in seen.text
    # The others are told of it in a line of its own.
    assert "Another phone took Bob’s seat" not in seen.text
    form = next(form for form in seen.forms if form.action == f"{table.door}seat")
    back = phone.follow(phone.post(form.action, form.values))
    assert "<span>Bob</span><small>you</small>" in back.text


@pytest.mark.parametrize("page", ["enter", "history", "big", "hand/1", "meanwhile?seen=1"])
def test_a_phone_that_lost_its_seat_is_told_on_whichever_page_it_stands(
    phone: Phone, other_phone: Phone, table: Table, page: str
) -> None:
    phone.follow(tap(phone, table.door, "Bob"))
    tap(other_phone, table.door, "Bob")
    seen = phone.open(table.door + page)
    assert "Another phone took your seat as Bob." in seen.text
    form = next(form for form in seen.forms if form.action == f"{table.door}seat")
    back = phone.post(form.action, form.values)
    way = "" if "?" in page else page
    assert back.answer.location.endswith(table.door + way)


def test_a_takeover_stands_above_the_score_sheet(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    tap(other_phone, table.door, "Bob")
    text = table.host.open(table.game).text
    assert 0 < text.index("Another phone took Bob’s seat") < text.index('id="sheet"')


def test_several_takeovers_are_one_line_with_the_rest_folded_away(table: Table) -> None:
    for name in ("Bob", "Bob", "Cal", "Cal"):
        tap(Phone(table.site), table.door, name)
    text = table.host.open(table.game).text
    folded = text.partition('id="takeovers"')[2].partition("</details>")[0]
    line, _, rest = folded.partition("</summary>")
    assert "Seats taken over: Bob and Cal." in line
    assert rest.count("Another phone took") == text.count("Another phone took") == 2


def test_of_two_phones_that_choose_one_seat_the_second_is_told(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    late = next(
        form
        for form in other_phone.open(f"{table.door}seat").forms
        if form.values.get("seat") == "1"
    )
    tap(phone, table.door, "Bob")
    told = other_phone.post(late.action, late.values)
    assert (told.status, "Someone was faster" in told.text) == (409, True)
    moved = other_phone.send(told, {}, form=0)
    assert (moved.status, table.holders) == (303, [1])


def test_a_phone_sits_in_one_seat_alone(phone: Phone, table: Table) -> None:
    tap(phone, table.door, "Bob")
    page = phone.open(f"{table.door}seat?change=yes")
    form = next(form for form in page.forms if form.values.get("seat") == "2")
    phone.post(form.action, form.values)
    assert table.holders == [2]


@pytest.mark.parametrize("seat", ["3", "-1", "x", "", "99999999"])
def test_an_unknown_seat_cannot_be_taken(phone: Phone, seat: str, table: Table) -> None:
    token = phone.open(f"{table.door}seat").forms[0].values["csrf_token"]
    assert phone.post(f"{table.door}seat", {"csrf_token": token, "seat": seat}).status == 400


def test_just_watch_leads_to_the_table(phone: Phone, table: Table) -> None:
    page = phone.open(f"{table.door}seat").text
    assert f'<a class="second" href="{table.door}">Just watch</a>' in page


def test_without_cookies_a_tap_is_refused_in_plain_words(phone: Phone, table: Table) -> None:
    form = phone.open(f"{table.door}seat").forms[0]
    without = Phone(table.site)
    answer = without.post(form.action, form.values)
    assert (answer.status, "cookies are off" in answer.text) == (400, True)
    assert table.holders == []


# --- standing up, and being freed -----------------------------------------------------------------


def test_a_player_stands_up(phone: Phone, table: Table) -> None:
    tap(phone, table.door, "Bob")
    page = phone.open(f"{table.door}seat?change=yes")
    form = next(form for form in page.forms if form.action == f"{table.door}seat/leave")
    after = phone.follow(phone.post(form.action, form.values))
    assert (table.holders, seats_of(after.text)["Bob"]) == ([], "free")


def test_a_player_who_stood_up_is_not_told_of_a_lost_seat(phone: Phone, table: Table) -> None:
    tap(phone, table.door, "Bob")
    page = phone.open(f"{table.door}seat?change=yes")
    form = next(form for form in page.forms if form.action == f"{table.door}seat/leave")
    phone.post(form.action, form.values)
    assert "your seat" not in phone.open(table.door).text.replace("Take your seat", "")


def test_after_the_end_a_seat_is_offered_in_the_menu_only(phone: Phone, table: Table) -> None:
    words, link = "Take your seat<", f'href="{table.door}seat?change=yes">Seats<'
    seen = [phone.open(table.door).text]
    table.host.fill(table.game + "close", {"reason": "It is late"})
    seen.append(phone.open(table.door).text)
    assert [(words in text, link in text) for text in seen] == [(True, False), (False, True)]


def test_the_host_frees_a_seat(phone: Phone, table: Table) -> None:
    tap(phone, table.door, "Bob")
    page = table.host.open(f"{table.game}seat")
    form = next(form for form in page.forms if form.action == f"{table.game}seat/free")
    assert table.host.follow(table.host.post(form.action, form.values)).status == 200
    assert table.holders == []


def test_the_phone_whose_seat_was_freed_is_told(phone: Phone, table: Table) -> None:
    tap(phone, table.door, "Bob")
    page = table.host.open(f"{table.game}seat")
    form = next(form for form in page.forms if form.action == f"{table.game}seat/free")
    table.host.post(form.action, form.values)
    assert "Your seat as Bob was freed." in phone.open(table.door).text


def test_a_player_is_offered_no_seat_of_others_to_free(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    page = other_phone.open(f"{table.door}seat")
    assert [form for form in page.forms if form.action.endswith("/free")] == []


def test_a_player_who_lost_a_seat_and_only_watches_is_told_once(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    tap(other_phone, table.door, "Bob")
    seen = phone.open(table.door)
    form = next(form for form in seen.forms if form.action == f"{table.door}seat/leave")
    after = phone.follow(phone.post(form.action, form.values))
    assert (after.address, "took your seat" in after.text) == (table.door, False)
    assert table.holders == [1]


def test_a_seat_carried_into_the_next_game_is_missed_there_as_well(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    table.host.fill(f"{table.game}close", {"reason": "It is late"})
    sent = table.host.fill(f"/new?again={table.game.split('/')[2]}", {})
    following = Table(table.site, table.host, urlsplit(sent.answer.location).path)
    phone.open(following.door)
    tap(other_phone, following.door, "Bob")
    assert "Another phone took your seat as Bob." in phone.open(following.door).text


def test_a_host_who_plays_by_the_players_link_carries_the_seats_as_well(
    phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    tap(table.host, table.door, "Ann")
    table.host.fill(f"{table.game}close", {"reason": "It is late"})
    sent = table.host.fill(f"/new?again={table.door.split('/')[2]}", {})
    following = Table(table.site, table.host, urlsplit(sent.answer.location).path)
    assert following.holders == [0, 1]


# --- what a viewer sees ---------------------------------------------------------------------------


def test_a_viewer_is_told_that_they_watch(phone: Phone, table: Table) -> None:
    seen = phone.open(table.by(Role.VIEWER)).text
    assert "You watch." in seen


def test_a_game_known_by_the_viewers_link_is_listed_as_watched(phone: Phone, table: Table) -> None:
    phone.open(table.by(Role.VIEWER))
    assert "Watching. Deal 1 is next." in phone.open("/games").text


def test_a_player_is_not_said_to_watch(phone: Phone, table: Table) -> None:
    phone.open(table.door)
    assert "Watching" not in phone.open("/games").text


def test_a_player_who_watches_by_the_viewers_link_is_offered_no_seat(
    phone: Phone, other_phone: Phone, table: Table
) -> None:
    tap(phone, table.door, "Bob")
    phone.open(table.by(Role.VIEWER))
    tap(other_phone, table.door, "Bob")
    assert "I am Bob" not in phone.open(table.by(Role.VIEWER)).text
