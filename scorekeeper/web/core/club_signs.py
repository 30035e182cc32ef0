"""What the home page says of the club: the nights that are open, and the way to the club."""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.club.book import nights_of
from scorekeeper.bookkeeping.club.links import (
    LinkWithdrawn,
    UnknownLink,
    open_club_link,
    open_night_link,
)
from scorekeeper.storage.club.nights import NightRow
from scorekeeper.web.core.access import known_phone
from scorekeeper.web.core.club_access import (
    club_token,
    night_address,
    remembered_nights,
    this_club,
    this_officer,
)
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_date


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenNight:
    """A night that is open: its address for this visitor, its day and its place."""

    address: str
    date: str
    place: str


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
    nights = {night.id: night for night in nights_of(site().store, only_open=True)}
    addresses = dict(_remembered())
    is_in = _sees_club()
    if is_in:
        addresses = {night: night_address(night) for night in nights} | addresses
    club = Action(words=row.club.name, address=url_for("club.home")) if is_in else None
    return ClubSigns(
        tonight=tuple(
            [_sign(nights[each], addresses[each]) for each in nights if each in addresses]
        ),
        club=club or Action(words="Officers", address=url_for("officers.ask_passphrase")),
    )


def _sign(night: NightRow, address: str) -> OpenNight:
    return OpenNight(address=address, date=write_date(night.date), place=night.place)


def _sees_club() -> bool:
    """Tell whether this visitor has a link to the club that was not withdrawn."""
    token = club_token()
    try:
        open_club_link(site().store, token, this_officer())
    except (UnknownLink, LinkWithdrawn):
        return False
    return True


def _remembered() -> Iterator[tuple[str, str]]:
    """Yield the nights whose links this browser remembers, the latest opened last."""
    for token in reversed(remembered_nights()):
        try:
            visit = open_night_link(site().store, token, this_officer(), known_phone())
        except (UnknownLink, LinkWithdrawn):
            continue
        yield visit.night, url_for("nights.board", link=token)
