import gc
import logging
import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest
from click import ClickException
from flask.cli import ScriptInfo

from scorekeeper.config import ConfigError, Settings, read_settings
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.games import start_game
from scorekeeper.games.links import Role, link_of
from scorekeeper.games.live import MOST_STREAMS
from scorekeeper.server.proofs import make_backup
from scorekeeper.server.start import (
    allow_many_files,
    open_port,
    qr_code,
    set_up_words,
    warn_of_forged_addresses,
    warn_of_gone_settings,
    welcome,
)
from scorekeeper.store.backups import BackupKind, find_backups
from scorekeeper.store.copies import opened_copy
from tests.games.conftest import EVENING
from tests.only_site import close_site
from tests.server.conftest import complaint_of

CHECKOUT = Path(__file__).parent.parent.parent
SITE = "http://192.168.1.20:8000/"
GRACE = 10
"""Seconds; a server that waited for its streams would take thirty."""


def start_site(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "scorekeeper.cli", "serve", *arguments],
        env={**os.environ, "PYTHONPATH": str(CHECKOUT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_flask_finds_the_site_and_no_second_process_gets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_TITLE", "Our club")
    app = ScriptInfo(app_import_path="scorekeeper").load_app()
    assert "Our club" in app.test_client().get("/").text
    with pytest.raises(ClickException, match="is served by another process already"):
        ScriptInfo(app_import_path="scorekeeper").load_app()
    close_site(app)


def test_flask_serves_no_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SCOREKEEPER_DOMAIN", "cards.example.org")
    with pytest.raises(ClickException, match=r"is a host of many sites: \./run serves it"):
        ScriptInfo(app_import_path="scorekeeper").load_app()


def test_a_setting_of_an_earlier_version_is_told_and_does_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "settings.toml").write_text("requests_per_link = 1\nport = 9000\n")
    settings = read_settings(tmp_path)
    assert settings.port == 9000
    warn_of_gone_settings(settings)
    (told,) = caplog.messages
    assert told.startswith("requests_per_link in settings.toml does nothing any more: ")


def test_a_busy_port_is_one_sentence_and_status_two_and_can_be_tried_again(tmp_path: Path) -> None:
    with open_port("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        told = (
            f"Port {port} is busy: stop the program that uses it, or start with another --port.\n"
        )
        words = ["--host", "127.0.0.1", "--port", str(port), "--instance", str(tmp_path)]
        site = start_site(*words)
        _, complaint = site.communicate()
        assert (site.returncode, complaint) == (2, told)
        # The first try has left an installation behind.
        assert complaint_of(tmp_path, port) == (2, told)


@pytest.mark.parametrize("left", ["secret_key", "backups/backup-00001-2026-11-20-daily.sqlite3"])
def test_a_database_that_is_gone_is_no_new_book(tmp_path: Path, left: str) -> None:
    (tmp_path / left).parent.mkdir(exist_ok=True)
    (tmp_path / left).write_text("k" * 64)
    status, complaint = complaint_of(tmp_path)
    assert (status, complaint.count("\n")) == (2, 1)
    assert complaint.startswith(f"{tmp_path / 'scorekeeper.sqlite3'} is gone, but this site was")
    assert not (tmp_path / "scorekeeper.sqlite3").exists()


def test_a_wrong_setting_is_one_sentence_and_status_two(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("prot = 1\n")
    site = start_site("--port", "0", "--instance", str(tmp_path))
    _, complaint = site.communicate()
    assert (site.returncode, complaint.count("\n")) == (2, 1)


# A process that ends closes its port.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_an_upgrade_that_fails_is_one_sentence_that_names_the_copy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    oldest = (CHECKOUT / "tests/store/older/001.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "scorekeeper.sqlite3")) as db:
        db.executescript(f"{oldest} CREATE TABLE seat (in_the_way INTEGER);")
    with caplog.at_level(logging.INFO):
        status, complaint = complaint_of(tmp_path)
        gc.collect()
    (copy,) = find_backups(tmp_path / "backups")
    assert (status, complaint.count("\n")) == (2, 1)
    assert complaint.endswith(f"it is as it was, and {copy.path} is a copy of it.\n")
    assert caplog.messages == []


def begin_game(instance: Path) -> str:
    """The host's link to a new game, begun beside the server."""
    store = GameStore.at(instance / "scorekeeper.sqlite3")
    key = start_game(store, {"variant": "laws", "players": ["Ann", "Bob"]})
    link = link_of(store, str(key), Role.HOST)
    store.close()
    assert link is not None
    return link


def test_the_server_may_hold_a_connection_for_each_stream() -> None:
    allow_many_files()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert soft >= min(hard, 2 * MOST_STREAMS)


def test_port_zero_opens_a_free_port() -> None:
    with open_port("127.0.0.1", 0) as listener:
        assert listener.getsockname()[1] > 0


def test_a_port_in_use_is_busy_for_another_site() -> None:
    with open_port("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ConfigError, match=rf"^Port {port} is busy"):
            open_port("127.0.0.1", port)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such time")
def test_the_connection_of_a_phone_out_of_reach_is_closed_after_a_minute() -> None:
    with (
        open_port("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        patience = accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert patience == 60_000


def test_a_port_of_everywhere_is_busy_if_one_address_has_it() -> None:
    with open_port("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(ConfigError, match=rf"^Port {port} is busy"):
            open_port("0.0.0.0", port)  # noqa: S104 - it must not open


@pytest.mark.parametrize("host", ["203.0.113.7", "no such host", "300.1.1.1"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    with pytest.raises(ConfigError, match=rf"^{host} is not an address of this machine\.$"):
        open_port(host, 0)


def test_the_welcome_shows_the_code_of_the_first_address() -> None:
    text = welcome("Cavendish", (SITE, "http://10.0.0.2:8000/"), is_terminal=False)
    assert qr_code(SITE, is_terminal=False) in text


def test_the_welcome_names_every_address() -> None:
    addresses = (SITE, "http://10.0.0.2:8000/")
    text = welcome("Cavendish", addresses, is_terminal=False)
    assert tuple(re.findall(r"http://\S+", text)) == addresses


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]"])
def test_a_site_for_this_machine_only_says_so(host: str) -> None:
    text = welcome("Cavendish", (f"http://{host}:8000/",), is_terminal=False)
    assert "to this machine only" in text


def test_the_code_has_the_same_width_in_every_line() -> None:
    lines = qr_code(SITE, is_terminal=False).splitlines()
    assert {len(line) for line in lines} == {29}


def test_the_code_fits_an_eighty_column_terminal_with_a_long_address() -> None:
    lines = qr_code(f"https://{'x' * 60}.example.org/", is_terminal=False).splitlines()
    assert max(len(line) for line in lines) <= 80


def test_a_terminal_gets_a_white_code_on_black() -> None:
    lines = qr_code(SITE, is_terminal=True).splitlines()
    assert {(line[:8], line[-4:]) for line in lines} == {("\033[97;40m", "\033[0m")}


def test_the_address_that_sets_a_club_up_stands_as_a_code_on_a_terminal() -> None:
    address = f"{SITE}set-up/key/"
    assert qr_code(address, is_terminal=True) in set_up_words(address, is_terminal=True)
    assert set_up_words(address, is_terminal=False).endswith(address)


def test_an_address_that_no_phone_reaches_has_no_code() -> None:
    address = "http://127.0.0.1:8000/set-up/key/"
    assert set_up_words(address, is_terminal=True).endswith(address)


def test_a_site_prints_its_address_and_backs_up_the_day_and_its_stop_waits_for_no_stream(
    tmp_path: Path,
) -> None:
    with start_site("--host", "127.0.0.1", "--port", "0", "--instance", str(tmp_path)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        address = process.stdout.readline().split()[-1]
        with urlopen(address) as answer:  # noqa: S310 - an http address of our own
            assert answer.status == 200
        told = next(line for line in process.stdout if "club" in line)
        key = (tmp_path / "set_up_key").read_text().strip()
        assert told.rstrip().endswith(f"/set-up/{key}/")
        game = begin_game(tmp_path)
        streams = [urlopen(f"{address}game/{game}/live") for _ in range(20)]  # noqa: S310
        firsts = [stream.readline() for stream in streams]
        logged = next(line for line in process.stderr if "daily backup" in line)
        assert "was made" in logged
        process.send_signal(signal.SIGTERM)
        status = process.wait(timeout=GRACE)
        for stream in streams:
            stream.close()
    assert firsts == [b"retry: 2000\n"] * 20
    assert status == 0
    (backup,) = find_backups(tmp_path / "backups")
    assert backup.kind is BackupKind.DAILY
    assert_file_is_whole(tmp_path)


def assert_file_is_whole(instance: Path) -> None:
    """Check that the database of a stopped site is one file, with its game in it."""
    assert not (instance / "scorekeeper.sqlite3-wal").exists()
    alone = instance / "alone.sqlite3"
    alone.write_bytes((instance / "scorekeeper.sqlite3").read_bytes())
    with opened_copy(alone) as db:
        assert db.execute("SELECT count(*) FROM game").fetchone() == (1,)


@pytest.mark.parametrize(
    ("host", "behind_proxy", "is_told"),
    [("0.0.0.0", True, True), ("127.0.0.1", True, False), ("0.0.0.0", False, False)],  # noqa: S104
)
def test_a_port_that_goes_round_the_proxy_is_told(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    *,
    host: str,
    behind_proxy: bool,
    is_told: bool,
) -> None:
    settings = Settings(instance=tmp_path, secret_key="k" * 40, behind_proxy=behind_proxy)
    with open_port(host, 0) as listener:
        warn_of_forged_addresses(settings, listener)
    assert ("can claim any address" in caplog.text) is is_told


# A process that ends closes its port.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_start_with_a_destroyed_header_says_what_to_restore(tmp_path: Path) -> None:
    GameStore.at(tmp_path / "scorekeeper.sqlite3").close()
    make_backup(tmp_path / "scorekeeper.sqlite3", tmp_path / "backups", BackupKind.ASKED, EVENING)
    database = tmp_path / "scorekeeper.sqlite3"
    database.write_bytes(b"\0" * 100 + database.read_bytes()[100:])
    status, told = complaint_of(tmp_path)
    gc.collect()
    complaint, advice = told.splitlines()
    assert (status, complaint) == (
        2,
        f"{database} is not a database of this program, or is damaged (file is not a database):"
        " restore a backup.",
    )
    assert f": ./run restore --instance {tmp_path} {tmp_path}/backups/backup-00001-" in advice
