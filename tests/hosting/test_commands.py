"""The commands about the sites of a host, as the keeper types them."""

import json
import os
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner, Result
from flask import Flask

from scorekeeper.cli import main
from scorekeeper.config import Settings, load_settings
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of
from scorekeeper.hosting import acts
from scorekeeper.hosting.folders import site_settings
from scorekeeper.hosting.start import create_host
from scorekeeper.server.app import create_app
from scorekeeper.store.backups import find_backups
from scorekeeper.store.database import is_outdated, lock_serving
from tests.club_site import begin_club, club_app
from tests.empty_database import store_at
from tests.hosts import PhoneAt, make_host, make_sites
from tests.only_site import close_site

FORM = {"variant": "laws", "players": ["Ann", "Bob"]}

_SERVED: list[Flask] = []
"""The applications that a test has made."""


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    while _SERVED:
        close_site(_SERVED.pop())


def serve(settings: Settings) -> Flask:
    """Return the application of a folder, which is closed after the test."""
    _SERVED.append(create_host(settings) if settings.is_host else create_app(settings))
    return _SERVED[-1]


def serve_new(folder: Path) -> Flask:
    """Return a site without a club, which is closed after the test."""
    _SERVED.append(club_app(folder))
    return _SERVED[-1]


@pytest.fixture
def host(tmp_path: Path) -> Settings:
    return make_host(tmp_path / "host", "regency", "cavendish")


def run(host: Settings, *words: str, typed: str = "") -> Result:
    return CliRunner().invoke(
        main, ["sites", *words, "--instance", str(host.instance)], input=typed
    )


def names_of(host: Settings) -> list[str]:
    return run(host, "--names").stdout.split()


def begin_game(settings: Settings, *, at: datetime | None = None) -> str:
    """Begin a game at a site, and return its host's link."""
    store = store_at(settings.instance)
    if at is not None:
        object.__setattr__(store, "now", lambda: at)
    link = link_of(store, str(start_game(store, FORM)), Role.HOST)
    store.close()
    assert link is not None
    return link


# --- making sites ---------------------------------------------------------------------------------


def test_a_folder_without_a_domain_says_which_line_to_write(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["sites", "add", "regency", "--instance", str(tmp_path)])
    assert done.exit_code == 2
    assert (
        f'write the line domain = "cards.example.org" into {tmp_path}/settings.toml' in done.stderr
    )
    (tmp_path / "settings.toml").write_text('domain = "localhost"\n')
    done = CliRunner().invoke(main, ["sites", "add", "regency", "--instance", str(tmp_path)])
    assert done.exit_code == 0
    assert done.stdout.startswith("regency: http://regency.localhost:8000/\n")


def test_the_folder_of_one_site_is_no_host(tmp_path: Path) -> None:
    store_at(tmp_path).close()
    for words in (["add", "regency"], [], ["close", "regency"]):
        done = CliRunner().invoke(main, ["sites", *words, "--instance", str(tmp_path)])
        assert (done.exit_code, done.stdout) == (2, "")
        assert "This is one site. Make a host elsewhere" in done.stderr


def test_new_sites_have_an_address_a_title_and_a_way_to_set_their_club_up(host: Settings) -> None:
    done = run(host, "add", "portland", "-", "--title", 'The "Club"', typed="one\n\ntwo three\n")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[::2] == [
        f"{name}: https://{name}.cards.example.org/" for name in ("portland", "one", "two", "three")
    ]
    assert names_of(host) == ["cavendish", "one", "portland", "regency", "three", "two"]
    assert site_settings(host, "portland").title == 'The "Club"'
    app = serve(host)
    for line in lines[1::2]:
        address, _, path = line.rpartition(" ")[2].partition(".cards.example.org")
        page = PhoneAt(app, address.removeprefix("https://")).open(path)
        assert page.status == 200
        assert "passphrase" in page.text
    keys = {site_settings(host, name).secret_key for name in names_of(host)}
    assert len(keys) == 6


def test_every_wrong_name_is_told_and_then_none_is_made(host: Settings) -> None:
    wrong = ("Bad", "www", "regency", "t1", "twice")
    done = run(host, "add", "good", *wrong, "twice", "--currency", "XX")
    assert done.exit_code == 2
    told = done.stderr.splitlines()
    assert [line.partition(":")[0] for line in told] == [
        *wrong,
        "--currency must be empty, or a currency code of ISO 4217 such as USD or EUR, not 'XX'.",
    ]
    assert names_of(host) == ["cavendish", "regency"]


