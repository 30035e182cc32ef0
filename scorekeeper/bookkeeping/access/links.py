"""Links to a game: each gives its holder a role, until the host withdraws it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from scorekeeper.bookkeeping.store.current_game import CurrentGame
from scorekeeper.bookkeeping.store.game_store import GameStore, UnknownGame, load_game
from scorekeeper.storage.change_numbers import change_number_of, rematch_of
from scorekeeper.storage.database import Connection
from scorekeeper.storage.journals import UnreadableGame
from scorekeeper.storage.links import (
    LinkRow,
    add_link,
    find_link,
    links_in_force,
    mark_withdrawn,
)
from scorekeeper.storage.phones import (
    SeatChange,
    SeatRow,
    SeatTerms,
    Slip,
    read_slips,
    seat_changes,
    seat_terms,
    taken_seats,
)
from scorekeeper.storage.watch_codes import remove_watch_code


class Role(IntEnum):
    """The roles of links; each role may do everything that the lower ones may."""

    VIEWER = 1
    PLAYER = 2
    HOST = 3

    @property
    def key(self) -> str:
        """The name by which the role is stored and posted."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A game as one link opens it: the role, the game, its links, seats and slips.

    ``links`` are the valid links by role. ``seat_changes`` are all so far. ``slips`` are those of
    the next deal. ``change_number`` grows whenever a phone may have something new to show.
    ``rematch`` are the links to the game that was started after this one, by role; empty if none
    was.
    """

    token: str
    role: Role
    game: CurrentGame
    links: Mapping[Role, str]
    seats: tuple[SeatRow, ...]
    seat_changes: tuple[SeatChange, ...]
    seat_terms: SeatTerms
    slips: tuple[Slip, ...]
    change_number: int
    rematch: Mapping[Role, str]

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


class Withdrawn(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """The link was withdrawn."""


def open_link(store: GameStore, token: str) -> Visit:
    """Return the visit that a link opens; raises UnknownGame or Withdrawn."""
    with store.database.reading() as db:
        return _read_visit(store, db, token)


def is_in_force(store: GameStore, token: str) -> bool:
    """Tell whether a link exists and was not withdrawn."""
    with store.database.reading() as db:
        link = find_link(db, token)
    return link is not None and not link.withdrawn


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
    with store.database.reading() as db:
        for token in dict.fromkeys(tokens):
            try:
                visit = _read_visit(store, db, token)
            except (UnknownGame, Withdrawn):
                continue
            except UnreadableGame:
                unreadable.append(token)
                continue
            other = found.get(visit.game.key)
            if other is None or other.role < visit.role:
                found[visit.game.key] = visit
    visits = sorted(found.values(), key=lambda visit: visit.game.created_at, reverse=True)
    return OpenedLinks(tuple(visits), tuple(unreadable))


def _read_visit(store: GameStore, db: Connection, token: str) -> Visit:
    link = find_link(db, token)
    if link is None:
        raise UnknownGame(token)
    if link.withdrawn:
        raise Withdrawn(token)
    # Read before the game: the game may then be newer than this number, but never older.
    change = change_number_of(db, link.game)
    game = load_game(store, db, link.game)
    if game is None:
        raise UnknownGame(token)
    rematch = rematch_of(db, game.key)
    number = game.sheet.next_number
    return Visit(
        token=token,
        role=Role[link.role.upper()],
        game=game,
        links=_by_role(links_in_force(db, game.key)),
        # A phone may still have the seat of a player whose joining was undone.
        seats=tuple([row for row in taken_seats(db, game.key) if row.seat < len(game.sheet.heads)]),
        seat_changes=seat_changes(db, game.key),
        seat_terms=seat_terms(db, game.key),
        slips=tuple([slip for slip in read_slips(db, game.key) if slip.number == number]),
        change_number=change,
        rematch={} if rematch is None else _by_role(links_in_force(db, rematch)),
    )


def _by_role(rows: Sequence[LinkRow]) -> dict[Role, str]:
    return {Role[row.role.upper()]: row.token for row in rows}


def make_links(store: GameStore, db: Connection, key: str, at: datetime) -> None:
    """Make the three links of a new game."""
    for role in Role:
        row = LinkRow(token=store.new_key(), game=key, role=role.key, withdrawn=False)
        add_link(db, row, at)


def link_of(store: GameStore, key: str, role: Role) -> str | None:
    """Return the token of a game's valid link of this role, or ``None``."""
    with store.database.reading() as db:
        return _by_role(links_in_force(db, key)).get(role)


def links_of_games(store: GameStore, keys: Sequence[str]) -> dict[str, dict[Role, str]]:
    """Return the tokens of the valid links of several games, by key and role."""
    with store.database.reading() as db:
        return {key: _by_role(links_in_force(db, key)) for key in keys}


def renew_link(store: GameStore, key: str, role: Role, *, token: str | None = None) -> str:
    """Withdraw a game's link of this role, if any; make a new one and return its token.

    A ``token`` chosen beforehand makes one link, however often this is called with it.
    """
    new = token or store.new_key()
    with store.database.writing() as db:
        if find_link(db, new) is None:
            at = store.now()
            _mark_withdrawn(db, key, role, at)
            add_link(db, LinkRow(token=new, game=key, role=role.key, withdrawn=False), at)
    return new


def withdraw_link_of(store: GameStore, key: str, role: Role) -> None:
    """Withdraw a game's link of this role, which shuts its holders out.

    Raises ValueError for the host's link.
    """
    if role is Role.HOST:
        raise ValueError("a game without a host's link could never be opened by one again")
    with store.database.writing() as db:
        _mark_withdrawn(db, key, role, store.now())


def _mark_withdrawn(db: Connection, key: str, role: Role, at: datetime) -> None:
    """Mark a link as withdrawn; with the viewers' link goes the watch code, which stands for it."""
    mark_withdrawn(db, key, role.key, at)
    if role is Role.VIEWER:
        remove_watch_code(db, key)
