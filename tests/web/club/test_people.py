"""The list of the club's people, and what officers change there."""

import re
from datetime import date, timedelta

import pytest

from scorekeeper.club.facts import Person
from scorekeeper.club.nights import come_to_night
from scorekeeper.club.rows.people import add_person_row, load_people
from tests.club_site import SiteOfClub, done, new_post, sign_in
from tests.web.clocks import clock_set, until_evening
from tests.web.nights.closed_nights import words_of
from tests.web.phone import Phone, Seen

PEOPLE = "/club/officers/people"


def names_under(seen: Seen, heading: str) -> list[str]:
    """The names in one group of the list."""
    _, _, part = seen.text.partition(f'id="{heading}"')
    return re.findall(r'class="serif">([^<]+)<', part.partition("</section>")[0])


def add(club: SiteOfClub, name: str, kind: str = "guest") -> Seen:
    return club.officer.fill(PEOPLE, {"name": name, "as": kind})


def forms_of(club: SiteOfClub, person: str) -> Seen:
    return club.officer.open(f"{PEOPLE}/{person}/change")


def form_to(seen: Seen, end: str) -> int:
    """The number of the form that posts to an address with this end."""
    paths = [form.action.partition("?")[0] for form in seen.forms]
    return next(place for place, path in enumerate(paths) if path.endswith(end))


def change(club: SiteOfClub, person: str, **typed: str | None) -> Seen:
    return club.officer.send(forms_of(club, person), typed)


def test_a_member_or_a_guest_is_added_in_one_line(club: SiteOfClub) -> None:
    seen = club.officer.follow(add(club, "  Zoë  ", "member"))
    assert "Zoë is on the list" in seen.text or "Zoë" in names_under(seen, "members")
    add(club, "Adam")
    listed = club.officer.open(PEOPLE)
    assert "Zoë" in names_under(listed, "members")
    assert "Adam" in names_under(listed, "guests")


def test_several_names_are_added_as_a_list(club: SiteOfClub) -> None:
    assert 'href="#add"' not in club.officer.open(PEOPLE).text
    seen = add(club, "Zoë, Adam ,Eve", "member")
    assert "Zoë\nAdam\nEve</textarea>" in seen.text
    saved = club.officer.send(seen, {"as": "member"}, form=form_to(seen, "people/list"))
    assert saved.status == 303
    assert {"Zoë", "Adam", "Eve"} <= {*names_under(club.officer.open(PEOPLE), "members")}


def test_the_list_is_in_the_order_of_names(club: SiteOfClub) -> None:
    for name in ("Oz", "ann", "Ida"):
        add(club, f"Member {name}", "member")
    listed = [
        name for name in names_under(club.officer.open(PEOPLE), "members") if "Member" in name
    ]
    assert listed == ["Member ann", "Member Ida", "Member Oz"]


def test_a_name_that_looks_like_another_is_refused_and_stays_typed(club: SiteOfClub) -> None:
    club.person("Bartholomew")
    again = add(club, "bartholomew ")
    assert again.status == 422
    assert "Bartholomew is already on the list; add a letter to the name" in again.text
    assert again.forms[0].values["name"] == "bartholomew "


def test_a_name_that_is_nearly_another_is_asked_about_once(club: SiteOfClub) -> None:
    club.person("Zoë")
    club.person("Renée")
    asked = add(club, "Zoe")
    assert asked.status == 422
    other = club.officer.send(asked, {"name": "Renee", "as": "guest"})
    assert other.status == 422  # of that name nobody has said yet that it is another person's
    assert club.officer.send(other, {"as": "guest"}).status == 303
    guests = names_under(club.officer.open(PEOPLE), "guests")
    assert "Renee" in guests
    assert "Zoe" not in guests


def test_the_same_form_sent_twice_adds_one_person(club: SiteOfClub) -> None:
    form = club.officer.open(PEOPLE)
    for _ in range(2):
        assert club.officer.send(form, {"name": "Once", "as": "guest"}).status == 303
    assert names_under(club.officer.open(PEOPLE), "guests").count("Once") == 1