def test_a_host_has_only_so_many_sites(tmp_path: Path) -> None:
    host = make_host(tmp_path, "regency", most_sites=2)
    assert run(host, "add", "one", "two").stderr == (
        "That would be 3 sites; most_sites allows 2.\n"
    )
    assert run(host, "add", "one").exit_code == 0


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    host = make_host(tmp_path)
    (tmp_path / "sites").rmdir()
    (tmp_path / "sites").touch()
    assert run(host, "add", "one").stderr == f"{tmp_path}/sites cannot be written: File exists.\n"


def test_a_folder_that_cannot_be_used_is_a_sentence_of_every_command(host: Settings) -> None:
    removed, sites = host.instance / "removed", host.instance / "sites"
    removed.touch()
    done = run(host, "remove", "regency", "--yes")
    assert (done.exit_code, done.stderr) == (2, f"{removed} cannot be used: File exists.\n")
    sites.rename(host.instance / "away")
    done = CliRunner().invoke(main, ["backup", "--instance", str(host.instance)])
    assert done.exit_code == 2
    assert done.stderr == f"{sites} cannot be used: No such file or directory.\n"


@pytest.mark.parametrize("words", ["close", "open", "remove --yes", "rename other"])
@pytest.mark.parametrize("name", ["nobody", "..", "../regency", "Regency"])
def test_a_name_that_is_no_site_is_refused_by_every_command(
    host: Settings, words: str, name: str
) -> None:
    verb, *more = words.split()
    done = run(host, verb, name, *more)
    assert (done.exit_code, done.stdout) == (2, "")
    listing = f"./run sites --instance {host.instance}"
    said = f"No site of this host is named {name}; to list them: {listing}\n"
    assert done.stderr == said


# --- the list -------------------------------------------------------------------------------------


def test_the_list_says_of_each_site_what_is_there(host: Settings) -> None:
    begin_game(site_settings(host, "regency"))
    begin_club(serve_new(host.instance / "sites/cavendish"))
    assert run(host, "close", "cavendish").exit_code == 0
    (listed, other) = json.loads(run(host, "--json").stdout)["sites"]
    assert (listed["name"], listed["club"], listed["state"]) == ("cavendish", "Cavendish", "closed")
    assert (other["games"], other["state"], other["last_backup"]) == (1, "asleep", None)
    head, first, second = run(host).stdout.splitlines()
    assert head.split() == "name club state games last entry size last backup".split()
    assert first.split()[:4] == ["cavendish", "Cavendish", "closed", "0"]
    assert second.split()[:4] == ["regency", "–", "asleep", "1"]


def test_a_site_that_cannot_be_read_is_listed_with_the_reason(host: Settings) -> None:
    (host.instance / "sites/regency/scorekeeper.sqlite3").write_bytes(b"nothing" * 999)
    lines = run(host).stdout.splitlines()
    assert lines[2].split()[3] == "?"
    assert lines[3].startswith("regency: ")
    assert "is not a database of this program, or is damaged" in lines[3]
    with closing(sqlite3.connect(host.instance / "sites/cavendish/scorekeeper.sqlite3")) as db, db:
        db.execute("UPDATE _sqlite_migrations SET name = '999_later' WHERE name LIKE '001%'")
    assert "was written by a newer version of the program" in run(host).stdout


# --- taking one in, and taking one out ------------------------------------------------------------


def test_a_site_that_is_taken_keeps_its_key_its_links_and_its_backups(
    host: Settings, tmp_path: Path
) -> None:
    alone = load_settings(tmp_path / "alone")
    link = begin_game(alone)
    CliRunner().invoke(main, ["backup", "--instance", str(alone.instance)])
    done = run(host, "take", str(alone.instance), "portland")
    assert (done.exit_code, alone.instance.exists()) == (0, False)
    settings = site_settings(host, "portland")
    assert settings.secret_key == alone.secret_key
    assert len(find_backups(settings.backups)) == 1
    assert PhoneAt(serve(host), "portland").open(f"/game/{link}/").status == 200


