"""Copies of a prepared club: each visitor has one of their own, and it goes after a day."""

import os
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from time import time

import pytest

from scorekeeper.club.officers import SignedIn, sign_officer_in
from scorekeeper.club.rows.people import load_people
from scorekeeper.config import KEY_FILE, Settings, load_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import Role, Thing, find_link, links_in_force
from scorekeeper.hosting import acts
from scorekeeper.hosting.acts import Demo, add_demo, close_site, is_prepared, remove_demo
from scorekeeper.hosting.folders import demo_names, folder_of, site_names
from scorekeeper.hosting.start import HostBackups
from scorekeeper.server.doctor import CheckLevel, check_club, check_database, check_games
from scorekeeper.store.database import is_served, lock_serving
from tests.hosts import make_host, make_sites, prepare_demo


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    host = make_host(tmp_path_factory.mktemp("host"), "regency")
    assert not is_prepared(host)
    prepare_demo(host.instance)
    return host


@pytest.fixture(autouse=True)
def no_demos(host: Settings) -> Iterator[None]:
    yield
    for name in demo_names(host.instance):
        remove_demo(host, name)


def never(name: str) -> float:
    return 0


def copied(host: Settings) -> Demo:
    demo = add_demo(host, never)
    assert demo is not None
    return demo


def members_token(database: Path) -> str:
    with closing(GameStore.at(database)) as store, store.database.reading() as db:
        return links_in_force(db, Thing.CLUB, "")[Role.MEMBER.key]


def test_a_copy_has_the_club_with_a_key_links_and_a_passphrase_of_its_own(host: Settings) -> None:
    assert is_prepared(host)
    one, other = copied(host), copied(host)
    assert len({one.name, other.name, one.token, other.token, one.passphrase}) == 5
    assert demo_names(host.instance) == sorted([one.name, other.name])
    assert site_names(host.instance) == ["regency"]
    folders = [
        host.instance / "demo",
        *[folder_of(host.instance, demo.name) for demo in (one, other)],
    ]
    assert len({(folder / KEY_FILE).read_bytes() for folder in folders}) == 3
    prepared = members_token(folders[0] / "scorekeeper.sqlite3")
    with closing(GameStore.at(folders[1] / "scorekeeper.sqlite3")) as store:
        assert len(store.read(load_people)) > 20
        with store.database.reading() as db:
            assert find_link(db, one.token) is not None
            assert [find_link(db, token) for token in (prepared, other.token)] == [None, None]
        known = sign_officer_in(store, one.passphrase, name="Ann", phone="p", address="")
        assert isinstance(known, SignedIn)
    with closing(GameStore.at(folders[0] / "scorekeeper.sqlite3")) as store:
        tried = sign_officer_in(store, one.passphrase, name="Ann", phone="p", address="")
        assert not isinstance(tried, SignedIn)


def test_a_copy_goes_after_a_day_and_leaves_nothing(host: Settings) -> None:
    old, young, closed = copied(host), copied(host), copied(host)
    close_site(host, closed.name)
    made = time() - timedelta(days=1, seconds=5).total_seconds()
    for demo in (old, closed):
        os.utime(folder_of(host.instance, demo.name) / KEY_FILE, (made, made))
    sites = make_sites(host)
    regency, *copies = sites.names()
    assert regency == "regency"
    assert copies == sorted([old.name, young.name, closed.name])
    for name in [*copies, old.name]:  # one that is gone meanwhile is no fault
        HostBackups(sites).see_to(name, is_night=False)
    assert demo_names(host.instance) == [young.name]
    assert not (host.instance / "removed").exists()
    assert not (folder_of(host.instance, young.name) / "backups").exists()
    assert {file.name for file in (host.instance / "sites").iterdir() if file.is_dir()} == {
        "regency",
        young.name,
    }


def test_of_too_many_the_longest_idle_goes_that_nobody_uses(
    host: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "MOST_DEMOS", 2)
    monkeypatch.setattr(acts, "_DEMO_CLOSING_SECONDS", 0.0)
    first, second = copied(host), copied(host)
    used = {first.name: 9.0, second.name: 5.0}
    third = add_demo(host, lambda name: used.get(name, 7.0))
    assert third is not None
    assert demo_names(host.instance) == sorted([first.name, third.name])
    held = [lock_serving(folder_of(host.instance, demo.name)) for demo in (first, third)]
    assert add_demo(host, never) is None
    for handle in held:
        os.close(handle)
    assert not is_served(folder_of(host.instance, first.name))


@pytest.mark.long
def test_a_copy_is_well(host: Settings) -> None:
    demo = copied(host)
    settings = load_settings(folder_of(host.instance, demo.name))
    checks = [*check_database(settings), *check_games(settings), *check_club(settings)]
    assert len(checks) > 2
    assert [check for check in checks if check.level != CheckLevel.OK] == []
