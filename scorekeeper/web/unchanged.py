"""Pages that phones ask for again and again: what has not changed is not drawn again."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache, wraps
from hashlib import blake2b
from pathlib import Path
from typing import Final, ParamSpec

from flask import Response, g, request, session

import scorekeeper
from scorekeeper.bookkeeping.watch import write_state
from scorekeeper.config import site_folder
from scorekeeper.web.access import KNOWN_LINKS, this_visit
from scorekeeper.web.pages import site
from scorekeeper.web.shell import look

_DIGEST_BYTES: Final = 12
_NEWS: Final = timedelta(minutes=1)
"""What was just undone can be put back on every page for so long."""

Arguments = ParamSpec("Arguments")


def this_state() -> str:
    """Where the game of this request stands; what is shown may be newer, but never older."""
    if "state" not in g:
        visit = this_visit()
        g.state = write_state(visit.pulse, site().books.watch.revision(visit.game.key))
    return str(g.state)


def live_page(view: Callable[Arguments, Response]) -> Callable[Arguments, Response]:
    """Answer 304 to a phone that has the page as it would be drawn now."""

    @wraps(view)
    def answer(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Response:
        tag = _tag()
        if request.if_none_match.contains_weak(tag):
            response = Response(status=304)
        else:
            response = view(*args, **kwargs)
            if response.status_code != 200:
                return response
        response.set_etag(tag, weak=True)
        return response

    return answer


def _tag() -> str:
    """A digest of all that a live page is drawn from, but for the clock's minutes."""
    visit = this_visit()
    now = datetime.now(UTC)
    drawn_from = (
        request.full_path,
        this_state(),
        visit.role.key,
        sorted(visit.rematch.items()),
        sorted([item for item in session.items() if item[0] != KNOWN_LINKS]),
        look()["look"],
        now.astimezone().date(),
        sum([now - entry.at < _NEWS for entry in visit.game.log]),
        request.url_root,
        _program(),
    )
    return blake2b(repr(drawn_from).encode(), digest_size=_DIGEST_BYTES).hexdigest()


@cache
def _program() -> str:
    """A digest of the program and its pages, so that no page outlives an update."""
    package, folder = Path(scorekeeper.__file__).parent, site_folder()
    code, pages = package.rglob("*.py"), (folder / "templates").rglob("*.html")
    looks = [file for file in (folder / "static").rglob("*.*") if file.is_file()]
    digest = blake2b(digest_size=_DIGEST_BYTES)
    for file in sorted([*code, *pages, *looks]):
        digest.update(file.read_bytes())
    return digest.hexdigest()