def test_only_a_whole_site_that_nobody_serves_can_be_taken(host: Settings, tmp_path: Path) -> None:
    whole = load_settings(tmp_path / "whole")
    store_at(whole.instance).close()
    empty = load_settings(tmp_path / "empty")
    cases = [
        (whole.instance, "regency", "There is, or was, a site of this name"),
        (whole.instance, "t9", "This name is reserved"),
        (empty.instance, "new", "scorekeeper.sqlite3 is not there"),
        (tmp_path / "nothing", "new", "is not a folder"),
        (host.instance, "new", "is the host itself, or in it"),
        (host.instance / "sites/regency", "new", "is the host itself, or in it"),
        (tmp_path, "new", "is the host itself, or in it"),
        (make_host(tmp_path / "other").instance, "new", "is a host: take its sites one by one"),
    ]
    for folder, name, why in cases:
        done = run(host, "take", str(folder), name)
        assert done.exit_code == 2, folder
        assert why in done.stderr
    lock = lock_serving(whole.instance)
    assert "is served: stop its ./run first" in run(host, "take", str(whole.instance), "new").stderr
    os.close(lock)
    whole.database.write_bytes(b"nothing" * 999)
    (whole.instance / "secret_key").write_text("short")
    told = run(host, "take", str(whole.instance), "new").stderr
    assert "is shorter than 32 characters" in told
    assert "is not a database" in told
    assert names_of(host) == ["cavendish", "regency"]


def test_a_removed_site_is_kept_with_a_last_backup_and_its_name_is_free(host: Settings) -> None:
    begin_game(site_settings(host, "regency"))
    assert run(host, "remove", "regency", typed="n\n").exit_code == 1
    assert "regency" in names_of(host)
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    for end in ("", "-2"):
        assert run(host, "remove", "regency", "--yes").exit_code == 0
        kept = host.instance / f"removed/regency-{today}{end}"
        assert len(find_backups(kept / "backups")) == 1
        assert run(host, "add", "regency").exit_code == 0
    done = run(host, "take", str(host.instance / f"removed/regency-{today}"), "portland")
    opening = f"./run sites --instance {host.instance} open portland"
    assert done.stdout.endswith(f"It is closed, as it was. To open it: {opening}\n")


def test_a_damaged_site_can_be_removed_too(host: Settings) -> None:
    (host.instance / "sites/regency/scorekeeper.sqlite3").write_bytes(b"nothing" * 999)
    done = run(host, "remove", "regency", "--yes")
    assert done.exit_code == 3
    assert done.stderr.startswith("There is no last backup: ")
    assert names_of(host) == ["cavendish"]


# --- other names ----------------------------------------------------------------------------------


def test_a_former_name_leads_to_the_new_one_and_stays_reserved(host: Settings) -> None:
    link = begin_game(site_settings(host, "regency"), at=datetime.now(UTC) - timedelta(days=2))
    done = run(host, "rename", "regency", "portland")
    assert done.exit_code == 0
    assert "Phones take their seats again" in done.stdout
    assert names_of(host) == ["cavendish", "portland"]
    app = serve(host)
    answer = PhoneAt(app, "regency").open(f"/game/{link}/").answer
    assert (answer.status_code, answer.location) == (
        301,
        f"https://portland.cards.example.org/game/{link}/",
    )
    assert PhoneAt(app, "portland").open(f"/game/{link}/").status == 200
    assert "There is, or was, a site of this name" in run(host, "add", "regency").stderr


def test_a_site_may_get_its_former_name_back(host: Settings) -> None:
    for old, new in (("regency", "portland"), ("portland", "regency")):
        assert run(host, "rename", old, new).exit_code == 0
    assert names_of(host) == ["cavendish", "regency"]
    assert PhoneAt(serve(host), "portland").open("/").status == 301


def test_a_closed_site_is_closed_under_its_new_name(host: Settings) -> None:
    run(host, "close", "regency")
    assert run(host, "rename", "regency", "portland").exit_code == 0
    assert PhoneAt(serve(host), "portland").open("/").status == 503
    assert run(host, "open", "portland").exit_code == 0
    assert PhoneAt(serve(host), "portland").open("/").status == 200


def test_a_site_where_people_play_keeps_its_name(host: Settings) -> None:
    begin_game(site_settings(host, "regency"))
    assert run(host, "rename", "regency", "portland").stderr == (
        "1 game of the last day: end or put away what is not over.\n"
    )
    folder = host.instance / "sites/cavendish"
    club = begin_club(serve_new(folder))
    club.night("2026-11-20")
    told = run(host, "rename", "cavendish", "Bad").stderr.splitlines()
    assert told[0].startswith("Bad: A name has 1 to 40")
    assert told[1] == "A night is open, that of 2026-11-20: close it first."
    assert names_of(host) == ["cavendish", "regency"]
    assert not (folder / "closed").exists()


# --- while the host is served ---------------------------------------------------------------------


