"""Links to the club and to its nights, and what each lets its holder do.

A member sees everything of the club and changes nothing. A night has a link to watch it and one to
join its tables. An officer who is signed in may do everything, by any of these links. A phone with
a seat at a table of a night may join, whatever link it came by.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from scorekeeper.bookkeeping.club.acting import ClubAct, ClubOutcome, ClubPost, post_club_act
from scorekeeper.bookkeeping.club.officers import Officer
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Club
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.links import (
    ClubLinkRow,
    add_club_link,
    club_links_in_force,
    find_club_link,
    mark_club_link_withdrawn,
    read_sessions,
)
from scorekeeper.storage.club.nights import find_night, person_of_phone_at
from scorekeeper.storage.database import Connection

OFFICERS: Final = "officers"
"""Stands in an address in the place of a link, and lets only an officer in."""
_BETWEEN: Final = "."
"""Stands between the link of the club and the id of a night; a link never has it."""


class ClubRole(IntEnum):
    """The roles of the club's pages; each may do everything that the lower one may."""

    MEMBER = 1
    OFFICER = 2


class NightRole(IntEnum):
    """The roles of a night's pages; each may do everything that the lower ones may."""

    WATCH = 1
    JOIN = 2
    OFFICER = 3

    @property
    def key(self) -> str:
        """The name by which the role of a link is stored and posted."""
        return self.name.lower()


MEMBER_LINK: Final = "member"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubVisit:
    """The club as one link opens it; ``member_link`` is the token in force, empty if none is."""

    token: str
    role: ClubRole
    officer: Officer | None
    club: Club
    member_link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightVisit:
    """A night, by its id, as one link opens it.

    ``join`` and ``watch`` are the tokens in force, empty if there is none; a visitor who only
    watches is told no link to join. ``person`` is the id of the person that this phone is, empty
    if it is nobody.
    """

    token: str
    role: NightRole
    officer: Officer | None
    club: Club
    night: str
    person: str
    join: str
    watch: str


class UnknownLink(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """No link has this token, or there is no club."""


class LinkWithdrawn(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """The link was withdrawn."""


def open_club_link(store: GameStore, token: str, officer: Officer | None) -> ClubVisit:
    """Return the visit that a link of the club opens; raises UnknownLink or LinkWithdrawn.

    Officers are let in without a link too, so that none of them is shut out by a withdrawal.
    """
    with store.database.reading() as db:
        row = find_club_row(db)
        if row is None:
            raise UnknownLink(token)
        _demand_member_link(db, token, officer)
        return ClubVisit(
            token=token,
            role=ClubRole.MEMBER if officer is None else ClubRole.OFFICER,
            officer=officer,
            club=row.club,
            member_link=club_links_in_force(db).get(MEMBER_LINK, ""),
        )


def _demand_member_link(db: Connection, token: str, officer: Officer | None) -> None:
    if token == OFFICERS and officer is not None:
        return
    link = find_club_link(db, token)
    if link is None or link.role != MEMBER_LINK:
        raise UnknownLink(token)
    if link.withdrawn and officer is None:
        raise LinkWithdrawn(token)


def open_night_link(
    store: GameStore, token: str, officer: Officer | None, phone: str
) -> NightVisit:
    """Return the visit that a link of a night opens; raises UnknownLink or LinkWithdrawn.

    A token is that of the night's own link, or the club's with the night's id behind a dot.
    """
    with store.database.reading() as db:
        row = find_club_row(db)
        if row is None:
            raise UnknownLink(token)
        night, role = _night_of_link(db, token, officer)
        person = person_of_phone_at(db, night, phone) or ""
        role = max(role, NightRole.JOIN) if person else role
        role = role if officer is None else NightRole.OFFICER
        links = club_links_in_force(db, night)
    return NightVisit(
        token=token,
        role=role,
        officer=officer,
        club=row.club,
        night=night,
        person=person,
        join=links.get(NightRole.JOIN.key, "") if role >= NightRole.JOIN else "",
        watch=links.get(NightRole.WATCH.key, ""),
    )


def _night_of_link(db: Connection, token: str, officer: Officer | None) -> tuple[str, NightRole]:
    club_token, dot, night = token.partition(_BETWEEN)
    if dot:
        _demand_member_link(db, club_token, officer)
        if find_night(db, night) is None:
            raise UnknownLink(token)
        return night, NightRole.WATCH
    link = find_club_link(db, token)
    if link is None or not link.night:
        raise UnknownLink(token)
    if link.withdrawn and officer is None:
        raise LinkWithdrawn(token)
    return link.night, NightRole[link.role.upper()]


def token_of_night(club_token: str, night: str) -> str:
    """Return the token of a night for somebody who came by a link of the club."""
    return f"{club_token}{_BETWEEN}{night}"


def is_night_link_in_force(store: GameStore, token: str, *, officer: Officer | None) -> bool:
    """Tell whether a link still opens its night; for an officer who is signed in, any link does."""
    with store.database.reading() as db:
        link = find_club_link(db, token.partition(_BETWEEN)[0])
        sessions = [] if officer is None else [row.number for row in read_sessions(db)]
    is_signed_in = officer is not None and officer.number in sessions
    return is_signed_in or (link is not None and not link.withdrawn)


# --- making and withdrawing -----------------------------------------------------------------------


def make_member_link(store: GameStore, db: Connection) -> None:
    """Make the members' link of a new club."""
    _renew(store, db, MEMBER_LINK, "")


def make_night_links(store: GameStore, db: Connection, night: str) -> None:
    """Make the two links of a new night."""
    for role in (NightRole.JOIN, NightRole.WATCH):
        _renew(store, db, role.key, night)


def renew_member_link(store: GameStore, post: ClubPost) -> ClubOutcome:
    """Withdraw the members' link, if there is one, and make another."""
    return post_club_act(store, post, lambda db: _renewed(store, db, MEMBER_LINK, ""))


def withdraw_member_link(store: GameStore, post: ClubPost) -> ClubOutcome:
    """Withdraw the members' link, which shuts its holders out; officers come in without one."""
    return post_club_act(store, post, lambda db: _withdrawn(store, db, MEMBER_LINK, ""))


def renew_night_link(store: GameStore, post: ClubPost, night: str, role: NightRole) -> ClubOutcome:
    """Withdraw the link of a night, if there is one of this role, and make another."""
    return post_club_act(store, post, lambda db: _renewed(store, db, role.key, night))


def withdraw_night_link(
    store: GameStore, post: ClubPost, night: str, role: NightRole
) -> ClubOutcome:
    """Withdraw the link of a night of this role."""
    return post_club_act(store, post, lambda db: _withdrawn(store, db, role.key, night))


def _renewed(store: GameStore, db: Connection, role: str, night: str) -> ClubAct:
    _renew(store, db, role, night)
    return ClubAct(kind="link_renewed", subject=role, night=night)


def _withdrawn(store: GameStore, db: Connection, role: str, night: str) -> ClubAct:
    mark_club_link_withdrawn(db, role, night, store.now())
    return ClubAct(kind="link_withdrawn", subject=role, night=night)


def _renew(store: GameStore, db: Connection, role: str, night: str) -> None:
    at = store.now()
    mark_club_link_withdrawn(db, role, night, at)
    add_club_link(db, ClubLinkRow(token=store.new_key(), role=role, night=night), at)
