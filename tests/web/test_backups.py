"""The page of backups, its downloads, and the way back from one of them."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.games.keys import renew_key
from scorekeeper.server.app import create_app
from scorekeeper.server.proofs import make_backup, restore_backup
from scorekeeper.store.backups import BackupKind, find_backups
from scorekeeper.store.rows import ClockStep, add_clock_step
from tests.club_site import club_app
from tests.empty_database import put_database
from tests.only_site import close_site, site_of
from tests.web.deals import ANN_OUT
from tests.web.links import Table, begin
from tests.web.phone import Phone


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Flask]:
    """Yield a site of its own, since backups hold all games of a site."""
    put_database(tmp_path)
    site = club_app(tmp_path)
    yield site
    close_site(site)


@pytest.fixture
def table(site: Flask) -> Table:
    table = begin(site, "Ann", "Bob")
    table.host.enter_first(table.game, ANN_OUT)
    return table


@pytest.fixture
def page(site: Flask) -> str:
    return f"/backups/{renew_key(settings_of(site).backups_key)}/"


def settings_of(site: Flask) -> Settings:
    return site_of(site).settings


def back_up(site: Flask, kind: BackupKind = BackupKind.DAILY) -> Path:
    settings = settings_of(site)
    made = make_backup(settings.database, settings.backups, kind, datetime.now(UTC))
    return made[0].path


def test_a_site_without_a_backup_says_so(phone: Phone, page: str) -> None:
    assert "No backup yet" in phone.open(page).text


def test_the_last_good_backup_is_offered_first(site: Flask, phone: Phone, page: str) -> None:
    back_up(site)
    back_up(site, BackupKind.ASKED)
    text = phone.open(page).text
    assert text.index(f'href="{page}2"') < text.index(f'href="{page}1"')
    assert "The last good backup" in text
    assert "That was a long time ago" not in text


def test_an_old_backup_is_marked_as_long_ago(site: Flask, phone: Phone, page: str) -> None:
    old = (datetime.now(UTC) - timedelta(days=3)).timestamp()
    os.utime(back_up(site), (old, old))
    assert "That was a long time ago" in phone.open(page).text


def test_a_download_brings_every_game_back_byte_for_byte(
    site: Flask, table: Table, page: str, tmp_path: Path
) -> None:
    other = begin(site, "Cal", "Dot", variant="gin150")
    back_up(site)
    answer = table.host.open(f"{page}1").answer
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert answer.headers["Content-Length"] == str(len(answer.data))
    file, new = tmp_path / "downloaded", tmp_path / "new"
    file.write_bytes(answer.data)
    new.mkdir()
    settings = Settings(instance=new, secret_key="n" * 40)
    restore_backup(file, settings.database, settings.backups, datetime.now(UTC))
    restored = create_app(settings)
    for game in (table.game, other.game):
        records = [Phone(each).open(game + "record.json").text for each in (site, restored)]
        assert records[0] == records[1] != ""
    close_site(restored)


def test_a_backup_is_made_on_request_and_the_next_only_later(
    site: Flask, table: Table, phone: Phone, page: str
) -> None:
    assert phone.fill(page, {}).status == 303
    site_of(site).backups.wait(30)
    (backup,) = find_backups(settings_of(site).backups)
    assert backup.kind is BackupKind.ASKED
    again = phone.fill(page, {})
    assert again.status == 429
    assert "less than a minute ago" in again.text


def test_warnings_beside_a_good_backup_are_shown(
    site: Flask, table: Table, phone: Phone, page: str
) -> None:
    with site_of(site).store.database.writing() as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET payload = replace(payload, 'Ann', 'Eve') WHERE seq = 1")
    phone.fill(page, {})
    site_of(site).backups.wait(30)
    text = phone.open(page).text
    assert "is not as it was written" in text
    assert "could not be made" not in text


def test_a_backup_deleted_meanwhile_is_left_out(site: Flask, phone: Phone, page: str) -> None:
    back_up(site)
    gone = settings_of(site).backups / "backup-00002-2026-11-20-asked.sqlite3"
    gone.symlink_to("nowhere")
    assert f'href="{page}2"' not in phone.open(page).text
    assert phone.open(f"{page}2").status == 404


def test_the_page_says_why_a_backup_could_not_be_made(site: Flask, phone: Phone, page: str) -> None:
    settings_of(site).backups.write_text("in the way")
    phone.fill(page, {})
    site_of(site).backups.wait(30)
    assert "The last one could not be made" in phone.open(page).text


def test_a_renewed_key_shuts_out_whoever_has_the_old_one(
    site: Flask, phone: Phone, page: str
) -> None:
    back_up(site)
    assert phone.open(f"{page}1").status == 200
    renew_key(settings_of(site).backups_key)
    assert [phone.open(address).status for address in (page, f"{page}1")] == [404, 404]


def test_there_is_no_page_before_a_key_is_asked_for(phone: Phone) -> None:
    assert [phone.open(f"/backups/{key}/").status for key in ("None", "%20", "x")] == [404] * 3


def test_the_page_tells_how_the_clock_was_set(site: Flask, phone: Phone, page: str) -> None:
    assert "clock" not in phone.open(page).text
    before = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    with site_of(site).store.database.writing() as db:
        add_clock_step(db, ClockStep(before=before, after=before + timedelta(days=3, hours=2)))
        add_clock_step(db, ClockStep(before=before, after=before - timedelta(minutes=90)))
    text = phone.open(page).text
    assert "The clock of this computer was set forward by 3 days 2 hours: 23 " in text
    assert "The clock of this computer was set back by 1 hour 30 minutes: 20 " in text


def test_a_backup_that_cannot_be_read_is_reported(site: Flask, phone: Phone, page: str) -> None:
    folder = settings_of(site).backups
    (folder / "backup-00001-2026-11-20-daily.sqlite3").mkdir(parents=True)
    assert phone.open(f"{page}1").status == 503
