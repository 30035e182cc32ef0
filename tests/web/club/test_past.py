"""The table of a past season: pasted, looked at, beside the standings, on paper, and taken out."""

import json
from pathlib import Path
from typing import Any

from scorekeeper.club.book.book import anonymise, read_book, write_book
from scorekeeper.club.files import Taken, take_book
from scorekeeper.club.people import join_spelling
from scorekeeper.club.roll import is_removable
from scorekeeper.club.stored_book import load_book
from scorekeeper.club.whole import club_figures
from scorekeeper.games.game_store import GameStore
from scorekeeper.papers.club import SeasonToPrint, standings_paper
from tests.club.test_files import empty_store
from tests.club_site import SiteOfClub, done, new_post
from tests.papers.reading import tree, words
from tests.web.nights.closed_nights import words_of
from tests.web.phone import Seen

PAST = "/club/officers/standings/past"
TABLE = "Name\tNights\tPoints\tMoney\nAnn\t31\t12450\t$31.50\nBob;;-300"


def look(club: SiteOfClub, text: str, name: str = "2025/26") -> Seen:
    """Show how a table is read."""
    return club.officer.fill(PAST, {"text": text, "name": name})


def brought(club: SiteOfClub, text: str = TABLE) -> None:
    """Bring a table of people who are on the list."""
    for name in ("Ann", "Bob"):
        club.person(name)
    seen = look(club, text)
    assert seen.status == 200, seen.text
    assert club.officer.send(seen, {}).status == 303


def standings(club: SiteOfClub) -> str:
    return words_of(club.officer.open(f"{club.member}standings"))


def book_of(store: GameStore) -> dict[str, Any]:
    """The club as a book, as it is exported."""
    book, records = load_book(store)
    return json.loads(json.dumps(write_book(book, records)))  # type: ignore[no-any-return]


def test_each_line_is_told_before_anything_is_saved(club: SiteOfClub) -> None:
    club.person("Ann")
    club.person("Bob")
    words = words_of(look(club, TABLE))
    assert "2 Ann 31 nights, 12450 points, +31.50 USD" in words
    assert "3 Bob −300 points" in words
    assert "Nothing is saved yet" in words
    assert "Before" not in standings(club)


def test_it_stands_beside_the_standings_and_moves_nothing(club: SiteOfClub) -> None:
    club.night().game("Ann", "Bob", wins="Ann", stake="1")
    before = club_figures(club.store)
    seen = look(club, TABLE)
    assert club.officer.send(seen, {}).status == 303
    words = standings(club)
    assert "Before: 2025/26, as brought As brought Name Nights Points Money Ann 31 12450" in words
    # Only the table is a landmark of that name.
    assert club.officer.open(f"{club.member}standings").text.count('aria-labelledby="past-') == 1
    after = club_figures(club.store)
    assert (after.sums, after.standings) == (before.sums, before.standings)
    assert "Before: 2025/26" in words_of(
        club.officer.open(f"{club.member}standings?variant=gin100")
    )


def test_it_is_taken_out_as_one_and_only_then_do_its_people_leave(club: SiteOfClub) -> None:
    brought(club)
    assert not is_removable(club.store, club.names["Ann"])
    page = club.officer.open(PAST)
    assert "Before: 2025/26" in words_of(page)
    assert club.officer.send(page, {}, form=1).status == 303
    assert "Before" not in standings(club)
    assert is_removable(club.store, club.names["Ann"])
    assert "Before" not in words_of(club.officer.open(PAST))
    unknown = club.officer.send(page, {"past": "x"}, form=1)
    assert (unknown.status, "There is no such season" in unknown.text) == (422, True)


def test_what_was_not_shown_so_is_not_brought(club: SiteOfClub) -> None:
    club.person("Ann")
    seen = look(club, "Name;points\nAnn;5")
    again = club.officer.send(seen, {"text": "Name;points\nAnn;6"})
    assert (again.status, "Ann 6 points" in words_of(again)) == (200, True)
    assert "Before" not in standings(club)


