"""The home page of the club, the list of all nights, and the club as files."""

from typing import Final

from flask import Response, abort, request, url_for

from scorekeeper.club.files import KINDS
from scorekeeper.club.ledger import count_pages
from scorekeeper.club.rows import load_nights
from scorekeeper.club.stored_book import NIGHTS_A_PAGE, game_of_club, list_nights
from scorekeeper.games import Role, link_of, open_links
from scorekeeper.rules import TILL
from scorekeeper.tournament.seasons import seasons_of_book
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.club.seasons import named_seasons, present_season
from scorekeeper.web.core import (
    YES,
    Page,
    club_or_404,
    least_role,
    remembered_links,
    see_other,
    show,
    site,
    this_figures,
    this_visit,
    typed,
)

_PATIENCE_SECONDS: Final = 5.0


@club_pages.get("/", endpoint="home")
@least_role(Role.MEMBER)
def show_club() -> Response:
    """Show the club's home, which leads to all pages of the club."""
    visit, store, figures = this_visit(), site().store, this_figures()
    nights, today = store.read(load_nights, only_open=True), store.today()
    named = named_seasons(seasons_of_book(figures.book))
    return show(
        Page(
            "club/home.html",
            name=club_or_404().name,
            currency=club_or_404().currency,
            is_officer=visit.officer is not None,
            tonight=tuple([night for night in nights if night.date == today]),
            others=tuple([night for night in nights if night.date != today]),
            people=sum([person.is_active and not person.same_as for person in figures.book.people]),
            season=present_season(named, today).name,
            till=figures.sums.get(TILL, 0),
            nights=len(figures.nights),
        )
    )


@club_pages.get("/nights")
@least_role(Role.MEMBER)
def nights() -> Response:
    """Show the nights, page by page."""
    number, club = page_asked(), club_or_404()
    count = len(this_figures().nights)
    pages = count_pages(count, NIGHTS_A_PAGE)
    if number > pages:
        abort(404)
    return show(
        Page(
            "club/nights.html",
            currency=club.currency,
            nights=list_nights(this_figures(), number),
            count=count,
            **pages_beside("club.nights", number, pages),
        )
    )


# --- The view that leads from the club to a game --------------------------------------------------


@club_pages.get("/games/<club_id:game>")
@least_role(Role.MEMBER)
def game(game: str) -> Response:
    """Redirect to a game by this browser's own link to it, else by the viewers' link.

    An officer who comes to ``mend`` it is sent there by its host's link.
    """
    store, found = site().store, game_of_club(site().store, game)
    if found is None:
        abort(404)
    visits = open_links(store, remembered_links()).visits
    own = next((visit.token for visit in visits if visit.game.key == found.key), "")
    if "mend" in request.args and this_visit().role >= Role.OFFICER:
        own = link_of(store, found.key, Role.HOST) or own
    token = own or link_of(store, found.key, Role.VIEWER)
    if not token:
        abort(410)
    endpoint = "table.sheet" if found.sheet.final is None else "table.final"
    return see_other(url_for(endpoint, link=token))


# --- The club as files: its book, tables for spreadsheets, a journal; made while the site goes on -


@club_pages.get("/book")
@least_role(Role.OFFICER)
def book() -> Response:
    """Show the files that can be made, and the progress of the one being made."""
    return show(_book_page())


@club_pages.post("/book")
@least_role(Role.OFFICER)
def make_file() -> Response:
    """Start to make a file, and send it if that takes no time; 409 while another is being made."""
    kind = typed().get("kind", "")
    if kind not in KINDS:
        abort(400)
    run = site().files.begin(kind, bom=typed().get("bom") == YES)
    if run is None:
        return show(_book_page(is_busy=True), status=409)
    run.wait(_PATIENCE_SECONDS)
    return see_other(url_for("club.download_file" if run.is_made else "club.book"))


@club_pages.get("/book/file")
@least_role(Role.OFFICER)
def download_file() -> Response:
    """Send the file that was made last; if there is none, show the page that makes it."""
    run = site().files.last
    if run is None or not run.is_made:
        return see_other(url_for("club.book"))
    kind = KINDS[run.kind]
    name = f"{run.kind}-{site().store.today()}.{kind.ending}"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Cache-Control": "no-store",
    }
    return Response(run.content, mimetype=kind.mimetype, headers=headers)


@club_pages.get("/book/progress")
@least_role(Role.OFFICER)
def file_progress() -> dict[str, int | bool]:
    """Return the progress of the file being made, for the page that shows it."""
    run = site().files.last
    if run is None:
        return {"done": 0, "of": 0, "goes_on": False}
    return {"done": run.done, "of": run.of, "goes_on": run.goes_on}


def _book_page(*, is_busy: bool = False) -> Page:
    return Page(
        "club/book.html",
        club=club_or_404().name,
        kinds=KINDS,
        run=site().files.last,
        is_busy=is_busy,
    )
