"""Links: each opens a game, a night or the club in a role, until it is withdrawn.

What else opens the club and its nights is said in ``club/visits.py``. A withdrawn link and a
session that ended keep their rows, so that the site can tell them from those that never existed.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import Final, NamedTuple

from scorekeeper.games.game_store import CurrentGame, GameStore, demand_game
from scorekeeper.games.journals import UnreadableGame, change_number_of, find_night_id, rematch_of
from scorekeeper.games.phones import (
    SeatChange,
    SeatRow,
    SeatTerms,
    Slip,
    seat_changes,
    seat_terms,
    slips_of_next,
    taken_seats,
)
from scorekeeper.store.database import Connection
from scorekeeper.store.rows import Rows

# --- rows: of links, of letters by which a screen watches, and of officers' sessions --------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """The row of a link: its token, what it opens in which role, and when it was withdrawn."""

    token: str
    opens: str
    id: str
    role: str
    withdrawn_at: datetime | None = None


def add_link(db: Connection, row: LinkRow, at: datetime) -> None:
    """Insert a link; any other to the same thing in the same role must have been withdrawn."""
    Rows(db, "link", LinkRow).add(row, made_at=at)


def find_link(db: Connection, token: str) -> LinkRow | None:
    """Return the link with this token, withdrawn or not, or None if there never was one."""
    return Rows(db, "link", LinkRow).find("token = ?", [token])


def replace_tokens(db: Connection, new_token: Callable[[], str]) -> None:
    """Give every link another token, so that nobody who knows the old ones can come in."""
    for (token,) in db.execute("SELECT token FROM link").fetchall():
        db.execute("UPDATE link SET token = ? WHERE token = ?", (new_token(), token))


def links_in_force(db: Connection, opens: str, key: str) -> dict[str, str]:
    """Return the tokens of the links to a thing that were not withdrawn, by role."""
    return dict(
        db.execute(
            "SELECT role, token FROM link WHERE opens = ? AND id = ? AND withdrawn_at IS NULL",
            (opens, key),
        ).fetchall()
    )


def find_links_of_games(db: Connection, keys: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return the game, the role and the token of each link to these games in force."""
    rows = db.execute(
        "SELECT id, role, token FROM link WHERE opens = 'game' AND withdrawn_at IS NULL"
        " AND id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(keys)),),
    )
    return [(str(key), str(role), str(token)) for key, role, token in rows.fetchall()]


def nights_of_links(db: Connection, tokens: Sequence[str]) -> dict[str, str]:
    """Return, by token, the nights that these links open now."""
    rows = db.execute(
        "SELECT token, id FROM link WHERE opens = 'night' AND withdrawn_at IS NULL"
        " AND token IN (SELECT value FROM json_each(?))",
        (json.dumps(list(tokens)),),
    )
    return {str(token): str(night) for token, night in rows.fetchall()}


