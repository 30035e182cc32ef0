"""Serves the site: opens the port, prints the addresses for phones, and starts uvicorn."""

import errno
import gc
import logging
import os
import re
import resource
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import StringIO
from ipaddress import ip_address
from threading import Event, Thread
from types import FrameType
from typing import Final

import segno
import uvicorn
from click import ClickException
from flask import Flask

from scorekeeper.club.officers import find_set_up_path
from scorekeeper.config import (
    GONE,
    ConfigError,
    Settings,
    load_settings,
    refuse_lost,
    written_settings,
)
from scorekeeper.games import Count
from scorekeeper.server.app import create_app
from scorekeeper.server.asgi import MOST_LARGE_BYTES, AsgiSite, LargeBodies, Places
from scorekeeper.server.daily import BackupThread
from scorekeeper.server.logs import start_log
from scorekeeper.server.protocol import SiteProtocol
from scorekeeper.store.database import AlreadyServed, StorageError, lock_serving, migrate
from scorekeeper.web.addresses import page_addresses
from scorekeeper.web.core import Sites, sites_of
from scorekeeper.web.core.security import Askers

_MOST_FILES: Final = 16_384
_FILES_BESIDES: Final = 128
"""How many open files are left to the database, the renderer and the program itself."""
_LEAST_CONNECTIONS: Final = 64
_IDLE_SECONDS: Final = 30
_GRACE_SECONDS: Final = 10
"""How long requests under way may take to end; systemd waits for fifteen seconds."""
_ANYBODY_FORGES: Final = (
    "behind_proxy is true, and the port is open to the network: let only the proxy reach it, since"
    " whoever else does can claim any address"
)
_LOCK_SECONDS: Final = 10.0
"""How long a start waits for the process before it to end."""
_TENDED_SECONDS: Final = 0.25
_ACCEPTED_AT_ONCE: Final = 16
"""How many connections are accepted before those that are open have a turn: 1,000 take 60 ms."""
_FIRST_PASSED: Final = 3
"""The number of the first file that systemd passes (``sd_listen_fds``)."""
_GONE_MILLISECONDS: Final = 60_000
_WHITE_ON_BLACK: Final = "\033[97;40m"
_PLAIN: Final = "\033[0m"
_log = logging.getLogger(__name__)


