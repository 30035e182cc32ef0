"""A host as it is served: by one process, to phones that ask by the names of sites."""

import gc
import os
import re
import signal
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from time import monotonic

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.config import load_settings
from scorekeeper.hosting.folders import close_folder
from scorekeeper.hosting.start import CopyingProcess, create_host
from scorekeeper.server import start
from scorekeeper.store.database import AlreadyServed, is_served, lock_serving
from tests.empty_database import put_database
from tests.hosts import DOMAIN, PhoneAt, make_host
from tests.only_site import close_site
from tests.served import Served
from tests.server.conftest import complaint_of


def ask(host: Served, name: str, path: str = "/") -> tuple[int, str]:
    """Return status and text of a page of the site with this name."""
    phone = HTTPConnection("127.0.0.1", host.port, timeout=30)
    phone.request("GET", path, headers={"Host": f"{name}.{DOMAIN}".removeprefix(".")})
    answer = phone.getresponse()
    text = answer.read().decode()
    phone.close()
    return answer.status, text


def test_one_process_serves_and_copies_all_sites_and_commands_close_and_open_them(
    tmp_path: Path,
) -> None:
    stick, folder = tmp_path / "stick", tmp_path / "host"
    stick.mkdir()
    make_host(folder, "regency", "cavendish", home_site="true", second_backups=f'"{stick}"')
    host = Served(folder)
    host.start()
    try:
        names = ("", "regency", "t1", "nobody")
        assert [ask(host, name)[0] for name in names] == [200, 200, 200, 404]
        assert "The cavendish club" in ask(host, "cavendish")[1]
        assert is_served(folder)
        wait_for_copies(stick, "regency", "cavendish")
        copying = copying_processes(host)
        regency = folder / "sites/regency"
        with pytest.raises(AlreadyServed):
            lock_serving(regency)
        close_folder(regency, seconds=30)
        assert (regency / "closed").read_text() == "closed\n"
        assert [ask(host, name)[0] for name in ("regency", "cavendish")] == [503, 200]
        (regency / "closed").unlink()
        assert ask(host, "regency")[0] == 200
        # The host alone is told to stop, and ends the process that copies.
        assert host.process is not None
        os.kill(host.process.pid, signal.SIGTERM)
        host.process.wait()
    finally:
        host.stop()
    assert not is_served(folder)
    assert not (regency / "scorekeeper.sqlite3-wal").exists()
    assert len(copying) == 1
    assert not is_copying(copying[0])


def wait_for_copies(stick: Path, *names: str) -> None:
    """Wait until the second folder has a copy of each of these sites."""
    end = monotonic() + 60
    while not all(any(stick.glob(f"{name}-*/backup-*-copy.sqlite3")) for name in names):
        assert monotonic() < end
        Event().wait(0.05)


def copying_processes(host: Served) -> list[str]:
    """Return the numbers of a host's processes that copy its sites."""
    assert host.process is not None
    children = Path("/proc").glob(f"{host.process.pid}/task/*/children")
    begun = [each for file in children for each in file.read_text().split()]
    return [each for each in begun if is_copying(each)]


def is_copying(process: str) -> bool:
    """Tell whether a process is the one that copies sites."""
    try:
        return b"scorekeeper.hosting.copies" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False


def test_a_folder_that_is_served_is_served_by_no_second_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "_LOCK_SECONDS", 0)
    lock = lock_serving(tmp_path)
    why = f"{tmp_path} is served by another process already.\n"
    assert complaint_of(tmp_path) == (75, why)
    assert gc.isenabled()
    assert not (tmp_path / "scorekeeper.sqlite3").exists()
    os.close(lock)


def test_a_domain_in_the_folder_of_one_site_stops_the_start(tmp_path: Path) -> None:
    put_database(tmp_path)
    (tmp_path / "settings.toml").write_text(f'domain = "{DOMAIN}"\n')
    status, complaint = complaint_of(tmp_path)
    assert (status, complaint.count("\n")) == (2, 1)
    take = f"./run sites --instance HOST take {tmp_path} NAME"
    assert f"This is one site. Make a host elsewhere, then: {take}" in complaint


def test_a_host_without_the_folder_of_its_sites_is_lost(tmp_path: Path) -> None:
    make_host(tmp_path, "regency")
    (tmp_path / "sites").rename(tmp_path / "away")
    status, complaint = complaint_of(tmp_path)
    assert status == 2
    assert complaint.startswith(f"{tmp_path / 'sites'} is gone, but this site was served before")


def test_a_folder_of_sites_that_cannot_be_written_stops_the_start(tmp_path: Path) -> None:
    make_host(tmp_path)
    (tmp_path / "sites").rmdir()
    (tmp_path / "sites").touch()
    (tmp_path / "secret_key").unlink()
    status, complaint = complaint_of(tmp_path)
    assert (status, complaint) == (2, f"{tmp_path / 'sites'} cannot be written: File exists.\n")


def test_a_host_without_a_second_folder_says_that_there_are_no_copies(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    copies = CopyingProcess(make_host(tmp_path))
    copies.start()
    copies.stop()
    assert caplog.messages == [
        "There are no copies of the sites: second_backups in settings.toml names a folder for them"
    ]


def test_the_three_lines_of_a_newcomer_lead_to_a_club_of_their_own(tmp_path: Path) -> None:
    running = (Path(__file__).parent.parent.parent / "docs/running.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"machine:\n\n```sh\n(.*?)\n```", running, re.S)
    settings, add, serve = lines.splitlines()
    assert serve == "./run"
    (written,) = re.findall(r"printf '(.*)' >>instance/settings.toml", settings)
    (tmp_path / "settings.toml").write_text(written.replace("\\n", "\n"))
    words = add.removeprefix("./run ").split()
    done = CliRunner().invoke(main, [*words, "--instance", str(tmp_path)])
    assert done.stdout.startswith("regency: http://regency.localhost:8000/\n")
    assert "`http://regency.localhost:8000`" in running
    app = create_host(load_settings(tmp_path))
    assert "New game" in PhoneAt(app, "regency", domain="localhost:8000").open("/").text
    close_site(app)
