"""Databases of every older schema, as the program of that time wrote them, brought up to date.

``tests/store/older`` holds each as text: the dump of a database by the migrations it had run, and
beside it, a game a line, its key, its running totals and its record as that program gave them.
"""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from sqlite_utils import Database

from scorekeeper.club.facts import Fee, FeeRule
from scorekeeper.club.figures.figures import ClubFigures, Question, standings_in
from scorekeeper.club.figures.results import Choice, RankedBy
from scorekeeper.club.stored_book import load_book
from scorekeeper.club.whole import club_figures
from scorekeeper.config import Settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game
from scorekeeper.games.journals import all_versions
from scorekeeper.games.keys import find_watched
from scorekeeper.games.links import (
    Role,
    Thing,
    UnknownLink,
    Withdrawn,
    link_of,
    open_link,
)
from scorekeeper.games.players import rename_player
from scorekeeper.server.doctor import CheckLevel, check_club
from scorekeeper.server.proofs import check_game, prove_copy, restore_backup
from scorekeeper.store.backups import find_backups, upgrade
from scorekeeper.store.database import StorageError
from scorekeeper.store.migrations import MIGRATIONS
from tests.club_site import open_thing
from tests.empty_database import put_database
from tests.games.conftest import EVENING
from tests.games.table import opened, post, saved
from tests.store.write_older import OLDER, read_dump, write_today

DUMPS: Final = sorted(OLDER.glob("*.sql"))
WITH_CLUB: Final = [dump for dump in DUMPS if "011" in dump.stem]
PLAYED_HERE: Final = "key-1"
"""The game in each database that was entered deal by deal; the others were imported."""


def games_of(dump: Path) -> list[dict[str, Any]]:
    lines = dump.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def schema(database: Path) -> list[tuple[str, ...]]:
    query = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE '%sqlite%' ORDER BY name"
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query).fetchall()


def said_before(store: GameStore, game: dict[str, Any]) -> dict[str, Any]:
    """Return of a game's record what records already said when the game was written."""
    now = export_game(store, game["game"])
    options = {name: now["options"][name] for name in game["record"]["options"]}
    return {name: now[name] for name in game["record"]} | {"options": options}


