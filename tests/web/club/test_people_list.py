"""A list of people, pasted or in a file, is looked at and added in one act."""

import io
import re

import pytest

from scorekeeper.bookkeeping.club.book import people_of
from tests.club_site import SiteOfClub
from tests.web.phone import Phone, Seen

PEOPLE = "/club/officers/people"
LIST = f"{PEOPLE}/list"
FORTY = "Name;Member or guest;Balance;Short\n" + "".join(
    [f"Person {n};{'guest' if n % 4 == 0 else 'member'};{n},50;P{n}\n" for n in range(40)]
)


def look(club: SiteOfClub, text: str) -> Seen:
    return club.officer.fill(LIST, {"text": text, "do": "look"})


def add(club: SiteOfClub, seen: Seen, **typed: str | None) -> Seen:
    return club.officer.send(seen, {"do": "add", **typed})


def names(club: SiteOfClub) -> list[str]:
    return [person.name for person in people_of(club.store)]


def problems(seen: Seen) -> dict[str, str]:
    """The problem below each cell."""
    found = re.findall(r'<div id="(cell-\d+-\d+)-problem">\s*<p class="problem">([^<]*)', seen.text)
    return dict(found)


def test_forty_people_with_balances_take_two_posts(club: SiteOfClub) -> None:
    seen = look(club, FORTY)
    assert seen.status == 200
    assert "Add 40 people" in seen.text
    assert "30 members; balances add up to $800.00" in seen.text
    assert names(club) == []
    added = add(club, seen)
    assert added.status == 303
    page = club.officer.open(added.answer.location)
    assert "40 people are on the list." in page.text
    people = people_of(club.store)
    assert [(p.name, p.short, p.opening, bool(p.joined)) for p in people[:2]] == [
        ("Person 0", "P0", 50, False),
        ("Person 1", "P1", 150, True),
    ]
    undone = club.officer.send(page, {})
    assert undone.status == 303
    assert names(club) == []


def test_the_page_of_people_leads_there(club: SiteOfClub) -> None:
    assert f'href="{LIST}"' in club.officer.open(PEOPLE).text


def test_a_file_is_read_like_a_text(club: SiteOfClub) -> None:
    form = club.officer.open(LIST).forms[0]
    file = (io.BytesIO("Zoë;5,50\r\nBob;\r\n".encode("cp1252")), "people.csv")
    seen = club.officer.post(form.action, {**form.values, "file": file, "do": "look"})
    assert add(club, seen).status == 303
    assert [(p.name, p.opening) for p in people_of(club.store)] == [("Zoë", 550), ("Bob", 0)]


def test_a_column_is_given_another_meaning(club: SiteOfClub) -> None:
    seen = look(club, "Ann;A;5\nBob;B;6")
    assert seen.forms[0].values["column-1"] == "short"
    again = club.officer.send(seen, {"column-2": "", "member": "no", "do": "look"})
    assert "balances add up" not in again.text
    assert add(club, again).status == 303
    assert [(p.opening, p.joined) for p in people_of(club.store)] == [(0, ""), (0, "")]


def test_nothing_is_added_that_was_not_shown_so(club: SiteOfClub) -> None:
    seen = look(club, "Ann;5\nBob;6")
    again = add(club, seen, **{"column-1": ""})
    assert again.status == 200
    assert names(club) == []
    assert add(club, again).status == 303


def test_all_problems_stand_at_their_cells_and_are_mended_there(club: SiteOfClub) -> None:
    club.person("Ann B.")
    text = "Name,Kind,Balance\nann b,member,5\nBob,perhaps,five\n,guest,1\nANN B.,guest,2\nCal,,3"
    seen = look(club, text)
    assert problems(seen) == {
        "cell-1-0": "Ann B. is on the list. Another person?",
        "cell-2-1": "“perhaps” is neither member nor guest",
        "cell-2-2": "“five” is no amount in $",
        "cell-3-0": problems(seen)["cell-3-0"],
        "cell-4-0": "Ann B. is on the list already; add a letter to the name",
    }
    assert "Line 3" in seen.text
    assert add(club, seen).status == 422
    mended = {"another-1": "yes", "cell-2-1": "guest", "out-3": "yes", "cell-4-0": "Ann C."}
    again = add(club, seen, **mended)
    assert problems(again) == {"cell-2-2": "“five” is no amount in $"}
    assert again.forms[0].values["another-1"] == "yes"
    shown = club.officer.send(again, {"cell-2-2": "−5", "do": "look"})
    assert problems(shown) == {}
    assert add(club, shown).status == 303
    added = {person.name: person.opening for person in people_of(club.store)}
    assert added == {"Ann B.": 0, "ann b": 500, "Bob": -500, "Ann C.": 200, "Cal": 300}