@pytest.mark.long
def test_a_site_in_use_is_not_closed_and_the_command_says_what_holds_it(
    host: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(acts, "_CLOSING_SECONDS", 0.5)
    sites, stop = make_sites(host), Event()
    held = sites.enter("regency")

    def tend() -> None:
        while not stop.wait(0.02):
            sites.tend()

    with ThreadPoolExecutor(1) as threads:
        tending = threads.submit(tend)
        done = run(host, "close", "regency")
        assert (done.exit_code, done.stderr) == (
            2,
            "regency is held by 1 request, and stays open.\n",
        )
        assert "regency is held" in run(host, "remove", "regency", "--yes").stderr
        assert "regency is held" in run(host, "rename", "regency", "portland").stderr
        sites.leave(held)
        monkeypatch.setattr(acts, "_CLOSING_SECONDS", 30)
        assert run(host, "rename", "regency", "portland").exit_code == 0
        stop.set()
        tending.result()
    assert sites.enter("portland").name == "portland"
    sites.close()


def test_the_map_of_a_proxy_has_a_line_for_each_open_site(host: Settings) -> None:
    run(host, "close", "cavendish")
    assert (
        run(host, "map", "127.0.0.1:8001").stdout == "regency.cards.example.org 127.0.0.1:8001;\n"
    )
    assert run(host, "map", "h1:80", "--caddy").stdout == "regency.cards.example.org h1:80\n"
    for address in ("", "h1:80; }", "h1 h2", "h1\nx"):
        done = run(host, "map", address)
        assert (done.exit_code, done.stdout) == (2, "")
        assert done.stderr.startswith("ADDRESS is where a host listens")


def test_after_an_upgrade_of_the_program_all_sites_are_brought_up_to_date(
    host: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    lowered: list[int] = []
    monkeypatch.setattr(os, "nice", lowered.append)  # else the other tests would be slower
    older = (Path(__file__).parent.parent / "store/older/001.sql").read_text(encoding="utf-8")
    for name in ("regency", "cavendish"):
        database = host.instance / "sites" / name / "scorekeeper.sqlite3"
        database.unlink()
        with closing(sqlite3.connect(database)) as db:
            db.executescript(older if name == "regency" else "CREATE TABLE shopping (list TEXT)")
    assert not acts.is_upgraded(host)
    done = run(host, "upgrade")
    assert done.exit_code == 3
    assert "cavendish" in done.stderr
    assert "regency" not in done.stderr
    assert acts.is_upgraded(host)
    assert not is_outdated(site_settings(host, "regency").database)
    assert [each.kind for each in find_backups(site_settings(host, "regency").backups)] == [
        "upgrade"
    ]


# --- other commands -------------------------------------------------------------------------------


def test_backup_means_all_sites_and_other_commands_ask_which(host: Settings) -> None:
    where = ["--instance", str(host.instance)]
    begin_game(site_settings(host, "regency"))
    done = CliRunner().invoke(main, ["backup", *where])
    assert done.exit_code == 0
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["cavendish", "regency"]
    (backup,) = find_backups(site_settings(host, "regency").backups)
    for words in (["restore", str(backup.path)], ["export"], ["backup", "file"], ["passphrase"]):
        done = CliRunner().invoke(main, [*words, *where])
        assert done.exit_code == 2
        assert "is a host: name one of its sites with --site" in done.stderr
    done = CliRunner().invoke(main, ["restore", str(backup.path), *where, "--site", "regency"])
    assert done.exit_code == 0
    (host.instance / "sites/cavendish/scorekeeper.sqlite3").write_bytes(b"nothing" * 999)
    done = CliRunner().invoke(main, ["backup", *where])
    assert done.exit_code == 2
    assert done.stdout.startswith("regency: ")
    assert done.stderr.splitlines()[-1] == "No good backup was made of cavendish."


def test_a_phone_of_a_site_that_was_served_alone_notices_nothing_when_it_is_taken(
    host: Settings, tmp_path: Path
) -> None:
    alone = load_settings(tmp_path / "alone")
    store_at(alone.instance).close()
    before, name = serve(alone), "portland.cards.example.org"
    phone = PhoneAt(before, "portland")
    game = phone.start("Ann", "Bob")
    phone.post(f"{game}seat", {**phone.open(f"{game}seat").forms[0].values, "seat": "0"})
    cookie = phone.client.get_cookie("__Host-scorekeeper", domain=name)
    assert cookie is not None
    run(host, "take", str(alone.instance), "portland")
    after = PhoneAt(serve(host), "portland")
    after.client.set_cookie("__Host-scorekeeper", cookie.value, domain=name)
    assert game in after.open("/").text
