"""The migrations of the database: in order, once, whole, and never edited."""

import hashlib
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from scorekeeper.store.database import (
    StorageError,
    migrate,
    open_database,
)
from scorekeeper.store.migrations import MIGRATIONS, NEWEST
from tests.store.rows import ENTRY, OLD_ENTRY

SCHEMAS = {
    "002_tables": "1c6b3a25136f7588",
    "003_watch_codes": "04f69e6cc36e18a4",
    "004_presses": "99a83918d504fdc5",
    "005_suits": "d47b5e92a4717195",
    "009_digests": "d41433438de874b5",
    "010_seat_changes": "8f80463cd6613bcd",
    "011_club": "cbc5d17880a34fbd",
    "012_derived": "02e030eb6128ffa4",
    "013_derived_quicker": "2450a2fa8843cb4a",
    "014_club_mark": "5707893c7f9b1ec3",
    "015_clock_steps": "4de0c5a271fe328a",
    "016_one_link": "990425bddd1e7851",
    "017_plain_sums": "537d650e543a6316",
    "018_fees": "5466ba45d67f6e33",
    "020_roll": "013d5704b32bc6f8",
    "021_fact_digests": "dff0671434594ea0",
    "022_practice": "4a918e5b2fcc379b",
    "023_organised": "cc77f35af37f005e",
    "024_no_practice": "053d1e9ab0a69663",
    "025_one_engine": "8e536fad831d4190",
    "026_no_fact_digests": "3a76f2aed8dd0011",
    "027_added_once": "108bd50d7a6fde73",
    "028_time_zone": "d4b96c7223bff25d",
    "029_charges": "ff59af8845cbe324",
    "030_corrected_at": "59c9eb68e4eff9c5",
}
"""The digest of the schema before each migration; some were out together."""


def schema(path: Path) -> list[tuple[str, str]]:
    with closing(open_database(path)) as db:
        return db.execute(
            "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%sqlite%' ORDER BY name"
        ).fetchall()


def test_migrating_twice_changes_nothing(path: Path) -> None:
    before = schema(path)
    migrate(path)
    assert schema(path) == before


def test_many_starts_at_once_migrate_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite3"
    with ThreadPoolExecutor(8) as starts:
        for start in [starts.submit(migrate, path) for _ in range(8)]:
            start.result()
    names = [name for name, _ in schema(path)]
    assert {"entry", "game", "link", "seat", "slip"} <= set(names)
    assert len(names) == len(set(names))


@pytest.mark.parametrize(("before", "digest"), SCHEMAS.items())
def test_a_released_migration_is_never_edited(tmp_path: Path, before: str, digest: str) -> None:
    path = tmp_path / "old.sqlite3"
    path.touch()
    with closing(open_database(path)) as db:
        MIGRATIONS.apply(db, stop_before=before)
    assert hashlib.sha256(repr(schema(path)).encode()).hexdigest()[:16] == digest


def test_the_schema_before_the_newest_migration_is_known() -> None:
    assert [*SCHEMAS][-1] == NEWEST


def test_migrations_are_named_in_their_order() -> None:
    with closing(Database(memory=True)) as db:
        names = [migration.name for migration in MIGRATIONS.pending(db)]
    assert (names, names[-1]) == (sorted(names), NEWEST)


def test_a_database_of_a_newer_version_is_refused(path: Path) -> None:
    with closing(open_database(path)) as db:
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('scorekeeper', '999_from_the_future', '')"
        )
    with pytest.raises(StorageError, match="newer version"):
        migrate(path)


