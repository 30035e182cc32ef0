"""The table of sites: which site a host's name means, and which sites are open."""

import resource
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.config import Settings
from scorekeeper.games.games import start_game
from scorekeeper.games.limits import MOST_WRONG
from scorekeeper.games.links import Role, link_of
from scorekeeper.hosting import table
from scorekeeper.hosting.acts import remove_site, rename_site
from scorekeeper.hosting.folders import close_folder, open_again
from scorekeeper.hosting.table import (
    BrokenSite,
    ClosedSite,
    ForeignHost,
    FullHost,
    HostSites,
    MovedSite,
    UnknownSite,
)
from scorekeeper.store.backups import BackupKind, find_backups
from scorekeeper.store.database import is_served
from scorekeeper.web.core.sites import Site, sites_of
from tests.club_site import club_app
from tests.hosts import make_host, make_sites

NAMES = "regency cavendish portland".split()


@pytest.fixture
def sites(tmp_path: Path) -> Iterator[HostSites]:
    """Yield the table of a host with three sites, two of which may be open when idle."""
    host = make_host(tmp_path, *NAMES, most_awake=2, former_domains='["old.example.org"]')
    found = make_sites(host)
    yield found
    found.close()


def visit(sites: HostSites, name: str) -> None:
    sites.leave(sites.enter(name))


def awake(sites: HostSites) -> set[str]:
    return {site.name for site in sites.awake}


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("cards.example.org", None),
        ("Cards.Example.ORG.:8000", None),
        ("regency.cards.example.org", "regency"),
        ("REGENCY.cards.example.org.:443", "regency"),
        ("xn--abc.cards.example.org", "xn--abc"),
    ],
)
def test_a_host_is_the_entrance_or_a_name_in_the_domain(
    sites: HostSites, host: str, name: str | None
) -> None:
    assert sites.find_name(host) == name


@pytest.mark.parametrize(
    "host", "example.org a.b.cards.example.org 127.0.0.1 [::1]:80 . evilcards.example.org".split()
)
def test_any_other_host_is_foreign(sites: HostSites, host: str) -> None:
    with pytest.raises(ForeignHost):
        sites.find_name(host)
    assert sites.site_at(host) == ("-", None)


def test_limits_tell_sites_from_one_another_and_from_what_is_none(sites: HostSites) -> None:
    domain = sites.settings.domain
    before = sites.site_at(f"regency.{domain}:8000")
    visit(sites, "regency")
    (regency,) = sites.awake
    assert (before, sites.site_at(f"REGENCY.{domain}")) == (("regency", None), ("regency", regency))
    for host in (f"nobody.{domain}", f"-.{domain}", domain):
        assert sites.site_at(host) == ("-", None)


def test_a_former_domain_leads_to_the_present_one(sites: HostSites) -> None:
    for host, way in [
        ("old.example.org", "https://cards.example.org"),
        ("regency.old.example.org", "https://regency.cards.example.org"),
    ]:
        with pytest.raises(MovedSite, match=f"^{way}$"):
            sites.find_name(host)


def test_any_host_is_that_of_an_only_site(tmp_path: Path) -> None:
    sites = sites_of(club_app(tmp_path))
    for host in ("192.168.1.20:8000", "table.local", "[fe80::1]", "cards.example.org"):
        assert sites.site_at(host) == ("", sites.only)
    assert (sites.only,) == sites.awake
    sites.close()


def test_a_site_is_opened_once_however_many_come_together(
    sites: HostSites, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    make = sites._make

    def note_and_make(settings: Settings, kept: Mapping[str, Any]) -> Site:
        opened.append(settings.site)
        return make(settings, kept)

    monkeypatch.setattr(sites, "_make", note_and_make)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: sites.enter("regency"), range(40)))
    assert (opened, len(set(map(id, found)))) == (["regency"], 1)
    for site in found:
        sites.leave(site)


@pytest.mark.parametrize("name", ["nobody", "", "..", ".regency", "regency/../portland"])
def test_an_unknown_name_is_no_site(sites: HostSites, name: str) -> None:
    with pytest.raises(UnknownSite):
        sites.enter(name)


def test_the_site_that_was_idle_longest_is_closed(sites: HostSites) -> None:
    for name in NAMES:
        visit(sites, name)
    assert awake(sites) == set(NAMES)
    sites.tend()
    assert awake(sites) == set(NAMES[1:])
    assert not is_served(sites.settings.instance / "sites/regency")
    visit(sites, "regency")
    visit(sites, "portland")
    sites.tend()
    assert awake(sites) == {"regency", "portland"}


def test_a_site_with_a_request_or_a_stream_is_not_closed(sites: HostSites) -> None:
    held = sites.enter("regency")
    watched = sites.enter("cavendish")
    key = start_game(watched.store, {"variant": "laws", "players": ["Ann", "Bob"]})
    with closing(watched.store.notifier.subscribe(str(key))):
        sites.leave(watched)
        visit(sites, "portland")
        sites.tend()
        assert awake(sites) == set(NAMES) - {"portland"}
        visit(sites, "portland")
        visit(sites, "portland")
    sites.tend()
    assert awake(sites) == set(NAMES) - {"cavendish"}
    sites.leave(held)


def test_a_game_is_where_it_was_after_its_site_was_closed(sites: HostSites) -> None:
    site = sites.enter("regency")
    key = str(start_game(site.store, {"variant": "laws", "players": ["Ann", "Bob"]}))
    link = link_of(site.store, key, Role.HOST)
    sites.leave(site)
    visit(sites, "cavendish")
    visit(sites, "portland")
    sites.tend()
    assert "regency" not in awake(sites)
    again = sites.enter("regency")
    assert again is not site
    assert link_of(again.store, key, Role.HOST) == link
    sites.leave(again)


