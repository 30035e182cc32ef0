"""Access to pages: the link in an address opens a game, a night or the club, and gives a role.

The pages of an installation are opened by its key, which is no link. An officer of the club is
known by the secret of a session in the signed cookie. Only this module checks them, and whether a
phone has the seat that it needs. The decorator ``least_role`` on each view says which role the
view needs in the thing that its blueprint opens.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Any, Final, TypeVar

from flask import Blueprint, Flask, Response, abort, current_app, g, request, session, url_for
from werkzeug.exceptions import Forbidden
from werkzeug.routing import BaseConverter

from scorekeeper.club.facts import Club, Night
from scorekeeper.club.figures import ClubFigures
from scorekeeper.club.officers import find_officer
from scorekeeper.club.rows import ClubRow, NightGameRow, find_club_row, find_night, find_night_game
from scorekeeper.club.stored_book import LoadedNight, load_night, load_night_beside
from scorekeeper.club.visits import (
    OFFICERS,
    OfficersOnly,
    is_reading,
    open_club_link,
    token_of_night,
)
from scorekeeper.club.whole import club_figures
from scorekeeper.games import (
    CurrentGame,
    Officer,
    Role,
    Thing,
    UnknownLink,
    Visit,
    Withdrawn,
    assign_seat,
    is_key,
    open_link,
    seat_of,
    sits_at_table,
)
from scorekeeper.rules import Seat
from scorekeeper.web.core.sites import once, site

ASKED_BY_SCRIPT: Final = "X-Again"
"""The header of requests that a page's script makes without a tap.

It says which version of the game the page was opened with.
"""
SIT: Final = "sit"
"""The field by which a form takes a seat first: its number, and ``me`` if another phone has it."""
_IS_ME: Final = "me"

# --- what a view needs ----------------------------------------------------------------------------

EVERYBODY: Final = None
"""The least role of a view that needs no link."""


class SeatNeed(Enum):
    """Whether a phone needs a seat for a view; the host's link stands for the whole table."""

    NO = "no"
    WHERE_ASKED = "where asked"
    """Needed to change a game that asks every phone for a seat."""
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

LeastRole = Role | Keeper | None

LEAST_ROLES: Final[dict[str, LeastRole]] = {}
"""The least role of each view, by the full name of its function."""
SEATS_NEEDED: Final[dict[str, SeatNeed]] = {}
"""The need of a seat by the full name of a view's function; a view left out needs no seat."""
_OPENED: Final[dict[str, Thing]] = {}
"""What the pages of a blueprint show, by its name."""

View = TypeVar("View", bound=Callable[..., Any])
Found = TypeVar("Found")


def least_role(role: LeastRole, seat: SeatNeed = SeatNeed.NO) -> Callable[[View], View]:
    """Return a decorator that sets the least role of a view: a role, ``EVERYBODY`` or ``KEEPER``.

    ``seat`` says whether the phone also needs a seat.
    """

    def set_role(view: View) -> View:
        LEAST_ROLES[_full_name(view)] = role
        SEATS_NEEDED[_full_name(view)] = seat
        return view

    return set_role


def role_needed(endpoint: str) -> LeastRole:
    """Return the least role that may ask for a page; the highest for a view without one."""
    return LEAST_ROLES.get(_full_name(current_app.view_functions[endpoint]), Role.HOST)


def thing_shown(endpoint: str) -> Thing | None:
    """Return what a link must open to lead to a page; None for pages that no link opens."""
    return _OPENED.get(endpoint.partition(".")[0])


def seat_needed(endpoint: str) -> SeatNeed:
    """Return whether a phone needs a seat to ask for a page."""
    return SEATS_NEEDED.get(_full_name(current_app.view_functions[endpoint]), SeatNeed.WHERE_ASKED)


@cache
def _full_name(view: Callable[..., Any]) -> str:
    return f"{view.__module__}.{view.__qualname__}"


def may(endpoint: str) -> bool:
    """Tell whether this request's phone may ask for a page; pages show no other links."""
    return _has_role(endpoint) and not _needs_to_sit(endpoint)


def lacks_only_seat(endpoint: str) -> bool:
    """Tell whether this request's phone may ask for a page once it has taken a seat."""
    return _has_role(endpoint) and _needs_to_sit(endpoint)


def _has_role(endpoint: str) -> bool:
    role = role_needed(endpoint)
    if isinstance(role, Role):
        return _role_in(thing_shown(endpoint)) >= role
    return role is EVERYBODY


def _role_in(shown: Thing | None) -> int:
    """Return the role of this request's visitor in a thing, 0 for none; nights lead to the club."""
    visit: Visit | None = g.get("visit")
    if visit is not None and visit.opens is shown:
        return visit.role
    if visit is not None and visit.opens is Thing.NIGHT and shown is Thing.CLUB:
        return Role.OFFICER if visit.officer else Role.MEMBER if club_token() else 0
    return 0


