"""Attendance: a page and a spreadsheet of who came to which night."""

import csv
from io import StringIO

from tests.club_site import SiteOfClub
from tests.web.nights.closed_nights import words_of


def evenings(club: SiteOfClub) -> None:
    """Three nights; Cal came once, and sat in a game without a deal on another."""
    first = club.night("2026-11-06")
    first.game("Ann", "Bob", "Cal", wins="Ann")
    second = club.night("2026-11-13")
    second.game("Ann", "Bob", wins="Bob")
    second.game("Dot", "Cal")
    club.night("2026-11-20")


def test_each_night_has_a_column_and_each_person_a_row(club: SiteOfClub) -> None:
    evenings(club)
    words = words_of(club.officer.open(f"{club.member}attendance?season=all"))
    assert "2 nights" in words
    assert "Ann 2 came came Bob 2 came came Cal 1 came Together 2 3" in words
    assert "Dot" not in words
    for page in ("standings", "nights"):
        assert f'href="{club.member}attendance' in club.officer.open(f"{club.member}{page}").text


def test_the_days_of_the_filter_choose_the_nights(club: SiteOfClub) -> None:
    evenings(club)
    words = words_of(club.officer.open(f"{club.member}attendance?from=2026-11-10"))
    assert "1 night " in words
    assert "Cal" not in words
    later = words_of(club.officer.open(f"{club.member}attendance?from=2026-12-10"))
    assert "Nobody has played on these dates yet." in later


def test_the_spreadsheet_has_the_same(club: SiteOfClub) -> None:
    evenings(club)
    sent = club.officer.open(f"{club.member}attendance.csv?season=all")
    assert sent.answer.headers["Content-Disposition"].startswith("attachment")
    head, *rows = csv.reader(StringIO(sent.text))
    assert head == ["person", "name", "nights", "2026-11-06", "2026-11-13"]
    assert [row[1:] for row in rows] == [
        ["Ann", "2", "1", "1"],
        ["Bob", "2", "1", "1"],
        ["Cal", "1", "1", ""],
    ]


def test_two_nights_of_a_day_have_a_column_each(club: SiteOfClub) -> None:
    for people in (("Ann", "Bob"), ("Ann", "Cal")):
        club.night("2026-11-06").game(*people, wins="Ann")
    head, ann, *_ = csv.reader(
        StringIO(club.officer.open(f"{club.member}attendance.csv?season=all").text)
    )
    assert head[3:] == ["n1", "n2"]
    assert ann[1:] == ["Ann", "2", "1", "1"]
