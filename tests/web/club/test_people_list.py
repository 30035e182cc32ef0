"""A list of people is typed or pasted, looked at line by line, and added in one act."""

import re
from datetime import timedelta

import pytest

from scorekeeper.club.rows.people import load_people
from tests.club_site import SiteOfClub
from tests.web.clocks import clock_set, until_evening
from tests.web.phone import Phone, Seen

PEOPLE = "/club/officers/people"
LIST = f"{PEOPLE}/list"
FORTY = "".join([f"{number}. Person {number}\t{number},50\r\n" for number in range(40)])


def look(club: SiteOfClub, text: str, kind: str = "member") -> Seen:
    return club.officer.fill(LIST, {"text": text, "as": kind})


def add(club: SiteOfClub, seen: Seen, kind: str = "member", **typed: object) -> Seen:
    return club.officer.send(seen, {"as": kind, **typed})


def names(club: SiteOfClub) -> list[str]:
    return [person.name for person in club.store.read(load_people)]


def lines(seen: Seen) -> dict[int, str]:
    """What the page says of each line."""
    found = re.findall(r'<li id="line-(\d+)">(.*?)</li>', seen.text, re.DOTALL)
    return {int(line): " ".join(re.sub("<[^>]*>", " ", text).split()) for line, text in found}


def test_forty_members_with_balances_take_two_posts(club: SiteOfClub) -> None:
    seen = look(club, FORTY)
    assert seen.status == 200
    assert "Add 40 members" in seen.text
    assert "Nothing is saved yet; balances add up to $800.00" in seen.text
    assert names(club) == []
    added = add(club, seen)
    assert added.status == 303
    page = club.officer.open(added.answer.location)
    assert "40 people are on the list." in page.text
    person = club.store.read(load_people)[1]
    assert (person.name, person.opening, person.joined) == ("Person 1", 150, club.store.today())
    undone = club.officer.send(page, {})
    assert undone.status == 303
    assert names(club) == []


def test_lines_with_faults_are_no_members_yet(club: SiteOfClub) -> None:
    page = look(club, "Ann\nBob;x\nCal\nAnn").text
    assert re.search(r"<h2[^>]*>2 members</h2>\s*<p[^>]*>2 lines to mend</p>", page)


def test_the_meaning_of_each_line_is_shown_in_words(club: SiteOfClub) -> None:
    with clock_set(club.site, until_evening()):
        text = "Ann\t−4.50\n\nBob;5\nCal"
        assert lines(look(club, text)) == {
            1: "1 Ann member since 20 November 2026 owes the club $4.50",
            3: "3 Bob member since 20 November 2026 is owed $5.00 by the club",
            4: "4 Cal member since 20 November 2026",
        }
    assert lines(look(club, text, "guest"))[1] == "1 Ann guest owes the club $4.50"


def test_guests_have_no_day_of_joining(club: SiteOfClub) -> None:
    seen = look(club, "Ann\nBob;5", "guest")
    assert "Add 2 guests" in seen.text
    assert add(club, seen, "guest").status == 303
    assert [(each.joined, each.opening) for each in club.store.read(load_people)] == [
        ("", 0),
        ("", 500),
    ]


def test_the_page_of_people_leads_there(club: SiteOfClub) -> None:
    assert f'href="{LIST}"' in club.officer.open(PEOPLE).text


@pytest.mark.parametrize("change", [{"text": "Ann;5\nBob;7"}, {"kind": "guest"}])
def test_nothing_is_added_that_was_not_shown_so(club: SiteOfClub, change: dict[str, str]) -> None:
    seen = look(club, "Ann;5\nBob;6")
    again = add(club, seen, **change)
    assert (again.status, names(club)) == (200, [])
    assert add(club, again, change.get("kind", "member")).status == 303
    assert names(club) == ["Ann", "Bob"]


def test_the_day_that_was_shown_is_the_day_of_joining(club: SiteOfClub) -> None:
    with clock_set(club.site, until_evening()):
        seen = look(club, "Ann")
    with clock_set(club.site, until_evening() + timedelta(days=1)):
        again = add(club, seen)
        assert "since 21 November 2026" in lines(again)[1]
    assert names(club) == []