def test_members_see_the_list_and_change_nothing(club: SiteOfClub) -> None:
    phone = Phone(club.site)
    person = club.person("Lou")
    seen = phone.open(f"{club.member}people")
    assert "Lou" in seen.text
    assert seen.forms == []
    assert phone.open(f"{club.member}people/{person}/change").status == 403


def test_what_is_said_of_a_person_is_changed_in_place(club: SiteOfClub) -> None:
    person = club.person("Eve")
    typed = {
        "name": "Evelyn",
        "short": "E",
        "joined": "2026-02-01",
        "opening": "−5,50",
        "note": "x",
    }
    assert change(club, person, **typed).status == 303
    shown = forms_of(club, person).forms[0].values
    assert {name: shown[name] for name in typed} == typed | {"opening": "-5.50"}
    page = club.officer.open(f"{PEOPLE}/{person}")
    assert "Evelyn owes" in page.text
    assert "$5.50" in page.text
    assert "Member since February" in page.text or "February 2026" in page.text


def test_people_who_no_longer_come_are_listed_apart(club: SiteOfClub) -> None:
    person = club.person("Gone", joined="2026-01-01")
    assert change(club, person, active=None, left="2026-06-01").status == 303
    seen = club.officer.open(PEOPLE)
    assert "Gone" not in names_under(seen, "members")
    assert "No longer here" in seen.text


def test_everything_wrong_is_reported_at_its_field_and_nothing_is_lost(club: SiteOfClub) -> None:
    person = club.person("Wrong")
    typed = {"name": "", "joined": "2026-05-01", "left": "2026-04-01", "opening": "a lot"}
    again = change(club, person, **typed)
    assert again.status == 422
    assert "“a lot” is not an amount in $" in again.text
    for field in ("name", "left", "opening"):
        assert f'id="{field}-problem"' in again.text
    assert {name: again.forms[0].values[name] for name in typed} == typed
    assert forms_of(club, person).forms[0].values["name"] == "Wrong"


def test_an_officer_does_not_undo_what_another_has_just_changed(club: SiteOfClub) -> None:
    person = club.person("Both")
    first, second = forms_of(club, person), forms_of(club, person)
    assert club.officer.send(first, {"short": "B"}).status == 303
    late = club.officer.send(second, {"note": "late"})
    assert late.status == 409
    assert "Another officer has changed this person in the meantime" in late.text
    assert forms_of(club, person).forms[0].values["short"] == "B"


def test_an_unknown_person_is_not_there(club: SiteOfClub) -> None:
    assert club.officer.open(f"{PEOPLE}/nobody").status == 404
    assert club.officer.open(f"{PEOPLE}/nobody/change").status == 404


# --- one person, written twice --------------------------------------------------------------------


def join(club: SiteOfClub, spelling: str, meant: str) -> Seen:
    seen = spellings_of(club, spelling)
    return club.officer.send(seen, {"same": meant}, form=form_to(seen, "/same-as"))


def spellings_of(club: SiteOfClub, person: str, find: str = "") -> Seen:
    return club.officer.open(f"{PEOPLE}/{person}/spellings?find={find}")


def offered(seen: Seen) -> list[str]:
    """The names that a person may be another spelling of."""
    chips = re.findall(r'name="same".*?<span>(.*?)</span>', seen.text, re.DOTALL)
    return [chip.partition(", played")[0] for chip in chips]


