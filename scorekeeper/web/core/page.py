"""The one way to answer with a page: a typed value names its template and all that it draws."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar, Final, Protocol

from flask import Response, g, make_response, render_template

from scorekeeper.web.core.look import Look, this_look
from scorekeeper.web.core.site import site

_FINGERPRINT_BYTES: Final = 8


class Page(Protocol):
    """Any page: it names the template that shows it."""

    template: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What every page has around its content.

    ``table_id`` tells a phone that two links lead to one table; empty on pages of no table.
    """

    site_title: str
    look: Look
    table_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A button or link that leads on: its words and its address."""

    words: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage:
    """What went wrong."""

    template: ClassVar = "core/error.html"
    status: int
    title: str
    text: str


def this_frame() -> Frame:
    """Return what this request's page has around its content."""
    table_id = hide_key(g.visit.game.key) if "visit" in g else ""
    return Frame(site_title=site().settings.title, look=this_look(), table_id=table_id)


def hide_key(key: str) -> str:
    """Return an id for the game of this key that gives away neither the key nor a link."""
    return blake2b(key.encode(), digest_size=_FINGERPRINT_BYTES).hexdigest()


def render(page: Page) -> str:
    """Return the page as HTML."""
    return render_template(page.template, page=page, frame=this_frame())


def show(page: Page, *, status: int = 200) -> Response:
    """Answer with a page."""
    return make_response(render(page), status)