@pytest.fixture(params=DUMPS, ids=lambda dump: dump.stem)
def dump(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


@cache
def upgrade_once(dump: Path) -> bytes:
    """Return the content of a dump's database after its upgrade, of which each test has a copy."""
    with TemporaryDirectory() as folder:
        database = read_dump(dump, Path(folder) / "scorekeeper.sqlite3")
        upgrade(database, Path(folder) / "backups", EVENING).close()
        return database.read_bytes()


@pytest.fixture
def upgraded(dump: Path, tmp_path: Path) -> Iterator[GameStore]:
    database = tmp_path / "scorekeeper.sqlite3"
    database.write_bytes(upgrade_once(dump))
    store = GameStore.at(database)
    yield store
    store.close()


@cache
def newest_tables() -> dict[str, str]:
    with TemporaryDirectory() as folder:
        return tables_of(put_database(Path(folder)))


def tables_of(database: Path) -> dict[str, str]:
    return {name: " ".join(sql.split()) for name, sql in schema(database) if sql}


def test_an_older_database_has_the_newest_schema_and_its_games_and_they_go_on(
    dump: Path, upgraded: GameStore
) -> None:
    assert tables_of(upgraded.database.path) == newest_tables()
    with upgraded.database.reading() as db:
        assert not [key for key, _ in all_versions(db) if check_game(db, key).unreadable]
    for game in games_of(dump):
        now = opened(upgraded, game["game"])
        assert [str(head.running) for head in now.sheet.heads] == game["running"]
        assert said_before(upgraded, game) == game["record"]
    go_on(upgraded)


def go_on(upgraded: GameStore) -> None:
    """Change a game by its host's link, and look at the whole database again."""
    token = link_of(upgraded, PLAYED_HERE, Role.HOST)
    assert token is not None
    game = open_link(upgraded, token).game
    changed = rename_player(upgraded, game.key, post(game.version), 0, name="Dora")
    assert saved(changed).sheet.setup.players[0] == "Dora"
    assert prove_copy(upgraded.database.path, upgraded.database.path).unreadable == ()


BEFORE_ONE_LINK: Final = [dump for dump in DUMPS if "016" not in dump.stem]
OLD_ROLES: Final = {
    "member": (Thing.CLUB, Role.MEMBER),
    "join": (Thing.NIGHT, Role.PLAYER),
    "watch": (Thing.NIGHT, Role.VIEWER),
}


def old_links(database: Path) -> list[tuple[str, Thing, str, Role, bool]]:
    """Return each link by the tables of its time, what it opened in which role, if it did."""
    with closing(sqlite3.connect(database)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
        found = []
        if "link" in tables:
            rows = db.execute("SELECT token, game, role, withdrawn_at FROM link")
            for token, key, role, withdrawn in rows:
                found.append((token, Thing.GAME, key, Role[role.upper()], withdrawn is None))
        if "club_link" in tables:
            rows = db.execute("SELECT token, night, role, withdrawn_at FROM club_link")
            for token, night, role, withdrawn in rows:
                found.append(
                    (token, OLD_ROLES[role][0], night or "", OLD_ROLES[role][1], not withdrawn)
                )
        return found


@pytest.mark.parametrize("dump", BEFORE_ONE_LINK, ids=lambda dump: dump.stem)
def test_each_link_of_an_older_database_opens_what_it_did(
    dump: Path, upgraded: GameStore, tmp_path: Path
) -> None:
    links = old_links(read_dump(dump, tmp_path / "as it was.sqlite3"))
    assert bool(links) == ("002" in dump.stem)
    for token, opens, each, role, is_in_force in links:
        if is_in_force:
            visit = open_thing(upgraded, token, opens)
            assert (visit.id, visit.role, visit.links[role]) == (each, role, token)
        else:
            with pytest.raises(Withdrawn):
                open_thing(upgraded, token, opens)


@pytest.mark.parametrize("dump", BEFORE_ONE_LINK[2:], ids=lambda dump: dump.stem)
def test_the_letters_of_an_older_database_open_what_they_did(
    dump: Path, upgraded: GameStore
) -> None:
    text = dump.read_text(encoding="utf-8")
    then = replace(upgraded, now=lambda: EVENING)
    for table, opens in (("watch_code", Thing.GAME), ("night_letters", Thing.NIGHT)):
        found = re.findall(rf"INTO \"{table}\" VALUES\('(\w+)','([^']+)'", text)
        for letters, each in found:
            watched = find_watched(then, letters)
            assert watched is not None
            assert watched[0] is opens
            assert open_thing(then, watched[1], opens).id == each
    then.notifier.close()


def test_there_is_a_dump_of_the_schema_of_the_last_version_that_is_out() -> None:
    changes = Path(__file__).parents[2].joinpath("CHANGELOG.md").read_text()
    last = re.findall(r"^Database `(\w+)`", changes, re.MULTILINE)[1]
    with closing(Database(memory=True)) as db:
        names = [migration.name for migration in MIGRATIONS.pending(db)]
    out = names[: 1 + names.index(last)]
    assert "_".join([name[:3] for name in out]) in [dump.stem for dump in DUMPS]


def test_a_dump_of_todays_schema_can_be_written_and_read_back(tmp_path: Path) -> None:
    dump = write_today(tmp_path)
    store = GameStore.at(read_dump(dump, tmp_path / "scorekeeper.sqlite3"))
    for game in games_of(dump):
        assert said_before(store, game) == game["record"]
    assert len(games_of(dump)) > 1
    store.close()


@pytest.mark.parametrize("dump", WITH_CLUB, ids=lambda dump: dump.stem)
def test_a_club_has_its_standings_and_money(upgraded: GameStore) -> None:
    book, _ = load_book(upgraded)
    figures = ClubFigures(book, Question())
    assert figures.standings
    assert standings_in(club_figures(upgraded), Choice(), RankedBy.WINS)[0] == figures.standings
    assert club_figures(upgraded).sums == figures.sums


@pytest.mark.parametrize("dump", WITH_CLUB, ids=lambda dump: dump.stem)
@pytest.mark.usefixtures("upgraded")
def test_the_doctor_finds_no_fault_in_an_older_club(tmp_path: Path) -> None:
    found = check_club(Settings(instance=tmp_path, secret_key=""))
    assert [result.found for result in found if result.level is CheckLevel.ERROR] == []


@pytest.mark.parametrize("dump", WITH_CLUB, ids=lambda dump: dump.stem)
def test_nights_of_an_older_club_have_the_fees_that_they_had(upgraded: GameStore) -> None:
    book, _ = load_book(upgraded)
    first, second = book.nights[:2]
    assert first.fees == (Fee(rule=FeeRule.PERSON_NIGHT, minor=200),)
    assert second.fees == ()


def test_an_older_club_keeps_the_fee_that_nights_begin_with(tmp_path: Path) -> None:
    (dump,) = [dump for dump in DUMPS if dump.stem.endswith("017")]
    database = read_dump(dump, tmp_path / "scorekeeper.sqlite3")
    upgrade(database, tmp_path / "backups", EVENING).close()
    store = GameStore.at(database)
    fee = Fee(rule=FeeRule.PERSON_GAME, minor=50, guest=75)
    assert load_book(store)[0].club.defaults.fees == (fee,)
    store.close()


@pytest.mark.parametrize(
    "dump",
    [
        dump if number % 6 == 0 or dump == DUMPS[-1] else pytest.param(dump, marks=pytest.mark.long)
        for number, dump in enumerate(DUMPS)
    ],
    ids=lambda dump: dump.stem,
)
def test_a_backup_of_that_time_can_be_restored(dump: Path, tmp_path: Path) -> None:
    database = read_dump(dump, tmp_path / "scorekeeper.sqlite3")
    restored = tmp_path / "restored.sqlite3"
    restore_backup(database, restored, tmp_path / "backups", EVENING)
    store = GameStore.at(restored)
    for game in games_of(dump):
        assert said_before(store, game) == game["record"]
    store.close()


PRACTICE: Final = OLDER.parent / "practice_game.sql"
"""A practice table of the last program that had them: its rows, to be added to a database."""


def test_a_practice_table_goes_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    (dump,) = [dump for dump in DUMPS if dump.stem.endswith("023")]
    database = read_dump(dump, tmp_path / "scorekeeper.sqlite3")
    with closing(sqlite3.connect(database)) as db:
        db.executescript(PRACTICE.read_text(encoding="utf-8"))
        keys = [key for (key,) in db.execute("SELECT key FROM game WHERE practice")]
        tokens = [
            token for (token,) in db.execute(f"SELECT token FROM link WHERE game = '{keys[0]}'")
        ]
    upgrade(database, tmp_path / "backups", EVENING).close()
    assert not [line for line in contents(database) if keys[0] in line]
    assert [len(keys), len(tokens)] == [1, 3]
    with closing(GameStore.at(database)) as store:
        for token in tokens:
            with pytest.raises(UnknownLink):
                open_link(store, token)
        for game in games_of(dump):
            assert said_before(store, game) == game["record"]
        with store.database.reading() as db:
            assert not [key for key, _ in all_versions(db) if check_game(db, key).unreadable]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []


DERIVED: Final = ("account", "derived_person", "ledger_entry", "pair", "posting", "result")
"""The tables of figures that databases had before there was one engine."""


@pytest.fixture
def with_derived_rows(tmp_path: Path) -> Path:
    (dump,) = [dump for dump in DUMPS if dump.stem.endswith("023")]
    return read_dump(dump, tmp_path / "scorekeeper.sqlite3")


def rows_of(database: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(database)) as db:
        return {table: db.execute(f"SELECT * FROM {table}").fetchall() for table in DERIVED}


def test_derived_rows_are_dropped_after_a_copy_that_has_them(
    with_derived_rows: Path, tmp_path: Path
) -> None:
    before = rows_of(with_derived_rows)
    assert all(before.values())
    upgrade(with_derived_rows, tmp_path / "backups", EVENING).close()
    (copy,) = find_backups(tmp_path / "backups")
    assert rows_of(copy.path) == before
    assert not {name for name, _ in schema(with_derived_rows)} & set(DERIVED)


def test_no_derived_row_is_dropped_without_a_copy(with_derived_rows: Path, tmp_path: Path) -> None:
    before, folder = contents(with_derived_rows), tmp_path / "backups"
    folder.touch()
    with pytest.raises(StorageError):
        upgrade(with_derived_rows, folder, EVENING)
    assert contents(with_derived_rows) == before


# --- upgrades that fail ---------------------------------------------------------------------------


@pytest.fixture
def in_the_way(tmp_path: Path) -> Path:
    """Return a database of the oldest schema with a table that a later one has too."""
    database = read_dump(DUMPS[0], tmp_path / "scorekeeper.sqlite3")
    with closing(sqlite3.connect(database)) as db:
        db.execute("CREATE TABLE seat (a INTEGER)")
    return database


def contents(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as db:
        return list(db.iterdump())


def test_an_upgrade_that_fails_leaves_the_database_and_names_its_copy(
    in_the_way: Path, tmp_path: Path
) -> None:
    before = contents(in_the_way)
    with pytest.raises(StorageError) as raised:
        upgrade(in_the_way, tmp_path / "backups", EVENING)
    (copy,) = find_backups(tmp_path / "backups")
    assert contents(in_the_way) == contents(copy.path) == before
    assert str(raised.value) == (
        f"{in_the_way} could not be brought up to date: table seat already exists;"
        f" it is as it was, and {copy.path} is a copy of it."
    )


def test_an_upgrade_that_is_tried_again_and_again_makes_one_copy(
    in_the_way: Path, tmp_path: Path
) -> None:
    for _ in range(3):
        with pytest.raises(StorageError):
            upgrade(in_the_way, tmp_path / "backups", EVENING)
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_an_upgrade_that_breaks_a_constraint_is_reported_in_one_sentence(
    in_the_way: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(in_the_way, isolation_level=None)) as db:
        db.execute("DROP TABLE seat")
        db.execute(
            "CREATE TRIGGER no_more BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
    with pytest.raises(StorageError, match="could not be brought up to date: no; it is as it was"):
        upgrade(in_the_way, tmp_path / "backups", EVENING)


@pytest.mark.parametrize("content", ["", "newer"])
def test_a_file_that_cannot_be_upgraded_is_not_copied(tmp_path: Path, content: str) -> None:
    database = tmp_path / "scorekeeper.sqlite3"
    database.touch()
    if content:
        read_dump(DUMPS[0], database)
        with closing(sqlite3.connect(database, isolation_level=None)) as db:
            db.execute("UPDATE _sqlite_migrations SET name = '999_from_the_future'")
    with pytest.raises(StorageError, match="newer version" if content else "is empty"):
        upgrade(database, tmp_path / "backups", EVENING)
    assert find_backups(tmp_path / "backups") == ()
