"""The application of a host: the pages of its sites, each found by its name, and the entrance.

The name that a browser asked for finds the site, once it is needed. Of the pages of a site the
entrance has those that need none, and its own in place of two.
"""

from http import HTTPStatus
from queue import SimpleQueue
from typing import Any, Final

from flask import Flask, Response, abort, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from scorekeeper.config import Settings
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
from scorekeeper.server.app import join, make_pages, site_maker
from scorekeeper.web.core.access import EVERYBODY, role_needed
from scorekeeper.web.core.errors import show_error
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import Site, answering


def create_host(host: Settings) -> Flask:
    """Return the application that serves a host; none of its sites is open yet."""
    app = make_pages()
    app.register_blueprint(entrance_pages)
    app.url_value_preprocessor(demand_place)
    app.before_request(show_instead)
    app.register_error_handler(NoSite, answer_no_site)
    nights = SimpleQueue[str]()
    return join(app, HostSites(host, site_maker(host, nights), nights), find_site)


# --- which site a request is for ------------------------------------------------------------------


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
_MOVED_ON: Final = (
    HTTPStatus.NOT_FOUND,
    "At another address",
    "This site has another address now. Open that, and send it from there.",
)
_REFUSALS: Final = {
    ForeignHost: (
        HTTPStatus.MISDIRECTED_REQUEST,
        "Not here",
        "This address is not one of this host. Check it, or ask for its link.",
    ),
    ClosedSite: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Closed for now",
        "Whoever keeps this site has closed it for a while. Nothing is lost.",
    ),
    BrokenSite: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Not now",
        "This site cannot be opened just now. Whoever keeps it can see why.",
    ),
    FullHost: (
        HTTPStatus.SERVICE_UNAVAILABLE,
        "Not now",
        "Too many sites are open just now. Try again in a minute.",
    ),
}


def find_site() -> Site | HTTPException | None:
    """Return the site of the name that this request asks for, None for the entrance."""
    sites = host_sites()
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


# --- which pages the entrance has -----------------------------------------------------------------

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
