"""Access to the pages of the club and of its nights, by links and by officers' sessions.

The secret of an officer's session lies in the signed cookie. Until a club is set up, none of these
pages exists.
"""

from typing import Any, Final

from flask import Blueprint, abort, g, request, session, url_for

from scorekeeper.bookkeeping.club.book import LoadedNight, find_club, load_night, night_of_game
from scorekeeper.bookkeeping.club.links import (
    OFFICERS,
    ClubRole,
    ClubVisit,
    LinkWithdrawn,
    NightRole,
    NightVisit,
    UnknownLink,
    open_club_link,
    open_night_link,
    token_of_night,
)
from scorekeeper.bookkeeping.club.officers import Officer, find_officer
from scorekeeper.storage.club.clubs import ClubRow
from scorekeeper.web.core.access import demand_role, is_asked_by_script, known_phone
from scorekeeper.web.core.site import site

NIGHTS_REMEMBERED: Final = 5
_OFFICER: Final = "officer"
_CLUB_LINK: Final = "club"
_NIGHT_LINKS: Final = "nights"


def this_club() -> ClubRow | None:
    """Return the club of this installation, or None if none is set up."""
    if "club" not in g:
        g.club = find_club(site().store)
    found: ClubRow | None = g.club
    return found


def this_officer() -> Officer | None:
    """Return the officer who is signed in on this phone, or None."""
    if "officer" not in g:
        g.officer = find_officer(site().store, str(session.get(_OFFICER, "")))
    found: Officer | None = g.officer
    return found


def remember_officer(secret: str) -> None:
    """Sign an officer in on this phone; an empty secret signs out."""
    session[_OFFICER] = secret
    session.permanent = True
    g.pop("officer", None)


# --- pages of the club ----------------------------------------------------------------------------


def club_blueprint(area: str, module: str) -> Blueprint:
    """Return a blueprint for pages of the club, whose addresses begin with ``/club/<link>``."""
    pages = Blueprint(area, module, url_prefix="/club/<link>")
    pages.url_value_preprocessor(open_club_visit)
    pages.url_defaults(fill_in_club_link)
    pages.before_request(remember_club_link)
    return pages


def open_club_visit(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Open the club by the link in the address; aborts with 404, 410 or 403."""
    if endpoint is None or values is None:
        return
    token = values.pop("link")
    if token == OFFICERS and this_club() is not None and this_officer() is None:
        abort(403)
    try:
        g.club_visit = open_club_link(site().store, token, this_officer())
    except UnknownLink:
        abort(404)
    except LinkWithdrawn:
        abort(410)
    g.club_role = g.club_visit.role
    demand_role(endpoint)


def this_club_visit() -> ClubVisit:
    """Return the visit that the link of this request opened."""
    visit: ClubVisit = g.club_visit
    return visit


def remember_club_link() -> None:
    """Remember the members' link in the browser, unless a script makes the request."""
    token = this_club_visit().token
    if request.method == "GET" and not is_asked_by_script() and token != OFFICERS:
        session[_CLUB_LINK] = token
        session.permanent = True


def fill_in_club_link(endpoint: str, values: dict[str, Any]) -> None:
    """Fill in the link by which this visitor sees the club, if there is one."""
    token = club_token()
    if token:
        values.setdefault("link", token)


def club_token() -> str:
    """Return the link by which this visitor sees the club; empty if there is none.

    On other pages it is the officers' own, or the one that this browser remembers.
    """
    if "club_visit" in g:
        return this_club_visit().token
    if this_officer() is not None:
        return OFFICERS
    return str(session.get(_CLUB_LINK, ""))


def club_address(endpoint: str = "club.home", **values: Any) -> str:
    """Return the address of a page of the club for this visitor; empty without a link to it."""
    return url_for(endpoint, **values) if club_token() else ""


def seats_address(key: str) -> str:
    """Return the address where an officer changes who sat in a game; empty for other visitors.

    It is also empty for a game in no night.

    ``key`` is that of the game, which is not in the address.
    """
    row = night_of_game(site().store, key) if this_officer() else None
    return night_address(row.night, "nights.ask_game", game=row.id) if row else ""


# --- pages of a night -----------------------------------------------------------------------------


def night_blueprint(area: str, module: str) -> Blueprint:
    """Return a blueprint for pages of a night, whose addresses begin with ``/night/<link>``."""
    pages = Blueprint(area, module, url_prefix="/night/<link>")
    pages.url_value_preprocessor(open_night_visit)
    pages.url_defaults(fill_in_night_link)
    pages.before_request(remember_night_link)
    return pages


def open_night_visit(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Open a night by the link in the address; aborts with 404, 410 or 403."""
    if endpoint is None or values is None:
        return
    token = values.pop("link")
    if token.startswith(f"{OFFICERS}.") and this_club() is not None and this_officer() is None:
        abort(403)
    try:
        g.night_visit = open_night_link(site().store, token, this_officer(), known_phone())
    except UnknownLink:
        abort(404)
    except LinkWithdrawn:
        abort(410)
    g.night_role = g.night_visit.role
    g.club_role = ClubRole.OFFICER if this_officer() else ClubRole.MEMBER if club_token() else 0
    demand_role(endpoint)


def this_night_visit() -> NightVisit:
    """Return the visit that the link of this request opened."""
    visit: NightVisit = g.night_visit
    return visit


def this_night() -> LoadedNight:
    """Return the night of this request with its figures."""
    if "night" not in g:
        g.night = load_night(site().store, this_night_visit().night, club=this_night_visit().club)
    found: LoadedNight = g.night
    return found


def this_person() -> str:
    """Return the id of the person that this phone is at this night; empty if nobody."""
    return this_night_visit().person


def fill_in_night_link(endpoint: str, values: dict[str, Any]) -> None:
    """Fill the link of this request into the addresses that pages of a night build."""
    if "night_visit" in g:
        values.setdefault("link", this_night_visit().token)


def night_address(night: str, endpoint: str = "nights.board", **values: Any) -> str:
    """Return the address of a night for a visitor with a link to the club; empty for others."""
    token = club_token()
    return url_for(endpoint, link=token_of_night(token, night), **values) if token else ""


def remember_night_link() -> None:
    """Put the link first among those of nights that this browser remembers."""
    if request.method != "GET" or is_asked_by_script():
        return
    token, links = this_night_visit().token, remembered_nights()
    if links[:1] != [token]:
        others = [each for each in links if each != token]
        session[_NIGHT_LINKS] = [token, *others][:NIGHTS_REMEMBERED]
        session.permanent = True


def remembered_nights() -> list[str]:
    """Return the links of nights that this browser remembers, the latest opened first."""
    return [str(token) for token in session.get(_NIGHT_LINKS, [])]


def knows_club() -> bool:
    """Tell whether this browser has a link in force to the club, or to join a night of it.

    Only such a browser is offered the names of people.
    """
    if this_club() is None:
        return False
    return this_officer() is not None or _is_member() or any(map(_joins_night, remembered_nights()))


def _is_member() -> bool:
    try:
        open_club_link(site().store, club_token(), None)
    except (UnknownLink, LinkWithdrawn):
        return False
    return True


def _joins_night(token: str) -> bool:
    try:
        visit = open_night_link(site().store, token, None, known_phone())
    except (UnknownLink, LinkWithdrawn):
        return False
    return visit.role >= NightRole.JOIN
