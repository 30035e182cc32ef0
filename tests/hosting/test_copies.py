"""Copies of a host's sites: of those that changed, the one that waits longest first, checked."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.hosting.copies import SiteCopies, keep_copying
from scorekeeper.hosting.folders import site_settings
from scorekeeper.server.proofs import make_backup, restore_backup
from scorekeeper.store.backups import BackupKind, find_backups, find_subfolder
from tests.games.conftest import EVENING
from tests.hosts import make_host
from tests.store.backed_up import games_in

SITES = ("ann", "bob", "cal")


@pytest.fixture
def host(tmp_path: Path) -> Settings:
    second = tmp_path / "stick"
    second.mkdir()
    return make_host(tmp_path / "host", *SITES, second_backups=f'"{second}"')


@pytest.fixture
def copies(host: Settings) -> SiteCopies:
    return SiteCopies(host)


def begin_game(host: Settings, name: str) -> str:
    """Begin a game at a site, and return its key."""
    store = GameStore.at(site_settings(host, name).database)
    try:
        key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    finally:
        store.close()
    assert isinstance(key, str)
    return key


def found(host: Settings, name: str) -> list[Path]:
    """Return the copies of a site, the oldest first."""
    subfolder = find_subfolder(site_settings(host, name).backups, Path(host.second_backups))
    return [] if subfolder is None else [each.path for each in find_backups(subfolder)]


def age(host: Settings, name: str, minutes: int) -> None:
    """Make the copies of a site look older."""
    at = (datetime.now(UTC) - timedelta(minutes=minutes)).timestamp()
    for path in found(host, name):
        os.utime(path, (at, at))


def test_each_site_is_copied_once_into_a_subfolder_of_its_name(
    host: Settings, copies: SiteCopies
) -> None:
    assert sorted(copies.due()) == list(SITES)
    for name in SITES:
        copies.copy(name)
    assert [len(found(host, name)) for name in SITES] == [1, 1, 1]
    assert found(host, "ann")[0].parent.name.startswith("ann-")
    assert copies.due() == []


def test_a_site_that_changed_is_copied_again_when_its_copy_is_old_enough(
    host: Settings, copies: SiteCopies
) -> None:
    for name in SITES:
        copies.copy(name)
    key = begin_game(host, "bob")
    assert copies.due() == []
    age(host, "bob", host.copy_minutes)
    assert copies.due() == ["bob"]
    copies.copy("bob")
    assert key in games_in(found(host, "bob")[-1])


def test_a_start_forgets_no_change_and_copies_nothing_twice(
    host: Settings, copies: SiteCopies
) -> None:
    for name in SITES:
        copies.copy(name)
        age(host, name, 60)
    begin_game(host, "cal")
    again = SiteCopies(host)
    assert sorted(again.due()) == list(SITES)  # their files have to be looked at
    for name in again.due():
        again.copy(name)
    assert [len(found(host, name)) for name in SITES] == [1, 1, 2]


def test_who_waits_longest_is_copied_first(host: Settings, copies: SiteCopies) -> None:
    for minutes, name in enumerate(("cal", "ann", "bob")):
        at = EVENING.timestamp() + 60 * minutes
        os.utime(site_settings(host, name).database, (at, at))
    assert copies.due() == ["cal", "ann", "bob"]


def test_the_newest_three_copies_are_kept_besides_backups(
    host: Settings, copies: SiteCopies
) -> None:
    for _ in range(5):
        begin_game(host, "ann")
        copies.copy("ann")
    assert [path.name[:12] for path in found(host, "ann")] == [
        "backup-00003",
        "backup-00004",
        "backup-00005",
    ]
    site = site_settings(host, "ann")
    made, _ = make_backup(site.database, site.backups, BackupKind.DAILY, EVENING, above=5)
    begin_game(host, "ann")
    copies.copy("ann")
    assert found(host, "ann")[-1].name.startswith(f"backup-{made.number + 1:05}-")


def test_a_closed_site_is_left_alone(host: Settings, copies: SiteCopies) -> None:
    (site_settings(host, "bob").instance / "closed").touch()
    assert sorted(copies.due()) == ["ann", "cal"]
    copies.copy("bob")
    assert found(host, "bob") == []


def test_a_copy_is_restored(host: Settings, copies: SiteCopies) -> None:
    key = begin_game(host, "ann")
    copies.copy("ann")
    site = site_settings(host, "ann")
    lost = begin_game(host, "ann")
    restored = restore_backup(found(host, "ann")[-1], site.database, site.backups, EVENING)
    assert restored.unreadable == ()
    assert key in games_in(site.database)
    assert lost not in games_in(site.database)


def test_without_the_second_folder_each_site_is_told_in_a_sentence(
    host: Settings, tmp_path: Path
) -> None:
    (tmp_path / "stick").rmdir()
    rests: list[float] = []

    def wait(seconds: float) -> bool:
        rests.append(seconds)
        return len(rests) > len(SITES)

    told = list(keep_copying(host, wait))
    assert sorted([line.partition(":")[0] for line in told]) == list(SITES)
    assert all("cannot hold a copy of a backup: No such file or directory" in line for line in told)


def test_a_damaged_site_keeps_no_other_from_its_copy(host: Settings) -> None:
    site_settings(host, "bob").database.write_bytes(b"no database" * 1000)
    rests: list[float] = []

    def wait(seconds: float) -> bool:
        rests.append(seconds)
        return len(rests) > len(SITES)

    (told,) = keep_copying(host, wait)
    assert told.startswith("bob: ")
    assert [len(found(host, name)) for name in SITES] == [1, 0, 1]
    assert all(rest >= 0 for rest in rests)
