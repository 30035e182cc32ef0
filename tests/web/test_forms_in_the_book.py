"""What each form of the club does: every field of it is typed, and the club's book has it.

No value is the one that a field begins with, so that a field which is dropped, swapped with another
or turned round is seen. A field that a form gets must be typed here as well.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from scorekeeper.club.files import write_club_file
from scorekeeper.tournament.organised import open_pot, organise
from tests.club_site import ClubNight, SiteOfClub, done, new_post
from tests.web.nights.closed_nights import form_to
from tests.web.phone import Phone

NAMES = ("Ann", "Bob", "Cal", "Dot", "Eve", "Fay")
FEES = [
    {"per": "person_night", "amount": "2.00", "guest": "3.00"},
    {"per": "person_game", "amount": "0.50", "guest": "0.70"},
    {"per": "table_game", "amount": "1.50"},
]
ORGANISED = {
    "rounds": "3",
    "sizes": "3 4",
    "tables": "",
    "play": "modern",
    "ends": "bell",
    "deals": "7",
    "minutes": "30",
    "warn": "4",
    "points": "places",
    "scale": "9, 5, 2",
    "stakes": "no",
    "entry": "5",
    "guest": "6",
    "fee": "1",
    "deal": "0.10",
    "parts": "3, 1",
    "fixed": "",
    "added": "10",
    "part": "0.50",
    "standing_from": "3",
    "apart": "Ann + Bob",
    "together": "Cal + Dot",
    "partners": "Ann + Dot",
    "partners_sit": "apart",
    "mode": "ahead",
    "bye": "average",
    "free": "Fay",
}
"""What is typed of an organised night, but for those who are here and the pots."""
UNTYPED = {"csrf_token", "entry_id", "seen", "step", "seen-mark", "version", "do", "tick"}
"""Fields that nobody types."""


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A night of a club of six members."""
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    return club.night()


@pytest.fixture
def pot(club: SiteOfClub) -> str:
    return done(open_pot(club.store, new_post(), {"name": "Skunk bank", "opening": "9.00"}))


def book_of(club: SiteOfClub) -> dict[str, Any]:
    """The book of the club as it is exported."""
    found: dict[str, Any] = json.loads(write_club_file(club.store, "book", lambda *_: None))
    return found


def type_all(club: SiteOfClub, address: str, end: str, typed: dict[str, Any]) -> None:
    """Type into every field of an officer's form, and send it."""
    page = club.officer.open(address)
    form = form_to(page, end)
    assert set(names_in(page.text, form.action)) - UNTYPED == set(typed)
    values = {name: value for name, value in form.values.items() if name in UNTYPED}
    sent = club.officer.post(form.action, {**values, **typed})
    assert sent.status == 303, sent.text


def names_in(page: str, action: str) -> Iterator[str]:
    """Yield the names of the fields of a form; some stand elsewhere and name it."""
    tag = re.search(rf'<form\b[^>]*action="{re.escape(action)}"[^>]*>', page)
    assert tag is not None
    own = page[tag.end() :].partition("</form>")[0]
    fields = re.findall(r"<(?:input|select|textarea|button)\b[^>]*>", own)
    for field in fields:
        yield from re.findall(r'\bname="([^"]+)"', field)


def test_a_night_is_organised_as_typed(night: ClubNight, pot: str) -> None:
    club = night.club
    other = done(open_pot(club.store, new_post(), {"name": "Jackpot"}))
    ann, bob, cal, dot, eve, fay = [club.id_of(name) for name in NAMES]
    here = {"here": [ann, bob, cal, dot, eve], "door": "Gus"}
    typed = {**ORGANISED, **here, "pot": pot, "rest": other}
    type_all(club, f"{night.by_officer}organise", "/organise", typed)
    (found,) = book_of(club)["nights"]
    gus = club.id_of("Gus")
    assert found["organised"] == {
        "rounds": 3,
        "people": {ann: {}, bob: {}, cal: {}, dot: {}, eve: {}, gus: {}, fay: {"free": True}},
        "sizes": [3, 4],
        "standing_from": 3,
        "apart": [[ann, bob]],
        "together": [[cal, dot]],
        "partners": [[ann, dot]],
        "partners_sit": "apart",
        "ends": {"by": "bell", "minutes": 30, "warn": 4},
        "play": [{"variant": "modern"}],
        "points": {"by": "places", "scale": [9, 5, 2], "bye": "average"},
        "stakes": False,
        "entry": {"amount": "5.00", "guest": "6.00", "fee": "1.00", "pots": {pot: "0.50"}},
        "added": "10.00",
        "prizes": {"deal": "0.10", "places": [{"parts": [3, 1]}], "rest": other},
    }