def _needs_to_sit(endpoint: str) -> bool:
    """Tell whether this request's phone has no seat and needs one to ask for a page."""
    needed = seat_needed(endpoint)
    if needed is SeatNeed.NO:
        return False
    is_asked = needed is SeatNeed.YES or this_visit().needs_seat
    return is_asked and not sits_at_table(this_visit(), this_phone())


# --- pages that a link opens ----------------------------------------------------------------------


def link_blueprint(opens: Thing, area: str, module: str) -> Blueprint:
    """Return a blueprint for pages behind a link of this kind, such as ``/game/<link>``."""
    _OPENED[area] = opens
    pages = Blueprint(area, module, url_prefix=f"/{opens}/<link>")

    @pages.url_value_preprocessor
    def open_visit(endpoint: str | None, values: dict[str, Any] | None) -> None:
        if endpoint is not None and values is not None:
            _open_visit(opens, values.pop("link"), endpoint)

    @pages.url_defaults
    def fill_in_link(_: str, values: dict[str, Any]) -> None:
        token = club_token() if opens is Thing.CLUB else _token_here(opens)
        if token:
            values.setdefault("link", token)

    pages.before_request(_remember_visit)
    if opens is Thing.GAME:
        pages.before_request(check_seat)
    return pages


def _open_visit(opens: Thing, token: str, endpoint: str) -> None:
    """Open the link in the address, if its role may ask for this page.

    Aborts with 404 for an unknown link, 410 for a withdrawn one, 403 for a lower role.
    """
    g.token = token
    try:
        g.visit = _open(token, opens)
    except UnknownLink:
        abort(404)
    except Withdrawn:
        abort(410)
    except OfficersOnly:
        abort(403)
    if not _has_role(endpoint):
        abort(403)


def _open(token: str, opens: Thing) -> Visit:
    store = site().store
    if opens is Thing.GAME:
        return open_link(store, token)
    return open_club_link(store, token, opens, officer=this_officer(), phone=known_phone())


def _token_here(opens: Thing) -> str:
    """Return the link of this request if it opens a game, a night or the club; else empty."""
    visit: Visit | None = g.get("visit")
    return visit.token if visit is not None and visit.opens is opens else ""


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
        assign_seat(site().store, this_visit().id, this_phone(), seat, is_me=is_mine)
        g.visit = open_link(site().store, g.token)
    if _needs_to_sit(endpoint):
        raise NoSeat


def is_asked_by_script() -> bool:
    """Tell whether a page's script makes this request without a tap; its answer sets no cookie.

    Such an answer may come late, and its cookie would then undo newer changes to the cookie.
    """
    asks_for_stream = request.headers.get("Accept") == "text/event-stream"
    return asks_for_stream or ASKED_BY_SCRIPT in request.headers


# --- pages of the installation --------------------------------------------------------------------


def keeper_blueprint(area: str, module: str) -> Blueprint:
    """Return a blueprint for pages of the installation: ``/<area>/<key>``, which no cache keeps."""
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
    if not is_key(site().settings.backups_key, key):
        abort(404)
    g.keeper_key = key


def fill_in_key(endpoint: str, values: dict[str, Any]) -> None:
    """Put the key of this request into the addresses that its pages build."""
    if "keeper_key" in g:
        values.setdefault("key", g.keeper_key)


def forbid_storing(response: Response) -> Response:
    """Forbid browsers and proxies to store an answer."""
    response.headers["Cache-Control"] = "no-store"
    return response


# --- who asks, and for what -----------------------------------------------------------------------


def this_visit() -> Visit:
    """Return the visit that the link of this request opened."""
    visit: Visit = g.visit
    return visit


def this_game() -> CurrentGame:
    """Return the game of this request."""
    return this_visit().game


def this_night() -> LoadedNight:
    """Return the night of this request with its figures."""
    return once("night", lambda: load_night(site().store, this_visit().id, club=club_or_404()))


def this_night_in_club() -> LoadedNight:
    """Return the night of this request; the figures of the club are read with it."""
    if "night" not in g and "figures" not in g:
        g.night, g.figures = load_night_beside(site().store, this_visit().id, club=club_or_404())
    return this_night()


def club_or_none() -> ClubRow | None:
    """Return the club of this installation, or None if none is set up."""
    return once("club", lambda: site().store.read(find_club_row))


def night_game() -> NightGameRow | None:
    """Return where this request's game stands in its night; None without a night or a club."""
    return once(
        "night_game",
        lambda: site().store.read(find_night_game, key=this_visit().id) if club_or_none() else None,
    )


