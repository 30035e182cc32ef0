"""Which site answers a request: found by the name that the browser asked for, once it is needed.

On a host a request holds its site until it is answered, so that nobody closes it meanwhile.
"""

from collections.abc import MutableMapping
from functools import lru_cache
from http import HTTPStatus
from threading import Lock
from typing import Any, Final, cast

from flask import Flask, current_app, g, has_request_context, request
from flask.sansio.app import App
from flask.templating import Environment
from jinja2 import Template
from jinja2.bccache import BytecodeCache
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.routing import RequestRedirect

from scorekeeper.config import Settings
from scorekeeper.hosting.folders import HOME, is_demo, site_address
from scorekeeper.hosting.table import (
    BrokenSite,
    ClosedSite,
    ForeignHost,
    FullHost,
    MovedSite,
    Site,
    Sites,
    UnknownSite,
)
from scorekeeper.wording.compiled import CompiledTemplates

_SITES: Final = "scorekeeper"
"""The key of the table of sites in ``app.extensions``."""
_PATHS_KEPT: Final = 4096
"""How many paths are kept: those of some hundred pages."""


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


_UNKNOWN: Final = (
    HTTPStatus.NOT_FOUND,
    "No such site",
    "No site has this name. Check the address, or ask for its link.",
)
_GONE: Final = (
    HTTPStatus.NOT_FOUND,
    "Your copy is gone",
    "A club to look around in goes after a day. Look around again at the entrance.",
)
_TOO_MANY: Final = (
    HTTPStatus.TOO_MANY_REQUESTS,
    "Too many wrong names",
    "Wait an hour, then check the address, or ask for its link.",
)
_FOREIGN: Final = (
    HTTPStatus.MISDIRECTED_REQUEST,
    "Not here",
    "This address is not one of this host. Check it, or ask for its link.",
)
_MOVED_ON: Final = (
    HTTPStatus.NOT_FOUND,
    "At another address",
    "This site has another address now. Open that, and send it from there.",
)
_CLOSED: Final = (
    HTTPStatus.SERVICE_UNAVAILABLE,
    "Closed for now",
    "Whoever keeps this site has closed it for a while. Nothing is lost.",
)
_BROKEN: Final = (
    HTTPStatus.SERVICE_UNAVAILABLE,
    "Not now",
    "This site cannot be opened just now. Whoever keeps it can see why.",
)
_FULL: Final = (
    HTTPStatus.SERVICE_UNAVAILABLE,
    "Not now",
    "Too many sites are open just now. Try again in a minute.",
)


class Templates(Environment):
    """The templates, with a plain dictionary of what all of them know."""

    compiled: BytecodeCache = CompiledTemplates("pages")

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, bytecode_cache=self.compiled, **options)
        self._loading = Lock()

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja calls it so
    ) -> Template:
        """Return a template, compiled once even if many pages need it at once after a start."""
        with self._loading:
            return super().get_template(name, parent, globals)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return what a template knows; nothing is added once the first is loaded.

        Jinja's own chain of dictionaries is copied and compared name by name for each template
        that a page imports from: about a twentieth of its time.
        """
        return {**self.globals, **(d or {})}


class SiteApp(Flask):
    """The application; what it signs is signed with the key of the site that answers."""

    jinja_environment = Templates

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._kept_path = lru_cache(_PATHS_KEPT, typed=True)(self._path)

    def url_for(self, endpoint: str, **values: Any) -> str:
        """Return an address as Flask does; a page has twenty, mostly those of the last one."""
        is_path = all(type(each) in (str, int) and name[0] != "_" for name, each in values.items())
        if not is_path or not has_request_context():
            return super().url_for(endpoint, **values)
        self.inject_url_defaults(endpoint, values)
        return self._kept_path(request.root_path, endpoint, **values)

    def _path(self, root: str, endpoint: str, /, **values: str | int) -> str:
        return self.url_map.bind("", root).build(endpoint, values)

    @property
    def secret_key(self) -> str | None:  # type: ignore[override]  # Flask has one for all
        """The key of the site that answers, or of the entrance; nothing is signed by all."""
        return this_settings().secret_key if has_request_context() else None


def put_sites(app: Flask, sites: Sites) -> None:
    """Give the application its table of sites, and let each request give its site back."""
    app.extensions[_SITES] = sites
    app.teardown_request(_leave)


def sites_of(app: Flask) -> Sites:
    """Return the table of sites of an application."""
    return cast(Sites, app.extensions[_SITES])


def site() -> Site:
    """Return the site that answers this request; raises its refusal if none does."""
    found = _found()
    if not isinstance(found, Site):
        raise found or NotFound
    return found


def name_of_site() -> str:
    """Return the name of the site that answers, if it was asked for; nothing is opened for this."""
    found = g.get("found")
    return found.name if isinstance(found, Site) else ""


def this_settings() -> Settings:
    """Return the settings of the site that answers; those of the host if none does."""
    found = _found()
    return found.settings if isinstance(found, Site) else host_settings()


def is_entrance() -> bool:
    """Tell whether the entrance of the host answers, or refuse the request if nothing does."""
    found = _found()
    if isinstance(found, HTTPException):
        raise found
    return found is None


def host_settings() -> Settings:
    """Return the settings of the host, or of the only site."""
    return sites_of(current_app).settings


def home_address() -> str:
    """Return the address of the host's site for games at home; empty if it has none."""
    host = host_settings()
    return site_address(host, HOME) if host.is_host and host.home_site else ""


def _found() -> Site | HTTPException | None:
    """Return the site of this request, None for the entrance, or why there is none."""
    if "found" not in g:
        g.found = _find()
    found: Site | HTTPException | None = g.found
    return found


def _find() -> Site | HTTPException | None:
    sites = sites_of(current_app)
    if sites.only is not None:
        return sites.only
    try:
        name = sites.find_name(request.host)
        return None if name is None else sites.enter(name)
    except MovedSite as moved:
        return _lead_to(str(moved))
    except UnknownSite:
        if is_demo(request.host):
            # Nobody guesses these names, and a page left open asks for its copy again and again.
            return NoSite(*_GONE)
        is_counted = sites.wrong_names.take_guess(request.remote_addr or "")
        return NoSite(*(_UNKNOWN if is_counted else _TOO_MANY))
    except (ForeignHost, ClosedSite, BrokenSite, FullHost) as error:
        return NoSite(*_REFUSALS[type(error)])


_REFUSALS: Final = {
    ForeignHost: _FOREIGN,
    ClosedSite: _CLOSED,
    BrokenSite: _BROKEN,
    FullHost: _FULL,
}


def _lead_to(address: str) -> HTTPException:
    """Return the answer for a former name: it leads to the new one, but a form is not sent on."""
    if request.method not in ("GET", "HEAD"):
        return NoSite(*_MOVED_ON)
    return LeadTo(address, HTTPStatus.MOVED_PERMANENTLY)


def _leave(_: BaseException | None) -> None:
    found: Site | HTTPException | None = g.pop("found", None)
    sites = sites_of(current_app)
    if isinstance(found, Site) and sites.only is None:
        sites.leave(found)
