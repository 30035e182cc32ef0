"""A row is a value: values are written and read as they are, and kept rows are never replaced."""

import sqlite3
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlite_utils import Database

from scorekeeper.club.facts import ClubPayment, Person, Reversal
from scorekeeper.club.rows import people
from scorekeeper.club.rows.people import add_payment, load_payments
from scorekeeper.games.links import LinkRow, add_link, find_link, mark_withdrawn
from scorekeeper.store.database import immediate

LINK = "a token"
REFUSED = r"is (added|appended) once|is never (changed|deleted)"
AT = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
KEPT = {
    "club": "(name, currency, opened, paper, passphrase, set_up_at)"
    " VALUES ('Regency', 'EUR', '2026-01-01', 'a4', '', '')",
    "person": "(id, name, added_at) VALUES ('p1', 'Ann', '')",
    "night": "(id, date, settle, opened_at) VALUES ('n1', '2026-11-20', 'bank', '')",
    "night_person": "(night, person, came_at) VALUES ('n1', 'p1', '')",
    "night_game": "(id, game, night, put_at) VALUES ('g1', 'g', 'n1', '')",
    "closing": "(night, on_day, seen, closed_at) VALUES ('n1', '2026-11-20', '{}', '')",
    "payment": "(id, date, payer, payee, minor, at)"
    " VALUES ('m1', '2026-11-20', 'p1', 'till', 5, '')",
    "adjustment": "(id, date, party, minor, at) VALUES ('a1', '2026-11-20', 'till', 5, '')",
    "pot": "(id, name, added_at) VALUES ('k1', 'High hand', '')",
    "season": "(id, facts, added_at) VALUES ('s1', '{}', '')",
    "club_act": "(entry_id, kind, subject, details, phone, at)"
    " VALUES ('one', 'person_added', 'p1', '{}', '', '')",
    "officer_session": "(digest, name, phone, since) VALUES ('d', 'Ann', '', '')",
    "clock_step": "(before, after) VALUES ('', '')",
    "link": "(token, opens, id, role, made_at) VALUES ('t', 'game', 'g', 'host', '')",
    "seat_change": "VALUES ('g', 1, 1, 0, 'a phone', '')",
}
"""A row of each table of facts, in an order in which they refer to earlier ones."""
NOT_KEPT = {"seat", "seat_person", "slip", "presses", "watch_code", "club_mark", "played_game"}
"""What is no fact, or is replaced: hands that wait, letters to watch, the mark, who sits where."""


@pytest.fixture
def full(db: Database) -> Database:
    for table, row in KEPT.items():
        db.execute(f"INSERT INTO {table} {row}")
    return db


def first_row(db: Database, table: str) -> dict[str, Any]:
    columns = [column.name for column in db.table(table).columns]
    return next(iter(db.table(table).rows_where(select=", ".join(f'"{each}"' for each in columns))))


def whole_table(db: Database, table: str) -> list[Any]:
    return db.execute(f"SELECT * FROM {table}").fetchall()


def test_every_table_is_kept_or_known_not_to_be(db: Database) -> None:
    assert {*db.table_names()} == {*KEPT, *NOT_KEPT, "game", "entry", "_sqlite_migrations"}


@pytest.mark.parametrize("table", [*KEPT, "game", "entry"])
def test_a_kept_row_is_never_replaced(full: Database, table: str) -> None:
    before, row = whole_table(full, table), first_row(full, table)
    with pytest.raises(sqlite3.IntegrityError, match=REFUSED):
        full.table(table).insert(row, replace=True)
    with pytest.raises(sqlite3.IntegrityError, match=REFUSED):
        full.table(table).upsert(row)
    assert whole_table(full, table) == before


@pytest.mark.parametrize("table", [*KEPT, "game", "entry"])
def test_nor_by_any_key(full: Database, table: str) -> None:
    before, row = whole_table(full, table), first_row(full, table)
    for key in [index for index in full.table(table).indexes if index.unique]:
        # Without its number the row is a new one, but for this key.
        again = {name: row[name] for name in row if name in key.columns or name != "number"}
        if None not in [row[name] for name in key.columns]:
            with pytest.raises(sqlite3.IntegrityError, match=REFUSED):
                full.table(table).insert(again, replace=True)
            if not key.partial:
                with pytest.raises(sqlite3.IntegrityError, match=REFUSED):
                    full.table(table).upsert(again, pk=tuple(key.columns))
    assert whole_table(full, table) == before


@pytest.mark.parametrize("table", [*KEPT, "game", "entry"])
def test_a_kept_row_is_never_deleted(full: Database, table: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="is never deleted"):
        full.execute(f"DELETE FROM {table}")


# --- values ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class WithTelephone(Person):
    """A person with one field more."""

    telephone: str = ""


def test_a_field_of_a_person_needs_a_column_and_nothing_else(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "Person", WithTelephone)
    ann = WithTelephone(id="p1", name="Ann", joined="2026-01-01", left="2026-02-01")
    other = replace(ann, id="p2", name="Anne", same_as="p1", is_active=False, telephone="0171 1")
    db.execute("ALTER TABLE person ADD COLUMN telephone TEXT NOT NULL DEFAULT ''")
    people.add_person_row(db, ann, AT)
    people.add_person_row(db, other, AT)
    assert people.load_people(db) == (ann, other)
    assert people.find_person(db, "p2").is_active is False  # type: ignore[union-attr]
    changed = replace(ann, telephone="0171 2", left="")
    people.change_person(db, changed)
    assert people.load_people(db) == (changed, other)


def test_payments_and_reversals_come_back_as_they_are(db: Database) -> None:
    db.execute(f"INSERT INTO night {KEPT['night']}")
    paid = ClubPayment(
        id="m1", date="2026-11-20", payer="p1", payee="till", minor=5, night="n1", method="cash"
    )
    on_account = replace(paid, id="", night="", method="")
    taken_back = Reversal(id="", date="2026-11-21", reverses="m1")
    ids = [add_payment(db, each, AT) for each in (paid, on_account, taken_back)]
    assert ids == ["m1", "m2", "m3"]
    named = (paid, replace(on_account, id="m2"), replace(taken_back, id="m3"))
    stored = tuple(replace(each, at=AT.isoformat()) for each in named)
    assert load_payments(db) == stored
    assert load_payments(db, skip=2) == stored[2:]


def test_a_link_tells_when_it_was_withdrawn(db: Database) -> None:
    link = LinkRow(token=LINK, opens="game", id="g", role="host")
    add_link(db, link, AT)
    assert find_link(db, LINK) == link
    mark_withdrawn(db, "game", "g", "host", at=AT)
    assert find_link(db, LINK) == replace(link, withdrawn_at=AT)


def test_the_database_is_asked_nothing_more(db: Database) -> None:
    told: list[str] = []
    with immediate(db):
        db.conn.set_trace_callback(told.append)
        people.add_person_row(db, Person(id="p1", name="Ann"), AT)
        people.find_person(db, "p1")
        db.conn.set_trace_callback(None)
    # SQLite tells an insert again for its trigger.
    assert [sql.split()[0] for sql in dict.fromkeys(told)] == ["INSERT", "select"]
