"""The home page of the club, with its open nights, and the list of all nights."""

from flask import Response, abort, request, url_for

from scorekeeper.club.stored_book import (
    game_of_club,
    list_nights,
    newest_night,
    nights_of,
)
from scorekeeper.games.links import Role, link_of, open_links
from scorekeeper.web.club import club_pages, page_asked, pages_beside
from scorekeeper.web.core.access import (
    least_role,
    remembered_links,
    the_club,
    this_figures,
    this_visit,
)
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site


@club_pages.get("/", endpoint="home")
@least_role(Role.MEMBER)
def show_club() -> Response:
    """Show the club's home, which leads to all pages of the club."""
    visit, store = this_visit(), site().store
    page = Page(
        "club/home.html",
        name=the_club().name,
        is_officer=visit.officer is not None,
        tonight=tuple(nights_of(store, only_open=True)),
        has_nights=newest_night(store) is not None,
    )
    return show(page)


@club_pages.get("/nights")
@least_role(Role.MEMBER)
def nights() -> Response:
    """Show the nights, page by page."""
    number, club = page_asked(), the_club()
    found = list_nights(this_figures(), number)
    if number > found.pages:
        abort(404)
    page = Page(
        "club/nights.html",
        currency=club.currency,
        nights=found.nights,
        count=found.count,
        **pages_beside("club.nights", number, found.pages),
    )
    return show(page)


# --- The view that leads from the club to a game --------------------------------------------------


@club_pages.get("/games/<club_id:game>")
@least_role(Role.MEMBER)
def game(game: str) -> Response:
    """Lead to a game by this browser's own link to it, else by the viewers' link.

    An officer who is to ``mend`` it is led there by its host's link.
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