def night_of_night_game() -> Night | None:
    """Return the night of this request's game, without its games; None if it is in none."""
    row = night_game()
    if row is None:
        return None
    return once("night_of_night_game", lambda: site().store.read(find_night, row.night))


def closed_night_here() -> str | None:
    """Return where an officer opens the closed night of this request's game again.

    It is empty for anybody else, and None if no night that is closed has the game.
    """
    night = night_of_night_game()
    if night is None or night.is_open:
        return None
    return night_address(night.id, "nights.ask_open_again") if this_officer() else ""


def this_figures() -> ClubFigures:
    """Return the figures of the club, which stay the same for the whole request."""
    return once("figures", lambda: club_figures(site().store))


def demand(found: Found | None, status: int = 404) -> Found:
    """Return what was looked for; answer 404, or another status, if it was not found."""
    if found is None:
        abort(status)
    return found


def club_or_404() -> Club:
    """Return the club of this installation; answer 404 if none is set up."""
    return demand(club_or_none()).club


def this_phone() -> str:
    """Return the unguessable id of this browser, which is made at first use."""
    if _PHONE not in session:
        session[_PHONE] = secrets.token_urlsafe(_PHONE_BYTES)
        session.permanent = True
    return str(session[_PHONE])


def known_phone() -> str:
    """Return the id of this browser, empty if it has none yet."""
    return str(session.get(_PHONE, ""))


def this_seat() -> Seat | None:
    """Return the seat that this phone has at the table, or ``None``."""
    return seat_of(this_visit().seats, this_phone())


def this_officer() -> Officer | None:
    """Return the officer who is signed in on this phone, or None."""
    secret = str(session.get(_OFFICER, ""))
    return once("officer", lambda: find_officer(site().store, secret) if secret else None)


def officer_here() -> str:
    """Return the name of the officer who is signed in; empty on pages that are not the club's."""
    visit: Visit | None = g.get("visit")
    return visit.officer.name if visit is not None and visit.officer else ""


# --- what a browser remembers ---------------------------------------------------------------------

# It is all in one cookie, which browsers keep up to 4 KiB.
_LINKS: Final = {Thing.GAME: "games", Thing.NIGHT: "nights", Thing.CLUB: "club"}
MOST_REMEMBERED: Final = {Thing.GAME: 50, Thing.NIGHT: 5, Thing.CLUB: 1}
"""How many links of each kind a browser remembers."""
_PHONE: Final = "phone"
_PHONE_BYTES: Final = 16
_OFFICER: Final = "officer"
_SEATS: Final = "sat"
_SEATS_REMEMBERED: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Claims:
    """What a cookie says its phone has; the site signed it, but it may be out of date.

    ``seat`` is the one taken last, by the link ``seated``; ``links`` are the links to a night and
    to the club that were opened last.
    """

    officer: str
    phone: str
    seated: str
    seat: int
    links: tuple[str, ...]


def read_claims(cookie: Mapping[str, Any]) -> Claims:
    """Return what a cookie says its phone has."""
    token, seat = next(reversed(cookie.get(_SEATS, {}).items()), ("", 0))
    links = [*_links_in(cookie, Thing.NIGHT)[:1], *_links_in(cookie, Thing.CLUB)[:1]]
    return Claims(
        officer=str(cookie.get(_OFFICER, "")),
        phone=str(cookie.get(_PHONE, "")),
        seated=token,
        seat=seat,
        links=tuple([link.partition(".")[0] for link in links]),
    )


def _remember_visit() -> None:
    """Remember the link in the browser, unless a script makes the request."""
    visit = this_visit()
    is_kept = visit.token != OFFICERS and not is_reading(visit.token)
    if request.method == "GET" and not is_asked_by_script() and is_kept:
        remember(visit.token, visit.opens)


def remember(token: str, opens: Thing = Thing.GAME) -> None:
    """Put a link first among those that this browser remembers."""
    links = remembered_links(opens)
    if links[:1] != [token]:
        others = [link for link in links if link != token]
        session[_LINKS[opens]] = [token, *others][: MOST_REMEMBERED[opens]]
        session.permanent = True


def remembered_links(opens: Thing = Thing.GAME) -> list[str]:
    """Return the links that this browser remembers, the latest opened first."""
    return _links_in(session, opens)


def _links_in(cookie: Mapping[str, Any], opens: Thing) -> list[str]:
    links = cookie.get(_LINKS[opens], [])
    # An older cookie has just the one link to the club.
    return [links] if isinstance(links, str) else [str(token) for token in links]