def test_what_excludes_the_wishes_before_is_organised_as_typed(night: ClubNight) -> None:
    """A round robin, rounds of so many deals, points for wins, fixed prizes."""
    club = night.club
    here = [club.id_of(name) for name in NAMES]
    page = club.officer.open(f"{night.by_officer}organise")
    form = form_to(page, "/organise")
    typed = {
        "here": here,
        "rounds": "4",
        "sizes": "2",
        "mode": "movement",
        "ends": "deals",
        "deals": "7",
        "points": "wins",
        "bye": "1",
        "stakes": "yes",
        "entry": "8",
        "fixed": "20, 10",
    }
    sent = club.officer.post(form.action, {**form.values, **typed})
    assert sent.status == 303, sent.text
    (found,) = book_of(club)["nights"]
    assert found["organised"] == {
        "rounds": 4,
        "people": {person: {} for person in here},
        "sizes": [2],
        "mode": "movement",
        "ends": {"by": "deals", "deals": 7},
        "play": [{"variant": "laws"}],
        "points": {"by": "wins", "bye": 1},
        "entry": {"amount": "8.00"},
        "prizes": {"places": [{"fixed": ["20.00", "10.00"]}]},
    }


@pytest.mark.parametrize(
    ("variant", "play"),
    [("laws", {"variant": "laws", "options": {"target": 500}}), ("modern", {"variant": "modern"})],
)
def test_house_rules_of_a_night_stay_until_another_variant_is_chosen(
    night: ClubNight, variant: str, play: dict[str, Any]
) -> None:
    club = night.club
    people: dict[str, Any] = {club.id_of(name): {} for name in NAMES}
    rules = {"variant": "laws", "options": {"target": 500}}
    facts = {"rounds": 2, "people": people, "play": [rules]}
    done(organise(club.store, new_post(), night.id, facts))
    form = form_to(club.officer.open(f"{night.by_officer}organise"), "/organise")
    typed = {**form.values, "here": list(people), "play": variant}
    assert club.officer.post(form.action, typed).status == 303
    (found,) = book_of(club)["nights"]
    assert found["organised"]["play"] == [play]


def test_a_night_has_the_terms_that_were_typed(night: ClubNight) -> None:
    club = night.club
    typed = {
        "date": "2026-11-19",
        "place": "Back room",
        "settle": "bank",
        "fee-person_night": "2",
        "fee-person_night-guest": "3",
        "fee-person_game": "0.50",
        "fee-person_game-guest": "0.70",
        "fee-table_game": "1.50",
    }
    type_all(club, f"{night.by_officer}terms", "/terms", typed)
    type_all(club, "/club/officers/nights/new", "/nights/new", {**typed, "date": "2026-11-18"})
    told = {"place": "Back room", "settle": "bank", "games": [], "fee": FEES}
    assert book_of(club)["nights"] == [
        {"id": "n2", "date": "2026-11-18", **told},
        {"id": "n1", "date": "2026-11-19", **told},
    ]


def test_awards_and_a_fine_are_given_and_taken_back_as_typed(night: ClubNight, pot: str) -> None:
    club = night.club
    ann, bob, *_ = people = [club.id_of(name) for name in NAMES]
    facts = {"rounds": 2, "people": {person: {} for person in people}, "entry": {"amount": "5.00"}}
    done(organise(club.store, new_post(), night.id, facts))
    address = f"{night.by_officer}prizes"
    award = {"what": "award", "person": ann, "amount": "1.50", "pot": pot, "reason": "best hand"}
    for typed in (
        award,
        {**award, "person": bob, "amount": "2", "whole": "yes", "reason": ""},
        {"what": "fine", "person": bob, "amount": "0.25", "pot": pot, "reason": "late"},
    ):
        type_all(club, address, "/prizes", {"whole": "", **typed})
    given = {"person": ann, "amount": "1.50", "pot": pot, "reason": "best hand"}
    fine = {"person": bob, "amount": "0.25", "pot": pot, "reason": "late"}
    (found,) = book_of(club)["nights"]
    assert found["organised"]["awards"] == [given, {"person": bob, "all": True, "pot": pot}]
    assert found["organised"]["fines"] == [fine]
    form = form_to(club.officer.open(address), "/back", what="fine")
    assert club.officer.post(form.action, form.values).status == 303
    (found,) = book_of(club)["nights"]
    assert len(found["organised"]["awards"]) == 2
    assert "fines" not in found["organised"]


def test_a_pot_is_as_typed(night: ClubNight) -> None:
    club = night.club
    done(organise(club.store, new_post(), night.id, {"rounds": 2, "people": {}}))
    type_all(club, f"{night.by_officer}prizes", "/pot", {"name": "Skunks", "opening": "3,20"})
    assert book_of(club)["club"]["pots"] == [{"id": "p1", "name": "Skunks", "opening": "3.20"}]


