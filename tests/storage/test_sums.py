"""Sums of ten years, of years and of days together are the sums of the single results."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.domain.club.results import Choice
from scorekeeper.storage.club.results import (
    BESTS,
    SUMMED,
    ResultRow,
    SummedRow,
    read_bests,
    read_short_sums,
    read_sums,
    rebuild_years,
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
]


def some_results(chance: random.Random, night: int) -> list[ResultRow]:
    """Three people in one game; a fifth of the days are the first or the last of a year."""
    year, variant = chance.randrange(1998, 2032), chance.choice(["laws", "gin150"])
    figures: dict[str, Any] = {name: chance.randrange(1000) for name in SUMMED}
    figures |= {name: chance.choice([None, chance.randrange(1000)]) for name in BESTS}
    day = chance.choice(["01-01", "12-31", "06-30", *["03-07", "09-09"] * 6])
    return [
        ResultRow(
            game=f"g{night}",
            seat=seat,
            person=person,
            night=f"n{night}",
            date=f"{year}-{day}",
            night_number=night,
            game_number=night,
            variant=variant,
            is_member=chance.randrange(2),
            place=1,
            players=3,
            best_deal=chance.choice([None, chance.randrange(900)]),
            **figures,
        )
        for seat, person in enumerate(chance.sample(["p1", "p2", "p3", "p4"], 3))
    ]


@pytest.fixture(scope="module")
def nights() -> list[list[ResultRow]]:
    chance = random.Random(3)
    return [some_results(chance, night) for night in range(150)]


@pytest.fixture(scope="module")
def db(
    nights: list[list[ResultRow]], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Connection]:
    path: Path = tmp_path_factory.mktemp("sums") / "scorekeeper.sqlite3"
    migrate(path)
    connections = Connections(path)
    with connections.writing() as db:
        for number, rows in enumerate(nights):
            replace_results(db, f"n{number}", rows, [])
    with connections.reading() as db:
        yield db
    connections.close()


def chosen(nights: list[list[ResultRow]], choice: Choice) -> list[ResultRow]:
    return [
        row
        for rows in nights
        for row in rows
        if choice.since <= row.date <= (choice.until or "9999")
        and choice.variant in ("", row.variant)
        and (row.is_member or not choice.members_only)
    ]


def test_every_choice_of_days_is_summed_as_its_single_results(
    db: Connection, nights: list[list[ResultRow]]
) -> None:
    for choice in CHOICES:
        rows = chosen(nights, choice)
        expected = {}
        for person in {row.person for row in rows}:
            theirs = [row for row in rows if row.person == person]
            bests = [row.best_deal for row in theirs if row.best_deal is not None]
            expected[person] = SummedRow(
                person=person,
                games=len(theirs),
                best_deal=max(bests, default=None),
                sums={name: sum([getattr(row, name) or 0 for row in theirs]) for name in SUMMED},
            )
        assert {row.person: row for row in read_sums(db, choice)} == expected
        short = {person: replace(row, best_deal=None) for person, row in expected.items()}
        assert {row.person: row for row in read_short_sums(db, choice, SUMMED)} == short


def test_the_best_of_every_choice_of_days_is_that_of_its_single_results(
    db: Connection, nights: list[list[ResultRow]]
) -> None:
    for choice in CHOICES:
        expected: dict[tuple[str, str], int] = {}
        for row, feat in product(chosen(nights, choice), BESTS):
            parts, key = getattr(row, feat), (row.variant, feat)
            if parts is not None:
                expected[key] = max(parts, expected.get(key, parts))
        assert {key: best.parts for key, best in read_bests(db, choice).items()} == expected


def test_sums_updated_night_by_night_equal_rebuilt_ones(tmp_path: Path) -> None:
    path, chance = tmp_path / "scorekeeper.sqlite3", random.Random(5)
    migrate(path)
    connections = Connections(path)
    with connections.writing() as db:
        for step in range(60):
            night = step % 20
            replace_results(db, f"n{night}", some_results(chance, night), [])
        replace_results(db, "n7", [], [])
        assert not rebuild_years(db)
    connections.close()
