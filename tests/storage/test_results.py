"""Sums and bests of any days, as SQL makes them, are those of the arithmetic of the club."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest

from scorekeeper.domain.club.facts import Club, ClubBook, Night, Person
from scorekeeper.domain.club.games import ClubGame, GameState, PlayedGame, PlayedHand
from scorekeeper.domain.club.results import Choice, ChosenGame, choose_games
from scorekeeper.domain.club.standings import (
    RankedBy,
    heads_to_head,
    high_scores_of,
    rank_standings,
    standings_of,
)
from scorekeeper.domain.deals import Highlight, Seat
from scorekeeper.domain.settlement import Pair
from scorekeeper.domain.variants import VARIANTS
from scorekeeper.storage.club.people import add_person_row
from scorekeeper.storage.club.results import (
    read_bests,
    read_heads,
    read_standings,
    replace_results,
)
from scorekeeper.storage.database import Connection, Connections, migrate

DAYS = (
    *("", "1999-12-31", "2000-01-01", "2001-03-08", "2009-12-31", "2010-01-01", "2018-09-10"),
    *("2019-07-01", "2020-12-31"),
)
CHOICES = [
    Choice(since=since, until=until, variant=variant, members_only=members_only)
    for since, until, variant, members_only in product(DAYS, DAYS, ("", "laws"), (False, True))
    if not until or since <= until
] + [Choice(night="n7"), Choice(night="n8", members_only=True), Choice(night="none")]
PEOPLE = (
    Person(id="p1", name="Ann", joined="1990-01-01"),
    Person(id="p2", name="Bob"),
    Person(id="p3", name="Cal", joined="2005-06-01"),
    Person(id="p4", name="Dot", joined="1990-01-01", left="2015-06-01"),
)
RANKS = {person.id: rank for rank, person in enumerate(PEOPLE)}


def some_night(chance: random.Random, number: int) -> Night:
    """A night of one game of three; a fifth of the days are the first or the last of a year."""
    day = chance.choice(["01-01", "12-31", "06-30", *["03-07", "09-09"] * 6])
    game = ClubGame(
        id=f"g{number}",
        people=tuple(chance.sample([person.id for person in PEOPLE], 3)),
        played=some_game(chance),
    )
    return Night(id=f"n{number}", date=f"{chance.randrange(1998, 2032)}-{day}", games=(game,))


def some_game(chance: random.Random) -> PlayedGame:
    variant = VARIANTS[chance.choice(["laws", "contract"])]
    results = [chance.randrange(-300, 1500, 100) for _ in range(3)]
    best = min(results) if variant.family.low_wins else max(results)
    hands = [
        PlayedHand(
            deal=deal,
            seat=Seat(seat),
            is_out=chance.random() < 0.4,
            points=chance.randrange(-200, 600),
            running=0,
            highlights=tuple(chance.choices([*Highlight], k=chance.randrange(3))),
        )
        for deal in range(4)
        for seat in range(3)
        if chance.random() < 0.8
    ]
    settles = chance.random() < 0.8
    return PlayedGame(
        variant=variant.key,
        low_wins=variant.family.low_wins,
        state=chance.choice([GameState.OVER, GameState.OVER, GameState.EARLY, GameState.OPEN]),
        deals=4,
        results=tuple(results),
        winners=tuple([Seat(seat) for seat, each in enumerate(results) if each == best]),
        net=(5, -3, -2) if settles else None,
        pairs=(Pair(payer=Seat(1), payee=Seat(0), points=3, minor=3),) if settles else (),
        hands=tuple(hands),
    )


@pytest.fixture(scope="module")
def book() -> ClubBook:
    chance = random.Random(3)
    nights = tuple([some_night(chance, number) for number in range(150)])
    club = Club(name="Cavendish", currency="USD", opened="1990-01-01")
    return ClubBook(club=club, people=PEOPLE, nights=nights)


@pytest.fixture(scope="module")
def db(book: ClubBook, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Connection]:
    path: Path = tmp_path_factory.mktemp("sums") / "scorekeeper.sqlite3"
    migrate(path)
    connections = Connections(path)
    with connections.writing() as db:
        for person in PEOPLE:
            add_person_row(db, person, datetime(2026, 11, 20, tzinfo=UTC))
        for night in book.nights:
            store_night(db, night)
            write(db, book, night)
    with connections.reading() as db:
        yield db
    connections.close()


def store_night(db: Connection, night: Night) -> None:
    """Store what results refer to: the night, the game and its place in the night."""
    (game,) = night.games
    db.execute("INSERT INTO game (key, created_at) VALUES (?, '')", (game.id,))
    db.execute(
        "INSERT INTO night (id, date, settle, opened_at) VALUES (?, ?, 'carried', '')",
        (night.id, night.date),
    )
    db.execute(
        "INSERT INTO night_game (id, game, night, put_at) VALUES (?, ?, ?, '')",
        (game.id, game.id, night.id),
    )


def write(db: Connection, book: ClubBook, night: Night) -> bool:
    games = counted(book, Choice(night=night.id))
    return replace_results(db, night.id, games, {person.id: person for person in PEOPLE})


def counted(book: ClubBook, choice: Choice) -> list[ChosenGame]:
    return [each for each in choose_games(book, choice) if each.game.counts]


def test_every_choice_of_days_is_summed_as_the_arithmetic_says(
    db: Connection, book: ClubBook
) -> None:
    for choice in CHOICES:
        games = counted(book, choice)
        expected = standings_of(games, RANKS, RankedBy.POINTS)
        found, count = read_standings(db, choice)
        assert rank_standings(found, RANKS, RankedBy.POINTS) == expected
        short, short_count = read_standings(db, choice, is_short=True)
        assert (count, short_count) == (len(games), len(games))
        assert {
            each.person: (each.games, each.wins, each.points, each.money) for each in short
        } == {each.person: (each.games, each.wins, each.points, each.money) for each in expected}


def test_people_against_each_other_are_summed_as_the_arithmetic_says(
    db: Connection, book: ClubBook
) -> None:
    for choice in CHOICES:
        expected = heads_to_head(counted(book, choice), RANKS)
        for person in RANKS:
            theirs = [each for each in expected if person in (each.first, each.second)]
            found = read_heads(db, choice, person)
            assert sorted(map(repr, found)) == sorted(map(repr, theirs))


def test_the_best_of_every_choice_of_days_is_the_one_of_the_arithmetic(
    db: Connection, book: ClubBook
) -> None:
    for choice in CHOICES:
        expected = {
            (variant, kind): score.value
            for variant, scores in high_scores_of(counted(book, choice), RANKS).items()
            for kind, score in scores.items()
        }
        assert {
            (each.variant, each.kind): each.value for each in read_bests(db, choice)
        } == expected


def test_rows_that_are_as_they_should_be_are_left_alone(db: Connection, book: ClubBook) -> None:
    assert not any(write(db, book, night) for night in book.nights)
