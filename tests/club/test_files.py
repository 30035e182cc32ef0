"""A club as a file, and a club book taken into an installation that has no club."""

import json
import random
import subprocess
from pathlib import Path

import pytest

from scorekeeper.club.book.answer import ClubRequest, answer_request
from scorekeeper.club.book.book import read_book_file
from scorekeeper.club.facts import Adjustment, GameState
from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.files import (
    KINDS,
    NO_CLUB,
    BrokenBook,
    FileRuns,
    Taken,
    take_book,
    write_club_file,
)
from scorekeeper.club.following import ClubFollower
from scorekeeper.club.nights import open_night, put_game_in_night
from scorekeeper.club.payments import adjust
from scorekeeper.club.rows.nights import find_night_game
from scorekeeper.club.stored_book import load_book
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, start_game
from scorekeeper.games.limits import Turns
from scorekeeper.games.posting import Post, Refused
from scorekeeper.rules.settlement import TILL
from tests.club.book.test_tables import needs_hledger
from tests.club.random_club import RandomClub
from tests.club.test_whole import club_store
from tests.club_books import REMOVED, Json, change, full_book, tallied_game
from tests.club_site import done, new_post
from tests.empty_database import put_database
from tests.games.illegal import deal_two_contracts, take_back_unchecked
from tests.games.table import opened, saved

HALL = {"per": "person_night", "amount": "1.00", "guest": "3.00"}


def nobody(*_: int) -> None:
    """Nobody is told."""


def empty_store(folder: Path) -> GameStore:
    folder.mkdir()
    return GameStore.at(put_database(folder), follower=ClubFollower())


def lively_store(folder: Path) -> GameStore:
    store = club_store(folder)
    club = RandomClub(store, random.Random(3))
    club.begin()
    for _ in range(40):
        club.step()
    return store


def test_a_book_taken_in_is_given_back_byte_for_byte(tmp_path: Path) -> None:
    first = lively_store(tmp_path)
    text = write_club_file(first, "book", nobody)
    second = empty_store(tmp_path / "second")
    told: list[tuple[int, int]] = []
    taken = take_book(second, text.encode(), lambda done, of: told.append((done, of)))
    assert isinstance(taken, Taken)
    assert told[-1] == (taken.nights, taken.nights)
    assert write_club_file(second, "book", nobody) == text
    for store in (first, second):
        store.close()


def test_a_book_with_everything_in_it_is_taken_in(tmp_path: Path) -> None:
    store = empty_store(tmp_path / "club")
    cards = {"per": "table_game", "amount": "0.50"}
    changes = {
        "club.defaults.fee": [HALL, cards],
        "nights.0.fee": [HALL, cards],
        "nights.0.closed.before": {"cal": "-12.25"},
        "nights.0.closed.plan.1.amount": "14.05",
    }
    document = change(full_book(), changes)
    document["people"].reverse()  # another spelling comes before the person who is meant
    assert isinstance(take_book(store, json.dumps(document).encode(), nobody), Taken)
    given = json.loads(write_club_file(store, "book", nobody))
    # A record is given back with the value of every option, and nights in full.
    for key in ("club", "people", "payments", "adjustments"):
        assert given[key] == document[key]
    for key in ("fee", "closed"):
        assert given["nights"][0][key] == document["nights"][0][key]
    again = take_book(store, json.dumps(document).encode(), nobody)
    assert isinstance(again, Refused)
    assert again.problems[0].text == "This installation already has a club"
    store.close()


@pytest.mark.parametrize("said", ["Europe/Berlin", REMOVED])
def test_a_book_without_a_time_zone_leaves_the_one_that_was_chosen(
    tmp_path: Path, said: object
) -> None:
    store = club_store(tmp_path, time_zone="Pacific/Auckland")
    book = json.dumps(change(full_book(), {"club.time_zone": said})).encode()
    assert isinstance(take_book(store, book, nobody), Taken)
    chosen = load_book(store)[0].club.time_zone
    assert chosen == ("Pacific/Auckland" if said is REMOVED else said)
    store.close()


def test_a_book_with_problems_leaves_nothing_behind(tmp_path: Path) -> None:
    store = empty_store(tmp_path / "club")
    refused = take_book(store, b'{"format": "scorekeeper-club/1"}', nobody)
    assert isinstance(refused, Refused)
    with pytest.raises(LookupError):
        load_book(store)
    store.close()


