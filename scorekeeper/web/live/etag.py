"""Live pages, which phones ask for again and again: one that has not changed is not sent again."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from flask import Response, request

import scorekeeper
from scorekeeper.config import site_folder
from scorekeeper.web.core.access import this_visit
from scorekeeper.web.core.page import Page, show, this_frame

_DIGEST_BYTES: Final = 12


def show_live(page: Page) -> Response:
    """Answer with a page, or with 304 to a phone that has it as it would be drawn now."""
    tag = _tag(page)
    is_known = request.if_none_match.contains_weak(tag)
    response = Response(status=304) if is_known else show(page)
    response.set_etag(tag, weak=True)
    return response


def _tag(page: Page) -> str:
    """Return a digest of all that the page is drawn from: its own value first of all.

    Fields that differ each time and mean nothing to a reader, as ids of forms do, say so by
    ``repr=False``. What templates draw beside the page's value is the frame, addresses that begin
    with the link, what the role may, and the program itself.
    """
    visit = this_visit()
    drawn_from = (page, this_frame(), request.script_root, visit.token, visit.role, _program())
    return blake2b(repr(drawn_from).encode(), digest_size=_DIGEST_BYTES).hexdigest()


@cache
def _program() -> str:
    """Return a digest of the program and its pages, so that no page outlives an update."""
    package, folder = Path(scorekeeper.__file__).parent, site_folder()
    code, pages = package.rglob("*.py"), (folder / "templates").rglob("*.html")
    looks = [file for file in (folder / "static").rglob("*.*") if file.is_file()]
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for file in sorted([*code, *pages, *looks]):
        digest.update(file.read_bytes())
    return digest.hexdigest()
