"""Access to the pages of a game: their address contains a link, and the link gives a role.

The pages of an installation are opened by its key, which is no link of any game; those of a club
and its nights by links of their own (``club_access``). This module alone checks them all, and
whether a phone has the seat that it needs. The decorator ``least_role`` beside each view says which
role the view needs.
"""

import secrets
from collections.abc import Callable
from enum import Enum, IntEnum
from typing import Any, Final, TypeVar

from flask import Blueprint, Flask, Response, abort, current_app, g, request, session
from werkzeug.exceptions import Forbidden

from scorekeeper.bookkeeping.access.keeper import is_keeper_key
from scorekeeper.bookkeeping.access.links import Role, Visit, Withdrawn, open_link
from scorekeeper.bookkeeping.access.seats import assign_seat, seat_of, sits_at_table
from scorekeeper.bookkeeping.club.links import ClubRole, NightRole, NightVisit
from scorekeeper.bookkeeping.store.game_store import CurrentGame, UnknownGame
from scorekeeper.domain.deals import Seat
from scorekeeper.web.core.site import site

GAMES_REMEMBERED: Final = 50
ASKED_BY_SCRIPT: Final = "X-Again"
"""The header of requests that a page's script makes without a tap.

It says which version of the game the page was opened with.
"""
_REMEMBERED_LINKS: Final = "games"
_PHONE: Final = "phone"
_PHONE_BYTES: Final = 16

SIT: Final = "sit"
"""The field by which a form takes a seat first: its number, and ``me`` if another phone has it."""
_IS_ME: Final = "me"

EVERYBODY: Final = None
"""The least role of a view that needs no link."""


class SeatNeed(Enum):
    """Whether a phone needs a seat for a view; the host's link stands for the whole table."""

    NO = "no"
    WHERE_ASKED = "where asked"
    """In games that ask every phone for a seat: what changes the game."""
    YES = "yes"


class NoSeat(Forbidden):
    """This phone has no seat, and needs one for what it asks."""


class Keeper(Enum):
    """The roles of the keeper of the site; they give no right at a table."""

    KEEPER = "keeper"
    FIRST = "first"


KEEPER: Final = Keeper.KEEPER
"""The role of a view that only the installation's key opens."""
FIRST: Final = Keeper.FIRST
"""The role of a view that sets up the club, by a key that works only once."""

LeastRole = Role | ClubRole | NightRole | Keeper | None

LEAST_ROLES: Final[dict[str, LeastRole]] = {}
"""The least role of each view, by the full name of its function."""
SEATS_NEEDED: Final[dict[str, SeatNeed]] = {}
"""The need of a seat by the full name of a view's function; a view left out needs no seat."""

View = TypeVar("View", bound=Callable[..., Any])


def least_role(role: LeastRole, seat: SeatNeed = SeatNeed.NO) -> Callable[[View], View]:
    """Return a decorator that sets the least role of a view, ``EVERYBODY`` or ``KEEPER``.

    ``seat`` says whether a phone needs a seat besides.
    """

    def set_role(view: View) -> View:
        LEAST_ROLES[_full_name(view)] = role
        SEATS_NEEDED[_full_name(view)] = seat
        return view

    return set_role


def role_needed(endpoint: str) -> LeastRole:
    """Return the least role that may ask for a page; the host's for a view without one."""
    return LEAST_ROLES.get(_full_name(current_app.view_functions[endpoint]), Role.HOST)


def _full_name(view: Callable[..., Any]) -> str:
    return f"{view.__module__}.{view.__qualname__}"


def may(endpoint: str) -> bool:
    """Tell whether this request's phone may ask for a page; pages show no other links."""
    return _has_role(endpoint) and not _needs_to_sit(endpoint)


def lacks_only_seat(endpoint: str) -> bool:
    """Tell whether this request's phone may ask for a page once it has taken a seat."""
    return _has_role(endpoint) and _needs_to_sit(endpoint)


def _has_role(endpoint: str) -> bool:
    match role_needed(endpoint):
        case None:
            return True
        case Role() as role:
            return "visit" in g and this_visit().role >= role
        case ClubRole() as role:
            return bool(g.get("club_role", 0) >= role)
        case NightRole() as role:
            return bool(g.get("night_role", 0) >= role)
    return False


def seat_needed(endpoint: str) -> SeatNeed:
    """Return whether a phone needs a seat to ask for a page."""
    name = _full_name(current_app.view_functions[endpoint])
    return SEATS_NEEDED.get(name, SeatNeed.WHERE_ASKED)


def _needs_to_sit(endpoint: str) -> bool:
    """Tell whether this request's phone has no seat and needs one to ask for a page."""
    needed = seat_needed(endpoint)
    if needed is SeatNeed.NO:
        return False
    is_asked = needed is SeatNeed.YES or this_visit().needs_seat
    return is_asked and not sits_at_table(this_visit(), this_phone())


def register(app: Flask) -> None:
    """Give templates the function ``may``."""
    app.jinja_env.globals["may"] = may


