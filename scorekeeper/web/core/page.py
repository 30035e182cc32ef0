"""Pages: each is a typed value that names its template and has everything that it draws."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, Final, Protocol

from flask import Response, g, make_response, render_template

from scorekeeper.web.core.club_access import seats_address, this_officer
from scorekeeper.web.core.look import Look, this_look
from scorekeeper.web.core.site import site

_FINGERPRINT_BYTES: Final = 8


class Page(Protocol):
    """Any page, with the name of its template."""

    template: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The values that every page needs around its content.

    ``table_id`` is the same for all links to a game, empty on pages of no game. ``officer`` is the
    name of the officer who is signed in on this phone, empty on pages that are not the club's.
    ``seats`` is, on a page of a game, the address where an officer changes who sat where; else
    empty.
    """

    site_title: str
    look: Look
    table_id: str
    officer: str
    seats: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A button or link to another page: its words and its address."""

    words: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """The page of an error; ``action`` leads to a page that helps, None if there is none."""

    template: ClassVar = "core/error.html"
    status: int
    title: str
    text: str
    action: Action | None = None


def this_frame() -> Frame:
    """Return the frame of this request's page."""
    table_id = hide_key(g.visit.game.key) if "visit" in g else ""
    officer = this_officer() if "club_visit" in g or "night_visit" in g else None
    return Frame(
        site_title=site().settings.title,
        look=this_look(),
        table_id=table_id,
        officer=officer.name if officer else "",
        seats=seats_address(g.visit.game.key) if "visit" in g else "",
    )


def hide_key(key: str) -> str:
    """Return an id of a game from which neither its key nor a link can be found."""
    return blake2b(key.encode(), digest_size=_FINGERPRINT_BYTES).hexdigest()


def render(page: Page) -> str:
    """Return the page as HTML."""
    return render_template(page.template, page=page, frame=this_frame())


def show(page: Page, *, status: int = 200) -> Response:
    """Answer with a page."""
    return make_response(render(page), status)
