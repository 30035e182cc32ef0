"""Daily backups by a clock that may be wrong."""

import os
import sqlite3
import sys
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copyfile

import pytest

from scorekeeper.config import Settings, load_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.journals import count_games
from scorekeeper.server.app import create_app
from scorekeeper.server.daily import BackupThread, DailyBackups, is_clock_behind
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind, BackupRuns, find_backups
from scorekeeper.store.copies import opened_copy
from scorekeeper.web.core.sites import sites_of
from tests.empty_database import store_at
from tests.hosts import host_app
from tests.only_site import close_site, site_of
from tests.server.conftest import ends_of


def test_a_clock_before_the_last_entry_is_behind(tmp_path: Path) -> None:
    path, now = tmp_path / "book.sqlite3", datetime.now(UTC)
    store = GameStore.at(path)
    assert not is_clock_behind(path, now)
    start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    store.close()
    assert is_clock_behind(path, now - timedelta(hours=1))
    assert not is_clock_behind(path, now + timedelta(hours=1))


def test_a_file_of_another_program_has_no_clock(tmp_path: Path) -> None:
    path = tmp_path / "book.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE shopping (list TEXT)")
    assert not is_clock_behind(path, datetime.now(UTC))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    folder = tmp_path / "instance"
    folder.mkdir()
    store = store_at(folder)
    start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    store.close()
    return load_settings(folder)


@pytest.mark.long
def test_warnings_beside_a_good_backup_are_reported_and_only_the_copy_made_later(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stick = tmp_path / "stick"
    (settings.instance / "settings.toml").write_text(f'second_backups = "{stick}"\n')
    settings = load_settings(settings.instance)
    with closing(sqlite3.connect(settings.database, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET payload = replace(payload, 'Ann', 'Eve')")
    runs = BackupRuns(settings)
    daily = DailyBackups(settings, runs)
    assert daily.see_to_today()
    told = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert told[0].startswith("Entry 1 of the game ")
    assert "stick cannot hold a copy of a backup" in told[1]
    assert "ERROR" not in caplog.text
    assert sorted(runs.warnings) == sorted(told)
    assert runs.trouble == ""
    stick.mkdir()
    assert daily.see_to_today()
    (subfolder,) = stick.iterdir()
    assert len(find_backups(subfolder)) == len(find_backups(settings.backups)) == 1
    assert runs.warnings == (told[0],)


def test_a_process_that_cannot_be_begun_is_a_failed_attempt(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    runs = BackupRuns(settings)
    assert not DailyBackups(settings, runs).see_to_today()
    assert runs.trouble == "No process can be begun: No such file or directory."
    assert "The daily backup failed: No process can be begun" in caplog.text
    assert runs.begin()
    runs.wait(5)
    assert runs.trouble.startswith("No process can be begun")


def games_in_file(settings: Settings) -> int:
    """Return how many games a copy of the database has without the log beside it."""
    copy = settings.instance / "copy.sqlite3"
    copyfile(settings.database, copy)
    with opened_copy(copy) as db:
        return count_games(db)


def test_the_database_alone_is_whole_once_no_page_is_open(settings: Settings) -> None:
    app = create_app(settings)
    sites, store = sites_of(app), site_of(app).store
    game = str(start_game(store, {"variant": "laws", "players": ["Cal", "Dot"]}))
    found = []
    with closing(store.notifier.subscribe(game)):
        set_back(settings)
        sites.tend()
        found.append(games_in_file(settings))
    sites.tend()
    found.append(games_in_file(settings))
    start_game(store, {"variant": "laws", "players": ["Eve", "Fay"]})
    sites.tend()  # somebody has just written, and may soon again
    found.append(games_in_file(settings))
    set_back(settings)
    sites.tend()
    found.append(games_in_file(settings))
    close_site(app)
    assert found == [1, 2, 2, 3]


def set_back(settings: Settings) -> None:
    """Let the log look as if nobody had written for a minute."""
    log = Path(f"{settings.database}-wal")
    os.utime(log, (log.stat().st_atime, log.stat().st_mtime - 60))


def test_a_night_that_was_closed_is_backed_up_soon(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = ends_of(monkeypatch, BackupRuns, "copy")
    make_backup(settings.database, settings.backups, BackupKind.DAILY, datetime.now().astimezone())
    app = create_app(settings)
    start_game(site_of(app).store, {"variant": "laws", "players": ["Cal", "Dot"]})
    assert games_in_file(settings) == 1
    daily = BackupThread(sites_of(app))
    site_of(app).backups.back_up_night()
    daily.start()
    for _ in ("the day", "the night"):
        assert copied.acquire(timeout=60)
    assert games_in_file(settings) == 2
    daily.stop()
    close_site(app)
    for thread in threading.enumerate():
        if thread.name == "backups":
            thread.join(10)  # else what it still logs is found in the next test
    kinds = [each.kind for each in find_backups(settings.backups)]
    assert kinds == [BackupKind.DAILY, BackupKind.NIGHT]


def test_a_host_that_has_just_started_has_its_processors_for_phones(tmp_path: Path) -> None:
    app = host_app(tmp_path, "regency")
    daily = BackupThread(sites_of(app))
    daily.start()
    (thread,) = [each for each in threading.enumerate() if each.name == "backups"]
    daily.stop()
    thread.join(60)
    close_site(app)
    assert not (tmp_path / "upgraded_to").exists()


def test_a_process_that_is_killed_says_so_and_the_night_is_tried_again(
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    make_backup(settings.database, settings.backups, BackupKind.DAILY, datetime.now().astimezone())
    killed = tmp_path / "python"
    killed.write_text("#!/bin/sh\nkill -9 $$\n")
    killed.chmod(0o700)
    daily = DailyBackups(settings, BackupRuns(settings))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", str(killed))
        assert not daily.make_due(is_night=True)
    assert "The backup after a night failed: Its process was ended by signal 9." in caplog.text
    assert daily.make_due()
    kinds = [each.kind for each in find_backups(settings.backups)]
    assert kinds == [BackupKind.DAILY, BackupKind.NIGHT]