def test_wrong_guesses_are_counted_on_after_a_site_was_closed(sites: HostSites) -> None:
    site = sites.enter("regency")
    for _ in range(MOST_WRONG):
        site.store.guesses.take_guess("10.0.0.1")
    sites.leave(site)
    visit(sites, "cavendish")
    visit(sites, "portland")
    sites.tend()
    again = sites.enter("regency")
    assert again is not site
    assert not again.store.guesses.take_guess("10.0.0.1")
    assert again.store.guesses.take_guess("10.0.0.2")
    sites.leave(again)


def test_at_rest_a_site_keeps_two_connections(sites: HostSites) -> None:
    site = sites.enter("regency")
    with ThreadPoolExecutor(6) as threads:
        meet = threading.Barrier(6)

        def read(_: int) -> None:
            with site.store.database.reading():
                meet.wait(30)

        list(threads.map(read, range(6)))
    assert site.store.database._idle.qsize() == 6
    sites.tend()
    assert site.store.database._idle.qsize() == 2
    sites.leave(site)


def damage(database: Path) -> None:
    database.write_bytes(b"no database" * 500)


def make_newer(database: Path) -> None:
    with closing(sqlite3.connect(database, isolation_level=None)) as db:
        db.execute("UPDATE _sqlite_migrations SET name = '999_later' WHERE name LIKE '001%'")


@pytest.mark.parametrize("spoil", [damage, make_newer, Path.unlink])
def test_a_site_that_cannot_be_opened_harms_no_other_and_is_tried_again_later(
    sites: HostSites,
    spoil: object,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    database = sites.settings.instance / "sites/regency/scorekeeper.sqlite3"
    whole = database.read_bytes()
    assert callable(spoil)
    spoil(database)
    for _ in range(3):
        with pytest.raises(BrokenSite):
            sites.enter("regency")
    assert caplog.text.count("The site regency cannot be opened") == 1
    assert not is_served(database.parent)
    visit(sites, "cavendish")
    database.write_bytes(whole)
    with pytest.raises(BrokenSite):
        sites.enter("regency")
    monkeypatch.setattr(table, "AGAIN_SECONDS", 0)
    visit(sites, "regency")


def test_a_wrong_setting_shuts_its_site_alone(sites: HostSites) -> None:
    (sites.settings.instance / "sites/regency/settings.toml").write_text("prot = 1\n")
    with pytest.raises(BrokenSite, match="prot is not a setting"):
        sites.enter("regency")
    visit(sites, "cavendish")


def test_a_closed_site_is_shut_and_opens_again(sites: HostSites) -> None:
    folder = sites.settings.instance / "sites/regency"
    site = sites.enter("regency")
    (folder / "closed").touch()
    with pytest.raises(ClosedSite):
        sites.enter("regency")
    sites.tend()
    assert (folder / "closed").read_text() == "1 request\n"
    assert site.store.notifier.is_over
    sites.leave(site)
    sites.tend()
    assert awake(sites) == set()
    assert (folder / "closed").read_text() == "closed\n"
    open_again(folder)
    visit(sites, "regency")
    assert awake(sites) == {"regency"}


def test_a_command_closes_a_site_that_is_open(sites: HostSites) -> None:
    visit(sites, "regency")
    folder, stop = sites.settings.instance / "sites/regency", threading.Event()

    def tend() -> None:
        while not stop.wait(0.01):
            sites.tend()

    with ThreadPoolExecutor(1) as threads:
        tending = threads.submit(tend)
        close_folder(folder, seconds=30)
        stop.set()
        tending.result()
    assert awake(sites) == set()


def test_a_site_that_was_open_is_found_by_its_new_name_and_gone_when_removed(
    sites: HostSites,
) -> None:
    host, now = sites.settings, datetime.now().astimezone()
    for name in ("regency", "cavendish"):
        visit(sites, name)
    for name in ("regency", "cavendish"):
        (host.instance / "sites" / name / "closed").touch()
    sites.tend()
    open_again(host.instance / "sites/cavendish")
    rename_site(host, "regency", "plafond", now)
    remove_site(host, "cavendish", now)
    with pytest.raises(MovedSite, match=r"^https://plafond\.cards"):
        sites.enter("regency")
    with pytest.raises(UnknownSite):
        sites.enter("cavendish")
    open_again(host.instance / "sites/plafond")
    visit(sites, "plafond")


def test_no_further_site_is_opened_near_the_limit_of_open_files(
    sites: HostSites, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit(sites, "regency")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, 100))
    with pytest.raises(FullHost):
        sites.enter("cavendish")
    visit(sites, "regency")


def test_a_site_of_an_older_schema_is_brought_up_to_date_after_a_backup(
    tmp_path: Path,
) -> None:
    host = make_host(tmp_path, "regency")
    database = tmp_path / "sites/regency/scorekeeper.sqlite3"
    database.unlink()
    oldest = Path(__file__).parent.parent / "store/older/001.sql"
    with closing(sqlite3.connect(database)) as db:
        db.executescript(oldest.read_text(encoding="utf-8"))
    sites = make_sites(host)
    visit(sites, "regency")
    assert [each.kind for each in find_backups(tmp_path / "sites/regency/backups")] == [
        BackupKind.UPGRADE
    ]
    sites.close()
