"""Names of sites, their settings and addresses, who serves a folder, and which are closed."""

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from scorekeeper.config import ConfigError, Settings
from scorekeeper.hosting.folders import (
    StillHeld,
    choose_site,
    close_folder,
    host_address,
    ignored_settings,
    is_closed,
    name_fault,
    note_held,
    site_address,
    site_names,
    site_settings,
)
from scorekeeper.store.database import AlreadyServed, is_served, lock_serving
from tests.hosts import make_host

HOST = Settings(instance=Path("host"), secret_key="k" * 40, domain="cards.example.org", port=8000)


@pytest.mark.parametrize(
    "name", ["a", "7", "regency", "club-7", "a-b", "tango", "wwww", "x" * 40, "ns3", "apis"]
)
def test_a_name_of_small_letters_digits_and_hyphens_is_good(name: str) -> None:
    assert name_fault(name) == ""


@pytest.mark.parametrize(
    "name",
    [*"-a a- Regency a.b a_b é xn--abc ab--c ../a".split(), "", "a b", "a\n", "x" * 41],
)
def test_no_other_text_is_a_name(name: str) -> None:
    assert name_fault(name).startswith("A name has 1 to 40")


@pytest.mark.parametrize(
    "name",
    "www api static assets admin mail smtp imap ftp ns ns1 ns2 autodiscover play tv localhost"
    " t1 t22 demo demo2 demo-club".split(),
)
def test_some_names_are_kept_for_other_purposes(name: str) -> None:
    assert name_fault(name) == "This name is reserved"


@pytest.mark.parametrize(
    ("changed", "address"),
    [
        ({}, "http://regency.cards.example.org:8000"),
        ({"port": 80}, "http://regency.cards.example.org"),
        ({"behind_proxy": True}, "https://regency.cards.example.org"),
        ({"domain": "localhost"}, "http://regency.localhost:8000"),
    ],
)
def test_the_address_of_a_site_is_its_name_in_the_domain(
    changed: dict[str, object], address: str
) -> None:
    host = replace(HOST, **changed)  # type: ignore[arg-type]
    assert site_address(host, "regency") == address
    assert f"{host_address(host)}".replace("://", "://regency.") == address


def test_a_site_has_a_title_of_its_own_and_the_proxy_of_its_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = make_host(tmp_path, "regency", "cavendish", streams_per_link=7)
    for name, text in (("TITLE", "The host"), ("PORT", "7"), ("STREAMS_PER_LINK", "6")):
        monkeypatch.setenv(f"SCOREKEEPER_{name}", text)  # it is the host's
    file = tmp_path / "sites/regency/settings.toml"
    file.write_text('title = "Regency"\nport = 9\nbehind_proxy = false\nstreams_per_link = 5\n')
    found = site_settings(host, "regency")
    assert (found.title, found.port, found.behind_proxy) == ("Regency", host.port, True)
    assert (found.streams_per_link, found.streams_per_address) == (5, 1000)
    assert found.public_url == "https://regency.cards.example.org"
    keys = {site_settings(host, name).secret_key for name in ("regency", "cavendish")}
    assert len({*keys, host.secret_key}) == 3


def test_each_site_has_its_time_zone_else_that_of_its_host(tmp_path: Path) -> None:
    host = make_host(tmp_path, "regency", "cavendish", time_zone='"Europe/Berlin"')
    file = tmp_path / "sites/regency/settings.toml"
    file.write_text('time_zone = "Pacific/Auckland"\n')
    zones = [site_settings(host, name).time_zone for name in ("regency", "cavendish")]
    assert zones == ["Pacific/Auckland", "Europe/Berlin"]
    assert ignored_settings(file.parent) == []


def test_a_command_is_for_a_named_site_of_a_host_and_for_no_named_one_elsewhere(
    tmp_path: Path,
) -> None:
    host = make_host(tmp_path, "regency")
    assert choose_site(host, "regency").site == "regency"
    alone = Settings(instance=tmp_path / "sites/regency", secret_key="")
    assert choose_site(alone, None) is alone
    for settings, name, why in [
        (host, None, "is a host: name one of its sites with --site"),
        (host, "cavendish", "No site of this host is named cavendish"),
        (host, "../regency", "No site of this host is named"),
        (alone, "regency", "holds one site: leave --site out"),
    ]:
        with pytest.raises(ConfigError, match=why):
            choose_site(settings, name)


def test_only_folders_with_a_name_and_a_key_are_sites(tmp_path: Path) -> None:
    make_host(tmp_path, "regency")
    for folder in (".new", "Regency", "former"):
        (tmp_path / "sites" / folder).mkdir()
    (tmp_path / "sites/file").touch()
    assert site_names(tmp_path) == ["regency"]


def test_one_process_serves_a_folder_at_a_time(tmp_path: Path) -> None:
    assert not is_served(tmp_path)
    lock = lock_serving(tmp_path)
    assert is_served(tmp_path)
    with pytest.raises(AlreadyServed, match="is served by another process already"):
        lock_serving(tmp_path)
    os.close(lock)
    assert not is_served(tmp_path)
    os.close(lock_serving(tmp_path))


def test_the_lock_is_inherited_by_no_child(tmp_path: Path) -> None:
    lock = lock_serving(tmp_path)
    assert not os.get_inheritable(lock)
    os.close(lock)


def test_who_comes_second_waits_for_the_first_to_end(tmp_path: Path) -> None:
    lock = lock_serving(tmp_path)
    waits = Event()

    def come_second() -> int:
        waits.set()
        return lock_serving(tmp_path, seconds=30)

    with ThreadPoolExecutor(1) as threads:
        second = threads.submit(come_second)
        assert waits.wait(30)
        os.close(lock)
        os.close(second.result(30))


def test_a_site_that_nobody_serves_is_closed_at_once(tmp_path: Path) -> None:
    close_folder(tmp_path, seconds=0)
    assert is_closed(tmp_path)
    assert (tmp_path / "closed").read_text() == "closed\n"


def test_a_site_that_is_held_stays_open_and_says_by_what(tmp_path: Path) -> None:
    lock = lock_serving(tmp_path)
    (tmp_path / "closed").touch()
    note_held(tmp_path, "2 papers")
    with pytest.raises(StillHeld, match=r"^2 papers$"):
        close_folder(tmp_path, seconds=0)
    (tmp_path / "closed").unlink()
    with pytest.raises(StillHeld):
        close_folder(tmp_path, seconds=0)
    assert not is_closed(tmp_path)
    os.close(lock)
