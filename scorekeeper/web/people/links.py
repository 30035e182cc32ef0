"""The links of a table, for its host: to hand out, to make anew, to withdraw."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, g, session, url_for
from werkzeug.exceptions import Gone

from scorekeeper.bookkeeping.links import (
    Role,
    Visit,
    Withdrawn,
    open_link,
    renew_link,
    withdraw_link_of,
)
from scorekeeper.bookkeeping.store import UnknownGame
from scorekeeper.web.core.access import least_role, this_visit
from scorekeeper.web.core.codes import Code, code_of
from scorekeeper.web.core.errors import answer_error
from scorekeeper.web.core.outbox import asks_for_data
from scorekeeper.web.core.page import show
from scorekeeper.web.core.phrases import title_of
from scorekeeper.web.core.posting import see, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.people.blueprint import people_pages

_NEXT: Final = "next_host_links"
_MOST_NEXT: Final = 5
_WORDS: Final = {
    Role.PLAYER: (
        "The players’ link",
        "Who has it takes a seat, enters deals and agrees to them.",
    ),
    Role.VIEWER: ("The viewers’ link", "Who has it looks on and can change nothing."),
    Role.HOST: (
        "The host’s link",
        "Who has it can do everything, this page as well. Keep it to yourself.",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLine:
    """A link as the host sees it; without a code where it was withdrawn."""

    role: str
    title: str
    about: str
    code: Code | None
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksPage:
    """The three links of a table."""

    template: ClassVar = "people/links.html"
    title: str
    links: tuple[LinkLine, ...]


@people_pages.get("/links")
@least_role(Role.HOST)
def ask_links() -> Response:
    """The links, each with its code."""
    visit = this_visit()
    _prepare_next(visit.token)
    lines = tuple([_line(visit, role) for role in _WORDS])
    return show(LinksPage(title=title_of(visit.game), links=lines))


def _line(visit: Visit, role: Role) -> LinkLine:
    title, about = _WORDS[role]
    token = visit.links.get(role)
    return LinkLine(
        role=role.key,
        title=title,
        about=about,
        code=None if token is None else code_of(role, token),
        is_own=role is Role.HOST,
    )


@people_pages.post("/links/new")
@least_role(Role.HOST)
def renew() -> Response:
    """Make a link anew; the old one is withdrawn, and a host is led to the new one at once."""
    visit, role = this_visit(), _role()
    if role is not Role.HOST:
        renew_link(site().store, visit.game.key, role)
        return see(url_for("people.ask_links"))
    token = renew_link(site().store, visit.game.key, role, token=_prepare_next(visit.token))
    return see(url_for("people.ask_links", key=token))


@people_pages.post("/links/withdraw")
@least_role(Role.HOST)
def withdraw_link() -> Response:
    """Withdraw a link: whoever came by it is shut out. The host's can only be made anew."""
    role = _role()
    if role is Role.HOST:
        abort(400)
    withdraw_link_of(site().store, this_visit().game.key, role)
    return see(url_for("people.ask_links"))


def _role() -> Role:
    """The role that a form names; a form of ours always does."""
    named = [role for role in Role if role.key == typed().get("role")]
    if not named:
        abort(400)
    return named[0]


# --- the host's own way to a new link -------------------------------------------------------------


def _prepare_next(token: str) -> str:
    """The link that would take the place of the host's, known to this browser beforehand.

    The answer that leads to a new link can be lost on the way, and nobody else could ever tell the
    host where the table went.
    """
    following = _following()
    if token not in following:
        following[token] = site().store.new_key()
        session[_NEXT] = list(following.items())[-_MOST_NEXT:]
        session.permanent = True
    return following[token]


def _following() -> dict[str, str]:
    """Which link was to follow which; pages and tabs may still be open by older ones."""
    return dict(session.get(_NEXT, []))


@people_pages.app_errorhandler(Gone)
def answer_withdrawn(error: Gone) -> Response:
    """Shut out who came by a withdrawn link, but for the host who made it anew.

    An outbox is told, since it looks at no page: its deal is then sent by the new link.
    """
    token = _link_in_force(g.token)
    if asks_for_data() or token is None:
        return answer_error(error)
    return see(url_for("people.ask_links", key=token))


def _link_in_force(token: str) -> str | None:
    """The link in force that came after one of this host's own, if there is one."""
    following = _following()
    while token in following:
        token = following.pop(token)
        try:
            open_link(site().store, token)
        except Withdrawn:
            continue
        except UnknownGame:
            return None
        return token
    return None