def mark_withdrawn(db: Connection, opens: str, key: str, role: str, *, at: datetime) -> None:
    """Mark the link to a thing in a role as withdrawn, if there is one."""
    db.execute(
        "UPDATE link SET withdrawn_at = ?"
        " WHERE opens = ? AND id = ? AND role = ? AND withdrawn_at IS NULL",
        (at.isoformat(), opens, key, role),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchCode:
    """The letters that open a game or a night to watch it, and when they expire."""

    letters: str
    opens: str
    id: str
    expires_at: datetime


def add_watch_code(db: Connection, code: WatchCode) -> None:
    """Insert a watch code; any other of the same thing must have been removed."""
    Rows(db, "watch_code", WatchCode).add(code)


def find_watch_code(
    db: Connection, *, letters: str = "", opens: str = "", key: str = ""
) -> WatchCode | None:
    """Return the code with these letters, or of a thing, expired or not; None if there is none."""
    return Rows(db, "watch_code", WatchCode).find(
        "letters = ? OR opens = ? AND id = ?", [letters, opens, key]
    )


def count_watch_codes(db: Connection) -> int:
    """Return how many watch codes there are."""
    (count,) = db.execute("SELECT count(*) FROM watch_code").fetchone()
    return int(count)


def remove_watch_code(db: Connection, opens: str, key: str) -> None:
    """Delete the watch code of a thing, if it has one."""
    db.execute("DELETE FROM watch_code WHERE opens = ? AND id = ?", (opens, key))


def remove_expired_watch_codes(db: Connection, at: datetime) -> None:
    """Delete all watch codes that have expired, so that their letters may be used again."""
    db.execute("DELETE FROM watch_code WHERE expires_at <= ?", (at.isoformat(),))


def move_watch_code(db: Connection, game: str, to: str) -> None:
    """Let the watch code of a game, if it has one, open game ``to``, which must have none."""
    db.execute("UPDATE watch_code SET id = ? WHERE opens = 'game' AND id = ?", (to, game))


@dataclass(frozen=True, slots=True, kw_only=True)
class Officer:
    """An officer who is signed in: the number of the session, the name given, since when (UTC)."""

    number: int
    name: str
    since: datetime


_END: Final = "UPDATE officer_session SET ended_at = ?"


def find_session(db: Connection, digest: str) -> Officer | None:
    """Return the session with this digest of its secret, unless it has ended."""
    return Rows(db, "officer_session", Officer).find("digest = ? AND ended_at IS NULL", [digest])


def read_sessions(db: Connection) -> tuple[Officer, ...]:
    """Return the sessions that have not ended, the newest first."""
    return Rows(db, "officer_session", Officer).read("ended_at IS NULL", order_by="number DESC")


def add_session(db: Connection, digest: str, name: str, phone: str, *, at: datetime) -> None:
    """Insert a session."""
    db.execute(
        "INSERT INTO officer_session (digest, name, phone, since) VALUES (?, ?, ?, ?)",
        (digest, name, phone, at.isoformat()),
    )


def end_sessions(db: Connection, at: datetime) -> None:
    """Mark all sessions as ended."""
    db.execute(f"{_END} WHERE ended_at IS NULL", (at.isoformat(),))


def end_session(db: Connection, at: datetime, number: int) -> None:
    """Mark a session as ended, and with it all others of the same phone."""
    db.execute(
        f"{_END} WHERE ended_at IS NULL AND (number = ? OR phone <> ''"
        " AND phone = (SELECT phone FROM officer_session WHERE number = ?))",
        (at.isoformat(), number, number),
    )


def end_earlier_sessions(db: Connection, at: datetime, phone: str, *, before: datetime) -> None:
    """Mark the sessions of a phone as ended that began before a moment."""
    db.execute(
        f"{_END} WHERE ended_at IS NULL AND phone <> '' AND phone = ? AND since < ?",
        (at.isoformat(), phone, before.isoformat()),
    )


def officers_of(db: Connection, game: str) -> dict[int, str]:
    """Return by number the entries of a game from a phone on which an officer was signed in."""
    rows = db.execute(
        "SELECT entry.seq, officer_session.name FROM entry JOIN officer_session"
        " ON officer_session.phone = entry.phone AND entry.phone <> ''"
        " AND officer_session.since <= entry.at"
        " AND (officer_session.ended_at IS NULL OR officer_session.ended_at > entry.at)"
        " WHERE entry.game = ? ORDER BY officer_session.number",
        (game,),
    )
    return dict(rows)


# --- what a link opens, and for whom --------------------------------------------------------------


class Thing(StrEnum):
    """What a link opens."""

    GAME = "game"
    NIGHT = "night"
    CLUB = "club"


class Role(IntEnum):
    """The roles of visitors; each role may do everything that the lower ones may.

    A viewer watches a game or a night. Members see the club and all its nights, as viewers do; a
    reader sees the club's standings and nothing else. Officers of the club may do everything there,
    as the host may in a game.
    """

    READER = 1
    VIEWER = 2
    PLAYER = 3
    HOST = 4
    MEMBER = VIEWER
    OFFICER = HOST

    @property
    def key(self) -> str:
        """The name by which the role is stored and posted."""
        return self.name.lower()


ROLES_OF_GAMES: Final = (Role.VIEWER, Role.PLAYER, Role.HOST)
_MADE: Final = {
    Thing.GAME: ROLES_OF_GAMES,
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

    @cached_property
    def game(self) -> CurrentGame:
        """The game; raises UnreadableGame."""
        return self.store.read(lambda db: demand_game(self.store, db, self.id))

    @cached_property
    def seats(self) -> tuple[SeatRow, ...]:
        """The seats that phones have."""
        # A phone may still have the seat of a player whose joining was undone.
        return tuple(
            [
                row
                for row in self.store.read(taken_seats, self.id)
                if row.seat < len(self.game.sheet.heads)
            ]
        )

    @cached_property
    def seat_changes(self) -> tuple[SeatChange, ...]:
        """All changes of seats so far."""
        return self.store.read(seat_changes, self.id)

    @cached_property
    def seat_terms(self) -> SeatTerms:
        """Whether the game asks phones for a seat."""
        return self.store.read(seat_terms, self.id)

    @cached_property
    def slips(self) -> tuple[Slip, ...]:
        """The slips of the next deal."""
        return self.store.read(slips_of_next, self.game)

    @cached_property
    def rematch(self) -> Mapping[Role, str]:
        """The links to the game that was started after this one; empty if none was."""
        key = self.store.read(rematch_of, self.id)
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


def open_link(store: GameStore, token: str) -> Visit:
    """Return the visit to the game that a link opens; raises UnknownLink or Withdrawn."""
    with store.database.reading() as db:
        key, role = find_opened(db, token, Thing.GAME)
        # Read before the rest: what a page shows may be newer than this number, but never older.
        change_number = change_number_of(db, key)
        links = links_up_to(db, role, Thing.GAME, key)
    return Visit(
        store=store,
        token=token,
        opens=Thing.GAME,
        id=key,
        role=role,
        links=links,
        change_number=change_number,
    )


def find_opened(
    db: Connection, token: str, opens: Thing, *, even_withdrawn: bool = False
) -> tuple[str, Role]:
    """Return the id of what a link opens, and the role that it gives.

    Raises UnknownLink, and Withdrawn unless it counts ``even_withdrawn``.
    """
    link = find_link(db, token)
    if link is None or link.opens != opens:
        raise UnknownLink(token)
    if link.withdrawn_at and not even_withdrawn:
        raise Withdrawn(token)
    return link.id, Role[link.role.upper()]


def links_up_to(db: Connection, role: Role, opens: Thing, thing: str) -> dict[Role, str]:
    """Return the tokens in force to a thing, without those of roles above this one."""
    links = _key_by_role(links_in_force(db, opens, thing))
    return {given: token for given, token in links.items() if given <= role}


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
        is_home = link.opens == Thing.GAME and find_night_id(db, link.id) is None
    return Owner(not is_home, (store.beginners.find(link.id) or "") if is_home else "")


class OpenedLinks(NamedTuple):
    """The visits that links open, the newest game first, and the links of unreadable games."""

    visits: tuple[Visit, ...]
    unreadable: tuple[str, ...]


def open_links(store: GameStore, tokens: Sequence[str]) -> OpenedLinks:
    """Return one visit for each game that valid links open.

    If several links open one game, the visit has the highest role among them. A game that cannot be
    read does not keep the others closed.
    """
    found: dict[str, Visit] = {}
    unreadable: list[str] = []
    for token in dict.fromkeys(tokens):
        try:
            visit = open_link(store, token)
            _ = visit.game
        except (UnknownLink, Withdrawn):
            continue
        except UnreadableGame:
            unreadable.append(token)
            continue
        other = found.get(visit.id)
        if other is None or other.role < visit.role:
            found[visit.id] = visit
    visits = sorted(found.values(), key=lambda visit: visit.game.created_at, reverse=True)
    return OpenedLinks(tuple(visits), tuple(unreadable))


def _key_by_role(tokens: Mapping[str, str]) -> dict[Role, str]:
    return {Role[role.upper()]: token for role, token in tokens.items()}


def link_of(store: GameStore, key: str, role: Role, opens: Thing = Thing.GAME) -> str | None:
    """Return the token of the valid link of this role to a game or a night, or ``None``."""
    return _key_by_role(store.read(links_in_force, opens, key)).get(role)


def links_of_games(store: GameStore, keys: Sequence[str]) -> dict[str, dict[Role, str]]:
    """Return the tokens of the valid links of several games, by key and role."""
    found: dict[str, dict[Role, str]] = {key: {} for key in keys}
    for key, role, token in store.read(find_links_of_games, keys):
        found[key][Role[role.upper()]] = token
    return found


# --- making and withdrawing -----------------------------------------------------------------------


def make_links(
    store: GameStore, db: Connection, opens: Thing, key: str = "", *, at: datetime
) -> None:
    """Make the links of a new game, of a new night or of the club."""
    for role in _MADE[opens]:
        renew(db, LinkRow(token=store.new_key(), opens=opens, id=key, role=role.key), at)


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
