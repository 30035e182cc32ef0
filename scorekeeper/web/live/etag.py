"""ETags of live pages: phones ask for them again and again, and an unchanged page is not sent."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from flask import Response, request

import scorekeeper
from scorekeeper.config import site_folder
from scorekeeper.web.core.access import this_access
from scorekeeper.web.core.page import Page, show, this_frame

_DIGEST_BYTES: Final = 12


def show_live(page: Page) -> Response:
    """Answer with a page, or with 304 if the phone already has exactly this page."""
    tag = _tag(page)
    is_unchanged = request.if_none_match.contains_weak(tag)
    response = Response(status=304) if is_unchanged else show(page)
    response.set_etag(tag, weak=True)
    return response


def _tag(page: Page) -> str:
    """Return a digest of everything that the page is drawn from, above all its own value.

    Fields that differ each time and mean nothing to a reader, such as ids of forms, are declared
    with ``repr=False``. Apart from the page's value, templates draw the frame, addresses that begin
    with the link, and what the role may do; and a new version of the program may draw it otherwise.
    """
    drawn_from = (page, this_frame(), *this_access(), _program())
    return blake2b(repr(drawn_from).encode(), digest_size=_DIGEST_BYTES).hexdigest()


@cache
def _program() -> str:
    """Return a digest of the program's files, so that an update changes every tag."""
    package, folder = Path(scorekeeper.__file__).parent, site_folder()
    code, pages = package.rglob("*.py"), (folder / "templates").rglob("*.html")
    looks = [file for file in (folder / "static").rglob("*.*") if file.is_file()]
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for file in sorted([*code, *pages, *looks]):
        digest.update(file.read_bytes())
    return digest.hexdigest()