def test_a_club_with_money_in_its_till_takes_no_book(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    income = Adjustment(id="", date="", party=TILL, minor=700, reason="coffee")
    adjust(store, Post(entry_id="income"), income)
    refused = take_book(store, json.dumps(full_book()).encode(), nobody)
    assert isinstance(refused, Refused)
    assert refused.problems[0].text == "This installation already has a club"
    assert len(load_book(store)[0].adjustments) == 1
    store.close()


def test_an_early_end_in_the_journal_replaces_the_one_taken_in_with_the_book(
    tmp_path: Path,
) -> None:
    store = empty_store(tmp_path / "club")
    record = tallied_game(90, 20, names=("Ann", "Bob"))
    game: Json = {"id": "g1", "record": record, "players": {"Ann": "a", "Bob": "b"}}
    game["closed_early"] = {"settles": True}
    document = full_book()
    document["people"] = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bob"}]
    document["nights"] = [{"id": "n1", "date": "2026-11-20", "games": [game]}]
    document["payments"] = document["adjustments"] = document["past"] = []
    assert isinstance(take_book(store, json.dumps(document).encode(), nobody), Taken)
    assert json.loads(write_club_file(store, "book", nobody))["nights"][0]["games"][0][
        "closed_early"
    ]
    with store.database.reading() as db:
        row = find_night_game(db, game=game["id"])
    assert row is not None
    post = Post(entry_id="ends", version=opened(store, row.key).version, who="Ann")
    saved(close_game(store, row.key, post, "", settles=False))
    reading = read_book_file(write_club_file(store, "book", nobody).encode())
    assert reading.book is not None
    assert reading.book.nights[0].games[0].state is GameState.EARLY
    store.close()


def test_every_file_is_the_same_as_the_command_makes_of_the_book(tmp_path: Path) -> None:
    store = lively_store(tmp_path)
    raw = write_club_file(store, "book", nobody).encode()
    for kind in KINDS.keys() - {"book"}:
        asked = ClubRequest(ledger=kind) if kind == "hledger" else ClubRequest(table=kind)
        assert write_club_file(store, kind, nobody) == answer_request(asked, raw).text
    with_mark = answer_request(ClubRequest(table="games", bom=True), raw).text
    assert write_club_file(store, "games", nobody, bom=True) == with_mark
    store.close()


@needs_hledger
def test_hledger_takes_the_journal_of_a_club(tmp_path: Path) -> None:
    store = lively_store(tmp_path)
    journal = write_club_file(store, "hledger", nobody)
    done = subprocess.run(
        ["hledger", "-f", "-", "check", "--strict", "ordereddates"],
        input=journal,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    figures = ClubFigures(load_book(store)[0], Question())
    assert journal.count("\n20") == len(figures.ledger)
    store.close()


def test_a_book_that_nobody_could_take_in_is_not_given_out(tmp_path: Path) -> None:
    store = lively_store(tmp_path)
    key = start_game(store, {"variant": "contract", "players": ["Ann", "Bob"]})
    assert isinstance(key, str)
    night = done(open_night(store, new_post(), {"date": "2026-11-27"}))
    game = done(put_game_in_night(store, new_post(), key, night))
    deal_two_contracts(store, key)
    take_back_unchecked(store, key, 2)
    with pytest.raises(BrokenBook, match=f"Game {game} of .*: Deal 1 breaks a rule"):
        write_club_file(store, "book", nobody)
    assert write_club_file(store, "games", nobody)
    store.close()


def test_files_of_all_sites_are_made_in_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.games.limits.MOST_WAITING", 1)
    turns, stores = Turns(), [empty_store(tmp_path / name) for name in ("first", "second")]
    first, second = [FileRuns(store.database.path.parent, turns) for store in stores]
    with turns.turn(0, seconds=0, site="another"):
        waits = first.begin("games", bom=False)
        with turns.changed:
            assert turns.changed.wait_for(lambda: turns.waiting == 1, 9)
        too_many = second.begin("games", bom=False)
        assert waits is not None
        assert too_many is not None
        too_many.wait(9)
        assert too_many.trouble.startswith("Too many files are being made.")
        assert waits.goes_on
    waits.wait(60)
    assert waits.trouble == NO_CLUB
    for store in stores:
        store.close()
