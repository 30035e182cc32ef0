"""The host's page of a game's links, where they are handed out, renewed and withdrawn."""

from typing import Final

from flask import Response, abort, g, session, url_for
from werkzeug.exceptions import Gone

from scorekeeper.games import (
    ROLES_OF_GAMES,
    Role,
    UnknownLink,
    Withdrawn,
    open_link,
    renew_link,
    renew_watch_code,
    set_seat_need,
    withdraw_link_of,
    withdraw_watch_code,
)
from scorekeeper.web.core import (
    YES,
    Page,
    answer_error,
    asks_for_data,
    demand,
    least_role,
    link_code,
    make_watch_sign,
    see_other,
    show,
    site,
    this_visit,
    typed,
    watch_address,
)
from scorekeeper.web.people import people_pages

# --- The letters by which a TV or a phone watches this game ---------------------------------------


@people_pages.post("/links/tv")
@least_role(Role.HOST)
def make_letters() -> Response:
    """Make letters for watching, in the place of older ones."""
    renew_watch_code(site().store, this_visit().id)
    return see_other(url_for("people.ask_links", _anchor="tv"))


@people_pages.post("/links/tv/withdraw")
@least_role(Role.HOST)
def withdraw_letters() -> Response:
    """Withdraw the letters for watching."""
    withdraw_watch_code(site().store, this_visit().id)
    return see_other(url_for("people.ask_links", _anchor="tv"))


_NEXT_LINKS: Final = "next_host_links"
_MOST_NEXT_LINKS: Final = 5


@people_pages.get("/links")
@least_role(Role.HOST)
def ask_links() -> Response:
    """Show the links, each with its QR code."""
    visit = this_visit()
    _prepare_next(visit.token)
    return show(
        Page(
            "people/links.html",
            game=visit.game,
            codes={role.key: link_code(role, token) for role, token in visit.links.items()},
            watch=make_watch_sign(),
            watch_address=watch_address(),
            needs_seat=visit.needs_seat,
        )
    )


@people_pages.post("/links/seats")
@least_role(Role.HOST)
def ask_for_seats() -> Response:
    """Require a seat of every other phone before it enters anything, or stop requiring it."""
    set_seat_need(site().store, this_visit().id, needed=typed().get("needed") == YES)
    return see_other(url_for("people.ask_links"))


@people_pages.post("/links/new")
@least_role(Role.HOST)
def renew() -> Response:
    """Withdraw a link and make a new one; a host is led to the new host's link at once."""
    visit, role = this_visit(), _read_role()
    if role is not Role.HOST:
        renew_link(site().store, visit.game.key, role)
        return see_other(url_for("people.ask_links"))
    token = renew_link(site().store, visit.game.key, role, token=_prepare_next(visit.token))
    return see_other(url_for("people.ask_links", link=token))


@people_pages.post("/links/withdraw")
@least_role(Role.HOST)
def withdraw_link() -> Response:
    """Withdraw a link, which shuts its holders out; the host's link can only be renewed."""
    role = _read_role()
    if role is Role.HOST:
        abort(400)
    withdraw_link_of(site().store, this_visit().id, role)
    return see_other(url_for("people.ask_links"))


def _read_role() -> Role:
    """Return the role that the posted form names; answer 400 if there is none."""
    asked = typed().get("role")
    return demand(next((role for role in ROLES_OF_GAMES if role.key == asked), None), 400)


# --- the host's next link -------------------------------------------------------------------------


def _prepare_next(token: str) -> str:
    """Return the token of the host's next link, which this browser stores before it is made.

    The answer that leads to the new link can be lost on the way, and without it nobody could tell
    the host the new address of the game.
    """
    next_links = _stored_next_links()
    if token not in next_links:
        next_links[token] = site().store.new_key()
        session[_NEXT_LINKS] = list(next_links.items())[-_MOST_NEXT_LINKS:]
        session.permanent = True
    return next_links[token]


def _stored_next_links() -> dict[str, str]:
    """Return the next link after each host's link; older pages may still be open."""
    return dict(session.get(_NEXT_LINKS, []))


@people_pages.app_errorhandler(Gone)
def answer_withdrawn(error: Gone) -> Response:
    """Answer 410 for a withdrawn link, but lead the host who renewed it to the new one.

    An outbox always gets 410, since it shows no page; it then sends its deal by the new link.
    """
    token = _find_valid_link(g.token) if "token" in g else None
    if asks_for_data() or token is None:
        return answer_error(error)
    return see_other(url_for("people.ask_links", link=token))


def _find_valid_link(token: str) -> str | None:
    """Return the valid link that replaced one of this host's links, or ``None``."""
    next_links = _stored_next_links()
    while token in next_links:
        token = next_links.pop(token)
        try:
            open_link(site().store, token)
        except Withdrawn:
            continue
        except UnknownLink:
            return None
        return token
    return None
