"""Who scans a night's code says who they are, and gets their seat or waits for one."""

import re

import pytest

from scorekeeper.games.players import assign_seat
from scorekeeper.rules.deals import Seat
from tests.club_site import ClubNight, SiteOfClub, close
from tests.web.nights.reading import come, press
from tests.web.phone import Phone, Seen


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A night with Ann, Bob and Cal at table 1; Dot, Eve and Fay are on the roll."""
    for name in ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay"):
        club.person(name, joined="2026-01-01")
    night = club.night()
    night.game("Ann", "Bob", "Cal", label="Table 1")
    return night


def chips(seen: Seen) -> list[str]:
    """The names to tap, in their order."""
    _, _, part = seen.text.partition("Who are you?")
    found = re.findall(r'name="person"[^>]*><span>([^<]+)', part.partition("</section>")[0])
    return [each.strip() for each in found]


def say(phone: Phone, night: ClubNight, **typed: str) -> Seen:
    seen = phone.open(night.join)
    return phone.send(seen, typed)


def test_a_phone_is_asked_first_and_those_at_tables_stand_first(night: ClubNight) -> None:
    night.game("Fay", "Dot", label="Table 2")
    seen = Phone(night.club.site).open(night.join)
    assert chips(seen) == ["Ann", "Bob", "Cal", "Dot", "Fay", "Eve"]
    assert seen.text.index("Who are you?") < seen.text.index("Table 1")


def test_a_chip_leads_to_the_seat(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    table = phone.follow(say(phone, night, person=night.club.id_of("Bob")))
    assert "<small>you</small>" in table.text
    board = phone.open(night.join)
    assert "Who are you?" not in board.text


def test_a_typed_name_leads_to_the_seat_too(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    answer = say(phone, night, name=" bob ")
    assert "/game/" in answer.answer.location


def test_the_seat_of_another_phone_is_not_taken_unasked(night: ClubNight) -> None:
    game = night.loaded.night.games[0]
    key = night.loaded.games[game.id].key
    assign_seat(night.club.store, key, "another phone", Seat(1), is_me=False)
    phone = Phone(night.club.site)
    asked = phone.follow(say(phone, night, person=night.club.id_of("Bob")))
    assert "on another phone" in asked.text
    assert "I am Bob" in asked.text


def test_who_sits_nowhere_waits_and_sees_it_on_top(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    assert say(phone, night, person=night.club.id_of("Dot")).status == 303
    board = phone.open(night.join)
    assert "you have been waiting for a seat since" in board.text
    assert "Who are you?" not in board.text
    assert [row.person for row in night.loaded.waiting] == [night.club.id_of("Dot")]
    # Of anybody else it is asked last whether they are Dot: a phone may be another one by now.
    other = Phone(night.club.site)
    assert chips(other.open(night.join))[-1] == "Dot"
    assert say(other, night, person=night.club.id_of("Dot")).status == 303
    assert "you have been waiting for a seat since" in other.open(night.join).text
    assert [row.person for row in night.loaded.waiting] == [night.club.id_of("Dot")]


def test_who_waits_gets_the_seat_with_the_new_table(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    say(phone, night, person=night.club.id_of("Dot"))
    table = night.game("Dot", "Eve", label="Table 2")
    board = phone.open(night.join)
    assert board.text.index("Table 2") < board.text.index("Table 1")
    assert table.visit.seats[0].seat == 0


def test_a_guest_types_a_name(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    assert say(phone, night, name="Hal").status == 303
    assert "Hal" in phone.open(night.join).text
    assert night.club.id_of("Hal") in [row.person for row in night.loaded.waiting]


@pytest.mark.parametrize(
    ("typed", "asked", "offered"),
    [("D.o-t", "Did you mean Dot?", ["Dot"]), ("An", "Did you mean Ann or Anna?", ["Ann", "Anna"])],
)
def test_whom_a_name_may_mean_is_asked_and_shown_first(
    night: ClubNight, typed: str, asked: str, offered: list[str]
) -> None:
    night.club.person("Anna", joined="2026-01-01")
    phone = Phone(night.club.site)
    seen = say(phone, night, name=typed)
    assert (seen.status, asked in seen.text) == (422, True)
    assert chips(seen)[: len(offered)] == offered
    assert "more names" in seen.text
    assert "I am new" in seen.text
    assert phone.send(seen, {}).status == 303
    assert night.club.id_of(typed) in [row.person for row in night.loaded.waiting]


def test_another_name_typed_where_one_was_asked_about_is_asked_about_too(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    asked = phone.send(say(phone, night, name="Dott"), {"name": "Evee"})
    assert "Did you mean Eve?" in asked.text
    assert phone.send(asked, {"person": night.club.id_of("Eve")}).status == 303
    assert [row.person for row in night.loaded.waiting] == [night.club.id_of("Eve")]


def test_a_person_added_at_the_night_is_asked_about_too(night: ClubNight) -> None:
    officer = night.club.officer
    asked = come(officer, night, "Dott")
    assert (asked.status, "Did you mean Dot?" in asked.text) == (422, True)
    assert press(officer, asked, "/come", near="Dot").status == 303
    assert press(officer, come(officer, night, "Evee"), "/come").status == 303
    waiting = [night.loaded.people[row.person].name for row in night.loaded.waiting]
    assert waiting == ["Dot", "Evee"]


def test_a_slip_is_taken_back(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    say(phone, night, person=night.club.id_of("Dot"))
    assert phone.send(phone.open(night.join), {}).status == 303
    assert "Who are you?" in phone.open(night.join).text
    assert night.loaded.waiting == ()


def test_without_a_name_nothing_is_noted(night: ClubNight) -> None:
    seen = say(Phone(night.club.site), night, name=" ")
    assert seen.status == 422
    assert night.loaded.waiting == ()


def test_who_only_watches_and_officers_are_not_asked(night: ClubNight) -> None:
    assert "Who are you?" not in Phone(night.club.site).open(night.watch).text
    assert "Who are you?" not in night.club.officer.open(night.by_officer).text


def test_nobody_is_asked_once_the_night_is_closed(club: SiteOfClub) -> None:
    night = club.night()
    night.game("Ann", "Bob", wins="Ann")
    phone = Phone(club.site)
    seen = phone.open(night.join)
    close(night)
    late = phone.send(seen, {"person": club.id_of("Ann")})
    assert late.status == 422
    assert "Who are you?" not in phone.open(night.join).text


def test_the_night_is_closed_by_officers_and_shown_to_who_sits(night: ClubNight) -> None:
    phone = Phone(night.club.site)
    stranger = phone.open(night.join).text
    assert "Close the night" not in stranger
    assert "How the night closes" not in stranger
    say(phone, night, person=night.club.id_of("Ann"))
    seated = phone.open(night.join).text
    assert "How the night closes" in seated
    assert "Close the night" not in seated
    assert "Close the night" in night.club.officer.open(night.by_officer).text


def test_a_long_roll_is_folded_and_searched_by_typing(club: SiteOfClub) -> None:
    for number in range(40):
        club.person(f"Person {number:02}")
    seen = Phone(club.site).open(club.night().join)
    assert len(chips(seen)) == 40
    assert "28 more names" in seen.text
    assert 'list="roll"' in seen.text
