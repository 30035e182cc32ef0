"""The checks of a host: its sites summed up, and those that are not well."""

import os
import time
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.games.games import start_game
from scorekeeper.hosting.doctor import examine
from scorekeeper.hosting.folders import site_settings
from scorekeeper.server import doctor
from scorekeeper.server.doctor import CheckLevel, check_disk
from scorekeeper.server.proofs import make_backup
from scorekeeper.store.backups import BackupKind
from tests.empty_database import store_at
from tests.games.conftest import EVENING
from tests.games.table import deal_times
from tests.hosts import make_host
from tests.server.doctor.conftest import SPOIL, change

NAMES = ("cavendish", "portland", "regency")
DAY = 24 * 3600


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setattr("scorekeeper.hosting.doctor.MACHINE_CHECKS", ())
    return make_host(tmp_path, *NAMES)


def not_ok(host: Settings, *, is_full: bool = False) -> dict[str, str]:
    """What is not well, by the subject of its line."""
    found = examine(host.instance, is_full=is_full)
    return {each.subject: each.found for each in found if each.level is not CheckLevel.OK}


def first_line(host: Settings) -> str:
    return next(iter(examine(host.instance))).found


def with_spoilt_game(host: Settings, name: str) -> Settings:
    """Play a game at a site, back it up, and change a byte of it."""
    settings = site_settings(host, name)
    store = store_at(settings.instance)
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob", "Cal"]})
    deal_times(store, str(key), 2)
    store.close()
    make_backup(settings.database, settings.backups, BackupKind.DAILY, EVENING)
    change(settings.database, *SPOIL)
    return settings


def test_well_sites_are_one_line(host: Settings) -> None:
    assert not_ok(host) == {}
    assert first_line(host) == "3 sites, 3 well."


def test_the_sites_that_are_not_well_are_named_with_what_is_wrong(host: Settings) -> None:
    regency = host.instance / "sites/regency"
    (regency / "scorekeeper.sqlite3").write_bytes(b"nothing" * 999)
    (host.instance / "sites/portland/settings.toml").write_text("port = 9\n")
    (host.instance / "sites/cavendish/settings.toml").write_text("prot = 9\n")
    found = not_ok(host)
    assert first_line(host) == ("3 sites, 0 well. Commands for one of the others take --site NAME.")
    assert "prot is not a setting" in found["cavendish: settings"]
    assert found["portland: settings"].endswith("has port, which the host decides.")
    assert "regency: database" in found
    assert [subject.partition(":")[0] for subject in found] == sorted(
        subject.partition(":")[0] for subject in found
    )


def test_the_advice_for_a_site_names_it_with_its_host_and_backup(host: Settings) -> None:
    settings = with_spoilt_game(host, "regency")
    (backup,) = settings.backups.iterdir()
    of_site = {each.subject: each.to_do for each in examine(host.instance, "regency")}
    command = f"./run restore --instance {host.instance} --site regency {backup}"
    assert of_site["games"].endswith(f": {command}")
    of_host = {each.subject: each.to_do for each in examine(host.instance, is_full=True)}
    assert of_host["regency: games"].endswith(f": {command}")


def test_games_are_read_again_unless_a_young_backup_proved_them(host: Settings) -> None:
    settings = with_spoilt_game(host, "regency")
    assert not_ok(host) == {}
    assert "Entry 2 of the game" in not_ok(host, is_full=True)["regency: games"]
    (backup,) = settings.backups.iterdir()
    os.utime(backup, (time.time() - 2 * DAY,) * 2)
    assert "regency: games" in not_ok(host)


def test_one_site_is_examined_by_its_name(host: Settings) -> None:
    with_spoilt_game(host, "regency")
    found = [each.subject for each in examine(host.instance, "regency") if each.level != 0]
    assert "games" in found
    (unknown,) = examine(host.instance, "nobody")
    assert unknown.found.startswith("No site of this host is named nobody")
    (alone,) = examine(host.instance / "sites/regency", "regency")
    assert "leave --site out" in alone.found


def test_a_host_without_its_folder_of_sites_is_broken(host: Settings) -> None:
    (host.instance / "sites").rename(host.instance / "away")
    assert "No such file or directory" in not_ok(host)["sites"]


def test_a_domain_beside_a_database_is_told_as_the_start_tells_it(host: Settings) -> None:
    (host.instance / "scorekeeper.sqlite3").touch()
    assert "This is one site." in not_ok(host)["settings"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_sites_that_cannot_be_written_is_told(host: Settings) -> None:
    (host.instance / "sites").chmod(0o500)
    assert not_ok(host)["sites"].endswith("/sites cannot be written.")


def test_nothing_is_changed(host: Settings) -> None:
    def files() -> dict[Path, int]:
        return {each: each.stat().st_mtime_ns for each in host.instance.rglob("*")}

    before = files()
    not_ok(host, is_full=True)
    assert files() == before


@pytest.mark.parametrize(("kind", "warnings"), [("nfs4", 1), ("ext4", 0), ("cifs", 1)])
def test_a_network_file_system_is_warned_of(
    host: Settings, monkeypatch: pytest.MonkeyPatch, kind: str, warnings: int
) -> None:
    monkeypatch.setattr(doctor, "_file_system", lambda _: kind)
    assert len(list(check_disk(host))) == warnings


def test_the_file_system_of_a_folder_is_that_of_its_mount(tmp_path: Path) -> None:
    assert doctor._file_system(Path("/proc/self")) == "proc"
    kind = doctor._file_system(tmp_path)
    assert kind != "proc"
    # Inside a chroot the system may not tell of the mount below it.
    assert kind or " / " not in Path("/proc/self/mounts").read_text()
