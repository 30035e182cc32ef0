"""Links to the club and its nights: what each opens, for whom, and which nights a phone knows.

An officer who is signed in may do everything in the club and its nights, by any of their links. A
phone with a seat at a table of a night may join others there, whatever link it came by.
"""

from hashlib import blake2b
from hmac import compare_digest
from typing import Final

from scorekeeper.club.rows import (
    PhonePlace,
    find_club_row,
    is_night,
    last_place_of_phone,
    person_of_phone_at,
)
from scorekeeper.games import (
    GameStore,
    Officer,
    Role,
    Thing,
    UnknownLink,
    Visit,
    find_link,
    find_opened,
    links_in_force,
    links_up_to,
    read_sessions,
)
from scorekeeper.store.database import Connection

OFFICERS: Final = "officers"
"""Stands in an address in the place of a link, and lets only an officer in."""
_BETWEEN: Final = "."
"""Stands between a link to the club and the id of a night; a token never has it."""


_READING: Final = "standings-"
"""How a link begins that opens the standings alone."""
_READING_BYTES: Final = 18


def reading_token(members: str) -> str:
    """Return the token that opens the standings alone, for the club's own website.

    It follows from the members' token, which nobody can find out from it, and is withdrawn with it.
    """
    made = blake2b(members.encode(), digest_size=_READING_BYTES, person=_READING.encode())
    return _READING + made.hexdigest()


def is_reading(token: str) -> bool:
    """Tell whether a token opens no more than the standings."""
    return token.startswith(_READING)


class OfficersOnly(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """Only an officer comes in without a link, and none is signed in."""


def open_club_link(
    store: GameStore, token: str, opens: Thing, *, officer: Officer | None = None, phone: str = ""
) -> Visit:
    """Return the visit to the club or a night that a link opens.

    ``officer`` is who is signed in on the phone; an officer may do everything, by withdrawn links
    too. Raises UnknownLink, Withdrawn or OfficersOnly.
    """
    with store.database.reading() as db:
        found, role = _find_thing(db, token, opens, officer)
        person = person_of_phone_at(db, found, phone) if opens is Thing.NIGHT and phone else None
        if person:
            role = max(role, Role.PLAYER)
        if officer is not None:
            role = Role.OFFICER
        links = links_up_to(db, role, opens, found)
    return Visit(
        store=store,
        token=token,
        opens=opens,
        id=found,
        role=role,
        links=links,
        officer=officer,
        person=person or "",
    )


def _find_thing(
    db: Connection, token: str, opens: Thing, officer: Officer | None
) -> tuple[str, Role]:
    """Return the id of what a link opens, and the role that it gives."""
    club_token, is_behind_club, night = token.partition(_BETWEEN)
    if opens is Thing.NIGHT and is_behind_club:
        _find_thing(db, club_token, Thing.CLUB, officer)
        if is_reading(club_token) or not is_night(db, night):
            raise UnknownLink(token)
        return night, Role.VIEWER
    if opens is Thing.CLUB and token == OFFICERS:
        if officer is None:
            raise UnknownLink(token) if find_club_row(db) is None else OfficersOnly(token)
        return "", Role.OFFICER
    if opens is Thing.CLUB and is_reading(token):
        members = links_in_force(db, Thing.CLUB, "").get(Role.MEMBER.key, "")
        if not members or not compare_digest(token.encode(), reading_token(members).encode()):
            raise UnknownLink(token)
        return "", Role.READER
    return find_opened(db, token, opens, even_withdrawn=officer is not None)


def last_place(store: GameStore, phone: str) -> PhonePlace | None:
    """Return where a phone had a seat last, or waits for one; None for an unknown phone."""
    return store.read(last_place_of_phone, phone) if phone else None


def viewer_link_of_night(store: GameStore, night: str) -> str:
    """Return the link by which a night is watched, for a phone that was there; else empty."""
    return store.read(links_in_force, Thing.NIGHT, night).get(Role.VIEWER.key, "")


def token_of_night(club_token: str, night: str) -> str:
    """Return the token of a night for somebody who came by a link to the club."""
    return f"{club_token}{_BETWEEN}{night}"


def is_in_force(store: GameStore, token: str, *, officer: Officer | None = None) -> bool:
    """Tell whether a link was not withdrawn; for an officer who is signed in, any link does."""
    with store.database.reading() as db:
        link = find_link(db, token.partition(_BETWEEN)[0])
        sessions = [] if officer is None else [session.number for session in read_sessions(db)]
    is_signed_in = officer is not None and officer.number in sessions
    return is_signed_in or (link is not None and not link.withdrawn_at)
