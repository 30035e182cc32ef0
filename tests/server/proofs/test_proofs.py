"""Backups are proved whole: a fault is told each time, and one bad game does not stop the proof."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from scorekeeper.games import game_store
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game, start_game
from scorekeeper.games.journals import StoredEntry, append
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.game import Agreed, Figure
from scorekeeper.server.proofs import Proof, make_backup, prove_copy
from scorekeeper.store.backups import BackupKind, find_backups
from scorekeeper.store.copies import write_copy
from scorekeeper.store.database import StorageError, open_database
from scorekeeper.store.digests import FIRST, digest_entry
from scorekeeper.store.migrations import MIGRATIONS, NEWEST
from tests.games.conftest import EVENING
from tests.games.table import deal_times
from tests.store.backed_up import DAILY, backed_up, games_begun, games_in, spoil


def test_a_backup_made_while_the_site_writes_is_one_whole_file(
    store: GameStore, key: str, folder: Path, tmp_path: Path
) -> None:
    with games_begun(store) as begun:
        before = set(begun)
        backup = backed_up(store, folder)
    alone = copyfile(backup.path, tmp_path / "alone.sqlite3")
    assert before < {key, *before} <= games_in(alone) <= {key, *begun}
    with_copy = GameStore.at(alone)
    assert export_game(with_copy, key) == export_game(store, key)
    with_copy.close()


def test_a_backup_can_be_read_by_its_owner_alone(store: GameStore, key: str, folder: Path) -> None:
    backup = backed_up(store, folder)
    assert [oct(file.stat().st_mode & 0o777) for file in (backup.path, folder)] == [
        "0o600",
        "0o700",
    ]


def test_a_backup_says_how_many_games_it_has(store: GameStore, key: str, folder: Path) -> None:
    proof = make_backup(store.database.path, folder, DAILY, EVENING)[1]
    assert (proof.games, proof.unreadable) == (1, ())


def test_backups_are_numbered_whatever_the_clock_says(
    store: GameStore, key: str, folder: Path
) -> None:
    for day in (EVENING, EVENING - timedelta(days=400), EVENING + timedelta(days=9000)):
        make_backup(store.database.path, folder, DAILY, day)
    assert [(each.number, each.day) for each in find_backups(folder)] == [
        (1, "2026-11-20"),
        (2, "2025-10-16"),
        (3, "2051-07-12"),
    ]


def test_a_copy_whose_entry_differs_from_the_database_is_refused(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    deal_times(store, key, 2)
    copy = tmp_path / "copy.sqlite3"
    write_copy(store.database.path, copy)
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET digest = 'another' WHERE game = ?", (key,))
    with pytest.raises(StorageError, match="differs from"):
        prove_copy(copy, store.database.path)


def test_games_begun_after_a_copy_are_no_fault_of_it(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.sqlite3"
    write_copy(store.database.path, copy)
    start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    assert prove_copy(copy, store.database.path).games == 1


def test_a_spoiled_game_is_named_and_no_older_backup_is_deleted(
    store: GameStore, key: str, folder: Path
) -> None:
    deal_times(store, key, 1)
    for _ in range(5):
        backed_up(store, folder, BackupKind.ASKED)
    spoil(store.database.path)
    proof = make_backup(store.database.path, folder, BackupKind.ASKED, EVENING)[1]
    assert proof.unreadable == (
        f"Entry 2 of the game {key[:6]}… is not as it was written: restore a backup.",
    )
    assert len(find_backups(folder)) == 6


def test_a_copy_with_fewer_entries_than_there_were_is_refused(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    deal_times(store, key, 2)
    copy = tmp_path / "copy.sqlite3"
    write_copy(store.database.path, copy)
    with pytest.raises(StorageError, match="lacks entries of"):
        prove_copy(copy, store.database.path, entries=4)


def test_a_deal_whose_figures_differ_from_those_agreed_to_is_named(
    store: GameStore, key: str, folder: Path
) -> None:
    deal_times(store, key, 1)
    seen = (Figure(200, 0), Figure(35, 0))
    with store.database.writing() as db:
        agreed = Agreed(target=2, seats=(Seat(0), Seat(1)), figures=seen)
        append(db, key, StoredEntry(seq=3, act=agreed, entry_id="a", who="", at=EVENING), seats=3)
    proof = make_backup(store.database.path, folder, DAILY, EVENING)[1]
    assert (proof.unreadable, proof.recounted) == (
        (),
        (
            f"Entry 3 of the game {key[:6]}… agrees to 35 for player 2 in the deal of entry 2,"
            " which is counted as 30 now.",
        ),
    )


def test_a_database_from_before_an_upgrade_has_to_be_upgraded_first(
    tmp_path: Path, folder: Path
) -> None:
    database = tmp_path / "scorekeeper.sqlite3"
    database.touch()
    with closing(open_database(database)) as db:
        MIGRATIONS.apply(db, stop_before=NEWEST)
    with pytest.raises(StorageError, match="of an older version of the program: start the site"):
        make_backup(database, folder, DAILY, EVENING)


def test_a_backup_that_cannot_be_written_leaves_no_half_of_it(
    store: GameStore, key: str, folder: Path
) -> None:
    folder.mkdir()
    (folder / "backup-00001-2026-11-20-daily.sqlite3.unproved").mkdir()
    with pytest.raises(StorageError, match="cannot be used: Is a directory"):
        backed_up(store, folder)
    assert find_backups(folder) == ()


def prove_next(store: GameStore, folder: Path) -> Proof:
    return make_backup(store.database.path, folder, BackupKind.ASKED, EVENING)[1]


def test_an_unreadable_game_is_reported_each_time_and_no_older_backup_is_deleted(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    deal_times(store, key, 1)
    with closing(sqlite3.connect(store.database.path, isolation_level=None)) as db:
        db.execute("INSERT INTO game (key, created_at) VALUES ('other', '')")
        row = ("other", 1, "e", "started", "{}", "", "2026-11-20T20:00:00+00:00", "")
        db.execute(
            "INSERT INTO entry (game, seq, entry_id, kind, payload, who, at, phone, digest)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, digest_entry(FIRST, row)),
        )
    proofs = [prove_next(store, tmp_path / "backups") for _ in range(7)]
    sentence = "Entry 1 of the game other… cannot be read by this version of the program."
    assert [proof.unreadable for proof in proofs] == [(sentence,)] * 7
    assert len(find_backups(tmp_path / "backups")) == 7


def test_figures_that_differ_from_those_agreed_to_are_reported_each_time(
    store: GameStore, key: str, tmp_path: Path
) -> None:
    deal_times(store, key, 1)
    with store.database.writing() as db:
        agreed = Agreed(target=2, seats=(Seat(0),), figures=(Figure(190, 0),))
        append(db, key, StoredEntry(seq=3, act=agreed, entry_id="a", who="", at=EVENING), seats=3)
    first, second = (prove_next(store, tmp_path / "backups") for _ in range(2))
    assert first.recounted == second.recounted != ()


def test_a_game_that_cannot_be_replayed_keeps_no_other_from_its_backup(
    store: GameStore, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_store, "VARIANTS", {})  # as if the variant were unknown
    proof = prove_next(store, tmp_path / "backups")
    assert proof.unreadable == (f"The game {key[:6]}… cannot be replayed (KeyError).",)
