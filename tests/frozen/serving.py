"""Runs the program of a commit on a copy of the frozen club, by a clock that stands still."""

import json
import lzma
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final, NamedTuple

HERE: Final = Path(__file__).parent
CHECKOUT: Final = HERE.parents[1]
NOW: Final = "1795896000"
"""The evening of 28 November 2026, as seconds since 1970."""
HOST: Final = "cards.example.org"
ERRORS: Final = "\n--- errors\n"
_STARTS_WITHIN: Final = 60.0


class Answer(NamedTuple):
    """What the site answered."""

    status: int
    kind: str
    location: str
    body: bytes


def read_visits() -> dict[str, Any]:
    """Return the cookies of the visitors, and the addresses that each asks for."""
    visits: dict[str, Any] = json.loads(lzma.decompress((HERE / "visits.json.xz").read_bytes()))
    return visits


def _compile_clock(folder: Path) -> Path:
    """Compile the clock that stands still beside the program."""
    clock = folder.with_name("clock.so")
    command = ["gcc", "-O2", "-shared", "-fPIC", "-o", str(clock), str(HERE / "clock.c")]
    subprocess.run(command, check=True)
    return clock


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Yield a folder with the files of a commit."""
    with TemporaryDirectory(prefix="frozen-") as name:
        folder = Path(name) / "program"
        archive = subprocess.run(
            ["git", "archive", commit], cwd=CHECKOUT, check=True, capture_output=True
        )
        folder.mkdir()
        subprocess.run(["tar", "x"], cwd=folder, input=archive.stdout, check=True)
        yield folder


def thaw(folder: Path, files: Mapping[str, str], *, with_club: bool) -> None:
    """Fill an instance folder with the frozen files."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        (folder / name).chmod(0o600)
    if with_club:
        script = lzma.decompress((HERE / "club.sql.xz").read_bytes()).decode()
        with closing(sqlite3.connect(folder / "scorekeeper.sqlite3")) as db:
            db.executescript(script)
            db.commit()


class Program:
    """The program of a commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "LD_PRELOAD": str(_compile_clock(folder)),
            "FROZEN_AT": NOW,
            "TZ": "UTC",
        }

    def _command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-P", "-m", "scorekeeper.cli", *arguments]

    def run(self, arguments: Sequence[str], cwd: Path) -> str:
        """Return what a command prints and its exit status."""
        command = self._command(*arguments)
        done = subprocess.run(
            command, check=False, env=self._environment, cwd=cwd, capture_output=True
        )
        told = f"exit {done.returncode}\n{done.stdout.decode(errors='replace')}"
        return f"{told}{ERRORS}{done.stderr.decode(errors='replace')}" if done.stderr else told

    @contextmanager
    def served(self, instance: Path) -> Iterator["Site"]:
        """Serve an instance folder, and yield the site once it answers."""
        port = _free_port()
        log = instance.with_suffix(".log")
        place = ["--host", "127.0.0.1", "--port", str(port), "--instance", str(instance)]
        with log.open("wb") as told:
            process = subprocess.Popen(
                self._command("serve", *place, "--quiet"),
                env=self._environment,
                cwd=self.folder,
                stdout=told,
                stderr=told,
                start_new_session=True,
            )
        try:
            _await_port(port, process, log)
            with closing(HTTPConnection("127.0.0.1", port, timeout=120)) as connection:
                yield Site(connection)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait()


class Site:
    """A served site, asked one page after another."""

    def __init__(self, connection: HTTPConnection) -> None:
        self._connection = connection

    def get(self, address: str, cookie: str = "", host: str = "") -> Answer:
        """Ask for a page as a browser does that has this cookie."""
        headers = {"Host": host or "cards.test"} | ({"Cookie": cookie} if cookie else {})
        self._connection.request("GET", address, headers=headers)
        answer = self._connection.getresponse()
        kind = answer.headers.get_content_type()
        location = answer.headers.get("Location", "")
        return Answer(answer.status, kind, location, answer.read())


def _await_port(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = monotonic() + _STARTS_WITHIN
    while process.poll() is None and monotonic() < end:
        with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), timeout=1)):
            return
        sleep(0.05)
    raise RuntimeError(f"the site does not answer: {log.read_text(errors='replace')}")


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
