"""Backups: whole, proved, kept by rule."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import export_game, start_game
from scorekeeper.games.journals import StoredEntry, append
from scorekeeper.rules.deals import Seat
from scorekeeper.rules.journal import Agreed, Figure
from scorekeeper.store.backups import (
    Backup,
    BackupKind,
    find_backups,
    make_backup,
    too_old,
    upgrade,
)
from scorekeeper.store.copies import write_copy
from scorekeeper.store.database import StorageError, open_database
from scorekeeper.store.migrations import MIGRATIONS, NEWEST
from scorekeeper.store.proofs import Extent, prove_copy
from tests.games.conftest import EVENING
from tests.games.table import deal_times
from tests.store.backed_up import DAILY, backed_up, games_begun, games_in, spoil

# --- making ---------------------------------------------------------------------------------------


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
        prove_copy(copy, store.database.path, least=Extent(entries=4))


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


# --- keeping --------------------------------------------------------------------------------------


def daily(number: int, day: datetime) -> Backup:
    return Backup(number, f"{day:%Y-%m-%d}", DAILY, Path(f"{number}"))


def keep(kept: list[Backup], new: Backup) -> list[Backup]:
    """Return what is kept when there is a new backup."""
    found = [*kept, new]
    old = too_old(found, new)
    return [backup for backup in found if backup not in old]


def test_the_last_fourteen_days_are_kept() -> None:
    kept: list[Backup] = []
    for number in range(1, 201):
        kept = keep(kept, daily(number, EVENING + timedelta(days=number)))
    assert [backup.number for backup in kept] == [*range(187, 201)]


def test_what_an_older_version_kept_of_each_month_is_kept_for_good() -> None:
    by_days = [daily(number, EVENING + timedelta(days=number)) for number in range(1, 401)]
    months = {backup.day[:7]: backup for backup in by_days}
    kept = sorted({*[*months.values()][-12:], *by_days[-14:]})
    of_months = kept[:-14]
    assert len(of_months) == 11
    for number in range(401, 1201):
        kept = keep(kept, daily(number, EVENING + timedelta(days=number)))
    assert kept[:11] == of_months
    assert [backup.number for backup in kept[11:]] == [*range(1187, 1201)]


def test_other_kinds_do_not_crowd_out_daily_ones() -> None:
    backups = [
        *[daily(number, EVENING + timedelta(days=number)) for number in range(1, 5)],
        *[Backup(n, "2026-11-20", BackupKind.ASKED, Path(f"{n}")) for n in range(5, 12)],
    ]
    assert [each.number for each in too_old(backups, backups[-1])] == [5, 6]


def test_a_clock_that_is_set_back_and_forward_crowds_out_no_backup() -> None:
    kept = [daily(number, EVENING + timedelta(days=number)) for number in range(1, 13)]
    for number in range(13, 200):
        day = EVENING - timedelta(days=20000) if number % 2 else EVENING + timedelta(days=40000)
        kept = keep(kept, daily(number, day))
    assert [each.number for each in kept] == [*range(1, 13), 198, 199]


# --- upgrading ------------------------------------------------------------------------------------


def test_an_older_database_is_copied_before_it_is_brought_up_to_date(
    tmp_path: Path, folder: Path
) -> None:
    database = tmp_path / "scorekeeper.sqlite3"
    database.touch()
    with closing(open_database(database)) as db:
        MIGRATIONS.apply(db, stop_before="002_tables")
        db.execute("INSERT INTO game VALUES ('g', '2026-11-20T20:00:00+00:00')")
    upgrade(database, folder, EVENING).close()
    upgrade(database, folder, EVENING).close()
    (copy,) = find_backups(folder)
    assert copy.kind is BackupKind.UPGRADE
    with closing(sqlite3.connect(copy.path)) as db:
        assert db.execute("SELECT * FROM game").fetchall() == [("g", "2026-11-20T20:00:00+00:00")]


def test_a_new_database_needs_no_copy(tmp_path: Path, folder: Path) -> None:
    upgrade(tmp_path / "scorekeeper.sqlite3", folder, EVENING).close()
    assert not folder.exists()