def test_a_game_from_before_there_were_links_keeps_its_address(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    path.touch()
    with closing(open_database(path)) as db:
        MIGRATIONS.apply(db, stop_before="002_tables")
        db.execute("INSERT INTO game VALUES ('g', '2026-11-20T20:00:00+00:00')")
        db.execute(OLD_ENTRY, ("g", 1, "one"))
        MIGRATIONS.apply(db)
        links = dict(db.execute("SELECT role, token FROM link WHERE game = 'g'").fetchall())
    assert links["host"] == "g"
    assert len({"g", links["player"], links["viewer"]}) == 3


def test_a_game_from_before_suits_could_be_left_out_tells_its_last_entry(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    path.touch()
    with closing(open_database(path)) as db:
        MIGRATIONS.apply(db, stop_before="005_suits")
        for key, entries in (("g", 2), ("h", 1)):
            db.execute("INSERT INTO game (key, created_at) VALUES (?, '')", (key,))
            for seq in range(1, entries + 1):
                db.execute(OLD_ENTRY, (key, seq, f"{key}{seq}"))
        MIGRATIONS.apply(db)
        told = dict(db.execute("SELECT key, suits_chosen_to FROM game").fetchall())
    assert told == {"g": 2, "h": 1}


def test_a_migration_that_breaks_off_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    path.touch()
    with closing(open_database(path)) as db:
        MIGRATIONS.apply(db, stop_before="002_tables")
        db.execute("CREATE TABLE slip (in_the_way INTEGER)")
    before = schema(path)
    with pytest.raises(StorageError, match="slip already exists"):
        migrate(path)
    assert schema(path) == before
    with closing(open_database(path)) as db:
        db.execute("DROP TABLE slip")
    migrate(path)
    assert "seat" in [name for name, _ in schema(path)]


def test_seats_of_an_older_game_are_noted_and_no_earlier_changes_invented(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    path.touch()
    with closing(open_database(path)) as db:
        MIGRATIONS.apply(db, stop_before="010_seat_changes")
        db.execute("INSERT INTO game (key, created_at) VALUES ('g', '')")
        db.execute(ENTRY, ("g", 1, "one"))
        db.execute("INSERT INTO seat VALUES ('g', 1, 'phone', '2026-11-20T20:00:00+00:00')")
        MIGRATIONS.apply(db)
        terms = db.execute("SELECT needs_seat, seats_known_after FROM game").fetchall()
        noted = db.execute("SELECT number, entry, seat, phone FROM seat_change").fetchall()
    assert (terms, noted) == ([(0, 1)], [(1, 1, 1, "phone")])


def test_links_and_letters_of_all_kinds_go_into_one_table_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    path.touch()
    with closing(open_database(path)) as db:
        MIGRATIONS.apply(db, stop_before="016_one_link")
        db.execute("INSERT INTO game (key, created_at, pulse) VALUES ('g', '', 7)")
        db.execute(ENTRY, ("g", 1, "one"))
        db.execute("INSERT INTO night (id, date, settle, opened_at) VALUES ('n1', '', '', '')")
        for token, role, withdrawn in OF_GAME:
            db.execute("INSERT INTO link VALUES (?, 'g', ?, 'made', ?)", (token, role, withdrawn))
        for token, role, night, withdrawn in OF_CLUB:
            row = (token, role, night, withdrawn)
            db.execute("INSERT INTO club_link VALUES (?, ?, ?, 'made', ?)", row)
        db.execute("INSERT INTO watch_code VALUES ('BCDF', 'g', 'ends')")
        db.execute("INSERT INTO night_letters VALUES ('GHJK', 'n1', 'ends')")
        before = db.execute("SELECT pulse FROM game").fetchall()
        MIGRATIONS.apply(db)
        links = db.execute(
            "SELECT token, opens, id, role, withdrawn_at FROM link WHERE made_at = 'made'"
        ).fetchall()
        letters = db.execute("SELECT letters, opens, id, expires_at FROM watch_code").fetchall()
        assert db.execute("SELECT pulse FROM game").fetchall() == before
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    assert sorted(links) == [
        ("join", "night", "n1", "player", None),
        ("member", "club", "", "viewer", None),
        ("no longer", "game", "g", "player", "gone"),
        ("no more", "club", "", "viewer", "gone"),
        ("player", "game", "g", "player", None),
        ("shut", "night", "n1", "player", "gone"),
        ("viewer", "game", "g", "viewer", None),
        ("watch", "night", "n1", "viewer", None),
    ]
    assert letters == [("BCDF", "game", "g", "ends"), ("GHJK", "night", "n1", "ends")]


OF_GAME = (("viewer", "viewer", None), ("player", "player", None), ("no longer", "player", "gone"))
OF_CLUB = (
    ("member", "member", None, None),
    ("no more", "member", None, "gone"),
    ("join", "join", "n1", None),
    ("shut", "join", "n1", "gone"),
    ("watch", "watch", "n1", None),
)


@pytest.mark.parametrize(
    "row",
    [
        ("game", "no such game", "viewer"),
        ("night", "no such night", "viewer"),
        ("night", "", "viewer"),
        ("club", "n1", "viewer"),
        ("club", "", "keeper"),
        ("house", "h", "viewer"),
    ],
)
def test_the_table_takes_no_link_to_nothing(path: Path, row: tuple[str, str, str]) -> None:
    with closing(open_database(path)) as db, pytest.raises(sqlite3.IntegrityError):
        db.execute(
            "INSERT INTO link (token, opens, id, role, made_at) VALUES ('t', ?, ?, ?, '')", row
        )
