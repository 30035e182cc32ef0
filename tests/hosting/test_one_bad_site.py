"""One site of a host is spoiled: every work on all sites names it, and does the others."""

import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.cli import main
from scorekeeper.config import Settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.hosting import start, table
from scorekeeper.hosting.acts import is_upgraded, upgrade_sites
from scorekeeper.hosting.copies import keep_copying
from scorekeeper.hosting.doctor import examine
from scorekeeper.hosting.folders import site_settings
from scorekeeper.hosting.start import HostBackups, create_host
from scorekeeper.hosting.table import HostSites
from scorekeeper.server.doctor import CheckLevel
from scorekeeper.store.backups import find_backups, find_subfolder
from scorekeeper.store.database import is_outdated, is_served
from scorekeeper.web.core.sites import Site, sites_of
from tests.damage import damage_schema, name_a_missing_function
from tests.hosts import PhoneAt, make_host
from tests.only_site import close_site

GOOD = ("ann", "cal")
BAD = "bob"


@pytest.fixture
def host(tmp_path: Path) -> Settings:
    second = tmp_path / "stick"
    second.mkdir()
    made = make_host(tmp_path / "host", *GOOD, BAD, second_backups=f'"{second}"')
    for name in (*GOOD, BAD):
        with closing(GameStore.at(site_settings(made, name).database)) as store:
            start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    return made


def spoil_schema(site: Settings) -> None:
    damage_schema(site.database)


def spoil_check(site: Settings) -> None:
    name_a_missing_function(site.database)


