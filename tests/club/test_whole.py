"""The figures that are kept in memory follow the facts, and say what the arithmetic says."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from scorekeeper.club.facts import GameState, SettleWay
from scorekeeper.club.figures.figures import (
    ClubFigures,
    Question,
    high_scores_in,
    results_of_person,
    standings_in,
)
from scorekeeper.club.figures.ledger import lines_of_person
from scorekeeper.club.figures.results import Choice, RankedBy
from scorekeeper.club.following import ClubFollower
from scorekeeper.club.ledger import (
    LedgerFilter,
    ledger_page,
    statement_page,
)
from scorekeeper.club.nights import open_night, put_game_in_night, void_game
from scorekeeper.club.officers import set_up_club
from scorekeeper.club.payments import close_night, digest_of
from scorekeeper.club.people import add_person
from scorekeeper.club.rows.clubs import change_club, find_club_row
from scorekeeper.club.rows.nights import mark_void
from scorekeeper.club.rows.people import load_people
from scorekeeper.club.stored_book import list_nights, load_book, load_night, load_night_beside
from scorekeeper.club.whole import club_figures, correct_nights, figures_in
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import close_game, import_game
from scorekeeper.games.journals import UnreadableGame
from scorekeeper.games.posting import Post
from scorekeeper.store.copies import put_in_place, write_copy
from tests.club.random_club import RandomClub
from tests.club_books import past_games_of, past_result, tallied_game
from tests.club_site import PASSPHRASE, done
from tests.empty_database import put_database
from tests.games.table import opened, post, saved

CASES = Path(__file__).parents[1] / "cases"
CHOICES = (
    Choice(),
    Choice(members_only=True),
    Choice(variant="laws", since="2026-01-01", until="2026-12-31"),
    Choice(since="2025-12-30", until="2026-11-13"),
    Choice(since="2026-11-14", members_only=True),
    Choice(night="n1"),
)


def club_store(path: Path, **more: str) -> GameStore:
    store = GameStore.at(put_database(path), follower=ClubFollower())
    terms = {"name": "Cavendish", "currency": "USD", "opened": "2025-01-01", "till": "20.00"}
    terms |= more
    set_up_club(
        store,
        Post(entry_id="set up"),
        terms,
        paper="a4",
        passphrase=PASSPHRASE,
        again=PASSPHRASE,
        officer="Eve",
    )
    return store


def compare_with_domain(store: GameStore) -> None:
    """All that pages read is what the whole book says, read anew from the journals."""
    book = load_book(store)[0]
    for choice, ranked_by in product(CHOICES, RankedBy):
        figures = ClubFigures(book, Question(choice=choice, ranked_by=ranked_by))
        counted = [each for each in figures.games if each.game.counts]
        assert standings_in(club_figures(store), choice, ranked_by) == (
            figures.standings,
            len(counted),
        )
    for choice in CHOICES:
        figures = ClubFigures(book, Question(choice=choice))
        pairs = [
            pair
            for who in figures.people
            for pair in club_figures(store).ask(Question(choice=choice)).heads_of(who)
        ]
        assert {(pair.first, pair.second): pair for pair in pairs} == {
            (pair.first, pair.second): pair for pair in figures.head_to_head
        }
        assert len(pairs) == 2 * len(figures.head_to_head)
        scores = high_scores_in(club_figures(store), choice)
        for variant, kinds in scores.items():
            for kind, score in kinds.items():
                held_by = figures.high_scores[variant][kind].held_by
                assert score.held_by == [one for one in held_by if one in score.held_by]
                people, named = [{one.person for one in some} for some in (held_by, score.held_by)]
                assert len(named) == min(5, len(people))
                assert score.more == len(people) - len(named)
        held = {variant: kinds for variant, kinds in figures.high_scores.items() if kinds}
        assert high_scores_in(club_figures(store), choice, most=-1) == held
    compare_ledger(store, ClubFigures(book, Question()))
    compare_nights(store, ClubFigures(book, Question()))


def compare_nights(store: GameStore, figures: ClubFigures) -> None:
    """The list of nights counts games, names winners, and has the sum that is open."""
    expected = {}
    for each in figures.nights:
        games = [game for game in each.night.games if game.counts]
        winners = [figures.people[game.people[seat]] for game in games for seat in game.winners]
        names = [person.short or person.name for person in dict.fromkeys(winners)]
        open_now = 0 if each.night.is_open else each.open
        expected[each.night.id] = len(games), tuple(names), open_now
    listed = list_nights(club_figures(store))
    assert {row.night.id: (row.games, row.winners, row.open) for row in listed} == expected


def compare_ledger(store: GameStore, figures: ClubFigures) -> None:
    assert club_figures(store).sums == figures.sums
    asked = LedgerFilter()
    _, pages = ledger_page(club_figures(store), asked)
    entries = [
        entry
        for page in range(pages)
        for entry in ledger_page(club_figures(store), asked, page + 1)[0]
    ]
    assert [
        (each.date, each.kind, each.ref, each.night, [*each.postings.items()])
        for each in reversed(entries)
    ] == [
        (each.date, each.kind, each.ref, each.night, [*each.postings.items()])
        for each in figures.ledger
    ]
    for person in figures.people:
        assert club_figures(store).lines_of(person) == lines_of_person(figures.ledger, person)
        lines = lines_of_person(figures.ledger, person)
        assert statement_page(club_figures(store), person)[0] == lines[:-51:-1]
        games = past_games_of(figures.games, person)
        found, _ = results_of_person(club_figures(store), person)
        assert [past_result(past) for past in found] == games[:-51:-1]
        pairs = [each for each in figures.head_to_head if person in (each.first, each.second)]
        assert club_figures(store).heads_of(person) == pairs


@pytest.mark.parametrize("seed", range(2))
def test_kept_figures_equal_the_arithmetic_after_acts_by_chance(tmp_path: Path, seed: int) -> None:
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(seed))
    club.begin()
    for number in range(60):
        club.step()
        if number % 20 == 19:
            compare_with_domain(store)
    store.close()


@pytest.mark.parametrize(
    ("case", "money", "ahead"),
    [
        ("T09", {"Ann": 300, "Bob": -300, "Cal": 300, "Dot": -300}, {"Ann Bob", "Ann Dot"}),
        ("H01", {"Ann": 1107, "Bob": -1107}, {"Ann Bob"}),
    ],
)
def test_games_of_sides_have_the_figures_of_the_arithmetic(
    tmp_path: Path, case: str, money: dict[str, int], ahead: set[str]
) -> None:
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(1))
    night = done(open_night(store, club.post(), {"date": "2026-11-20"}))
    record = json.loads((CASES / f"{case}.json").read_text())["record"]
    stake = record.get("stake", {"amount": "0.01", "per": 1})
    record["stake"] = {**stake, "currency": "USD"}
    key = import_game(store, json.dumps(record).encode())
    assert isinstance(key, str)
    done(put_game_in_night(store, club.post(), key, night))
    compare_with_domain(store)
    roll = store.read(load_people)
    names = {each.id: each.name for each in roll}
    standings, _ = standings_in(club_figures(store), Choice(), RankedBy.MONEY)
    assert {names[each.person]: each.money for each in standings} == money
    (ann,) = [person for person, name in names.items() if name == "Ann"]
    heads = club_figures(store).heads_of(ann)
    assert {f"Ann {names[each.second]}" for each in heads if each.first_ahead} == ahead
    store.close()


def test_corrections_of_one_day_stand_in_the_order_of_their_nights(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(1))
    games = []
    for date in ("2026-11-20", "2025-12-30"):  # the later night was entered first
        night = done(open_night(store, club.post(), {"date": date}))
        key = import_game(store, json.dumps(tallied_game(300, 20)).encode())
        assert isinstance(key, str)
        games.append(done(put_game_in_night(store, club.post(), key, night)))
        seen = digest_of(load_night(store, night).figures)
        done(close_night(store, club.post(), night, SettleWay.CARRIED, seen=seen))
    for game in games:
        done(void_game(store, club.post(), game, void=True))
    compare_ledger(store, ClubFigures(load_book(store)[0], Question()))
    store.close()


def two_nights(store: GameStore) -> tuple[list[str], list[str]]:
    """Two nights of a game each, the first closed; return their ids, and the keys of the games."""
    club, nights, keys = RandomClub(store, random.Random(1)), [], []
    for date in ("2026-11-13", "2026-11-20"):
        nights.append(done(open_night(store, club.post(), {"date": date})))
        key = import_game(store, json.dumps(tallied_game(1100, 20)).encode())
        assert isinstance(key, str)
        keys.append(key)
        done(put_game_in_night(store, club.post(), key, nights[-1]))
    seen = digest_of(load_night(store, nights[0]).figures)
    done(close_night(store, club.post(), nights[0], SettleWay.CARRIED, seen=seen))
    return nights, keys


def test_only_a_night_that_changed_is_another_object(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    two_nights(store)
    first, second = club_figures(store).nights
    done(void_game(store, Post(entry_id="void"), "g2", void=True))
    closed, changed = club_figures(store).nights
    assert closed is first
    assert (changed is second, changed.night.games[0].is_void) == (False, True)
    store.close()


def test_what_is_rolled_back_is_not_kept(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    two_nights(store)
    before = club_figures(store).sums
    with suppress(ZeroDivisionError), store.database.writing() as db:
        mark_void(db, "g1", void=True)
        assert figures_in(store, db).sums != before
        raise ZeroDivisionError
    assert club_figures(store).sums == before
    compare_with_domain(store)
    store.close()


def test_figures_of_a_change_that_is_rolled_back_are_not_those_of_the_next(
    tmp_path: Path,
) -> None:
    store = club_store(tmp_path)
    two_nights(store)
    before = club_figures(store).sums
    with suppress(ZeroDivisionError), store.database.writing() as db:
        mark_void(db, "g1", void=True)
        correct_nights(store, db)
        raise ZeroDivisionError
    with store.database.writing() as db:
        mark_void(db, "g1", void=False)  # changes nothing, and has the same number
    assert club_figures(store).sums == before
    compare_with_domain(store)
    store.close()


def test_an_act_leaves_the_figures_for_the_pages_that_follow(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    two_nights(store)
    done(void_game(store, Post(entry_id="void"), "g2", void=True))
    told: list[str] = []
    store.database.trim(1)
    with store.database.reading() as db:
        db.conn.set_trace_callback(told.append)
    after = club_figures(store).sums
    assert len(told) == 3, told  # the number of the state, read in a transaction
    fresh = GameStore.at(store.database.path)
    assert club_figures(fresh).sums == after
    fresh.close()
    store.close()


def test_a_transaction_sees_what_it_changed_before_its_act_is_in_the_history(
    tmp_path: Path,
) -> None:
    store = club_store(tmp_path)
    two_nights(store)
    club_figures(store)
    with suppress(ZeroDivisionError), store.database.writing() as db:
        row = find_club_row(db)
        assert row is not None
        change_club(db, replace(row, club=replace(row.club, till=12345)))
        assert figures_in(store, db).sums["till"] == 12345
        raise ZeroDivisionError
    store.close()


def test_a_night_and_the_club_are_read_at_one_moment(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    nights, _ = two_nights(store)
    done(add_person(store, Post(entry_id="dot"), "Dot"))
    known, fresh = club_figures(store), GameStore.at(store.database.path)
    for each in nights:
        loaded, figures = load_night_beside(fresh, each)
        assert loaded == load_night(store, each)
        assert (figures.book, figures.sums) == (known.book, known.sums)
    # Whom another process has added is of the club at once.
    done(add_person(store, Post(entry_id="eve"), "Eve"))
    assert load_night_beside(fresh, nights[0])[0].roll[-1].name == "Eve"
    # So is what a game came to that goes on without an act of the club.
    key = import_game(store, json.dumps(tallied_game(90, 20)).encode())
    assert isinstance(key, str)
    done(put_game_in_night(store, Post(entry_id="put"), key, nights[1]))
    club_figures(fresh)
    saved(close_game(store, key, post(opened(store, key).version), "", settles=True))
    *_, game = load_night_beside(fresh, nights[1])[0].written.games
    assert game.state is GameState.EARLY
    compare_with_domain(fresh)
    fresh.close()
    store.close()


def test_a_backup_in_the_place_of_the_database_is_read_anew(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    two_nights(store)
    copy = tmp_path / "copy.sqlite3"
    write_copy(store.database.path, copy)
    before = club_figures(store).standings
    done(void_game(store, Post(entry_id="void"), "g1", void=True))
    assert club_figures(store).standings != before
    put_in_place(copy, store.database.path, tmp_path / "aside.sqlite3")
    assert club_figures(store).standings == before
    store.close()


def test_a_game_that_cannot_be_read_leaves_the_club_open_while_its_night_is(
    tmp_path: Path,
) -> None:
    store = club_store(tmp_path)
    _, keys = two_nights(store)
    with store.database.writing() as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET payload = '{}' WHERE seq = 2 AND game = ?", (keys[1],))
        db.execute("DELETE FROM played_game")
    again = GameStore.at(store.database.path, follower=ClubFollower())
    (standing, *_) = club_figures(again).standings
    assert standing.games == 1
    done(add_person(again, Post(entry_id="dot"), "Dot"))
    with again.database.writing() as db:
        db.execute("UPDATE entry SET payload = '{}' WHERE seq = 2")
        db.execute("DELETE FROM played_game")
    last = GameStore.at(store.database.path, follower=ClubFollower())
    with pytest.raises(UnreadableGame):  # the money of a closed night is never guessed
        club_figures(last)
    done(add_person(last, Post(entry_id="fay"), "Fay"))
    for each in (store, again, last):
        each.close()