def test_all_faults_stand_at_their_lines_and_nothing_typed_is_lost(club: SiteOfClub) -> None:
    club.person("Ann")
    text = "Name;points\nAnn;many\nZoe;5\nann@example.org;5\nAnn;1;2\nAnn;5\nann;6"
    seen = look(club, text, name=" ")
    assert (seen.status, seen.forms[0].values["text"]) == (422, text)
    words = words_of(seen)
    for told in (
        "A name has 1 to 40 letters or signs",
        "2 Ann;many “many” is not a whole number: write 5 or −5",
        "3 Zoe;5 Nobody on the list is called so: add them at People first",
        "4 ann@example.org;5 Leave out the e-mail address",
        "5 Ann;1;2 There are more cells than in the first line",
        "6 Ann 5 points",
        "7 ann 6 points This person stands in a line above",
    ):
        assert told in words
    assert club.officer.send(seen, {}).status == 422


def test_whoever_is_on_the_list_can_stand_in_a_table_and_came_to_no_fewer_than_0_nights(
    club: SiteOfClub,
) -> None:
    club.person("Room 101")
    club.person("Ann")
    words = words_of(look(club, "Name;nights\nRoom 101;3\nAnn;-1"))
    assert "2 Room 101 3 nights" in words
    assert "3 Ann;-1 Nobody comes to fewer than 0 nights" in words


def test_two_officers_bring_a_season_once(club: SiteOfClub) -> None:
    club.person("Ann")
    first, second = (look(club, "Name;points\nAnn;5") for _ in range(2))
    assert club.officer.send(first, {}).status == 303
    late = club.officer.send(second, {})
    assert (late.status, late.forms[0].values["text"]) == (422, "Name;points\nAnn;5")
    assert "A table of this name was brought already" in words_of(late)
    assert standings(club).count("Before: 2025/26, as brought") == 1


def test_a_table_begins_by_saying_what_its_columns_hold(club: SiteOfClub) -> None:
    for text in ("", "Ann;5", "Name;goals\nAnn;5", "Name;points;points\nAnn;5;6"):
        seen = look(club, text)
        assert seen.status == 422
        assert "Begin with a line such as: Name; nights; points; money" in words_of(seen)
    assert "There is no one on this list" in words_of(look(club, "Name;points"))
    long = "Name;points" + "\nAnn;5" * 1001
    assert "A list has at most 1,000 people" in words_of(look(club, long))


def test_the_book_carries_it_and_a_name_taken_out_is_out_of_it(
    club: SiteOfClub, tmp_path: Path
) -> None:
    brought(club)
    document = book_of(club.store)
    (past,) = document["past"]
    ann, bob = club.names["Ann"], club.names["Bob"]
    assert past["rows"] == [
        {"person": ann, "nights": 31, "points": 12450, "money": "31.50"},
        {"person": bob, "points": -300},
    ]
    other = empty_store(tmp_path / "other")
    taken = take_book(other, json.dumps(document).encode(), lambda *_: None)
    assert isinstance(taken, Taken), taken
    assert book_of(other)["past"] == document["past"]
    told = anonymise(read_book(document), ann)
    assert told is not None
    assert "Ann" not in json.dumps(told)


def test_spellings_of_a_person_are_one_there_too(club: SiteOfClub) -> None:
    brought(club)
    meant = club.person("Annette")
    done(join_spelling(club.store, new_post(), club.names["Ann"], meant))
    assert "as brought As brought Name Nights Points Money Annette 31" in standings(club)


def test_on_paper_it_stands_below_the_computed_ones(club: SiteOfClub) -> None:
    brought(club)
    figures = club_figures(club.store)
    names = {person.id: person.name for person in figures.people.values()}
    season = SeasonToPrint(
        figures.book.club, names, figures.standings, {}, "All games", past=figures.book.past
    )
    told = words(tree(standings_paper(season, "a4")))
    assert "Before: 2025/26, as brought" in told
    assert "Ann 31 12450 +31.50" in told
    assert "Bob – −300 –" in told
