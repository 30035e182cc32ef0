"""A list of people, pasted or in a file, is looked at and added in one act."""

import io
import re
from pathlib import Path

import pytest

from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.storage.club.clubs import find_club_row
from tests.club_site import SiteOfClub
from tests.web.phone import Phone, Seen, send_too_much

PEOPLE = "/club/officers/people"
LIST = f"{PEOPLE}/list"
BOOKS = Path(__file__).parents[2] / "cases" / "books"
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


def test_a_file_that_is_no_list_is_told_at_the_field_of_the_file(club: SiteOfClub) -> None:
    form = club.officer.open(LIST).forms[0]
    file = (io.BytesIO(b"%PDF-1.4"), "people.pdf")
    seen = club.officer.post(form.action, {**form.values, "file": file, "do": "look"})
    assert seen.status == 422
    assert re.search(r'id="file-problem">\s*<p class="problem">This file is no list', seen.text)
    assert 'id="text-problem"' not in seen.text


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
    [("", "There is nothing on this list"), ("Ann\n" * 5001, "A list has at most 5,000 lines")],
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


def bring(club: SiteOfClub, file: str) -> Seen:
    form = club.officer.open(LIST).forms[0]
    raw = io.BytesIO((BOOKS / file).read_bytes())
    return club.officer.post(form.action, {**form.values, "file": (raw, file), "do": "look"})


def test_the_same_workbook_twice_adds_nothing(club: SiteOfClub) -> None:
    seen = bring(club, "08-merged-heads.xlsx")
    assert "member since 4 March 2019" in " ".join(seen.text.split())
    assert "Line 1, above the heading" in seen.text
    assert add(club, seen).status == 303
    ann, bob = people_of(club.store)
    assert (ann.joined, ann.opening, ann.note) == ("2019-03-04", 725, "plays Fridays")
    again = bring(club, "08-merged-heads.xlsx")
    assert "2 are on the roll already" in again.text
    assert "Add 0 people" not in again.text
    assert problems(again) == {}
    refused = club.officer.send(again, {"do": "add"})
    assert refused.status == 422
    assert "Everybody on this list is on the roll already" in refused.text
    assert people_of(club.store) == (ann, bob)


def test_a_wrong_cell_of_a_file_is_named_by_its_address(club: SiteOfClub) -> None:
    seen = bring(club, "21-wrong-cells.xlsx")
    assert [place for place in ("C3", "D4", "E4", "C6") if f">{place}" in seen.text] == [
        *("C3", "D4", "E4", "C6")
    ]
    assert "Balance, D4" in seen.text


@pytest.mark.parametrize("file", ["26-formulas-unsaved.xlsx", "27-formulas-unsaved.ods"])
def test_a_formula_without_its_result_is_asked_for_at_its_cell(club: SiteOfClub, file: str) -> None:
    seen = bring(club, file)
    told = "A formula without its result: save the file once in Excel or LibreOffice"
    assert f"D5: {told}" in seen.text
    assert problems(seen).keys() == {"cell-3-1", "cell-3-3", "cell-4-2", "cell-4-3"}
    assert add(club, seen).status == 422
    mended = {"cell-3-1": "", "cell-4-2": "", "cell-3-3": "-1.5", "cell-4-3": "2"}
    assert add(club, club.officer.send(seen, {"do": "look", **mended})).status == 303
    assert [each.opening for each in people_of(club.store)] == [500, 1000, -150, 200]


@pytest.mark.parametrize(("page", "field"), [(LIST, "file"), ("/club/officers/settings", "mark")])
def test_a_file_that_is_too_large_is_told_at_its_field(
    club: SiteOfClub, page: str, field: str
) -> None:
    seen = send_too_much(club.officer, page)
    assert seen.status == 413
    assert f'<div id="{field}-problem"><p class="problem">At most 1 MiB can be sent' in seen.text
    assert club.officer.send(seen, {"text": "Ann"}).status in (200, 303)
    assert send_too_much(Phone(club.site), page).status == 403


def test_another_sheet_of_a_workbook_is_chosen(club: SiteOfClub) -> None:
    seen = bring(club, "14-three-sheets.xlsx")
    assert seen.forms[0].values["sheet"] == "1"
    other = club.officer.send(seen, {"sheet": "0", "do": "look"})
    assert "This book is kept by the officers" in other.text
    back = club.officer.send(other, {"sheet": "1", "do": "look"})
    assert add(club, back).status == 303
    assert names(club) == ["Ann", "Bob"]


def test_the_till_of_a_list_begins_the_books_and_goes_with_it(club: SiteOfClub) -> None:
    def cash() -> int:
        with club.store.database.reading() as db:
            row = find_club_row(db)
        assert row is not None
        return row.club.till

    before = cash()
    seen = bring(club, "13-till-below.xlsx")
    assert "$240.50" in seen.text
    page = club.officer.open(add(club, seen).answer.location)
    assert cash() == 24050
    assert club.officer.send(page, {}).status == 303
    assert (cash(), names(club)) == (before, [])
    club.night().game("Cal", "Dot", wins="Cal")
    refused = bring(club, "13-till-below.xlsx")
    assert "Money has moved already" in refused.text


def test_days_with_slashes_are_read_as_the_chip_says(club: SiteOfClub) -> None:
    seen = look(club, "Name;Joined\nAnn;3/4/2019")
    assert seen.forms[0].values["order"] == "month"
    other = club.officer.send(seen, {"order": "day", "do": "look"})
    assert add(club, other).status == 303
    assert people_of(club.store)[0].joined == "2019-04-03"


def test_more_people_than_a_list_may_have_are_told(club: SiteOfClub) -> None:
    seen = look(club, "".join([f"Person {n}\n" for n in range(1001)]))
    assert seen.status == 422
    assert "A list adds at most 1,000 people at once" in seen.text
