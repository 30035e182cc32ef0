"""Serves a host: its sites, each found by its name, its entrance, and the backups of all of them.

The name that a browser asked for finds the site, once a site is needed. The entrance has those
pages that need no site, and its own in place of two others.
"""

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from http import HTTPStatus
from queue import SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

from flask import Flask, Response, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorekeeper.config import Settings, environment_of_program
from scorekeeper.hosting.acts import is_upgraded, prepare_host, remove_old_demo, remove_unused
from scorekeeper.hosting.entrance import (
    entrance_pages,
    home_address,
    host_sites,
    show_entrance,
    show_watch_of_sites,
)
from scorekeeper.hosting.folders import host_address, is_demo
from scorekeeper.hosting.table import (
    AGAIN_SECONDS,
    BrokenSite,
    ClosedSite,
    ForeignHost,
    FullHost,
    HostSites,
    MovedSite,
    UnknownSite,
)
from scorekeeper.server import start
from scorekeeper.server.app import join, make_pages, site_maker
from scorekeeper.server.asgi import MOST_LARGE_BYTES
from scorekeeper.server.daily import BETWEEN_SITES, BackupThread, warn_of
from scorekeeper.server.start import Installation, say
from scorekeeper.store.backups import run_command
from scorekeeper.web.core import EVERYBODY, Action, Site, Sites, answering, role_needed, show_error

_GONE: Final = (
    HTTPStatus.NOT_FOUND,
    "Your copy is gone",
    "A club to look around in is deleted after a day. Look around again at the entrance.",
)
_MOVED_ON: Final = (
    HTTPStatus.NOT_FOUND,
    "At another address",
    "This site has another address now. Open that, and send it from there.",
)
_REFUSALS: Final = {
    UnknownSite: (
        HTTPStatus.NOT_FOUND,
        "No such site",
        "No site has this name. Check the address, or ask for its link.",
    ),
    ForeignHost: (
        HTTPStatus.MISDIRECTED_REQUEST,
        "Not here",
        "This address is not on this host. Check it, or ask for its link.",
    ),
    ClosedSite: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Closed for now",
        "The person who runs this site has closed it for a while. Nothing is lost.",
    ),
    BrokenSite: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Not now",
        "This site cannot be opened right now. The person who runs it can see why.",
    ),
    FullHost: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Not now",
        "Too many sites are open right now. Try again in a minute.",
    ),
}
ANYWHERE: Final = frozenset(
    {"core.serve", "core.favicon", "core.touch_icon", "core.robots", "health.health"}
)
"""What answers at any name, before a site is looked for."""
AT_BOTH: Final = frozenset(
    {
        "core.ask_look",
        "core.set_look",
        "core.manifest",
        "core.offline",
        "core.service_worker",
        "reference.rules",
        "reference.rules_of",
        "reference.hand",
        "reference.hear_hand",
    }
)
"""The pages of a site that the entrance has too."""
INSTEAD: Final = {"new_game.home": show_entrance, "new_game.ask_letters": show_watch_of_sites}
"""The pages of the entrance that stand at the address of a page of a site."""
_AGAIN_SECONDS: Final = 60.0
_GRACE_SECONDS: Final = 5.0
_NONE: Final = (
    "There are no copies of the sites: second_backups in settings.toml names a folder for them"
)
_SWITCH_SECONDS: Final = 0.0005
"""How long a thread of a host may compute while others wait for the interpreter, instead of 5 ms.

A page gives it up at each statement of SQL, and waits so long each time while a request of another
site is answered. One installation keeps the usual time: its requests are alike, and of two pages at
once both would be late.
"""
_AFTER_START: Final = 10.0
"""How long a host looks after no site, while all phones that waited for its start are answered."""
_PAUSES_PER_BACKUP: Final = 9
"""The pause after a backup of a site, by the time that it took: a tenth of a processor."""


def create_host(host: Settings) -> Flask:
    """Return the application that serves a host; none of its sites is open yet."""
    app = make_pages()
    app.register_blueprint(entrance_pages)
    app.url_value_preprocessor(demand_place)
    app.before_request(show_instead)
    app.register_error_handler(NoSite, answer_no_site)
    nights = SimpleQueue[str]()
    return join(app, HostSites(host, site_maker(host, nights), nights), find_site)


# --- Which site a request is for ------------------------------------------------------------------


class NoSite(HTTPException):
    """No site answers this request; ``title`` and ``text`` say why to who asked."""

    def __init__(self, code: HTTPStatus, title: str, text: str) -> None:
        super().__init__(text)
        self.code: HTTPStatus = code
        self.title, self.text = title, text


class LeadTo(RequestRedirect):
    """The answer that leads to the same page at another site."""

    def __init__(self, address: str, code: HTTPStatus) -> None:
        super().__init__(address + request.full_path.removesuffix("?"))
        self.code = code


def find_site() -> Site | HTTPException | None:
    """Return the site of the name that this request asks for, None for the entrance."""
    sites = host_sites()
    try:
        name = sites.find_name(request.host)
        return None if name is None else sites.enter(name)
    except MovedSite as moved:
        return _lead_to(str(moved))
    except (UnknownSite, ForeignHost, ClosedSite, BrokenSite, FullHost) as error:
        # Nobody can guess the name of a copy, and a page left open keeps asking for it.
        is_gone = isinstance(error, UnknownSite) and is_demo(request.host)
        return NoSite(*(_GONE if is_gone else _REFUSALS[type(error)]))


def _lead_to(address: str) -> HTTPException:
    """Return the answer for a former name: it leads to the new one, but a form is not sent on."""
    if request.method not in ("GET", "HEAD"):
        return NoSite(*_MOVED_ON)
    return LeadTo(address, HTTPStatus.MOVED_PERMANENTLY)


