"""Backups: kept by rule, and made before an upgrade."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from scorekeeper.store.backups import Backup, BackupKind, find_backups, too_old, upgrade
from scorekeeper.store.database import open_database
from scorekeeper.store.migrations import MIGRATIONS
from tests.games.conftest import EVENING
from tests.store.backed_up import DAILY

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