def test_all_faults_stand_at_their_lines_and_nothing_typed_is_lost(club: SiteOfClub) -> None:
    club.person("Ann B.")
    text = "ann b\nBob;five\n;1\nANN B.;2\nCal;3\nSmith, Dot\nCal\nEve;1.234"
    seen = look(club, text)
    assert seen.status == 422
    assert seen.forms[0].values["text"] == text
    shown = lines(seen)
    for line, told in {
        1: "Ann B. is on the list. A different person? Skip this line Yes, a different person",
        2: "Bob;five “five” is not a balance: write 5.00 or −5.00",
        3: "There is no name in this line",
        4: "This name is on the club’s list already; add a letter for another person",
        5: "is owed $3.00 by the club",
        6: "A name has no comma: write Ann Smith, and a tab or ; before a balance",
        7: "Cal stands twice (lines 5 and 7): once is enough",
        8: "1.234 can be read in two ways: write 1234 or 1.23",
    }.items():
        assert told in shown[line]
    assert '<a href="#line-2">Look at line 2</a>' in seen.text
    assert seen.text.count("“five” is not a balance") == 1
    assert seen.text.count("Nothing is saved yet") == 1
    assert add(club, seen).status == 422
    assert names(club) == ["Ann B."]
    mended = "ann b\nBob;−5\nANN C.;2\nCal;3\nDot Smith"
    asked = add(club, seen, text=mended, another="ann b")
    # The tick stays, though its question is answered.
    assert asked.status == 200
    assert asked.forms[0].values["another"] == "ann b"
    assert add(club, asked).status == 303
    added = {person.name: person.opening for person in club.store.read(load_people)}
    assert added == {
        "Ann B.": 0,
        "ann b": 0,
        "Bob": -500,
        "ANN C.": 200,
        "Cal": 300,
        "Dot Smith": 0,
    }


def test_who_is_said_to_be_another_person_is_added_at_once(club: SiteOfClub) -> None:
    club.person("Ann B.")
    club.person("Bob C.")
    seen = look(club, "ann b\nbob c\nCal")
    assert seen.status == 422
    assert add(club, seen, another="ann b").status == 422
    form = seen.forms[0]
    values = {**form.values, "another": ["ann b", "bob c"], "as": "member"}
    assert club.officer.post(form.action, values).status == 303
    assert len(names(club)) == 5


def test_a_name_that_came_meanwhile_is_told_at_its_line(club: SiteOfClub) -> None:
    seen = look(club, "Ann;5\nBob")
    club.person("Bob")
    late = add(club, seen)
    assert late.status == 422
    assert "This name is on the club’s list already" in lines(late)[2]
    assert late.forms[0].values["text"] == "Ann;5\nBob"
    assert names(club) == ["Bob"]


def test_a_list_sent_twice_is_added_once(club: SiteOfClub) -> None:
    seen = look(club, "Ann\nBob")
    places = [add(club, seen).answer.location for _ in range(2)]
    assert places[0] == places[1]
    assert names(club) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "There is no one on this list"),
        ("x" * 100_001, "A list has at most 100 KB"),
        ("Ann\n" * 1001, "A list has at most 1,000 people"),
    ],
    ids=["nothing", "too long", "too many"],
)
def test_what_is_no_list_comes_back_as_typed(club: SiteOfClub, text: str, words: str) -> None:
    again = look(club, text)
    assert again.status == 422
    assert re.search(rf'id="text-problem">\s*<p class="problem">{words}', again.text)
    assert again.forms[0].values["text"] == text


def test_of_many_faults_thirty_are_told_above_and_all_at_their_lines(club: SiteOfClub) -> None:
    seen = look(club, "".join([f"Ann;x{number}\n" for number in range(1000)]))
    assert seen.text.count('<a href="#line-') == 30
    assert "… and 970 more below." in seen.text
    assert len(lines(seen)) == 1000