def test_a_list_sent_twice_is_added_once(club: SiteOfClub) -> None:
    seen = look(club, "Ann\nBob")
    places = [add(club, seen).answer.location for _ in range(2)]
    assert places[0] == places[1]
    assert names(club) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("text", "words"),
    [("", "There is nothing on this list"), ("Ann\n" * 1001, "A list has at most 1,000 lines")],
)
def test_what_is_no_list_comes_back_as_typed(club: SiteOfClub, text: str, words: str) -> None:
    again = look(club, text)
    assert again.status == 422
    assert words in again.text
    assert again.forms[0].values["text"] == text


def test_a_list_without_names_asks_for_their_column(club: SiteOfClub) -> None:
    seen = look(club, "Ann;5\nBob;6")
    again = add(club, seen, **{"column-0": ""})
    assert again.status == 422
    assert "Choose the column that has the names" in again.text


def test_the_last_list_can_be_undone_later_until_somebody_played(club: SiteOfClub) -> None:
    assert add(club, look(club, "Ann\nBob")).status == 303
    page = club.officer.open(LIST)
    assert "2 people, added on" in page.text
    club.night().game("Ann", "Dot", wins="Ann")
    assert "Somebody of it has played or paid since" in club.officer.open(LIST).text
    late = club.officer.send(page, {}, form=1)
    assert late.status == 422
    assert "The list stays: Ann played or paid since" in late.text
    assert "Bob" in names(club)


def test_a_name_nearly_the_same_is_asked_about(club: SiteOfClub) -> None:
    club.person("Ann B.")
    asked = club.officer.fill(PEOPLE, {"name": "ann b", "as": "member"})
    assert asked.status == 422
    assert "Ann B. is on the list. Another person?" in asked.text
    assert "Yes, a member" in asked.text
    other = club.officer.send(asked, {"name": "ANN-B", "as": "guest"})
    assert other.status == 422
    assert club.officer.send(other, {"as": "guest"}).status == 303
    assert names(club) == ["Ann B.", "ANN-B"]


def test_the_cursor_is_in_the_field_again_after_adding(club: SiteOfClub) -> None:
    assert "autofocus" not in club.officer.open(PEOPLE).text
    added = club.officer.fill(PEOPLE, {"name": "Ann", "as": "member"})
    assert re.search(
        r'<input id="name"[^>]* autofocus', club.officer.open(added.answer.location).text
    )


def test_a_person_added_by_mistake_is_removed(club: SiteOfClub) -> None:
    person = club.person("Bob")
    form = club.officer.open(f"{PEOPLE}/{person}/change")
    place = [each.action for each in form.forms].index(f"{PEOPLE}/{person}/remove")
    for _ in range(2):
        assert club.officer.send(form, {}, form=place).status == 303
    assert names(club) == []
    assert club.officer.open(f"{PEOPLE}/{person}").status == 404


def test_who_played_is_not_offered_to_be_removed(club: SiteOfClub) -> None:
    club.night().game("Ann", "Bob")
    ann = club.id_of("Ann")
    form = club.officer.open(f"{PEOPLE}/{ann}/change")
    assert f"{PEOPLE}/{ann}/remove" not in [each.action for each in form.forms]


def test_members_see_no_way_to_add_a_list(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    assert "people/list" not in phone.open(f"{club.member}people").text
    assert phone.open(f"{club.member}people/list").status == 403
