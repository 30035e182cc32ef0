"""The nights that this browser knows: those under way for the home page, and the way back to one.

Without a club that is set up there are none, and nothing is asked of the database.
"""

from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.club.book import night_of_game, nights_of
from scorekeeper.bookkeeping.club.links import (
    LinkWithdrawn,
    NightRole,
    NightVisit,
    UnknownLink,
    open_club_link,
    open_night_link,
)
from scorekeeper.storage.club.nights import NightRow
from scorekeeper.web.core.access import known_phone, may, this_visit
from scorekeeper.web.core.club_access import (
    club_token,
    night_address,
    remembered_nights,
    this_club,
    this_officer,
)
from scorekeeper.web.core.page import Action
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_night


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownNight:
    """A night that is open, and the address of its board for this browser."""

    row: NightRow
    address: str
    may_join: bool


def known_nights() -> tuple[KnownNight, ...]:
    """Return the open nights that this browser knows, the newest first; members know all."""
    if this_club() is None:
        return ()
    by_link = {visit.night: visit for visit in reversed(_visits())}
    is_in, is_officer = sees_club(), this_officer() is not None
    found = []
    for row in nights_of(site().store, only_open=True):
        visit = by_link.get(row.id)
        if visit is None and not is_in:
            continue
        address = _board(visit) if visit else night_address(row.id)
        may_join = visit.role >= NightRole.JOIN if visit else is_officer
        found.append(KnownNight(row=row, address=address, may_join=may_join))
    return tuple(found)


def sees_club() -> bool:
    """Tell whether this visitor has a link to the club that was not withdrawn."""
    try:
        open_club_link(site().store, club_token(), this_officer())
    except (UnknownLink, LinkWithdrawn):
        return False
    return True


def way_back() -> Action:
    """Return the way from a game to where its phone came from: its night, or all games."""
    home = Action(words="All games", address=url_for("new_game.home"))
    if this_club() is None:
        return home
    row = night_of_game(site().store, this_visit().game.key)
    night = None if row is None else _find_night(row.night)
    return night or home


def way_to_night() -> Action | None:
    """Return the way to a game's page of its night; None for who may not use it."""
    if this_club() is None or not may("night_of_game.ask_night_of_game"):
        return None
    is_in = night_of_game(site().store, this_visit().game.key) is not None
    words = "Take it out of the night" if is_in else "Put it into a night"
    return Action(words=words, address=url_for("night_of_game.ask_night_of_game"))


def _find_night(night: str) -> Action | None:
    rows = [row for row in nights_of(site().store) if row.id == night]
    addresses = [_board(visit) for visit in _visits() if visit.night == night]
    if not addresses and sees_club():
        addresses = [night_address(night)]
    if not rows or not addresses:
        return None
    return Action(words=write_night(rows[0].date), address=addresses[0])


def _visits() -> list[NightVisit]:
    """Return what the links of nights open that this browser remembers, the latest first."""
    found = []
    for token in remembered_nights():
        try:
            found.append(open_night_link(site().store, token, this_officer(), known_phone()))
        except (UnknownLink, LinkWithdrawn):
            continue
    return found


def _board(visit: NightVisit) -> str:
    return url_for("nights.board", link=visit.token)
