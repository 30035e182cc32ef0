"""The site as it is served, in a thread of the tests, with time limits of tenths of a second."""

import asyncio
import socket
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner

from scorekeeper.cli import main
from scorekeeper.config import Settings, load_settings
from scorekeeper.server import asgi, protocol, start
from scorekeeper.server.app import create_app
from scorekeeper.server.start import SiteServer, open_port, server_options
from scorekeeper.web.core.sites import sites_of
from tests.empty_database import put_database
from tests.only_site import close_site

Result = TypeVar("Result")

HEAD, BODY = 0.4, 0.8
"""The time limits of these tests (seconds)."""
PATIENCE = 9.0
"""How long a test waits for what should come at once (seconds); less than the usual time limits."""


class TellingServer(SiteServer):
    """A server that tells when phones can connect."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.is_ready = Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_ready.set()


class Running:
    """A served site, on a socket of the test or a new one; ``connect`` opens a connection to it."""

    def __init__(self, settings: Settings, listener: socket.socket | None = None) -> None:
        if not settings.database.exists():
            put_database(settings.instance)
        self.app = create_app(settings)
        self._listener = listener or open_port("127.0.0.1", 0)
        self.port: int = self._listener.getsockname()[1]
        options = server_options(self.app, sites_of(self.app))
        self._server = TellingServer(options, sites_of(self.app).end_streams)
        self._thread = Thread(target=self._server.run, kwargs={"sockets": [self._listener]})
        self._thread.start()
        assert self._server.is_ready.wait(PATIENCE)

    def connect(self, start: bytes = b"") -> socket.socket:
        phone = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        phone.sendall(start)
        return phone

    def stop(self) -> None:
        self.begin_to_stop()
        self._thread.join()
        close_site(self.app)

    def begin_to_stop(self) -> None:
        sites_of(self.app).end_streams()
        self._server.should_exit = True


def ends_of(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> Semaphore:
    """Return what can be acquired once for each call of the method that has ended from now on."""
    ends, method = Semaphore(0), getattr(owner, name)

    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return method(*arguments, **named)
        finally:
            ends.release()

    monkeypatch.setattr(owner, name, call)
    return ends


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread of its own: in this one the loop of a browser may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def complaint_of(folder: Path, port: int = 0) -> tuple[int, str]:
    """Return status and sentence of a start that fails, in this process, a tenth of the work.

    What it logs is left to the tests.
    """
    words = ["serve", "--host", "127.0.0.1", "--port", str(port), "--instance", str(folder)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(start, "start_log", lambda **_: None)
        done = CliRunner().invoke(main, words)
    return done.exit_code, done.stderr


def read_all(phone: socket.socket) -> bytes:
    """Return what comes until the connection is closed."""
    parts = []
    try:
        while part := phone.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Yield the site with short time limits and the usual other limits."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(protocol, "_HEAD_SECONDS", HEAD)
        patch.setattr(asgi, "_FIRST_SECONDS", BODY)
        patch.setattr(asgi, "_BODY_SECONDS", BODY)
        with run(tmp_path_factory.mktemp("served"), {}) as running:
            yield running


@pytest.fixture
def limited(tmp_path: Path, limits: dict[str, int]) -> Iterator[Running]:
    """Yield a site with the limits of the test."""
    with run(tmp_path, limits) as running:
        yield running


@contextmanager
def run(folder: Path, limits: dict[str, int]) -> Iterator[Running]:
    """Yield a running site with these limits in its settings."""
    lines = "\n".join([f"{name} = {value}" for name, value in limits.items()])
    (folder / "settings.toml").write_text(lines)
    running = Running(load_settings(folder, host="127.0.0.1", port=0))
    yield running
    running.stop()


def scope_of(path: str, client: str = "127.0.0.1") -> dict[str, Any]:
    """A request for a page as the server hands it on."""
    asked = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode()}
    about = {"http_version": "1.1", "scheme": "http", "server": None, "client": (client, 1)}
    return {**asked, **about, "query_string": b"", "headers": [(b"host", b"table.test")]}