def spoil_time(site: Settings) -> None:
    """Write a time that is none, which no check of the file can see."""
    with closing(sqlite3.connect(site.database, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entry_is_not_changed")
        db.execute("UPDATE entry SET at = 'x' || substr(at, 2)")


def spoil_folder(site: Settings) -> None:
    site.backups.touch()


Spoil = Callable[[Settings], None]
FAULTS: tuple[Spoil, ...] = (spoil_schema, spoil_check, spoil_time, spoil_folder)
faults = pytest.mark.parametrize("spoil", FAULTS)


def run(host: Settings, *words: str) -> Result:
    return CliRunner().invoke(main, [*words, "--instance", str(host.instance)])


def backups_of(host: Settings, name: str) -> int:
    return len(find_backups(site_settings(host, name).backups))


@faults
def test_the_list_has_all_sites(host: Settings, spoil: Spoil) -> None:
    spoil(site_settings(host, BAD))
    done = run(host, "sites")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[1:4]] == ["ann", BAD, "cal"]


@pytest.mark.parametrize("spoil", [spoil_schema, spoil_time])
def test_the_list_says_why_a_site_cannot_be_read(host: Settings, spoil: Spoil) -> None:
    spoil(site_settings(host, BAD))
    (told,) = run(host, "sites").stdout.splitlines()[4:]
    assert told.startswith(f"{BAD}: ")


@faults
def test_all_other_sites_get_their_backup(host: Settings, spoil: Spoil) -> None:
    spoil(site_settings(host, BAD))
    done = run(host, "backup")
    assert [backups_of(host, name) for name in GOOD] == [1, 1]
    assert {line.partition(":")[0] for line in done.stderr.splitlines()[:-1]} <= {BAD}
    if spoil is not spoil_time:  # what cannot be read is copied all the same
        assert done.exit_code == 2
        assert done.stderr.splitlines()[-1] == f"No good backup was made of {BAD}."


@faults
def test_all_other_sites_are_brought_up_to_date(host: Settings, spoil: Spoil) -> None:
    older = (Path(__file__).parents[1] / "store/older/001.sql").read_text(encoding="utf-8")
    for name in (*GOOD, BAD):
        database = site_settings(host, name).database
        database.unlink()
        with closing(sqlite3.connect(database)) as db:
            db.executescript(older)
    spoil(site_settings(host, BAD))
    told = list(upgrade_sites(host, datetime.now().astimezone()))
    assert [is_outdated(site_settings(host, name).database) for name in GOOD] == [False, False]
    assert all(line.startswith(f"{BAD}: ") for line in told)
    assert told
    assert is_upgraded(host)


@faults
def test_all_other_sites_are_copied(host: Settings, spoil: Spoil) -> None:
    spoil(site_settings(host, BAD))
    looks = iter(range(9))
    told = list(keep_copying(host, lambda _: next(looks) > 2))
    for name in GOOD:
        subfolder = find_subfolder(site_settings(host, name).backups, Path(host.second_backups))
        assert subfolder is not None
        assert len(find_backups(subfolder)) == 1
    assert {line.partition(":")[0] for line in told} <= {BAD}
    assert bool(told) == (spoil is not spoil_time)  # what cannot be read is copied all the same


@faults
def test_all_other_sites_are_checked(
    host: Settings, spoil: Spoil, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.hosting.doctor.MACHINE_CHECKS", ())
    run(host, "backup")
    run(host, "sites", "close", BAD)
    site = site_settings(host, BAD)
    for file in site.backups.iterdir():
        file.unlink()
    site.backups.rmdir()
    spoil(site)
    found = list(examine(host.instance))
    assert found[0].found.startswith("3 sites, 2 well.")
    wrong = [result for result in found if result.level is not CheckLevel.OK]
    assert wrong
    assert all(result.subject.startswith(f"{BAD}: ") for result in wrong)


@pytest.mark.parametrize("spoil", [spoil_schema, spoil_check])
def test_the_first_request_already_is_answered_in_a_sentence_and_the_lock_given_back(
    host: Settings, spoil: Spoil, caplog: pytest.LogCaptureFixture
) -> None:
    site = site_settings(host, BAD)
    spoil(site)
    app = create_host(host)
    for name, status in ((BAD, 503), ("ann", 200), (BAD, 503), ("cal", 200)):
        page = PhoneAt(app, name).open("/")
        assert page.status == status
        assert ("cannot be opened right now" in page.text) == (name == BAD)
    assert not is_served(site.instance)
    assert caplog.text.count(f"The site {BAD} cannot be opened: {site.database} is damaged (") == 1
    close_site(app)


def test_a_site_that_breaks_in_a_way_nobody_thought_of_is_tried_again(
    host: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = create_host(host)
    sites = sites_of(app)
    assert isinstance(sites, HostSites)
    make = sites._make

    def break_or_make(settings: Settings, kept: Mapping[str, Any]) -> Site:
        if settings.site == BAD:
            raise KeyError(settings.site)
        return make(settings, kept)

    with monkeypatch.context() as patch:
        patch.setattr(sites, "_make", break_or_make)
        assert PhoneAt(app, BAD).open("/").status == 503
        assert PhoneAt(app, "ann").open("/").status == 200
    assert not is_served(site_settings(host, BAD).instance)
    monkeypatch.setattr(table, "AGAIN_SECONDS", 0)
    assert PhoneAt(app, BAD).open("/").status == 200
    close_site(app)


class BreakingBackups(HostBackups):
    """Backups that break at one site in a way nobody thought of."""

    def see_to(self, name: str, *, is_night: bool) -> float:
        """See to a site that is not the bad one."""
        if name == BAD:
            raise KeyError(name)
        return super().see_to(name, is_night=is_night)


@pytest.mark.parametrize(
    "backups", [HostBackups, pytest.param(BreakingBackups, marks=pytest.mark.long)]
)
def test_the_daily_backups_of_the_others_go_on(
    host: Settings,
    backups: type[HostBackups],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    shutil.rmtree(site_settings(host, "ann").instance)  # the one after the bad one is enough
    spoil_schema(site_settings(host, BAD))
    list(upgrade_sites(host, datetime.now().astimezone()))
    monkeypatch.setattr(start, "_AFTER_START", 0)
    monkeypatch.setattr(start, "_PAUSES_PER_BACKUP", 0)
    app = create_host(host)
    thread = backups(sites_of(app))
    thread.start()
    end = time.monotonic() + 60
    while backups_of(host, "cal") != 1:
        assert time.monotonic() < end
        time.sleep(0.05)
    thread.stop()
    for running in threading.enumerate():
        if running.name == "backups":
            running.join(60)
    close_site(app)
    assert BAD in caplog.text
