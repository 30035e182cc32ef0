"""Who may do what: the address of a game is a link, and a link gives a role.

The one place that checks it, for every page of a game. A page that is not in the table below is the
host's alone.
"""

import secrets
from typing import Any, Final

from flask import Blueprint, Flask, abort, g, request, session

from scorekeeper.bookkeeping.books import UnknownGame
from scorekeeper.bookkeeping.links import Role, Visit, Withdrawn, open_link
from scorekeeper.bookkeeping.outcomes import OpenGame
from scorekeeper.bookkeeping.seats import seat_of
from scorekeeper.domain.deals import Seat
from scorekeeper.web.pages import site

GAMES_REMEMBERED: Final = 50
KNOWN_LINKS: Final = "games"
ASKED_BY_SCRIPT: Final = "X-Again"
"""A header of requests that a page on view makes by itself."""
_PHONE: Final = "phone"
_PHONE_BYTES: Final = 16

ALLOWED: Final = {
    Role.VIEWER: frozenset(
        (
            "game.big",
            "game.deal",
            "game.final",
            "game.history",
            "game.live",
            "game.paper",
            "game.record",
            "game.switch_needs",
            "game.table",
            "game.version",
        )
    ),
    Role.PLAYER: frozenset(
        (
            "game.agree",
            "game.ask_challenge",
            "game.ask_close",
            "game.ask_correction",
            "game.ask_deal",
            "game.ask_hand",
            "game.ask_names",
            "game.ask_reopen",
            "game.ask_seat",
            "game.ask_undo",
            "game.challenge",
            "game.close",
            "game.come_back",
            "game.drop_hand",
            "game.enter_correction",
            "game.enter_deal",
            "game.hand_in",
            "game.hands",
            "game.join",
            "game.leave",
            "game.look_at_deal",
            "game.meanwhile",
            "game.preview",
            "game.rename",
            "game.reopen",
            "game.score_hands",
            "game.sit_down",
            "game.stand_up",
            "game.take_back",
            "game.take_hand",
            "game.take_seat",
            "game.writing",
        )
    ),
}
"""The pages of a game by the least role that may ask for them."""

game_pages = Blueprint("game", __name__, url_prefix="/game/<key>")


def register(app: Flask) -> None:
    """Let pages ask what their visitor may do; a game's pages are joined in by its blueprint."""
    app.jinja_env.globals["may"] = may


@game_pages.context_processor
def name_visit() -> dict[str, object]:
    """What pages of a game know of their visitor: the link, the role, the seat of this phone."""
    return (
        {} if "visit" not in g else {"link": g.visit.token, "visit": g.visit, "seat": this_seat()}
    )


@game_pages.url_value_preprocessor
def open_visit(endpoint: str | None, values: dict[str, Any] | None) -> None:
    """Open what the link in the address leads to, if its role may ask for this page."""
    if values is None:
        return
    g.token = values.pop("key")
    try:
        visit = open_link(site().books, g.token)
    except UnknownGame:
        abort(404)
    except Withdrawn:
        abort(410)
    g.visit = visit
    if visit.role < least_role(endpoint or ""):
        abort(403)


def least_role(endpoint: str) -> Role:
    """The least role that may ask for a page of a game."""
    return next((role for role, pages in ALLOWED.items() if endpoint in pages), Role.HOST)


@game_pages.url_defaults
def push_key(endpoint: str, values: dict[str, Any]) -> None:
    """Let pages of a game link to one another without naming the link they were opened by."""
    if "visit" in g:
        values.setdefault("key", g.visit.token)


@game_pages.before_request
def remember_visit() -> None:
    """Note that this browser knows the link; what a page asks for by itself is no visit."""
    if request.method == "GET" and not is_asked_by_script():
        remember(g.visit.token)


def is_asked_by_script() -> bool:
    """Whether a page on view asks for news: such an answer never sets a cookie.

    It may be late, and would bring back what the browser knew when it asked.
    """
    asks_for_stream = request.headers.get("Accept") == "text/event-stream"
    return asks_for_stream or ASKED_BY_SCRIPT in request.headers


def this_visit() -> Visit:
    """What the link of this request opened."""
    visit: Visit = g.visit
    return visit


def this_game() -> OpenGame:
    """The game of this request."""
    return this_visit().game


def this_seat() -> Seat | None:
    """The seat that this phone has at the table, if it has one."""
    return seat_of(this_visit().seats, this_phone())


def this_phone() -> str:
    """What this browser is known by at tables: unguessable, and nobody else's."""
    if _PHONE not in session:
        session[_PHONE] = secrets.token_urlsafe(_PHONE_BYTES)
        session.permanent = True
    return str(session[_PHONE])


def may(endpoint: str) -> bool:
    """Whether the role of this request may ask for a page; pages show no other links."""
    return this_visit().role >= least_role(endpoint)


def remember(token: str) -> None:
    """Put a link at the head of those this browser knows."""
    known = known_links()
    if known[:1] != [token]:
        session[KNOWN_LINKS] = [token, *[each for each in known if each != token]][
            :GAMES_REMEMBERED
        ]
        session.permanent = True


def known_links() -> list[str]:
    """The links this browser knows, the latest opened first."""
    return [str(token) for token in session.get(KNOWN_LINKS, [])]
