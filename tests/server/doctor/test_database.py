import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.games import game_store
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.journals import StoredEntry, append
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Agreed, Figure
from scorekeeper.server.doctor import check_database, check_games
from scorekeeper.store.database import DamagedDatabase
from scorekeeper.store.migrations import NEWEST
from tests.games.conftest import EVENING
from tests.server.doctor.conftest import NEWER, SPOIL, change, levels, spoken


def test_a_whole_database_is_well(settings: Settings) -> None:
    results = [*check_database(settings), *check_games(settings)]
    assert levels(results) == ["ok", "ok"]
    assert results[1].found.startswith("1 game read and replayed; entries: 3,")


def test_an_instance_without_a_database_is_well(tmp_path: Path) -> None:
    settings = Settings(instance=tmp_path, secret_key="")
    assert levels([*check_database(settings), *check_games(settings)]) == ["ok"]


def test_a_changed_byte_is_found_and_named(settings: Settings) -> None:
    change(settings.database, *SPOIL)
    assert levels(check_database(settings)) == ["ok"]
    (result,) = check_games(settings)
    assert result.found.startswith("Entry 2 of the game ")
    assert f"./run restore --instance {settings.instance} {settings.backups}/" in result.to_do


def test_figures_that_people_did_not_agree_to_are_named(settings: Settings) -> None:
    store = GameStore.at(settings.database)
    with store.database.writing() as db:
        (key,) = db.execute("SELECT key FROM game").fetchone()
        agreed = Agreed(target=2, seats=(Seat(0),), figures=(Figure(190, 0),))
        append(db, key, StoredEntry(seq=4, act=agreed, entry_id="a", who="", at=EVENING), seats=3)
    store.close()
    (result,) = check_games(settings)
    assert result.found.startswith("Entry 4 of the game ")
    assert result.found.endswith(
        "190 for player 1 in the deal of entry 2, which is counted as 200 now."
    )


def test_of_many_wrong_games_the_first_are_named(settings: Settings) -> None:
    empty = "INSERT INTO game (key, created_at) VALUES ('empty' || hex(randomblob(9)), '')"
    change(settings.database, *[empty] * 25)
    results = list(check_games(settings))
    assert levels(results) == ["error"] * 21
    assert results[-1].found == "5 more of the kind."


def test_for_a_damaged_file_a_restore_is_advised(settings: Settings) -> None:
    content = bytearray(settings.database.read_bytes())
    content[8192:20000] = b"\xff" * (20000 - 8192)
    settings.database.write_bytes(content)
    results = list(check_database(settings))
    assert set(levels(results)) == {"error"}
    assert "Restore the last good backup" in spoken(results)


@pytest.mark.parametrize("content", [b"", b"a shopping list" * 100])
def test_a_file_that_is_no_database_is_reported(settings: Settings, content: bytes) -> None:
    settings.database.write_bytes(content)
    (result,) = check_database(settings)
    assert "Restore the last good backup" in result.to_do


def test_a_busy_database_is_not_to_be_replaced(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.store.copies.BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(settings.database, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        results = list(check_database(settings))
    assert "is busy: another program holds it. Do what the sentence says." in spoken(results)


def test_a_game_that_cannot_be_replayed_stops_no_check_and_calls_for_no_restore(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_store, "VARIANTS", {})  # as if the variant were unknown
    (result,) = check_games(settings)
    assert result.found.endswith("cannot be replayed (KeyError).")
    assert "Restore nothing" in result.to_do


def test_a_row_without_its_game_is_damage(settings: Settings) -> None:
    change(settings.database, "INSERT INTO seat VALUES ('nobody', 0, 'p', '')")
    assert "seat has a row of no game" in spoken(check_database(settings))


def test_a_newer_database_is_an_error_and_an_older_one_a_warning(settings: Settings) -> None:
    change(settings.database, NEWER)
    results = [*check_database(settings), *check_games(settings)]
    assert levels(results) == ["error", "error"]
    assert "Restore nothing for this" in spoken(results)
    assert "./run restore" not in spoken(results)
    older = f"DELETE FROM _sqlite_migrations WHERE name LIKE '999%' OR name = '{NEWEST}'"
    change(settings.database, older)
    assert levels([*check_database(settings), *check_games(settings)]) == ["warning", "ok"]


def test_a_text_that_is_no_utf_8_is_damage_and_is_not_quoted(settings: Settings) -> None:
    change(settings.database, "INSERT INTO seat SELECT key, 0, CAST(x'41ff' AS TEXT), '' FROM game")
    (result,) = check_database(settings)
    assert result.found == "The table seat has a damaged text (phone): restore a backup."
    assert f"./run restore --instance {settings.instance} {settings.backups}/" in result.to_do
    store = GameStore.at(settings.database)
    with (
        pytest.raises(DamagedDatabase, match=r"a text in the column phone\): restore") as error,
        store.database.reading() as db,
    ):
        db.execute("SELECT phone FROM seat").fetchall()
    assert error.value.__cause__ is None
    store.close()