def test_a_fault_of_many_lines_is_told_once_and_they_are_skipped_by_one_tick(
    club: SiteOfClub,
) -> None:
    club.person("Fay")
    seen = look(club, "Club 2026\nAnn\n12\n13\nBob\n14\nFay\nANN")
    assert '<a href="#line-3">Look at lines 3, 4 and 6</a>' in seen.text
    assert seen.text.count("There is no name in this line") == 1
    assert "As line 3" in lines(seen)[6]
    assert "ANN stands twice (lines 2 and 8): once is enough" in lines(seen)[8]
    skipped = add(club, seen, skip=["1", "3 4 6", "7", "8"])
    assert skipped.status == 200
    assert skipped.forms[0].values["text"] == "Ann\nBob"
    assert add(club, skipped).status == 303
    assert names(club) == ["Fay", "Ann", "Bob"]


def test_no_line_is_skipped_of_a_list_that_was_changed_since(club: SiteOfClub) -> None:
    seen = look(club, "12\nAnn")
    again = add(club, seen, text="Ann\nBob", skip="1")
    assert again.forms[0].values["text"] == "Ann\nBob"


@pytest.mark.parametrize(
    "text",
    [
        "First name, Last name, Phone\nAnn, Lee, 01632 960001\nBob, Ray,",
        "Last name; First name\nLee; Ann\nRay; Bob",
        '\ufeff"First name","Last name"\r\n"Ann","Lee"\r\n"Bob","Ray"',
        "No.\tName\tVorname\tTelefon\n1\tLee\tAnn\t01632 960001\n2\tRay\tBob\t",
        'Club members\nNr,"Surname","First name"\n1,"Lee","Ann"\n2,"Ray","Bob"',
    ],
)
def test_a_name_in_two_columns_is_joined_as_their_heads_say(club: SiteOfClub, text: str) -> None:
    seen = look(club, text)
    assert seen.forms[0].values["text"].removeprefix("Club members\n") == "Ann Lee\nBob Ray"
    assert "other columns are left out.</p>" in seen.text.partition("<form")[0]
    assert "Which columns are the name?" not in seen.text


def test_without_heads_it_is_asked_which_columns_are_the_name(club: SiteOfClub) -> None:
    text = "1,Lee,Ann,01632 960001\n2,Ray,Bob,\n3,Kay,Cal,ann@example.org"
    seen = look(club, text)
    assert "Which columns are the name?" in seen.text
    assert '<option value="2">Ann, Bob, Cal</option>' in seen.text
    assert seen.forms[0].values["text"] == text
    joined = add(club, seen, first="2", last="1")
    assert joined.forms[0].values["text"] == "Ann Lee\nBob Ray\nCal Kay"
    assert add(club, joined).status == 303
    assert names(club) == ["Ann Lee", "Bob Ray", "Cal Kay"]


