"""Decides who may do what: the address of a game is a link, and a link gives a role.

The one place that checks it. Each view says beside itself, by ``least_role``, whom it answers.
"""

import secrets
from collections.abc import Callable
from typing import Any, Final, TypeVar

from flask import Blueprint, Flask, abort, current_app, g, request, session

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.links import Role, Visit, Withdrawn, open_link
from scorekeeper.bookkeeping.seats import seat_of
from scorekeeper.bookkeeping.store import UnknownGame
from scorekeeper.domain.deals import Seat
from scorekeeper.web.core.site import site

GAMES_REMEMBERED: Final = 50
ASKED_BY_SCRIPT: Final = "X-Again"
"""A header of requests that a page on view makes by itself."""
_REMEMBERED_LINKS: Final = "games"
_PHONE: Final = "phone"
_PHONE_BYTES: Final = 16

EVERYBODY: Final = None
"""In place of a role: the view asks for no link."""
LEAST_ROLES: Final[dict[str, Role | None]] = {}
"""The least role that each view answers, by the full name of its function."""

View = TypeVar("View", bound=Callable[..., Any])


def least_role(role: Role | None) -> Callable[[View], View]:
    """Return a decorator that notes the least role which a view answers, or ``EVERYBODY``."""

    def note(view: View) -> View:
        LEAST_ROLES[_full_name(view)] = role
        return view

    return note


def role_needed(endpoint: str) -> Role | None:
    """Return the least role that may ask for a page; the host's where a view says nothing."""
    return LEAST_ROLES.get(_full_name(current_app.view_functions[endpoint]), Role.HOST)


def _full_name(view: Callable[..., Any]) -> str:
    return f"{view.__module__}.{view.__qualname__}"


def may(endpoint: str) -> bool:
    """Tell whether the role of this request may ask for a page; pages show no other links."""
    role = role_needed(endpoint)
    return role is EVERYBODY or this_visit().role >= role


def register(app: Flask) -> None:
    """Let templates ask what their visitor may do."""
    app.jinja_env.globals["may"] = may


def game_blueprint(room: str, module: str) -> Blueprint:
    """Return the blueprint for a room's pages of a game, all behind the link in their address."""
    pages = Blueprint(room, module, url_prefix="/game/<key>")
    pages.url_value_preprocessor(open_visit)
    pages.url_defaults(push_key)
    pages.before_request(remember_visit)
    return pages


def open_visit(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Open what the link in the address leads to, if its role may ask for this page.

    Ends the request with 404 for an unknown link, 410 for a withdrawn one, 403 for a lower role.
    """
    if endpoint is None or values is None:
        return
    g.token = values.pop("key")
    try:
        g.visit = open_link(site().store, g.token)
    except UnknownGame:
        abort(404)
    except Withdrawn:
        abort(410)
    if not may(endpoint):
        abort(403)


def push_key(endpoint: str, values: dict[str, Any]) -> None:
    """Let pages of a game link to one another without naming the link they were opened by."""
    if "visit" in g:
        values.setdefault("key", g.visit.token)


def remember_visit() -> None:
    """Note that this browser knows the link; a request that a page makes by itself is no visit."""
    if request.method == "GET" and not is_asked_by_script():
        remember(g.visit.token)


def is_asked_by_script() -> bool:
    """Tell whether a page on view makes this request by itself: its answer never sets a cookie.

    The answer may come late, and would bring back what the browser knew when it asked.
    """
    asks_for_stream = request.headers.get("Accept") == "text/event-stream"
    return asks_for_stream or ASKED_BY_SCRIPT in request.headers


def this_visit() -> Visit:
    """Return what the link of this request opened."""
    visit: Visit = g.visit
    return visit


def this_game() -> CurrentGame:
    """Return the game of this request."""
    return this_visit().game


def this_seat() -> Seat | None:
    """Return the seat that this phone has at the table, or ``None``."""
    return seat_of(this_visit().seats, this_phone())


def this_phone() -> str:
    """Return the unguessable name by which tables know this browser."""
    if _PHONE not in session:
        session[_PHONE] = secrets.token_urlsafe(_PHONE_BYTES)
        session.permanent = True
    return str(session[_PHONE])


def remember(token: str) -> None:
    """Put a link at the head of those that this browser knows."""
    links = remembered_links()
    if links[:1] != [token]:
        others = [each for each in links if each != token]
        session[_REMEMBERED_LINKS] = [token, *others][:GAMES_REMEMBERED]
        session.permanent = True


def remembered_links() -> list[str]:
    """Return the links that this browser knows, the latest opened first."""
    return [str(token) for token in session.get(_REMEMBERED_LINKS, [])]
