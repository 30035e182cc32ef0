"""The club's home: tonight, or the way to open a night, and all nights."""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.club.book import nights_of
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.storage.club.nights import NightRow
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role, may
from scorekeeper.web.core.club_access import night_address, this_club_visit
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Action, show
from scorekeeper.web.core.site import site

_ROOMS: Final = {
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
    rooms: tuple[Action, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsPage:
    """All nights of the club, the newest first."""

    template: ClassVar = "club/nights.html"
    nights: tuple[NightLine, ...]


@club_pages.get("/", endpoint="home")
@least_role(ClubRole.MEMBER)
def show_club() -> Response:
    """Show the way to everything of the club."""
    visit, nights = this_club_visit(), nights_of(site().store)
    page = ClubHomePage(
        name=visit.club.name,
        officer=visit.officer.name if visit.officer else "",
        tonight=tuple([_line(night) for night in nights if night.is_open]),
        has_nights=bool(nights),
        rooms=tuple(
            [
                Action(words=words, address=url_for(endpoint))
                for endpoint, words in _ROOMS.items()
                if may(endpoint)
            ]
        ),
    )
    return show(page)


@club_pages.get("/nights")
@least_role(ClubRole.MEMBER)
def nights() -> Response:
    """Show all nights."""
    found = nights_of(site().store)
    return show(NightsPage(nights=tuple([_line(night) for night in found])))


def _line(night: NightRow) -> NightLine:
    state = "open" if night.is_open else "closed"
    words = [night.place, state, "corrected since" if night.corrected_on else ""]
    return NightLine(
        address=night_address(night.id),
        name=name_of_night(night.date),
        words=" · ".join([each for each in words if each]),
    )