def remember_officer(secret: str) -> None:
    """Sign an officer in on this phone; an empty secret signs out."""
    session[_OFFICER] = secret
    session.permanent = True
    g.pop("officer", None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LostSeat:
    """A seat that this browser had: another phone took it, or it was freed.

    ``back`` is the address of the page that says so, empty for the news of a form.
    """

    seat: Seat
    words: str
    back: str


def note_seat() -> None:
    """Remember a seat that came from the game before or was taken by another link."""
    seat = None if is_asked_by_script() else this_seat()
    if seat is not None and _remembered_seat() != seat:
        remember_seat(seat)


def remember_seat(seat: Seat | None) -> None:
    """Remember this browser's seat by this link, so that its pages can say if the seat is lost."""
    token = this_visit().token
    seats: Mapping[str, int] = session.get(_SEATS, {})
    others = [item for item in seats.items() if item[0] != token][-_SEATS_REMEMBERED:]
    session[_SEATS] = dict(others) if seat is None else dict(others) | {token: seat}
    session.permanent = True


def lost_seat() -> LostSeat | None:
    """Return the seat that this browser had by this link and no longer has, or ``None``."""
    seat, players = _remembered_seat(), this_game().sheet.setup.players
    if seat is None or seat >= len(players) or this_seat() is not None:
        return None
    if not may("people.take_seat"):
        return None
    is_taken = any(row.seat == seat for row in this_visit().seats)
    return LostSeat(
        seat=Seat(seat),
        words=f"Another phone took your seat as {players[seat]}."
        if is_taken
        else f"Your seat as {players[seat]} was freed.",
        back="" if request.endpoint == "live.meanwhile" else request.path,
    )


def _remembered_seat() -> int | None:
    seats: Mapping[str, int] = session.get(_SEATS, {})
    return seats.get(this_visit().token)


# --- the ways into the club that a browser has ----------------------------------------------------


def visit_by(token: str, opens: Thing) -> Visit | None:
    """Return the visit that a link to the club or a night opens now; None if it opens none."""
    if not token:
        return None
    try:
        return _open(token, opens)
    except (UnknownLink, Withdrawn, OfficersOnly):
        return None


def see_as(visit: Visit) -> None:
    """Let a page that no link opened show what this visit may see, with its addresses."""
    g.token, g.visit = visit.token, visit


def club_token() -> str:
    """Return the link by which this visitor sees the club; empty if there is none.

    On other pages it is the officers' own, or the one that this browser remembers.
    """
    token = _token_here(Thing.CLUB)
    if token or this_officer() is not None:
        return token or OFFICERS
    return next(iter(remembered_links(Thing.CLUB)), "")


def sees_club() -> bool:
    """Tell whether this visitor has a link to the club that was not withdrawn."""
    return visit_by(club_token(), Thing.CLUB) is not None


def visits_to_nights() -> list[Visit]:
    """Return the visits that this browser's links to nights open, the latest first."""
    visits = [visit_by(token, Thing.NIGHT) for token in remembered_links(Thing.NIGHT)]
    return [visit for visit in visits if visit is not None]


def knows_club() -> bool:
    """Tell whether this browser has a link in force to the club, or to join a night of it.

    Only such a browser is offered the names of people.
    """
    return sees_club() or any(visit.role >= Role.PLAYER for visit in visits_to_nights())


def club_address(endpoint: str = "club.home", **values: Any) -> str:
    """Return the address of a page of the club for this visitor; empty without a link to it."""
    return url_for(endpoint, **values) if club_token() else ""


def night_address(night: str, endpoint: str = "nights.board", **values: Any) -> str:
    """Return the address of a night for a visitor with a link to the club; empty for others."""
    token = club_token()
    return url_for(endpoint, link=token_of_night(token, night), **values) if token else ""


def seats_address() -> str:
    """Return the address where an officer changes who sat in this request's game.

    It is empty for other visitors, and for a game in no night.
    """
    row = night_game() if this_officer() else None
    return night_address(row.night, "nights.ask_game", game=row.id) if row else ""


# --- ids of people, games and payments in addresses -----------------------------------------------


class ClubIdConverter(BaseConverter):
    """Reads and writes an id in the place of ``<club_id:…>`` in an address.

    An id may be ``.`` or ``..``, which browsers take for the folder of an address or the one above
    it, even when written ``%2E``. So a character that no id has is put before them.
    """

    SIGN: Final = "~"

    def to_python(self, value: str) -> str:
        """Return the id that an address has."""
        return value.removeprefix(self.SIGN)

    def to_url(self, value: str) -> str:
        """Return an id as an address has it."""
        return f"{self.SIGN}{value}" if value in (".", "..") else super().to_url(value)


def register(app: Flask) -> None:
    """Give templates ``may`` and similar functions, and let addresses have ids of the club."""
    app.jinja_env.globals["may"] = may
    app.jinja_env.globals["officer_here"] = officer_here
    app.jinja_env.globals["this_seat"] = this_seat
    app.url_map.converters["club_id"] = ClubIdConverter