IN_COLUMNS = """Vorname;Nachname;Telefon;Saldo
Ann;Lee;01632 960001;12,50
Bob;Ray;01632 960002;−8,00
Cal;Kay;;1.234,00
Dot;May;;
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (IN_COLUMNS.replace("Saldo", "Betrag"), "Betrag: 12,50 · −8,00 · 1.234,00"),
        (
            IN_COLUMNS.replace("Vorname;Nachname;Telefon;Saldo", "First name;Last name"),
            "Column 4: 12,50 · −8,00 · 1.234,00",
        ),
    ],
)
def test_it_is_asked_which_column_is_the_balance(club: SiteOfClub, text: str, said: str) -> None:
    asked = look(club, text)
    assert asked.status == 422
    assert '<a href="#balance">Say which column is the balance, or that none is</a>' in asked.text
    assert f'<option value="3">{said}</option>' in asked.text
    assert "Which columns are the name?" not in asked.text
    for answer in ("", "2", "99", "x"):
        asked = add(club, asked, balance=answer)
        assert (asked.status, lines(asked)) == (422, {})
        assert asked.forms[0].values["text"] == text
    check_columns(club, add(club, asked, balance="3"))


def test_a_column_called_balance_is_not_asked_about(club: SiteOfClub) -> None:
    check_columns(club, look(club, IN_COLUMNS))


def check_columns(club: SiteOfClub, shown: Seen) -> None:
    """The columns that stand for name and balance are shown joined, and then added."""
    assert shown.status == 200
    assert "The columns of name and balance are joined; other columns are left out.</p>" in (
        shown.text
    )
    assert "is owed $12.50 by the club" in lines(shown)[1]
    assert "owes the club $8.00" in lines(shown)[2]
    assert names(club) == []
    assert add(club, shown).status == 303
    assert [(person.name, person.opening) for person in club.store.read(load_people)] == [
        ("Ann Lee", 1250),
        ("Bob Ray", -800),
        ("Cal Kay", 123400),
        ("Dot May", 0),
    ]


def test_no_column_of_amounts_need_be_the_balance(club: SiteOfClub) -> None:
    joined = add(club, look(club, IN_COLUMNS.replace("Saldo", "Betrag")), balance="none")
    assert joined.forms[0].values["text"] == "Ann Lee\nBob Ray\nCal Kay\nDot May"


def test_a_balance_in_a_column_is_checked_like_any_other(club: SiteOfClub) -> None:
    text = IN_COLUMNS.replace("−8,00", "five").replace("1.234,00", "1.234") + ";;;7"
    joined = add(club, look(club, text), balance="3")
    assert joined.status == 422
    assert "“five” is not a balance" in lines(joined)[2]
    assert "1.234 can be read in two ways" in lines(joined)[3]
    assert "There is no name in this line" in lines(joined)[5]


def test_name_and_balance_are_asked_for_at_once_where_no_line_names_them(club: SiteOfClub) -> None:
    text = "Member,Phone,Balance\nAnn,01632 960001,5\nBob,01632 960002,-6.50"
    asked = look(club, text)
    assert "Which columns are the name?" in asked.text
    assert '<option value="2">Balance: 5 · -6.50</option>' in asked.text
    unanswered = add(club, asked, first="0")
    assert unanswered.forms[0].values["first"] == "0"
    assert unanswered.forms[0].values["text"] == text
    shown = add(club, unanswered, balance="2")
    assert add(club, shown).status == 303
    people = club.store.read(load_people)
    assert [(person.name, person.opening) for person in people] == [("Ann", 500), ("Bob", -650)]


@pytest.mark.parametrize("text", ["Ann;5\nBob;six\nCal;−2", "Ann, Bob, Cal", "Ann\nBob, Cal\nDot"])
def test_columns_are_asked_about_in_no_other_list(club: SiteOfClub, text: str) -> None:
    assert "Which columns" not in look(club, text).text


def test_markup_in_a_list_is_shown_as_text(club: SiteOfClub) -> None:
    text = "<b>Ann</b>\n</textarea><script>;x"
    seen = look(club, text)
    assert "<script>;x" not in seen.text
    assert seen.forms[0].values["text"] == text


def test_the_last_list_can_be_undone_later_until_somebody_played(club: SiteOfClub) -> None:
    assert add(club, look(club, "Ann\nBob")).status == 303
    page = club.officer.open(LIST)
    assert "2 people, added on" in page.text
    club.night().game("Ann", "Dot", wins="Ann")
    assert "can no longer be undone" in club.officer.open(LIST).text
    late = club.officer.send(page, {}, form=1)
    assert late.status == 422
    assert "The list cannot be undone: Ann played or paid since" in late.text
    assert "Bob" in names(club)


def test_a_name_nearly_the_same_is_asked_about(club: SiteOfClub) -> None:
    club.person("Ann B.")
    asked = club.officer.fill(PEOPLE, {"name": "ann b", "as": "member"})
    assert asked.status == 422
    assert "Ann B. is on the list. A different person?" in asked.text
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


def test_each_name_that_is_nearly_anothers_has_a_tick_of_its_own(club: SiteOfClub) -> None:
    club.person("Ann B.")
    seen = look(club, "ann b\nÄnn-B")
    assert [seen.text.count(f'name="another" value="{name}"') for name in ("ann b", "Änn-B")] == [
        1,
        1,
    ]


def test_a_line_with_two_faults_is_named_and_skipped_once(club: SiteOfClub) -> None:
    seen = look(club, "ann@example.org;five\nBob")
    assert seen.text.count("Look at line 1") == seen.text.count('name="skip"') == 1
