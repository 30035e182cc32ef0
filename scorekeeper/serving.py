"""Serves the site: opens the port, prints the addresses for phones, and starts gunicorn."""

import errno
import re
import resource
import socket
import sys
from collections.abc import Callable
from io import StringIO
from types import FrameType
from typing import Any, Final

import segno
from gunicorn.app.base import BaseApplication
from gunicorn.workers.gthread import ThreadWorker

from scorekeeper.addresses import page_addresses
from scorekeeper.app import create_app, end_streams
from scorekeeper.bookkeeping.live.notifier import MOST_STREAMS
from scorekeeper.config import ConfigError, Settings
from scorekeeper.storage.database import migrate

_THREADS_FOR_ANSWERS: Final = 32
"""The threads that no stream can occupy, so that a deal that is sent is always answered."""

_MOST_FILES: Final = 16_384
_GONE_MILLISECONDS: Final = 60_000
_WHITE_ON_BLACK: Final = "\033[97;40m"
_PLAIN: Final = "\033[0m"


class SiteWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn publishes no types
    """A gunicorn worker that ends its streams when it is told to stop, to stop without delay."""

    wsgi: Any = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop as soon as the requests under way are answered (SIGTERM)."""
        self._let_go()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        """Stop at once (SIGQUIT, SIGINT)."""
        self._let_go()
        super().handle_quit(sig, frame)

    def _let_go(self) -> None:
        if self.wsgi is not None:  # the site may not be made yet
            end_streams(self.wsgi)


SERVER_OPTIONS: Final[dict[str, Any]] = {
    # One process, so that all threads share the game cache and the renderer of PDFs.
    "workers": 1,
    "worker_class": SiteWorker,
    # A phone with a live page occupies a thread, and a second connection while it loads a page.
    "threads": MOST_STREAMS + _THREADS_FOR_ANSWERS,
    "worker_connections": 2 * MOST_STREAMS + 5 * _THREADS_FOR_ANSWERS,
    "graceful_timeout": 2,
    "control_socket_disable": True,
    "loglevel": "warning",
    "proc_name": "scorekeeper",
}


class SiteServer(BaseApplication):  # type: ignore[misc]  # gunicorn publishes no types
    """Gunicorn with ``SERVER_OPTIONS``, on a port that is already open."""

    def __init__(self, make_site: Callable[[], Any], listener: socket.socket) -> None:
        self._make_site = make_site
        # Gunicorn makes its own socket from this file descriptor and closes it.
        self._bind = f"fd://{listener.detach()}"
        super().__init__()

    def load_config(self) -> None:
        """Set the options; there is no configuration file and no command line."""
        for name, value in {**SERVER_OPTIONS, "bind": self._bind}.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Return the site; made in the worker, as threads and connections do not survive a fork."""
        return self._make_site()


def serve(settings: Settings) -> None:
    """Serve the site until the process is told to stop.

    Raises ConfigError if the port cannot be opened, StorageError if the database cannot be used.
    """
    listener = open_port(settings.host, settings.port)
    # Here and not in the worker, so that a broken database stops the start with one sentence.
    migrate(settings.database)
    port = listener.getsockname()[1]
    addresses = page_addresses(settings, port)
    _say(welcome(settings.title, addresses, is_terminal=sys.stdout.isatty()))
    allow_many_files()
    SiteServer(lambda: create_app(settings), listener).run()


def allow_many_files() -> None:
    """Raise this process's limit of open files for its connections; 1024 is a usual default."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def open_port(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the address; port 0 takes a free one.

    Raises ConfigError if the port is busy or forbidden, or the host is not this machine.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError:
        raise ConfigError(f"{host} is not an address of this machine.") from None
    try:
        # Else the port would count as busy for a minute after another site on it has stopped.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if sys.platform == "linux":
            # Else a phone out of reach would occupy its stream for a quarter of an hour.
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MILLISECONDS)
        listener.bind(address)
        listener.listen(socket.SOMAXCONN)
    except OSError as error:
        listener.close()
        raise ConfigError(_why_no_port(error, host, port)) from None
    return listener


def _why_no_port(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {port} is busy: stop the program that uses it, or start with another --port."
            )
        case errno.EACCES:
            return f"Port {port} is kept for the administrator: start with a --port above 1023."
        case errno.EADDRNOTAVAIL:
            return f"{host} is not an address of this machine."
    return f"Port {port} of {host} cannot be opened: {error.strerror}."


def welcome(title: str, addresses: tuple[str, ...], *, is_terminal: bool) -> str:
    """Return the text that a start prints: the addresses and a QR code of the first.

    On a terminal the code has colours of its own, to be readable on any background.
    """
    first, *others = addresses
    if re.match(r"http://(localhost|127\.|\[::1\])", first):
        return (
            f"{title} is served to this machine only: {first}\n"
            "Phones on the same network reach it when it is started with --host 0.0.0.0.\n"
            "Ctrl-C stops it."
        )
    more = "".join(f"\n  or {address}" for address in others)
    code = qr_code(first, is_terminal=is_terminal)
    return (
        f"{title} is served. A phone on the same network opens\n"
        f"     {first}{more}\n\n{code}\nCtrl-C stops it."
    )


def qr_code(address: str, *, is_terminal: bool) -> str:
    """Return a QR code of the address, light on dark, drawn with half-block characters."""
    drawing = StringIO()
    segno.make(address, error="m", micro=False).terminal(drawing, border=2, compact=True)
    lines = drawing.getvalue().splitlines()
    if is_terminal:
        lines = [f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines]
    return "\n".join(lines)


def _say(text: str) -> None:
    """Print the text, with question marks for characters that the terminal cannot show."""
    encoding = sys.stdout.encoding
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