def answer_no_site(error: NoSite) -> Response:
    """Answer a request for which there is no site, with the way to the entrance."""
    way = Action(words="To the entrance", address=f"{host_address(host_sites().settings)}/")
    response = show_error(error.code, error.title, error.text, home=way)
    if error.code == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(AGAIN_SECONDS)
    return response


# --- Which pages the entrance has -----------------------------------------------------------------


def _is_entrance() -> bool:
    """Tell whether the entrance answers; raises the refusal if nothing does."""
    found = answering()
    if isinstance(found, HTTPException):
        raise found
    return found is None


def demand_place(endpoint: str | None, _: dict[str, Any] | None) -> None:
    """Refuse a request where its page does not answer, before anything else looks at it.

    From the entrance, a page that opens nothing leads to the site for games at home.
    """
    if endpoint in ANYWHERE:
        return
    is_of_entrance = endpoint is not None and endpoint.startswith(f"{entrance_pages.name}.")
    if not _is_entrance():
        if is_of_entrance:
            abort(404)
        return
    if is_of_entrance or endpoint in AT_BOTH or endpoint in INSTEAD:
        return
    home = home_address()
    is_open = endpoint is not None and role_needed(endpoint) is EVERYBODY
    if home and is_open and request.method == "GET":
        raise LeadTo(home, HTTPStatus.FOUND)
    abort(404)


def show_instead() -> ResponseReturnValue | None:
    """Show the entrance's own page in place of that of a site; else let the site's answer."""
    show = INSTEAD.get(request.endpoint or "")
    return show() if show is not None and _is_entrance() else None


# --- Serving, with the backups and copies of all sites --------------------------------------------


_log = logging.getLogger(__name__)


def serve(settings: Settings, *, quiet: bool = False) -> None:
    """Serve an installation or a host, as ``serving.start.serve`` does."""
    start.serve(settings, Host() if settings.is_host else None, quiet=quiet)


class Host(Installation):
    """A host, whose sites are opened by their first requests."""

    large_bodies_of_site = MOST_LARGE_BYTES // 4

    def prepare(self, settings: Settings) -> None:
        """Make the folder of the sites, and the site for games at home. Raises ConfigError."""
        prepare_host(settings)
        sys.setswitchinterval(_SWITCH_SECONDS)

    def make_app(self, settings: Settings) -> Flask:
        """Return the application; no database is opened for it."""
        return create_host(settings)

    def greet(self, sites: Sites) -> None:
        """Print the address of the entrance."""
        host = sites.settings
        say(f"{host.title} is served to {host.domain}: {host_address(host)}/")

    @contextmanager
    def keep_safe(self, sites: Sites) -> Iterator[None]:
        """Make backups and copies of all sites until the block ends."""
        backups, copies = HostBackups(sites), CopyingProcess(sites.settings)
        backups.start()
        copies.start()
        yield
        copies.stop()
        backups.stop()


class HostBackups(BackupThread):
    """Backups of the sites of a host, spread over the day; and what else is done for them then."""

    def __init__(self, sites: Sites) -> None:
        super().__init__(sites)
        self._host = sites.settings

    def prepare(self) -> None:
        """Let a process bring all sites up to date, if the program was upgraded."""
        if self.stopping.wait(_AFTER_START) or is_upgraded(self._host):
            return
        result = run_command("sites", "upgrade", *self._host.as_arguments)
        if not self.stopping.is_set():  # else it ended since the host was stopped
            warn_of(result)

    def see_to(self, name: str, *, is_night: bool) -> float:
        """Make what is due at a site, or remove it if nobody used it; return how long to wait.

        A copy to look around in has no backups, and is deleted when it is old.
        """
        begin, now = monotonic(), datetime.now().astimezone()
        if is_demo(name):
            remove_old_demo(self._host, name, now)
            return BETWEEN_SITES
        if remove_unused(self._host, name, now):
            _log.info("The site %s, which nobody used, is removed", name)
            return BETWEEN_SITES
        super().see_to(name, is_night=is_night)
        return max(BETWEEN_SITES, _PAUSES_PER_BACKUP * (monotonic() - begin))


class CopyingProcess:
    """A process that copies sites until it is told to stop; it is restarted if it ends."""

    def __init__(self, host: Settings) -> None:
        self._host = host
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="copies", daemon=True)
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin to copy; without a second folder log that there are no copies."""
        if self._host.second_backups:
            self._thread.start()
        else:
            _log.warning(_NONE)

    def stop(self) -> None:
        """End the process; a copy under way is finished, or left unproved."""
        self._stopping.set()
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()  # this tells it to stop
        try:
            process.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._process = self._begin()
            if self._process is not None:
                self._log_lines(self._process)
            if not self._stopping.is_set():
                _log.error("The process that copies sites ended, and is begun again")
            self._stopping.wait(_AGAIN_SECONDS)

    def _begin(self) -> subprocess.Popen[str] | None:
        command = [sys.executable, "-P", "-m", "scorekeeper.hosting.copies"]
        try:
            return subprocess.Popen(  # noqa: S603 - our own module
                [*command, str(self._host.instance)],
                env=environment_of_program(),
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            _log.error("No process can be begun that copies sites: %s", error.strerror)
            return None

    def _log_lines(self, process: subprocess.Popen[str]) -> None:
        """Log each line that the process writes, until it ends."""
        if process.stderr is None:
            return
        with process.stderr as lines:
            for line in lines:
                _log.warning("A site was not copied well: %s", line.strip())
        process.wait()