def test_the_settings_are_as_typed(club: SiteOfClub) -> None:
    typed = {
        "name": "Portland",
        "paper": "letter",
        "mark": "",
        "time_zone": "Pacific/Auckland",
        "stake-amount": "0.25",
        "stake-per": "50",
        "settle": "transfers",
        "fee-person_night": "2",
        "fee-person_night-guest": "3",
        "fee-person_game": "0.50",
        "fee-person_game-guest": "0.70",
        "fee-table_game": "1.50",
    }
    type_all(club, "/club/officers/settings", "/settings", typed)
    told = book_of(club)["club"]
    assert told["name"] == "Portland"
    assert told["time_zone"] == "Pacific/Auckland"
    stake = {"currency": "USD", "amount": "0.25", "per": 50}
    assert told["defaults"] == {"stake": stake, "fee": FEES, "settle": "transfers"}
    form = form_to(club.officer.open("/club/officers/settings"), "/settings")
    assert form.values["paper"] == "letter"  # which no book has


def test_a_person_is_as_typed(club: SiteOfClub) -> None:
    ann = club.person("Ann")
    typed = {
        "name": "Anne",
        "short": "An",
        "joined": "2026-02-03",
        "left": "2026-10-11",
        "active": "",
        "opening": "−7,50",
        "note": "Plays south",
    }
    type_all(club, f"/club/officers/people/{ann}/change", "/change", typed)
    told = {**typed, "active": False, "opening": "-7.50"}
    assert book_of(club)["people"] == [{"id": ann, **told}]


def test_a_payment_is_as_typed(night: ClubNight) -> None:
    club = night.club
    typed = {
        "from": club.id_of("Ann"),
        "to": club.id_of("Bob"),
        "amount": "8,25",
        "night": night.id,
        "date": "2026-11-21",
        "method": "by card",
    }
    type_all(club, "/club/officers/money/payment", "/payment", typed)
    assert book_of(club)["payments"] == [{"id": "m1", **typed, "amount": "8.25"}]


@pytest.mark.parametrize(("kind", "amount"), [("expense", "-12.50"), ("income", "12.50")])
def test_an_expense_or_income_is_as_typed(night: ClubNight, kind: str, amount: str) -> None:
    club = night.club
    typed = {
        "kind": kind,
        "reason": "Coffee",
        "amount": "12.50",
        "party": club.id_of("Cal"),
        "date": "2026-11-21",
    }
    type_all(club, "/club/officers/money/expense", "/expense", typed)
    told = {name: typed[name] for name in ("date", "party", "reason")}
    assert book_of(club)["adjustments"] == [{"id": "a1", **told, "amount": amount}]


def test_a_season_is_as_typed(club: SiteOfClub) -> None:
    typed = {
        "season": "",
        "name": "Spring",
        "from": "2026-01-02",
        "to": "2026-03-30",
        "by": "wins",
        "scale": "",
        "attendance": "2",
        "best": "4",
        "drop": "",
        "members": "yes",
        "ended": "2026-03-31",
    }
    type_all(club, f"{club.member}seasons?season=new", "/seasons", typed)
    points = {"by": "wins", "attendance": 2}
    told = {name: typed[name] for name in ("name", "from", "to", "ended")}
    assert book_of(club)["seasons"] == [
        {"id": "s1", **told, "points": points, "best": 4, "members": True}
    ]
    other = {"by": "places", "scale": "9, 5", "best": "", "drop": "1", "members": ""}
    type_all(
        club, f"{club.member}seasons?season=s1", "/seasons", {**typed, "season": "s1", **other}
    )
    points = {"scale": [9, 5], "attendance": 2}
    assert book_of(club)["seasons"] == [{"id": "s1", **told, "points": points, "drop": 1}]


def test_a_new_game_is_as_typed(phone: Phone) -> None:
    typed = {
        "title": "Friday table 2",
        "place": "Cavendish",
        "played_on": "2026-11-20",
        "stake-amount": "0.25",
        "stake-currency": "EUR",
        "stake-per": "50",
        "needs-seat": "yes",
    }
    game = phone.start("Ann", "Bob", "Cal", variant="modern", **typed)
    told = json.loads(phone.open(f"{game}record.json").text)
    assert told["players"] == ["Ann", "Bob", "Cal"]
    assert told["variant"] == "modern"
    assert told["stake"] == {"currency": "EUR", "amount": "0.25", "per": 50}
    texts = ("title", "place", "played_on")
    assert {name: told[name] for name in texts} == {name: typed[name] for name in texts}
