"""Slips in the database: one a phone and seat, kept and thrown away beside the journal."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.games.journals import StoredEntry, begin_journal, change_number_of
from scorekeeper.games.phones import Slip, delete_slip, delete_slips, read_slips, write_slip
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Started
from scorekeeper.store.database import Connection, immediate, open_database
from tests.empty_database import put_database

EVENING = datetime(2026, 11, 20, 20, tzinfo=UTC)
STARTED = Started(variant="laws", options={}, players=("Ann", "Bob"))


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connection]:
    path = put_database(tmp_path)
    db = open_database(path)
    with immediate(db):
        for game in ("game", "other game"):
            first = StoredEntry(seq=1, act=STARTED, entry_id=game, who="", at=EVENING)
            begin_journal(db, game, first)
    yield db
    db.close()


def slip(seat: int = 0, phone: str = "Ann’s phone", **fields: str) -> Slip:
    return Slip(number=4, seat=Seat(seat), phone=phone, who="Ann", fields=fields, at=EVENING)


def test_a_slip_comes_back_as_it_was_put(db: Connection) -> None:
    row = slip(melds="K♥ KD\n8S-KS", note="ü")
    write_slip(db, "game", row)
    assert read_slips(db, "game") == (row,)


def test_a_phone_has_one_slip_a_seat(db: Connection) -> None:
    write_slip(db, "game", slip(cards="KH"))
    write_slip(db, "game", slip(cards="QH"))
    assert [dict(row.fields) for row in read_slips(db, "game")] == [{"cards": "QH"}]


def test_another_phone_does_not_overwrite_a_slip(db: Connection) -> None:
    write_slip(db, "game", slip(cards="KH"))
    write_slip(db, "game", slip(phone="Bob’s phone", cards="QH"))
    assert len(read_slips(db, "game")) == 2


def test_a_slip_is_dropped_alone(db: Connection) -> None:
    write_slip(db, "game", slip(0))
    write_slip(db, "game", slip(1))
    delete_slip(db, "game", 0, "Ann’s phone")
    assert [row.seat for row in read_slips(db, "game")] == [1]


def test_the_slips_of_another_game_stay(db: Connection) -> None:
    write_slip(db, "game", slip())
    write_slip(db, "other game", slip())
    delete_slips(db, "game")
    assert (read_slips(db, "game"), len(read_slips(db, "other game"))) == ((), 1)


def test_every_change_of_a_slip_raises_the_change_number(db: Connection) -> None:
    numbers = [change_number_of(db, "game")]
    for row in (slip(cards="KH"), slip(cards="QH"), None):
        if row is None:
            delete_slips(db, "game")
        else:
            write_slip(db, "game", row)
        numbers.append(change_number_of(db, "game"))
    assert numbers == sorted(set(numbers))
