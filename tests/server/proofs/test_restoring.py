"""Backups put back: while the site is served, into an empty folder, in place of a damaged file."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game, start_game
from scorekeeper.server.proofs import make_backup, restore_backup
from scorekeeper.store.backups import BackupKind, find_backups, upgrade
from scorekeeper.store.copies import is_as_written, is_copy
from scorekeeper.store.database import (
    DamagedDatabase,
    StorageError,
    immediate,
    missing_parts,
    open_database,
)
from scorekeeper.store.migrations import MIGRATIONS, NEWEST
from tests.damage import damage_row, damage_schema, high_bits, name_a_missing_function
from tests.games.conftest import EVENING
from tests.games.table import deal_times, opened, running
from tests.store.backed_up import backed_up, games_begun, games_in, spoil


def test_a_backup_is_put_back_while_the_site_is_served(
    store: GameStore, key: str, folder: Path
) -> None:
    deal_times(store, key, 2)
    before = opened(store, key)
    backup = backed_up(store, folder)
    deal_times(store, key, 1)
    replaced = restore_backup(backup.path, store.database.path, folder, EVENING).replaced
    assert opened(store, key).version == before.version
    assert running(opened(store, key)) == running(before)
    deal_times(store, key, 2)
    assert opened(store, key).version == before.version + 2
    assert replaced is not None
    assert replaced == find_backups(folder)[-1].path
    assert find_backups(folder)[-1].kind is BackupKind.REPLACED
    restore_backup(replaced, store.database.path, folder, EVENING)
    assert opened(store, key).version == before.version + 1


def test_restoring_into_an_empty_instance_gives_the_same_export_of_every_game(
    store: GameStore, key: str, folder: Path, tmp_path: Path
) -> None:
    deal_times(store, key, 3)
    other = start_game(store, {"variant": "gin100", "players": ["Cal", "Dot"]})
    assert isinstance(other, str)
    backup = backed_up(store, folder)
    empty = tmp_path / "empty"
    empty.mkdir()
    database = empty / "scorekeeper.sqlite3"
    assert restore_backup(backup.path, database, empty / "backups", EVENING).replaced is None
    assert database.stat().st_mode & 0o777 == 0o600
    new = GameStore.at(database)
    for each in (key, other):
        assert export_game(new, each) == export_game(store, each)
    new.close()


def test_a_damaged_database_is_kept_beside_the_backups(
    store: GameStore, key: str, folder: Path
) -> None:
    deal_times(store, key, 1)
    backup = backed_up(store, folder)
    store.close()
    store.database.path.write_bytes(b"no database" * 1000)
    replaced = restore_backup(backup.path, store.database.path, folder, EVENING).replaced
    assert opened(store, key).version == 2
    assert replaced is not None
    assert replaced.read_bytes() == b"no database" * 1000


# --- one byte of the old database is wrong: it is kept as it is -----------------------------------


def hidden_damage(path: Path) -> Iterator[Path]:
    """Yield the database with one fault after the other that only reading it all meets."""
    whole = path.read_bytes()
    yield damage_row(path)
    path.write_bytes(whole)
    yield name_a_missing_function(path)


def high_bits_of_names(path: Path) -> Iterator[Path]:
    """Yield the database with a high bit in the name of one part after the other."""
    return high_bits(path, step=46)


@pytest.mark.parametrize("faults", [hidden_damage, high_bits_of_names])
def test_a_good_backup_is_restored_whatever_is_wrong_with_the_old_database(
    store: GameStore,
    key: str,
    folder: Path,
    faults: Callable[[Path], Iterator[Path]],
) -> None:
    deal_times(store, key, 2)
    backup = backed_up(store, folder)
    store.close()
    found = 0
    for found, damaged in enumerate(islice(faults(store.database.path), 20), 1):
        bad, at = damaged.read_bytes(), EVENING + timedelta(seconds=found)
        restored = restore_backup(backup.path, damaged, folder, at)
        assert restored.replaced is not None
        assert restored.replaced.read_bytes() == bad
        assert restored.replaced.name == f"replaced-{at:%Y-%m-%d-%H%M%S}-{damaged.name}"
        assert is_copy(backup.path, damaged)
    assert found > 1
    assert opened(store, key).version == 3


@pytest.mark.parametrize("damage", [damage_schema, damage_row, name_a_missing_function])
def test_a_backup_of_a_damaged_database_is_refused_in_a_sentence_about_it(
    store: GameStore, key: str, folder: Path, damage: Callable[[Path], Path]
) -> None:
    deal_times(store, key, 2)
    store.close()
    path = damage(store.database.path)
    with pytest.raises(
        DamagedDatabase, match=rf"^{path} is damaged \([^\n]+\): restore a backup.$"
    ):
        backed_up(store, folder)
    assert find_backups(folder) == ()


def test_a_start_with_a_damaged_schema_is_refused_in_a_sentence(
    store: GameStore, key: str, folder: Path
) -> None:
    store.close()
    path = damage_schema(store.database.path)
    text = f"{path} is damaged (a text that is no UTF-8): restore a backup."
    with pytest.raises(DamagedDatabase, match=f"^{re.escape(text)}$"):
        upgrade(path, folder, EVENING)


def test_a_damaged_schema_of_a_backup_is_refused_in_a_sentence_about_it(
    store: GameStore, key: str, folder: Path
) -> None:
    backup = damage_schema(backed_up(store, folder).path)
    with pytest.raises(StorageError, match=f"^{backup} is damaged .*; nothing was restored"):
        restore_backup(backup, store.database.path, folder, EVENING)
    assert opened(store, key).version == 1


@pytest.mark.parametrize("content", [b"", b"not a database, but a shopping list" * 100])
def test_a_file_that_is_no_backup_changes_nothing(
    store: GameStore, key: str, folder: Path, content: bytes
) -> None:
    other = folder.parent / "other"
    other.write_bytes(content)
    with pytest.raises(StorageError):
        restore_backup(other, store.database.path, folder, EVENING)
    assert opened(store, key).version == 1
    assert list(folder.iterdir()) == []


def test_a_backup_with_one_unreadable_game_is_restored_and_the_game_is_named(
    store: GameStore, key: str, folder: Path
) -> None:
    deal_times(store, key, 1)
    spoil(store.database.path)
    other = start_game(store, {"variant": "gin100", "players": ["Cal", "Dot"]})
    assert isinstance(other, str)
    backup = backed_up(store, folder)
    restored = restore_backup(backup.path, store.database.path, folder, EVENING)
    assert restored.unreadable == (
        f"Entry 2 of the game {key[:6]}… is not as it was written: restore a backup.",
    )
    assert opened(store, other).version == 1


def test_whatever_is_confirmed_during_a_restore_is_in_one_of_the_files(
    store: GameStore, key: str, folder: Path
) -> None:
    backup = backed_up(store, folder)
    with games_begun(store) as begun:
        replaced = restore_backup(backup.path, store.database.path, folder, EVENING).replaced
    assert replaced is not None
    assert {key, *begun} == games_in(replaced) | games_in(store.database.path)


def test_a_healthy_database_stays_where_it_is_if_it_cannot_be_kept(
    store: GameStore, key: str, folder: Path
) -> None:
    backup = backed_up(store, folder)
    deal_times(store, key, 1)
    (folder / "backup-00002-2026-11-20-replaced.sqlite3.unproved").mkdir()
    with pytest.raises(StorageError, match="cannot be used: Is a directory"):
        restore_backup(backup.path, store.database.path, folder, EVENING)
    assert opened(store, key).version == 2


def test_a_busy_database_is_left_alone(
    store: GameStore, key: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = backed_up(store, folder)
    monkeypatch.setattr("scorekeeper.store.database.BUSY_SECONDS", 0.01)
    with (
        closing(open_database(store.database.path)) as other,
        immediate(other),
        pytest.raises(StorageError, match="is busy: another program holds it"),
    ):
        restore_backup(backup.path, store.database.path, folder, EVENING)
    assert opened(store, key).version == 1


def test_the_leftovers_of_a_killed_restore_are_neither_read_nor_kept(
    store: GameStore, key: str, folder: Path
) -> None:
    backup = backed_up(store, folder)
    left = folder / "restoring" / f"{backup.path.name}-wal"
    left.parent.mkdir()
    left.write_bytes(b"left by another")
    replaced = restore_backup(backup.path, store.database.path, folder, EVENING).replaced
    assert set(folder.iterdir()) == {backup.path, replaced}


def test_an_older_database_is_kept_as_it_is(store: GameStore, key: str, folder: Path) -> None:
    backup = backed_up(store, folder)
    older = folder.parent / "older.sqlite3"
    older.touch()
    with closing(open_database(older)) as db:
        MIGRATIONS.apply(db, stop_before=NEWEST)
        db.execute("INSERT INTO game (key, created_at) VALUES ('g', '2026-11-20T20:00:00+00:00')")
    replaced = restore_backup(backup.path, older, folder, EVENING).replaced
    assert replaced is not None
    assert (games_in(replaced), games_in(older)) == ({"g"}, {key})


BAD_TEXTS = {
    "entry": (
        "DROP TRIGGER entry_is_not_changed",
        "UPDATE entry SET phone = CAST(x'ff41feff' AS TEXT) WHERE seq = 2",
    ),
    "club_act": (
        "INSERT INTO club_act (entry_id, kind, subject, details, phone, at)"
        " VALUES (CAST(x'ff41' AS TEXT), 'opened', '', '{}', CAST(x'feff' AS TEXT), '')",
    ),
    "seat": ("INSERT INTO seat SELECT key, 0, CAST(x'41ff' AS TEXT), '' FROM game",),
}


@pytest.mark.parametrize("table", BAD_TEXTS)
def test_a_text_that_is_no_utf_8_stops_neither_backups_nor_a_restore(
    store: GameStore, key: str, folder: Path, table: str
) -> None:
    deal_times(store, key, 1)
    good = backed_up(store, folder)
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as db:
        for statement in BAD_TEXTS[table]:
            db.execute(statement)
    backup, proof = make_backup(store.database.path, folder, BackupKind.DAILY, EVENING)
    assert f"The table {table} has a damaged text (" in " ".join(proof.unreadable)
    assert "restore a backup" in " ".join(proof.unreadable)
    assert is_copy(backup.path, store.database.path)
    restored = restore_backup(good.path, store.database.path, folder, EVENING)
    assert restored.unreadable == ()
    assert restored.replaced is not None
    assert is_copy(restored.replaced, backup.path)
    assert opened(store, key).version == 2


def test_a_database_of_another_program_is_refused_in_words_about_it(
    store: GameStore, key: str, folder: Path
) -> None:
    foreign = folder.parent / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE t (a)")
    with pytest.raises(StorageError, match=f"^{foreign} is no database of this program") as error:
        restore_backup(foreign, store.database.path, folder, EVENING)
    assert str(error.value).endswith("; nothing was restored. Take another backup.")
    assert opened(store, key).version == 1


@pytest.mark.parametrize("content", [b"", b"no database" * 1000])
def test_an_error_of_a_restore_is_about_the_backup_and_advises_no_restore(
    store: GameStore, key: str, folder: Path, content: bytes
) -> None:
    other = folder.parent / "other"
    other.write_bytes(content)
    with pytest.raises(StorageError, match=f"^{other} is ") as error:
        restore_backup(other, store.database.path, folder, EVENING)
    said = str(error.value).removeprefix(str(other)).replace("nothing was restored", "")
    assert "restor" not in said


def test_a_backup_without_its_triggers_gets_them_again(
    store: GameStore, key: str, folder: Path
) -> None:
    backup = backed_up(store, folder).path
    with closing(sqlite3.connect(backup, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("DROP INDEX payment_by_night")
    restored = restore_backup(backup, store.database.path, folder, EVENING)
    assert "is not as it was written" in " ".join(restored.unreadable)
    with store.database.reading() as read:
        assert missing_parts(read) == ()


@pytest.mark.parametrize("place", [0.2, 0.37, 0.5, 0.71, 0.9])
def test_a_backup_with_random_bytes_is_never_restored_without_a_word(
    store: GameStore, key: str, folder: Path, place: float
) -> None:
    backup = backed_up(store, folder).path
    content = bytearray(backup.read_bytes())
    start = int(len(content) * place)
    content[start : start + 40] = Random(7).randbytes(40)
    backup.write_bytes(content)
    try:
        restored = restore_backup(backup, store.database.path, folder, EVENING)
    except StorageError:
        assert opened(store, key).version == 1
    else:
        assert "is not as it was written" in restored.unreadable[0]


def test_a_backup_with_its_check_sum_is_restored_without_it(
    store: GameStore, key: str, folder: Path
) -> None:
    backup = backed_up(store, folder).path
    assert is_as_written(backup)
    restored = restore_backup(backup, store.database.path, folder, EVENING)
    assert restored.unreadable == ()
    with store.database.reading() as db:
        assert db.execute("PRAGMA user_version").fetchone() == (0,)
