"""The club as files: its book, tables for spreadsheets, a journal; made while the site goes on."""

from typing import Final

from flask import Response, abort, url_for

from scorekeeper.club.files import BOOK, HLEDGER, KINDS
from scorekeeper.games.links import Role
from scorekeeper.web.club import club_pages
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.fields import YES
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import see_other, typed
from scorekeeper.web.core.site import site

_PATIENCE_SECONDS: Final = 5.0
_ENDINGS: Final = {BOOK: ("json", "application/json"), HLEDGER: ("journal", "text/plain")}
_TABLE: Final = ("csv", "text/csv")


@club_pages.get("/book")
@least_role(Role.OFFICER)
def book() -> Response:
    """Show the files that can be made, and the progress of the one that is being made."""
    return show(_make_page())


@club_pages.post("/book")
@least_role(Role.OFFICER)
def make_file() -> Response:
    """Begin to make a file, and send it if that takes no time; 409 while another is made."""
    kind = typed().get("kind", "")
    if kind not in KINDS:
        abort(400)
    run = site().files.begin(kind, bom=typed().get("bom") == YES)
    if run is None:
        return show(_make_page(is_busy=True), status=409)
    run.wait(_PATIENCE_SECONDS)
    return see_other(url_for("club.download_file" if run.is_made else "club.book"))


@club_pages.get("/book/file")
@least_role(Role.OFFICER)
def download_file() -> Response:
    """Send the file that was made last; without one show the page that makes it."""
    run = site().files.last
    if run is None or not run.is_made:
        return see_other(url_for("club.book"))
    ending, mimetype = _ENDINGS.get(run.kind, _TABLE)
    name = f"{run.kind}-{site().store.today()}.{ending}"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(run.content, mimetype=mimetype, headers=headers)


@club_pages.get("/book/progress")
@least_role(Role.OFFICER)
def file_progress() -> dict[str, int | bool]:
    """Return the progress of the file that is being made, for the page that shows it."""
    run = site().files.last
    if run is None:
        return {"done": 0, "of": 0, "goes_on": False}
    return {"done": run.done, "of": run.of, "goes_on": run.goes_on}


def _make_page(*, is_busy: bool = False) -> Page:
    return Page("club/book.html", club=the_club().name, run=site().files.last, is_busy=is_busy)