class SiteServer(uvicorn.Server):
    """uvicorn with the site, which ends the streams of open pages as soon as it is told to stop."""

    def __init__(self, options: uvicorn.Config, end_streams: Callable[[], None]) -> None:
        super().__init__(options)
        self._end_streams = end_streams

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to accept connections, while many more may wait than are accepted at once."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(socket.SOMAXCONN)  # uvicorn's ``backlog`` is both

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when the requests under way are answered (SIGTERM, SIGINT)."""
        self._end_streams()
        super().handle_exit(sig, frame)


def server_options(
    app: Callable[..., Iterable[bytes]],
    sites: Sites,
    large_bodies: LargeBodies | None = None,
) -> uvicorn.Config:
    """Return the options by which uvicorn serves a WSGI application within the settings' limits."""
    settings = sites.settings
    application = AsgiSite(
        site=app,
        find_asker=Askers(sites).find,
        by_address=Places(settings.requests_per_address),
        forwarded=settings.behind_proxy,
        large_bodies=large_bodies,
    )
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    limits = {
        "most": max(_LEAST_CONNECTIONS, soft - _FILES_BESIDES),
        "by_address": None if settings.behind_proxy else Count(settings.connections_per_address),
    }
    return uvicorn.Config(
        application,
        http=type("LimitedProtocol", (SiteProtocol,), limits),
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=_ACCEPTED_AT_ONCE,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


class Installation:
    """What is served: here the only site of a folder."""

    large_bodies_of_site = MOST_LARGE_BYTES
    """How many bytes of large bodies are held for a site."""

    def prepare(self, settings: Settings) -> None:
        """Make what is missing. Raises ConfigError, StorageError."""
        if not settings.database.exists():
            # Before the port, which may be busy: a key without a database means that it was lost.
            migrate(settings.database)

    def make_app(self, settings: Settings) -> Flask:
        """Return the application. Raises StorageError."""
        return create_app(settings)

    def greet(self, sites: Sites) -> None:
        """Print the addresses for phones, and that which sets up the club."""
        settings, is_terminal = sites.settings, sys.stdout.isatty()
        addresses = page_addresses(settings, settings.port)
        say(welcome(settings.title, addresses, is_terminal=is_terminal))
        way = find_set_up_path(sites.only.store, settings.set_up_key)
        if way:
            say(set_up_words(f"{addresses[0]}{way}", is_terminal=is_terminal))

    @contextmanager
    def keep_safe(self, sites: Sites) -> Iterator[None]:
        """Make backups until the block ends."""
        backups = BackupThread(sites)
        backups.start()
        yield
        backups.stop()


def serve(settings: Settings, what: Installation | None = None, *, quiet: bool = False) -> None:
    """Serve a folder until the process is told to stop.

    ``quiet`` prints no address. Raises AlreadyServed if another process serves the folder,
    ConfigError if the port cannot be opened, StorageError if the database cannot be used.
    """
    what = what or Installation()
    start_log(quiet=quiet)
    lock = lock_serving(settings.instance, seconds=_LOCK_SECONDS)
    what.prepare(settings)
    listener = passed_socket() or open_port(settings.host, settings.port)
    if listener.family != socket.AF_UNIX:
        settings = replace(settings, port=listener.getsockname()[1])
    allow_many_files()
    # Before the addresses are printed, so that a broken database stops the start in a sentence.
    app = what.make_app(settings)
    sites, stopping = sites_of(app), Event()
    if not quiet:
        what.greet(sites)
    warn_of_forged_addresses(settings, listener)
    warn_of_gone_settings(settings)
    _log.info("The site is served", extra={"details": {"port": settings.port}})
    for told in (signal.SIGTERM, signal.SIGINT):
        # uvicorn stops at these, and then raises them again: an ordinary end is no failure.
        signal.signal(told, lambda *_: None)
    Thread(target=_tend, args=(sites, stopping), name="sites", daemon=True).start()
    options = server_options(app, sites, LargeBodies(most_of_site=what.large_bodies_of_site))
    # All of this stays; looking through it for garbage would stop every answer for 50 ms.
    gc.freeze()
    gc.enable()
    with what.keep_safe(sites):
        SiteServer(options, sites.end_streams).run(sockets=[listener])
    stopping.set()
    sites.close()
    os.close(lock)
    _log.info("The site has stopped")


def create_default_app() -> Flask:
    """Return the site of the default folder for another WSGI server, whose process then serves it.

    That makes no daily backups, and no turns for those who wait. Raises ClickException.
    """
    try:
        refuse_lost(None)
        settings = load_settings()
        if settings.is_host:
            raise ConfigError(f"{settings.instance} is a host of many sites: ./run serves it.")
        lock_serving(settings.instance)
        return create_app(settings)
    except (AlreadyServed, ConfigError, StorageError) as error:
        raise ClickException(str(error)) from None


def _tend(sites: Sites, stopping: Event) -> None:
    """Close sites that were asked to close, and idle ones, until the process is told to stop."""
    while not stopping.wait(_TENDED_SECONDS):
        try:
            sites.tend()
        except Exception:  # noqa: BLE001 - without this thread no site would be closed
            _log.exception("A site could not be closed")


def warn_of_forged_addresses(settings: Settings, listener: socket.socket) -> None:
    """Log a warning if others than the proxy reach a site that believes what a proxy says."""
    if not settings.behind_proxy or listener.family == socket.AF_UNIX:
        return
    if not ip_address(listener.getsockname()[0]).is_loopback:
        _log.warning(_ANYBODY_FORGES)


def warn_of_gone_settings(settings: Settings) -> None:
    """Log a warning for each setting in the file that only an earlier version knew."""
    for name in GONE.keys() & written_settings(settings.instance):
        _log.warning("%s in settings.toml does nothing any more: %s", name, GONE[name])


def passed_socket() -> socket.socket | None:
    """Return the socket that systemd opened for this process and keeps open, or None.

    A phone that connects while the site restarts waits in its queue, and none is refused.
    """
    if os.environ.get("LISTEN_PID") != str(os.getpid()) or os.environ.get("LISTEN_FDS") != "1":
        return None
    return socket.socket(fileno=_FIRST_PASSED)


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
    if _is_of_this_machine(first):
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


def _is_of_this_machine(address: str) -> bool:
    """Tell whether no phone can open an address."""
    return re.match(r"http://(localhost|127\.|\[::1\])", address) is not None


def set_up_words(address: str, *, is_terminal: bool) -> str:
    """Return the text with the address that sets a club up.

    On a terminal its QR code follows, so that an officer need not type the key into a phone. A log
    gets no code: whoever reads it later has no phone at hand.
    """
    text = f"Is this for a club? This address sets it up, once: {address}"
    if not is_terminal or _is_of_this_machine(address):
        return text
    code = qr_code(address, is_terminal=True)
    return f"{text}\n\n{code}\nThe code above sets the club up; the first one is for players."


def qr_code(address: str, *, is_terminal: bool) -> str:
    """Return a QR code of the address, light on dark, drawn with half-block characters."""
    drawing = StringIO()
    segno.make(address, error="m", micro=False).terminal(drawing, border=2, compact=True)
    lines = drawing.getvalue().splitlines()
    if is_terminal:
        lines = [f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines]
    return "\n".join(lines)


def say(text: str) -> None:
    """Print the text, with question marks for characters that the terminal cannot show."""
    encoding = sys.stdout.encoding
    print(text.encode(encoding, "replace").decode(encoding), flush=True)