def test_two_entries_of_one_person_are_joined_and_separated_again(club: SiteOfClub) -> None:
    club.night().game("Hal", "Ivy", wins="Hal")
    club.night().game("Hall", "Ivy", wins="Hall")
    people = {name: club.id_of(name) for name in ("Hal", "Hall")}
    assert join(club, people["Hall"], people["Hal"]).status == 303
    seen = club.officer.open(f"{PEOPLE}/{people['Hall']}")
    assert "2 games" in seen.text
    assert "<h1>Hal</h1>" in seen.text
    assert "Hall" not in club.officer.open(PEOPLE).text
    apart = spellings_of(club, people["Hal"])
    assert "opening balances count for Hal." in " ".join(apart.text.split())
    form = form_to(apart, f"{people['Hall']}/apart")
    assert club.officer.send(apart, {}, form=form).status == 303
    assert "1 game" in club.officer.open(f"{PEOPLE}/{people['Hal']}").text


def test_a_name_that_ends_with_a_stop_brings_no_second_one(club: SiteOfClub) -> None:
    club.night().game("Hal", "Ivy", wins="Ivy")
    person = club.person("Hal Jr.")
    join(club, club.id_of("Hal"), person)
    text = " ".join(spellings_of(club, person).text.split())
    assert "opening balances count for Hal Jr. <" in text


def test_two_who_sat_in_one_game_are_two_people(club: SiteOfClub) -> None:
    club.night().game("Max", "Maxi")
    refused = join(club, club.id_of("Maxi"), club.id_of("Max"))
    assert refused.status == 422
    assert "Maxi and Max sat in the same game, so they are two people" in refused.text


def test_of_a_short_roll_everybody_else_is_offered_as_the_same_person(club: SiteOfClub) -> None:
    club.person("Katherine")
    seen = spellings_of(club, club.person("Lone"))
    assert "Katherine" in offered(seen)
    assert "Lone" not in offered(seen)
    assert 'type="search"' not in seen.text
    again = club.officer.send(seen, {}, form=form_to(seen, "/same-as"))
    assert (again.status, "Choose who it is" in again.text) == (422, True)


# --- a name taken out -----------------------------------------------------------------------------


def test_a_name_taken_out_is_shown_nowhere_any_more(club: SiteOfClub) -> None:
    table = club.night().game("Quentin", "Rose", wins="Quentin", label="4")
    person = club.id_of("Quentin")
    pages = [
        f"{table.game}{page}"
        for page in ("", "final", "history", "deal/1", "record.json", "players")
    ]
    assert all("Quentin" in table.host.open(page).text for page in pages)
    seen = forms_of(club, person)
    done = club.officer.send(seen, {}, form=form_to(seen, "/nameless"))
    assert done.status == 303
    for page in pages:
        text = table.host.open(page).text
        assert "Quentin" not in text
        assert person in text
    for page in (PEOPLE, f"{PEOPLE}/{person}", f"{PEOPLE}/{club.id_of('Rose')}"):
        assert "Quentin" not in club.officer.open(page).text
    assert "Quentin" not in table.host.open("/").text


def test_an_open_page_hears_of_a_name_that_was_taken_out(club: SiteOfClub) -> None:
    table = club.night().game("Tess", "Uma")
    before = table.visit.change_number
    tag = table.host.open(table.game).answer.headers["ETag"]
    seen = forms_of(club, club.id_of("Tess"))
    club.officer.send(seen, {}, form=form_to(seen, "/nameless"))
    assert table.visit.change_number > before
    again = table.host.client.get(table.game, headers={"If-None-Match": tag})
    assert again.status_code == 200
    assert "Tess" not in again.text


def test_who_plays_today_stands_first_and_officers_see_the_balances(club: SiteOfClub) -> None:
    for name in ("Bob", "Cal", "Dot"):
        club.person(name, joined="2026-01-01")
    with clock_set(club.site, until_evening()):
        club.night("2026-05-08").game("Dot", "Eve", wins="Dot")
        tonight = club.night(club.store.today())
        tonight.game("Bob", "Ann")
        done(come_to_night(club.store, new_post(), tonight.id, "Fay"))
        change(club, club.id_of("Cal"), opening="-5.50")
        seen = club.officer.open(PEOPLE)
        words = words_of(seen)
        assert names_under(seen, "tonight") == ["Ann", "Bob", "Fay"]
        assert names_under(seen, "members") == ["Cal", "Dot"]
        assert words.index("Here tonight") < words.index("Members")
        assert "Cal −5.50 Dot last played 8 May" in words
        assert words.index("Members") < words.index("Another name")
        of_member = words_of(Phone(club.site).open(f"{club.member}people"))
        assert "last played Cal Dot 8 May" in of_member
        assert "balance" not in of_member


