"""The home page of the club, with its open nights, and the list of all nights."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.access.links import Role, link_of, open_links
from scorekeeper.bookkeeping.club.book import game_of_club, list_nights, newest_night, nights_of
from scorekeeper.domain.club.facts import Night
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.core.access import (
    least_role,
    may,
    night_address,
    remembered_links,
    the_club,
    this_visit,
)
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action, show
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site

_WAYS: Final = {
    "club.people": "People",
    "club.standings": "Standings",
    "club.money": "Money",
    "club.nights": "Nights",
}
"""The links of the club's home, in this order; visitors see only those that they may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """A night in a list; ``words`` are its place and its state."""

    address: str
    name: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubHomePage:
    """The club's home: the nights that are open, and the links to the other pages.

    ``officer`` is the name of an officer who is signed in, else empty.
    """

    template: ClassVar = "club/home.html"
    name: str
    officer: str
    tonight: tuple[NightLine, ...]
    has_nights: bool
    ways: tuple[Action, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsPage:
    """One page of the club's nights, newest first, with links to the next pages."""

    template: ClassVar = "club/nights.html"
    nights: tuple[NightLine, ...]
    newer: str
    older: str


@club_pages.get("/", endpoint="home")
@least_role(Role.MEMBER)
def show_club() -> Response:
    """Show the club's home, which leads to all pages of the club."""
    visit, store = this_visit(), site().store
    page = ClubHomePage(
        name=the_club().name,
        officer=visit.officer.name if visit.officer else "",
        tonight=tuple([_line(night) for night in nights_of(store, only_open=True)]),
        has_nights=newest_night(store) is not None,
        ways=tuple(
            [
                Action(words=words, address=url_for(endpoint))
                for endpoint, words in _WAYS.items()
                if may(endpoint)
            ]
        ),
    )
    return show(page)


@club_pages.get("/nights")
@least_role(Role.MEMBER)
def nights() -> Response:
    """Show the nights, page by page."""
    number = page_asked()
    found = list_nights(site().store, number)
    if number > found.pages:
        abort(404)
    page = NightsPage(
        nights=tuple([_line(night) for night in found.nights]),
        **pages_beside("club.nights", number, found.pages),
    )
    return show(page)


def _line(night: Night) -> NightLine:
    state = "open" if night.is_open else "closed"
    words = [night.place, state, "corrected since" if night.corrected_on else ""]
    return NightLine(
        address=night_address(night.id),
        name=name_of_night(night.date),
        words=" · ".join([each for each in words if each]),
    )


# --- The view that leads from the club to a game --------------------------------------------------


@club_pages.get("/games/<club_id:game>")
@least_role(Role.MEMBER)
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
