"""Organised nights, pots and seasons as rows: taken in, given back, reckoned as the book says."""

import json
from pathlib import Path

import pytest

from scorekeeper.club.figures.figures import ClubFigures, Question
from scorekeeper.club.files import Taken, find_club_problems, take_book, write_club_file
from scorekeeper.club.nights import void_game
from scorekeeper.club.people import join_spelling
from scorekeeper.club.rows.people import people_in_use
from scorekeeper.club.stored_book import load_book, load_night
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.posting import Post, Refused
from scorekeeper.store.database import StorageError
from tests.club.test_files import empty_store, nobody
from tests.club.test_whole import compare_with_domain
from tests.club_books import Json
from tests.club_site import done
from tests.organised_books import RandomClub, a_book, a_game, entered, full_organised_book

POT = [{"id": "skunk", "name": "Skunk bank", "opening": "3.00"}]
SEEN: Json = {"on": "2026-02-02", "money": {}, "fees": {}}


def taken(folder: Path, document: Json) -> GameStore:
    store = empty_store(folder / "club")
    assert isinstance(take_book(store, json.dumps(document).encode(), nobody), Taken)
    return store


def given(store: GameStore) -> Json:
    found: Json = json.loads(write_club_file(store, "book", nobody))
    return found


def test_a_book_with_everything_organised_is_given_back(tmp_path: Path) -> None:
    document = full_organised_book()
    store = taken(tmp_path, document)
    found = given(store)
    for key in ("club", "people", "seasons"):
        assert found[key] == document[key]
    for key in ("organised", "closed"):
        assert found["nights"][0][key] == document["nights"][0][key]
    assert found["nights"][0]["games"][0]["round"] == 1
    again = empty_store(tmp_path / "again")
    text = write_club_file(store, "book", nobody)
    take_book(again, text.encode(), nobody)
    assert write_club_file(again, "book", nobody) == text
    for each in (store, again):
        each.close()


def test_what_is_organised_is_not_read_where_others_changed_it(tmp_path: Path) -> None:
    store = taken(tmp_path, full_organised_book())
    with store.database.writing() as db:
        db.execute("""UPDATE night SET organised = '{"rounds": "many"}' WHERE id = 'n1'""")
    with pytest.raises(StorageError, match="organised at a night was changed outside"):
        load_night(store, "n1")
    store.close()


@pytest.mark.parametrize("seed", range(4))
def test_figures_of_organised_nights_are_what_the_book_says(seed: int, tmp_path: Path) -> None:
    store = taken(tmp_path, RandomClub(seed).book())
    compare_with_domain(store)
    figures = ClubFigures(load_book(store)[0], Question())
    for each in figures.nights:
        assert load_night(store, each.night.id).figures.people == each.people
    with store.database.reading() as db:
        assert [*find_club_problems(store, db)] == []
    store.close()


def two_nights() -> Json:
    """A night whose rest of 15.00 goes to a pot, and a later one that awards the whole pot."""
    people = {"rounds": 1, "people": entered("ann", "bob", "cal"), "stakes": False}
    first = {**people, "entry": {"amount": "5.00"}, "prizes": {"rest": "skunk"}}
    last = {**people, "awards": [{"person": "bob", "all": True, "pot": "skunk"}]}
    prize = {"people:bob": "-18.00", "pots:skunk": "18.00"}
    games = [a_game(f"g{n}", {"ann": 300, "bob": 20, "cal": 10}, round=1) for n in (1, 2)]
    return a_book(
        {"organised": first, "games": [games[0]]},
        {"organised": last, "games": [games[1]], "closed": {**SEEN, "prize": prize}},
        pots=POT,
    )


def test_what_a_pot_holds_comes_from_the_nights_before(tmp_path: Path) -> None:
    store = taken(tmp_path, two_nights())
    night = load_night(store, "n2")
    assert [pot.opening for pot in night.club.pots] == [1800]
    assert night.figures.people["bob"].prizes == 1800
    store.close()


def test_a_correction_moves_an_award_of_a_whole_pot_on_a_later_night(tmp_path: Path) -> None:
    """Without its game the first night keeps its 15.00 in the pool: 3.00 are in the pot."""
    store = taken(tmp_path, two_nights())
    done(void_game(store, Post(entry_id="void"), "g1", void=True))
    night = load_night(store, "n2")
    assert night.figures.people["bob"].correction == -1500
    assert night.night.corrected_on == store.today()
    compare_with_domain(store)
    store.close()


def test_a_correction_that_leaves_too_little_for_a_later_award_is_refused(tmp_path: Path) -> None:
    """Without its game the first night puts 15.00 less into the pot, of which Bob has 10.00."""
    document = two_nights()
    award = {"person": "bob", "amount": "10.00", "pot": "skunk"}
    document["nights"][1]["organised"]["awards"] = [award]
    prize = {"people:bob": "-10.00", "pots:skunk": "10.00"}
    document["nights"][1]["closed"]["prize"] = prize
    store = taken(tmp_path, document)
    before = write_club_file(store, "book", nobody)
    outcome = void_game(store, Post(entry_id="void"), "g1", void=True)
    assert isinstance(outcome, Refused)
    assert [problem.code for problem in outcome.problems] == ["pot_short"]
    assert write_club_file(store, "book", nobody) == before
    compare_with_domain(store)
    store.close()


def test_who_entered_is_in_use_and_not_joined_to_somebody_who_did(tmp_path: Path) -> None:
    document = two_nights()
    document["nights"][0]["organised"]["people"]["dot"] = {}
    store = taken(tmp_path, document)
    with store.database.reading() as db:
        assert people_in_use(db, ["dot", "eve"]) == {"dot"}
    assert isinstance(join_spelling(store, Post(entry_id="join"), "dot", "ann"), Refused)
    done(join_spelling(store, Post(entry_id="other"), "eve", "ann"))
    store.close()