def game_blueprint(area: str, module: str) -> Blueprint:
    """Return a blueprint for pages of a game, whose addresses begin with ``/game/<link>``."""
    pages = Blueprint(area, module, url_prefix="/game/<link>")
    pages.url_value_preprocessor(open_visit)
    pages.url_defaults(fill_in_link)
    pages.before_request(remember_visit)
    pages.before_request(check_seat)
    return pages


def keeper_blueprint(area: str, module: str) -> Blueprint:
    """Return a blueprint for pages of the installation: ``/<area>/<key>``, kept by no cache."""
    pages = Blueprint(area, module, url_prefix=f"/{area}/<key>")
    pages.url_value_preprocessor(open_as_keeper)
    pages.url_defaults(fill_in_key)
    pages.after_request(forbid_storing)
    return pages


def open_as_keeper(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Let a request in if its address has the installation's key; else abort with 404."""
    if endpoint is None or values is None:
        return
    key = values.pop("key")
    if not is_keeper_key(site().settings.backups_key, key):
        abort(404)
    g.keeper_key = key


def fill_in_key(endpoint: str, values: dict[str, Any]) -> None:
    """Fill the key of this request into the addresses that its pages build."""
    if "keeper_key" in g:
        values.setdefault("key", g.keeper_key)


def forbid_storing(response: Response) -> Response:
    """Forbid browsers and proxies to keep an answer."""
    response.headers["Cache-Control"] = "no-store"
    return response


def open_visit(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Open the game of the link in the address, if the link's role may ask for this page.

    Aborts with 404 for an unknown link, 410 for a withdrawn one, 403 for a lower role.
    """
    if endpoint is None or values is None:
        return
    g.token = values.pop("link")
    try:
        g.visit = open_link(site().store, g.token)
    except UnknownGame:
        abort(404)
    except Withdrawn:
        abort(410)
    demand_role(endpoint)


def demand_role(endpoint: str) -> None:
    """Abort with 403 unless this request's visitor may ask for a page."""
    if not _has_role(endpoint):
        abort(403)


def check_seat() -> None:
    """Let a form take a seat for this phone; raise NoSeat if the phone still needs one.

    It comes after the check of the form's token, so no other site can take a seat.
    """
    endpoint = str(request.endpoint)
    # Which methods a page takes says nothing about the game.
    if request.method == "OPTIONS" or not _needs_to_sit(endpoint):
        return
    number, _, is_me = request.form.get(SIT, "").partition(" ")
    if number in [str(head.seat) for head in this_game().sheet.heads]:
        seat, is_mine = Seat(int(number)), is_me == _IS_ME
        assign_seat(site().store, this_game().key, this_phone(), seat, is_me=is_mine)
        g.visit = open_link(site().store, g.token)
    if _needs_to_sit(endpoint):
        raise NoSeat


def fill_in_link(endpoint: str, values: dict[str, Any]) -> None:
    """Fill the link of this request into the addresses that pages of a game build."""
    if "visit" in g:
        values.setdefault("link", g.visit.token)


def remember_visit() -> None:
    """Remember the link in the browser, unless a script makes the request."""
    if request.method == "GET" and not is_asked_by_script():
        remember(g.visit.token)


def is_asked_by_script() -> bool:
    """Tell whether a page's script makes this request without a tap; its answer sets no cookie.

    Such an answer may come late, and its cookie would then undo newer changes to the cookie.
    """
    asks_for_stream = request.headers.get("Accept") == "text/event-stream"
    return asks_for_stream or ASKED_BY_SCRIPT in request.headers


def this_visit() -> Visit:
    """Return the visit that the link of this request opened."""
    visit: Visit = g.visit
    return visit


def this_access() -> tuple[str, IntEnum]:
    """Return the link of this request and the role that it gives, on a game's or night's page."""
    visit: Visit | NightVisit = g.night_visit if "night_visit" in g else g.visit
    return visit.token, visit.role


def this_game() -> CurrentGame:
    """Return the game of this request."""
    return this_visit().game


def this_seat() -> Seat | None:
    """Return the seat that this phone has at the table, or ``None``."""
    return seat_of(this_visit().seats, this_phone())


def this_phone() -> str:
    """Return the unguessable id of this browser, which is made at first use."""
    if _PHONE not in session:
        session[_PHONE] = secrets.token_urlsafe(_PHONE_BYTES)
        session.permanent = True
    return str(session[_PHONE])


def known_phone() -> str:
    """Return the id of this browser, empty if it has none yet."""
    return str(session.get(_PHONE, ""))


def remember(token: str) -> None:
    """Put a link first among those that this browser remembers."""
    links = remembered_links()
    if links[:1] != [token]:
        others = [each for each in links if each != token]
        session[_REMEMBERED_LINKS] = [token, *others][:GAMES_REMEMBERED]
        session.permanent = True


def remembered_links() -> list[str]:
    """Return the links that this browser remembers, the latest opened first."""
    return [str(token) for token in session.get(_REMEMBERED_LINKS, [])]
