"""The nights that this browser knows: those under way for the home page, and the way back to one.

Without a club that is set up there are none, and nothing is asked of the database.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from flask import url_for

from scorekeeper.bookkeeping.club.book import night_of_game, nights_of
from scorekeeper.bookkeeping.club.links import (
    LinkWithdrawn,
    NightRole,
    NightVisit,
    UnknownLink,
    open_night_link,
)
from scorekeeper.storage.club.nights import NightRow
from scorekeeper.web.core.access import may, this_phone, this_visit
from scorekeeper.web.core.club_access import (
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
    """Return the open nights that this browser knows, the newest first; officers know all."""
    if this_club() is None:
        return ()
    by_link = {visit.night: visit for visit in _visits()}
    found = []
    for row in nights_of(site().store, only_open=True):
        visit = by_link.get(row.id)
        address = _board(visit) if visit else night_address(row.id) if this_officer() else ""
        if address:
            may_join = visit is None or visit.role >= NightRole.JOIN
            found.append(KnownNight(row=row, address=address, may_join=may_join))
    return tuple(found)


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
    address = addresses[0] if addresses else night_address(night)
    if not rows or not address:
        return None
    return Action(words=write_night(rows[0].date), address=address)


def _visits() -> Iterator[NightVisit]:
    """Yield what the links of nights open that this browser remembers, the latest first."""
    for token in remembered_nights():
        try:
            yield open_night_link(site().store, token, this_officer(), this_phone())
        except (UnknownLink, LinkWithdrawn):
            continue


def _board(visit: NightVisit) -> str:
    return url_for("nights.board", link=visit.token)
