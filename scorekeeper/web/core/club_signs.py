"""The links from the home page to the club: to its open nights, and to its own pages."""

from dataclasses import dataclass

from flask import url_for

from scorekeeper.web.core.club_access import this_club
from scorekeeper.web.core.known_nights import (
    KnownNight,
    known_nights,
    name_of_night,
    sees_club,
)
from scorekeeper.web.core.page import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNight:
    """A night that is open: its address for this visitor, its name and place."""

    address: str
    name: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubSigns:
    """The links from the home page into the club: to nights that are open, and to the club.

    A visitor without a link to the club gets one to the page where officers sign in.
    """

    tonight: tuple[OpenNight, ...]
    club: Action


def make_club_signs() -> ClubSigns | None:
    """Return what this visitor may see of the club on the home page; None without a club."""
    row = this_club()
    if row is None:
        return None
    club = Action(words=row.club.name, address=url_for("club.home")) if sees_club() else None
    return ClubSigns(
        tonight=tuple([_sign(each) for each in known_nights()]),
        club=club or Action(words="Officers", address=url_for("officers.ask_passphrase")),
    )


def _sign(known: KnownNight) -> OpenNight:
    return OpenNight(
        address=known.address,
        name=name_of_night(known.row.date),
        words=known.row.place,
    )