def test_today_is_a_day_of_membership_at_once(club: SiteOfClub) -> None:
    add(club, "Newcomer", "member")
    shown = forms_of(club, club.id_of("Newcomer")).forms[0].values
    assert shown["joined"] == date.today().isoformat()  # noqa: DTZ011 - the table's own day


def test_a_member_joins_on_the_day_of_the_sites_clock(club: SiteOfClub) -> None:
    with clock_set(club.site, timedelta(days=400)) as store:
        sign_in(club.officer)
        add(club, "Lena", "member")
        assert "Lena" in names_under(club.officer.open(PEOPLE), "members")
        joined = {person.name: person.joined for person in store.read(load_people)}
        assert joined["Lena"] == store.today()
    assert "Lena" not in names_under(club.officer.open(PEOPLE), "members")


# --- a long list ----------------------------------------------------------------------------------


def add_many(club: SiteOfClub, count: int = 600) -> None:
    """Put many people on the roll, of whom the last ten no longer come."""
    with club.store.database.writing() as db:
        for number in range(count):
            person = Person(
                id=f"many-{number}", name=f"Many {number:04}", is_active=number < count - 10
            )
            add_person_row(db, person, club.store.now())


def test_a_long_list_has_pages_and_finds_a_name(club: SiteOfClub) -> None:
    add_many(club)
    first = club.officer.open(PEOPLE)
    assert len(re.findall(r'class="serif">', first.text)) == 100
    assert "More names" in first.text
    second = club.officer.open(f"{PEOPLE}?page=2")
    assert "Earlier names" in second.text
    assert not set(names_under(first, "guests")) & set(names_under(second, "guests"))
    assert club.officer.open(f"{PEOPLE}?page=8").status == 404
    assert names_under(club.officer.open(f"{PEOPLE}?find=many+0471"), "guests") == ["Many 0471"]
    assert "Many 0595" in club.officer.open(f"{PEOPLE}?find=595").text
    assert "No name on the list matches" in club.officer.open(f"{PEOPLE}?find=nobody").text


def test_of_a_long_roll_names_alike_are_offered_and_others_found(club: SiteOfClub) -> None:
    add_many(club)
    wide, other = club.person("Wilhelmina Wide"), club.person("Ülkü Quill")
    club.person("Willhelmina Wide")
    seen = spellings_of(club, wide)
    assert offered(seen) == ["Willhelmina Wide"]
    assert 'type="search"' in seen.text
    assert "looks like this one" in spellings_of(club, other).text
    assert "has this name" in spellings_of(club, other, "Wilhelmina X").text
    many = spellings_of(club, other, "many")
    assert (len(offered(many)), "570 more have this name" in many.text) == (30, True)
    found = spellings_of(club, wide, "ulku+q")
    assert offered(found) == ["Ülkü Quill"]
    club.night().game("Wilhelmina Wide", "Ülkü Quill")
    refused = club.officer.send(found, {"same": other}, form=form_to(found, "/same-as"))
    assert refused.status == 422
    assert "sat in the same game" in refused.text
    assert offered(refused) == ["Ülkü Quill"]
    assert refused.forms[form_to(refused, "/same-as")].values["same"] == other


@pytest.mark.parametrize(
    ("count", "words"), [(31, ""), (32, "1 more has this name."), (33, "2 more have this name.")]
)
def test_how_many_more_have_such_a_name_is_told(club: SiteOfClub, count: int, words: str) -> None:
    add_many(club, count)
    seen = spellings_of(club, "many-0", "many")
    assert re.findall(r"\d+ more (?:has|have) this name\.", seen.text) == ([words] if words else [])
