"""Derived rows follow the facts in the same transaction, and say what the arithmetic says."""

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from scorekeeper.bookkeeping.club.book import list_nights, load_book, load_night, people_of
from scorekeeper.bookkeeping.club.closing import close_night, digest_of
from scorekeeper.bookkeeping.club.derived import find_wrong_rows, rebuild_derived
from scorekeeper.bookkeeping.club.following import ClubFollower
from scorekeeper.bookkeeping.club.ledger import all_lines_of, balances_of, ledger_page, statement_of
from scorekeeper.bookkeeping.club.nights import open_night, put_game_in_night, void_game
from scorekeeper.bookkeeping.club.setting_up import NewClub, set_up_club
from scorekeeper.bookkeeping.club.standings import (
    heads_of,
    high_scores_in,
    results_of_person,
    standings_in,
)
from scorekeeper.bookkeeping.game.games import import_game
from scorekeeper.bookkeeping.game.posting import Post
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import SettleWay
from scorekeeper.domain.club.figures import ClubFigures, Question
from scorekeeper.domain.club.ledger import lines_of_person
from scorekeeper.domain.club.results import Choice
from scorekeeper.domain.club.standings import RankedBy
from scorekeeper.storage.club.ledger import LedgerFilter
from scorekeeper.storage.copies import opened_untouched
from scorekeeper.storage.fact_digests import changed_facts
from tests.bookkeeping.club.random_club import RandomClub
from tests.club_books import past_games_of, tallied_game
from tests.club_site import PASSPHRASE, done

CASES = Path(__file__).parents[2] / "cases"
TABLES = "result pair ledger_entry posting account derived_person".split()
CHOICES = (
    Choice(),
    Choice(members_only=True),
    Choice(variant="laws", since="2026-01-01", until="2026-12-31"),
    Choice(since="2025-12-30", until="2026-11-13"),
    Choice(since="2026-11-14", members_only=True),
    Choice(night="n1"),
)
SHORT = ("person", "rank", "games", "wins", "points", "money")
Rows = dict[str, list[tuple[object, ...]]]


def club_store(path: Path) -> GameStore:
    store = GameStore.at(path / "scorekeeper.sqlite3", follower=ClubFollower())
    terms = {"name": "Cavendish", "currency": "USD", "opened": "2025-01-01", "till": "20.00"}
    new = NewClub(terms=terms, paper="a4", passphrase=PASSPHRASE, again=PASSPHRASE, officer="Eve")
    set_up_club(store, Post(entry_id="set up"), new)
    return store


