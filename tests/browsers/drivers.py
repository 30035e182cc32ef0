"""Windows of Chromium, Firefox and WebKit, driven in one way.

Chromium and WebKit come with a driver that speaks WebDriver; Firefox has Marionette built in, which
has the same commands by other names, so that none of them needs a package of Python's.
"""

import json
import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any, Final, Protocol
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.served import free_port

_PATIENCE: Final = 20.0
"""Seconds that a page or a browser may take for anything."""
_MINI_BROWSERS: Final = "/usr/lib/*/webkit*gtk-*/MiniBrowser"

_PATHS: Final = {
    "open": "url",
    "run": "execute/sync",
    "click": "element/{id}/click",
    "type": "element/{id}/value",
    "size": "window/rect",
    "picture": "screenshot",
}
"""Where WebDriver takes a command, below the address of a session."""
_COMMANDS: Final = {
    "open": "WebDriver:Navigate",
    "run": "WebDriver:ExecuteScript",
    "click": "WebDriver:ElementClick",
    "type": "WebDriver:ElementSendKeys",
    "size": "WebDriver:SetWindowRect",
    "picture": "WebDriver:TakeScreenshot",
}
"""What Marionette calls the same commands."""


class BrowserError(Exception):
    """A browser did not do what it was told, and says why."""


class Driver(Protocol):
    """Takes commands to a browser."""

    def tell(self, command: str, **about: Any) -> Any:
        """Return the browser's answer to one of the commands above."""


@dataclass(frozen=True)
class WebDriver:
    """A session of a driver that listens at an address."""

    session: str

    def tell(self, command: str, **about: Any) -> Any:
        path = _PATHS[command].format(id=about.pop("id", ""))
        return ask(f"{self.session}/{path}", None if command == "picture" else about)


@dataclass(frozen=True)
class Marionette:
    """A connection to Firefox: each message is a JSON array behind its length."""

    connection: socket.socket

    def tell(self, command: str, **about: Any) -> Any:
        return unwrap(self.send(_COMMANDS[command], about))

    def send(self, command: str, about: Mapping[str, Any]) -> Any:
        """Send a command by its own name, and return its answer."""
        text = json.dumps([0, 1, command, about])
        self.connection.sendall(f"{len(text.encode())}:{text}".encode())
        _, _, error, answer = self.read()
        if error:
            raise BrowserError(error["message"])
        return answer

    def read(self) -> Any:
        """Return the next message."""
        length = b""
        while not length.endswith(b":"):
            length += self._some(1)
        body = b""
        while len(body) < int(length[:-1]):
            body += self._some(int(length[:-1]) - len(body))
        return json.loads(body)

    def _some(self, most: int) -> bytes:
        got = self.connection.recv(most)
        if not got:
            raise BrowserError("Firefox has ended")
        return got


def ask(address: str, body: Mapping[str, Any] | None, *, method: str = "") -> Any:
    """Return what a driver answers to a request, which is a GET without a body."""
    request = Request(  # noqa: S310 - an address of this machine
        address,
        None if body is None else json.dumps(body).encode(),
        {"Content-Type": "application/json"},
        method=method or ("GET" if body is None else "POST"),
    )
    try:
        with urlopen(request, timeout=60) as answer:  # noqa: S310
            return json.load(answer)["value"]
    except HTTPError as error:
        with error:
            raise BrowserError(json.load(error)["value"]["message"]) from None


def unwrap(answer: Any) -> Any:
    """Return the value that Marionette puts into an object of its own."""
    return answer["value"] if isinstance(answer, dict) and set(answer) == {"value"} else answer


# --- starting them --------------------------------------------------------------------------------


def missing(browser: str) -> str:
    """Return which package of Debian a browser lacks here; empty if it can be started."""
    needed = {
        "chromium": {"chromium": "chromium", "chromedriver": "chromium-driver"},
        "firefox": {"firefox-esr": "firefox-esr"},
        "webkit": {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"},
    }[browser]
    return " ".join(package for program, package in needed.items() if not which(program))


@contextmanager
def driver_of(browser: str) -> Iterator[Driver]:
    """Start a browser that knows nothing of any site."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(TemporaryDirectory(ignore_cleanup_errors=True)))
        start = {"chromium": _chromium, "firefox": _firefox, "webkit": _webkit}[browser]
        yield start(folder, ends)


def _chromium(folder: Path, ends: ExitStack) -> Driver:
    options = {"args": ["--headless", "--no-sandbox", f"--user-data-dir={folder}"]}
    return _session(["chromedriver"], {"goog:chromeOptions": options}, ends)


def _webkit(folder: Path, ends: ExitStack) -> Driver:
    (program, *_) = sorted(str(each) for each in Path("/").glob(_MINI_BROWSERS[1:]))
    options = {"binary": program, "args": ["--automation"]}
    # Its own folders keep what it stores apart from that of the user and of the next window.
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), folder)
    return _session(
        ["WebKitWebDriver"],
        {"webkitgtk:browserOptions": options},
        ends,
        DISPLAY=_screen(ends),
        **{name: str(home) for name, home in homes.items()},
    )


def _screen(ends: ExitStack) -> str:
    """Start a screen for WebKit, which has no windows without one, and return its name."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x1000x24", "-nolisten", "tcp"]
    ends.enter_context(_running(command, pass_fds=(write,)))
    os.close(write)
    with os.fdopen(read) as told:
        return f":{told.readline().strip()}"


def _session(
    command: list[str], wished: Mapping[str, Any], ends: ExitStack, **environment: str
) -> Driver:
    port = free_port()
    ends.enter_context(_running([*command, f"--port={port}"], env={**os.environ, **environment}))
    _connect(port).close()
    address = f"http://127.0.0.1:{port}/session"
    begun = ask(address, {"capabilities": {"alwaysMatch": wished}})
    session = f"{address}/{begun['sessionId']}"
    ends.callback(ask, session, None, method="DELETE")
    return WebDriver(session)


def _firefox(folder: Path, ends: ExitStack) -> Driver:
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
    command = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    # As root it wants a home of its own.
    ends.enter_context(_running(command, env={**os.environ, "HOME": str(folder)}))
    connection = ends.enter_context(_connect(port))
    firefox = Marionette(connection)
    firefox.read()  # it says first who it is
    firefox.send("WebDriver:NewSession", {})
    ends.callback(firefox.send, "Marionette:Quit", {"flags": ["eForceQuit"]})
    return firefox


@contextmanager
def _running(command: list[str], **about: Any) -> Iterator[None]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet, **about)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


def _connect(port: int) -> socket.socket:
    """Return a connection to a port of this machine, once somebody listens there."""
    end = monotonic() + _PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except OSError:
            if monotonic() > end:
                raise
            sleep(0.05)
