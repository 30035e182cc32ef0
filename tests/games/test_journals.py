"""Journals in the database."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.games.journals import (
    Journal,
    StoredEntry,
    UnreadableGame,
    append,
    begin_journal,
    find_entry,
    load_journal,
    read_version,
)
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Act, Renamed, Started
from scorekeeper.store.database import Connection, StorageError, open_database
from scorekeeper.store.digests import digest_entry
from tests.empty_database import put_database

AT = datetime(2026, 11, 20, 20, 0, 30, tzinfo=UTC)
STARTED = Started(variant="gin100", options={}, players=("Ann", "Bob"))


def written(seq: int, act: Act, entry_id: str) -> StoredEntry:
    return StoredEntry(seq=seq, act=act, entry_id=entry_id, who="Ann", at=AT)


FIRST = written(1, STARTED, "one")
SECOND = written(2, Renamed(seat=Seat(0), name="Eve"), "two")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connection]:
    path = put_database(tmp_path)
    with closing(open_database(path)) as db:
        begin_journal(db, "g", FIRST)
        append(db, "g", SECOND, seats=2)
        yield db


def test_a_journal_comes_back_as_it_was_written(db: Connection) -> None:
    version = read_version(db, "g")
    assert version is not None
    assert load_journal(db, "g") == Journal(
        key="g", created_at=AT, entries=(FIRST, SECOND), digest=version.digest
    )


def test_a_game_that_is_not_there_has_no_journal(db: Connection) -> None:
    assert load_journal(db, "h") is None


def test_the_version_is_the_last_entry(db: Connection) -> None:
    version = read_version(db, "g")
    assert version is not None
    assert version.number == 2


def test_a_game_that_is_not_there_has_no_version(db: Connection) -> None:
    assert read_version(db, "h") is None


def test_an_entry_is_found_by_its_id(db: Connection) -> None:
    assert (find_entry(db, "two"), find_entry(db, "three")) == (("g", 2), None)


def test_an_entry_of_a_later_program_is_one_sentence(db: Connection) -> None:
    version = read_version(db, "g")
    assert version is not None
    row = ("g", 3, "three", "sung", "{}", "Ann", "2026-11-20", "")
    whole = (*row, digest_entry(version.digest, row))
    db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", whole)
    with pytest.raises(UnreadableGame) as told:
        load_journal(db, "g")
    # It goes into the log, which quotes no entry.
    assert (
        str(told.value) == "Entry 3 of the game g… cannot be read by this version of the program."
    )
    assert "'sung'" in str(told.value.__cause__)


@pytest.mark.parametrize(
    ("change", "number"),
    [
        ("payload = replace(payload, 'Bob', 'Cal') WHERE seq = 1", 1),
        ("who = 'Bob' WHERE seq = 2", 2),
        ("phone = 'other' WHERE seq = 2", 2),
        ("at = '2026-11-19T20:00:30+00:00' WHERE seq = 2", 2),
        ("entry_id = 'other' WHERE seq = 1", 1),
    ],
)
def test_an_entry_that_was_changed_outside_the_program_is_named(
    db: Connection, change: str, number: int
) -> None:
    db.execute("DROP TRIGGER entry_is_not_changed")
    db.execute(f"UPDATE entry SET {change}")
    with pytest.raises(StorageError, match=rf"^Entry {number} of the game g… is not as it was wri"):
        load_journal(db, "g")
