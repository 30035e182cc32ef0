"""The TV view of an organised night: the bell in a round, seats and standing between two."""

import re

import pytest

from scorekeeper.games.games import close_game
from tests.club_site import ClubNight, SiteOfClub
from tests.games.table import opened, post, saved
from tests.tournament.test_organising import play
from tests.web.nights.closed_nights import words_of
from tests.web.nights.reading import press
from tests.web.nights.test_rounds import NAMES, organise, plan_page, send
from tests.web.phone import Phone


@pytest.fixture
def night(club: SiteOfClub) -> ClubNight:
    """A night of four whose two rounds of a bell are shown."""
    for name in NAMES:
        club.person(name, joined="2026-01-01")
    night = club.night()
    assert organise(night, rounds="2", ends="bell", minutes="45", warn="5").status == 303
    return night


def tv(night: ClubNight) -> str:
    return words_of(Phone(night.club.site).open(f"{night.watch}tv"))


def end_all(night: ClubNight) -> None:
    """Play a deal at each table that plays, and end its game."""
    store = night.club.store
    for game in night.loaded.games.values():
        if game.sheet.final is None:
            play(store, game.key)
            version = opened(store, game.key).version
            saved(
                close_game(store, game.key, post(version, f"end of {game.key}"), "", settles=True)
            )


def test_the_tv_shows_each_round_with_its_bell_and_what_is_between(night: ClubNight) -> None:
    assert "Round" not in tv(night)
    assert send(night, plan_page(night), "plan").status == 303
    page = Phone(night.club.site).open(f"{night.watch}tv")
    assert "no table yet" not in page.text.partition("</title>")[0]
    words = words_of(page)
    assert "Round 1 of 2" in words
    assert "find your table" in words
    assert "After round" not in words
    assert send(night, plan_page(night), "begin").status == 303
    words = tv(night)
    assert "The bell rings at" in words
    assert words.count("deal 1") == 2
    assert "find your table" not in words
    store, first = night.club.store, next(iter(night.loaded.games.values()))
    play(store, first.key)
    version = opened(store, first.key).version
    saved(close_game(store, first.key, post(version), "", settles=True))
    words = tv(night)
    assert "finished" in words
    assert "scored" not in words
    assert "The bell rings at" in words
    end_all(night)
    words = tv(night)
    assert "Round 2 of 2" in words
    assert "After round 1" in words
    assert "The bell" not in words
    assert send(night, plan_page(night), "begin").status == 303
    assert "The bell rings at" in tv(night)
    end_all(night)
    page = night.club.officer.open(f"{night.by_officer}code")
    assert press(night.club.officer, page, "/code/tv", shown="yes").status == 303
    words = tv(night)
    assert "After the last round" in words
    assert ("Scan to see the standing." in words, "To join" in words) == (True, False)
    assert "After round" not in words


def test_the_tv_shows_the_prizes_after_the_last_round(night: ClubNight) -> None:
    assert organise(night, rounds="1", entry="5", parts="2, 1").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    assert send(night, plan_page(night), "begin").status == 303
    end_all(night)
    assert "Points and prizes" in tv(night)
    page = Phone(night.club.site).open(f"{night.watch}tv").text
    assert re.findall(r'"auto">(\w+)<.*?"prize">(.*?)<', page, re.DOTALL) == [
        ("Ann", "$10.00"),
        ("Cal", "$10.00"),
    ]


def test_a_screen_has_whole_names_and_what_tells_them_apart_where_they_are_cut(
    night: ClubNight,
) -> None:
    names = [f"Wilhelmina Featherstone {at}" for at in (1, 2)]
    here = [night.club.person(name, joined="2026-01-01") for name in names]
    assert organise(night, here=here, rounds="1").status == 303
    assert send(night, plan_page(night), "plan").status == 303
    apart = ("Wilhelmina…1", "Wilhelmina…2")
    apart_and_whole = 'aria-hidden="true">(.*?)</span><span dir="auto">(.*?)<'
    shown = Phone(night.club.site).open(f"{night.watch}tv").text
    assert set(re.findall(apart_and_whole, shown)) == set(zip(apart, names, strict=True))
    assert send(night, plan_page(night), "begin").status == 303
    board = Phone(night.club.site).open(night.watch).text
    assert {name for _, name in re.findall(apart_and_whole, board)} == set(names)