def derived_rows(store: GameStore) -> Rows:
    with store.database.reading() as db:
        return {
            table: sorted(db.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in TABLES
        }


def compare_with_domain(store: GameStore) -> None:
    """Everything that is read from derived rows is what the whole book says."""
    before = derived_rows(store)
    with opened_untouched(store.database.path) as db:
        assert changed_facts(db) == ()
        assert [*find_wrong_rows(store, db)] == []
    assert derived_rows(store) == before
    book, roll = load_book(store)[0], people_of(store)
    for choice, ranked_by in product(CHOICES, RankedBy):
        figures = ClubFigures(book, Question(choice=choice, ranked_by=ranked_by))
        counted = [each for each in figures.games if each.game.counts]
        assert standings_in(store, choice, roll, ranked_by) == (figures.standings, len(counted))
        short, games = standings_in(store, choice, roll, ranked_by, is_short=True)
        assert games == len(counted)
        for each, whole in zip(short, figures.standings, strict=True):
            assert all(getattr(each, name) == getattr(whole, name) for name in SHORT)
    for choice in CHOICES:
        figures = ClubFigures(book, Question(choice=choice))
        pairs = [
            pair for who in figures.people for pair in heads_of(store, choice, roll, person=who)
        ]
        assert {(pair.first, pair.second): pair for pair in pairs} == {
            (pair.first, pair.second): pair for pair in figures.head_to_head
        }
        assert len(pairs) == 2 * len(figures.head_to_head)
        scores = {
            variant: {
                kind: replace(held, held_by=held.held_by[:5], more=len(held.held_by[5:]))
                for kind, held in kinds.items()
            }
            for variant, kinds in figures.high_scores.items()
            if kinds
        }
        assert high_scores_in(store, choice, roll) == scores
        held = {variant: kinds for variant, kinds in figures.high_scores.items() if kinds}
        assert high_scores_in(store, choice, roll, most=-1) == held
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
    listed = list_nights(store, figures.book.club).nights
    assert {row.night.id: (row.games, row.winners, row.open) for row in listed} == expected


def compare_ledger(store: GameStore, figures: ClubFigures) -> None:
    balances = balances_of(store, people_of(store))
    assert balances.sums == figures.sums
    asked = LedgerFilter()
    first = ledger_page(store, asked)
    assert (first.total, first.count) == (len(figures.ledger), len(figures.ledger))
    entries = [
        entry
        for page in range(first.pages)
        for entry in ledger_page(store, asked, page + 1).entries
    ]
    assert [
        (each.seq, each.date, each.kind, each.ref, each.night, [*each.postings.items()])
        for each in reversed(entries)
    ] == [
        (seq, each.date, each.kind, each.ref, each.night, [*each.postings.items()])
        for seq, each in enumerate(figures.ledger, 1)
    ]
    for person in figures.people:
        assert list(all_lines_of(store, person)) == lines_of_person(figures.ledger, person)
        lines = lines_of_person(figures.ledger, person)
        assert list(statement_of(store, person).lines) == lines[:-51:-1]
        games = past_games_of(figures.games, person)
        assert list(results_of_person(store, person).games) == games[:-51:-1]
        pairs = [each for each in figures.head_to_head if person in (each.first, each.second)]
        assert heads_of(store, Choice(), people_of(store), person=person) == pairs


@pytest.mark.parametrize("seed", range(2))
def test_derived_rows_equal_rebuilt_rows_and_the_arithmetic(tmp_path: Path, seed: int) -> None:
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(seed))
    club.begin()
    for number in range(60):
        club.step()
        if number % 20 == 19:
            compare_with_domain(store)
    rows = derived_rows(store)
    assert rows["result"]
    told: list[tuple[int, int]] = []
    rebuilt = rebuild_derived(store, lambda done, of: told.append((done, of)))
    assert rebuilt is not None
    assert (rebuilt.mended, told[-1]) == (0, (len(club.nights), len(club.nights)))
    assert derived_rows(store) == rows
    store.close()


def test_rows_that_are_lost_or_wrong_are_rebuilt(tmp_path: Path) -> None:
    store = club_store(tmp_path)
    club = RandomClub(store, random.Random(7))
    club.begin()
    for _ in range(40):
        club.step()
    rows = derived_rows(store)
    with store.database.writing() as db:
        db.execute("DELETE FROM result WHERE seat = 0")
        db.execute("UPDATE pair SET money = money + 1")
        db.execute("UPDATE posting SET minor = minor + 1 WHERE place = 0")
        db.execute("DELETE FROM ledger_entry WHERE part = 3")
        db.execute("UPDATE account SET minor = 7")
    rebuilt = rebuild_derived(store, lambda *_: None)
    assert rebuilt is not None
    assert rebuilt.mended > 0
    assert derived_rows(store) == rows
    store.close()


@pytest.mark.parametrize(
    ("case", "money", "ahead"),
    [
        ("T09", {"Ann": 300, "Bob": -300, "Cal": 300, "Dot": -300}, {"Ann Bob", "Ann Dot"}),
        ("H01", {"Ann": 1107, "Bob": -1107}, {"Ann Bob"}),
    ],
)
def test_games_of_sides_have_the_rows_of_the_arithmetic(
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
    roll = people_of(store)
    names = {each.id: each.name for each in roll}
    standings, _ = standings_in(store, Choice(), roll, RankedBy.MONEY)
    assert {names[each.person]: each.money for each in standings} == money
    (ann,) = [person for person, name in names.items() if name == "Ann"]
    heads = heads_of(store, Choice(), roll, person=ann)
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
