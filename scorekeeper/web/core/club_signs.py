"""What the home page says of the club: the nights that are open, and the way to the club."""

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
    """The ways from the home page into the club: to nights that are open, and to ``club``.

    Who has no link to the club is led to where its officers sign in.
    """

    tonight: tuple[OpenNight, ...]
    club: Action


def make_club_signs() -> ClubSigns | None:
    """Return the signs for this visitor, who sees what a link of theirs opens; None: no club."""
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
