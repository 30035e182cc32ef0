"""The club's home: tonight, or the way to open a night, and all nights."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.club.book import list_nights, newest_night, nights_of
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.storage.club.nights import NightRow
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.core.access import least_role, may
from scorekeeper.web.core.club_access import night_address, this_club_visit
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action, show
from scorekeeper.web.core.site import site

_WAYS: Final = {
    "club.people": "People",
    "club.standings": "Standings",
    "club.money": "Money",
    "club.nights": "Nights",
}
"""Where the club's home leads, in this order: who may not go there is not led there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """A night in a list: its address, its name, and what else there is to say of it."""

    address: str
    name: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubHomePage:
    """The club's home: the nights that are open, and the ways on from here.

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
    """A page of the nights of the club, the newest first; the others are beside it."""

    template: ClassVar = "club/nights.html"
    nights: tuple[NightLine, ...]
    newer: str
    older: str


@club_pages.get("/", endpoint="home")
@least_role(ClubRole.MEMBER)
def show_club() -> Response:
    """Show the way to everything of the club."""
    visit, store = this_club_visit(), site().store
    page = ClubHomePage(
        name=visit.club.name,
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
@least_role(ClubRole.MEMBER)
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


def _line(night: NightRow) -> NightLine:
    state = "open" if night.is_open else "closed"
    words = [night.place, state, "corrected since" if night.corrected_on else ""]
    return NightLine(
        address=night_address(night.id),
        name=name_of_night(night.date),
        words=" · ".join([each for each in words if each]),
    )
