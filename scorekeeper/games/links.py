"""Links: each opens a game, a night or the club in a role, until it is withdrawn.

An officer who is signed in may do everything in the club and its nights, by any of their links. A
phone with a seat at a table of a night may join others there, whatever link it came by.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import cached_property, partial
from typing import Final, NamedTuple, TypeVar

from scorekeeper.club.rows.clubs import find_club_row
from scorekeeper.club.rows.night_phones import (
    PhonePlace,
    last_place_of_phone,
    person_of_phone_at,
)
from scorekeeper.club.rows.nights import find_night_game, is_night
from scorekeeper.games.game_store import CurrentGame, GameStore, UnknownGame, load_game
from scorekeeper.games.journals import UnreadableGame, change_number_of, rematch_of
from scorekeeper.games.link_rows import (
    LinkRow,
    Officer,
    add_link,
    find_link,
    links_in_force,
    mark_withdrawn,
    nights_of_links,
    read_sessions,
    remove_watch_code,
)
from scorekeeper.games.phones import (
    SeatChange,
    SeatRow,
    SeatTerms,
    Slip,
    read_slips,
    seat_changes,
    seat_terms,
    taken_seats,
)
from scorekeeper.store.database import Connection

Read = TypeVar("Read")

OFFICERS: Final = "officers"
"""Stands in an address in the place of a link, and lets only an officer in."""
_BETWEEN: Final = "."
"""Stands between a link to the club and the id of a night; a token never has it."""


class Thing(StrEnum):
    """What a link opens."""

    GAME = "game"
    NIGHT = "night"
    CLUB = "club"


class Role(IntEnum):
    """The roles of visitors; each role may do everything that the lower ones may.

    A viewer watches a game or a night. Members see the club and all its nights, as viewers do.
    Officers of the club may do everything there, as the host may in a game.
    """

    VIEWER = 1
    PLAYER = 2
    HOST = 3
    MEMBER = VIEWER
    OFFICER = HOST

    @property
    def key(self) -> str:
        """The name by which the role is stored and posted."""
        return self.name.lower()


_MADE: Final = {
    Thing.GAME: (Role.VIEWER, Role.PLAYER, Role.HOST),
    Thing.NIGHT: (Role.VIEWER, Role.PLAYER),
    Thing.CLUB: (Role.MEMBER,),
}
"""The roles for which a new thing gets links; officers have a passphrase."""


@dataclass(frozen=True, kw_only=True)
class Visit:
    """A game, a night or the club as one link opens it.

    ``id`` is the key of the game or the id of the night. ``links`` are the tokens in force by role,
    none of a higher role than the visitor's. ``officer`` is signed in on this phone. ``person`` is
    the id of the person who sits with this phone at a table of the night, empty for nobody.

    The ``change_number`` of a game grows whenever a phone may have something new to show. What else
    belongs to the game is read when it is first asked for.
    """

    store: GameStore = field(repr=False, compare=False)
    token: str
    opens: Thing
    id: str
    role: Role
    links: Mapping[Role, str]
    change_number: int = 0
    officer: Officer | None = None
    person: str = ""

    def _read(self, query: Callable[[Connection, str], Read]) -> Read:
        with self.store.database.reading() as db:
            return query(db, self.id)

    @cached_property
    def game(self) -> CurrentGame:
        """The game; raises UnreadableGame."""
        game = self._read(partial(load_game, self.store))
        if game is None:
            raise UnknownGame(self.id)
        return game

    @cached_property
    def seats(self) -> tuple[SeatRow, ...]:
        """The seats that phones have."""
        # A phone may still have the seat of a player whose joining was undone.
        return tuple(
            [row for row in self._read(taken_seats) if row.seat < len(self.game.sheet.heads)]
        )

    @cached_property
    def seat_changes(self) -> tuple[SeatChange, ...]:
        """All changes of seats so far."""
        return self._read(seat_changes)

    @cached_property
    def seat_terms(self) -> SeatTerms:
        """Whether the game asks phones for a seat."""
        return self._read(seat_terms)

    @cached_property
    def slips(self) -> tuple[Slip, ...]:
        """The slips of the next deal."""
        number = self.game.sheet.next_number
        return tuple([slip for slip in self._read(read_slips) if slip.number == number])

    @cached_property
    def rematch(self) -> Mapping[Role, str]:
        """The links to the game that was started after this one; empty if none was."""
        key = self._read(rematch_of)
        return {} if key is None else links_of_games(self.store, [key])[key]

    @property
    def needs_seat(self) -> bool:
        """Whether a phone needs a seat to enter anything; where money is settled it does."""
        needed = self.seat_terms.needed
        return self.game.sheet.setup.settles if needed is None else needed

    @property
    def next_link(self) -> str:
        """The link to the game started after this one; empty if there is none.

        It has this visit's role, or the next lower role for which that game has a link.
        """
        roles = [role for role in self.rematch if role <= self.role]
        return self.rematch[max(roles)] if roles else ""


class UnknownLink(LookupError):  # noqa: N818 - these are named like the pages that they become
    """No link has this token, or there is no club."""


class Withdrawn(LookupError):  # noqa: N818
    """The link was withdrawn."""


class OfficersOnly(LookupError):  # noqa: N818
    """Only an officer comes in without a link, and none is signed in."""


NO_VISIT: Final = (UnknownLink, Withdrawn, OfficersOnly)
"""Why a token opens nothing."""


def open_link(
    store: GameStore,
    token: str,
    opens: Thing = Thing.GAME,
    *,
    officer: Officer | None = None,
    phone: str = "",
) -> Visit:
    """Return the visit that a link opens; raises one of ``NO_VISIT``.

    ``officer`` is who is signed in on the phone. In the club and its nights an officer may do
    everything, by withdrawn links too; in a game only what the link allows.
    """
    if opens is Thing.GAME:
        officer = None
    with store.database.reading() as db:
        each, role = _find_thing(db, token, opens, officer)
        person = person_of_phone_at(db, each, phone) if opens is Thing.NIGHT and phone else None
        if person:
            role = max(role, Role.PLAYER)
        if officer is not None:
            role = Role.OFFICER
        # Read before the rest: what a page shows may be newer than this number, but never older.
        is_game = opens is Thing.GAME
        change_number = change_number_of(db, each) if is_game else 0
        links = _by_role(links_in_force(db, opens, each))
    return Visit(
        store=store,
        token=token,
        opens=opens,
        id=each,
        role=role,
        links={each: token for each, token in links.items() if each <= role},
        change_number=change_number,
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
        if not is_night(db, night):
            raise UnknownLink(token)
        return night, Role.VIEWER
    if opens is Thing.CLUB and token == OFFICERS:
        if officer is None:
            raise UnknownLink(token) if find_club_row(db) is None else OfficersOnly(token)
        return "", Role.OFFICER
    link = find_link(db, token)
    if link is None or link.opens != opens:
        raise UnknownLink(token)
    if link.withdrawn_at and officer is None:
        raise Withdrawn(token)
    return link.id, Role[link.role.upper()]


class KnownPlaces(NamedTuple):
    """What a phone knows of nights: those that its links open, by token, and where it was last.

    ``last`` is None if it never had a seat, and never waited, at any.
    """

    by_link: Mapping[str, str]
    last: PhonePlace | None


def known_places(store: GameStore, phone: str, tokens: Sequence[str]) -> KnownPlaces:
    """Return the nights that a phone knows, by the ``tokens`` that it remembers and its seats."""
    with store.database.reading() as db:
        last = last_place_of_phone(db, phone) if phone else None
        return KnownPlaces(by_link=nights_of_links(db, tokens) if tokens else {}, last=last)


def viewer_link_of_night(store: GameStore, night: str) -> str:
    """Return the link by which a night is watched, for a phone that was there; else empty."""
    with store.database.reading() as db:
        return links_in_force(db, Thing.NIGHT, night).get(Role.VIEWER.key, "")


def token_of_night(club_token: str, night: str) -> str:
    """Return the token of a night for somebody who came by a link to the club."""
    return f"{club_token}{_BETWEEN}{night}"


def is_in_force(store: GameStore, token: str, *, officer: Officer | None = None) -> bool:
    """Tell whether a link was not withdrawn; for an officer who is signed in, any link does."""
    with store.database.reading() as db:
        link = find_link(db, token.partition(_BETWEEN)[0])
        sessions = [] if officer is None else [each.number for each in read_sessions(db)]
    is_signed_in = officer is not None and officer.number in sessions
    return is_signed_in or (link is not None and not link.withdrawn_at)


class Owner(NamedTuple):
    """Whose a link is: the club's, for its games too, or that of a game at home.

    ``begun_from`` is the address from which the game at home was begun, empty if it is forgotten.
    """

    is_club: bool
    begun_from: str = ""


def owner_of(store: GameStore, token: str) -> Owner | None:
    """Return whose a link is, None for one that opens nothing now."""
    with store.database.reading() as db:
        link = find_link(db, token)
        if link is None or link.withdrawn_at:
            return None
        is_home = link.opens == Thing.GAME and find_night_game(db, key=link.id) is None
    return Owner(not is_home, store.beginners.find(link.id) if is_home else "")


class OpenedLinks(NamedTuple):
    """The visits that links open, the newest game first, and the links of unreadable games."""

    visits: tuple[Visit, ...]
    unreadable: tuple[str, ...]


def open_links(store: GameStore, tokens: Sequence[str]) -> OpenedLinks:
    """Return one visit for each game that valid links open.

    If several links open one game, the visit has the highest role among them. A game that cannot be
    read closes no other.
    """
    found: dict[str, Visit] = {}
    unreadable: list[str] = []
    for token in dict.fromkeys(tokens):
        try:
            visit = open_link(store, token)
            _ = visit.game
        except NO_VISIT:
            continue
        except UnreadableGame:
            unreadable.append(token)
            continue
        other = found.get(visit.id)
        if other is None or other.role < visit.role:
            found[visit.id] = visit
    visits = sorted(found.values(), key=lambda visit: visit.game.created_at, reverse=True)
    return OpenedLinks(tuple(visits), tuple(unreadable))


def _by_role(tokens: Mapping[str, str]) -> dict[Role, str]:
    return {Role[role.upper()]: token for role, token in tokens.items()}


def link_of(store: GameStore, each: str, role: Role, opens: Thing = Thing.GAME) -> str | None:
    """Return the token of the valid link of this role to a game or a night, or ``None``."""
    with store.database.reading() as db:
        return _by_role(links_in_force(db, opens, each)).get(role)


def links_of_games(store: GameStore, keys: Sequence[str]) -> dict[str, dict[Role, str]]:
    """Return the tokens of the valid links of several games, by key and role."""
    with store.database.reading() as db:
        return {key: _by_role(links_in_force(db, Thing.GAME, key)) for key in keys}


# --- making and withdrawing -----------------------------------------------------------------------


def make_links(
    store: GameStore, db: Connection, opens: Thing, each: str = "", *, at: datetime
) -> None:
    """Make the links of a new game, of a new night or of the club."""
    for role in _MADE[opens]:
        renew(db, LinkRow(token=store.new_key(), opens=opens, id=each, role=role.key), at)


def renew(db: Connection, link: LinkRow, at: datetime) -> None:
    """Put a new link into force, in the place of that to the same thing in the same role."""
    withdraw(db, link, at)
    add_link(db, link, at)


def withdraw(db: Connection, link: LinkRow, at: datetime) -> None:
    """Withdraw the link of this thing and role; with a viewers' link goes the watch code."""
    mark_withdrawn(db, link.opens, link.id, link.role, at=at)
    if link.role == Role.VIEWER.key:
        remove_watch_code(db, link.opens, link.id)


def renew_link(store: GameStore, key: str, role: Role, *, token: str | None = None) -> str:
    """Withdraw a game's link of this role, if any; make a new one and return its token.

    A ``token`` chosen beforehand makes one link, however often this is called with it.
    """
    new = token or store.new_key()
    with store.database.writing() as db:
        if find_link(db, new) is None:
            link = LinkRow(token=new, opens=Thing.GAME, id=key, role=role.key)
            renew(db, link, store.now())
    return new


def withdraw_link_of(store: GameStore, key: str, role: Role) -> None:
    """Withdraw a game's link of this role, which shuts its holders out.

    Raises ValueError for the host's link.
    """
    if role is Role.HOST:
        raise ValueError("a game without a host's link could never be opened by one again")
    with store.database.writing() as db:
        link = LinkRow(token="", opens=Thing.GAME, id=key, role=role.key)
        withdraw(db, link, store.now())
