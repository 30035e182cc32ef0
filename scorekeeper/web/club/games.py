"""The view that leads from the club to a game."""

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role, link_of, open_links
from scorekeeper.bookkeeping.club.book import game_of_club
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role, remembered_links
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site


@club_pages.get("/games/<club_id:game>")
@least_role(ClubRole.MEMBER)
def game(game: str) -> Response:
    """Lead to a game by this browser's own link to it, else by the viewers' link."""
    store, found = site().store, game_of_club(site().store, game)
    if found is None:
        abort(404)
    visits = open_links(store, remembered_links()).visits
    own = next((visit.token for visit in visits if visit.game.key == found.key), "")
    token = own or link_of(store, found.key, Role.VIEWER)
    if not token:
        abort(410)
    endpoint = "table.sheet" if found.sheet.final is None else "table.final"
    return see_other(url_for(endpoint, link=token))
