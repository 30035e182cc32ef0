"""Links to a game: who has one may do what its role allows, until the host withdraws it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from scorekeeper.bookkeeping.current_game import CurrentGame
from scorekeeper.bookkeeping.store import GameStore, UnknownGame, read_game
from scorekeeper.storage.change_numbers import change_number_of, rematch_of
from scorekeeper.storage.database import Connection
from scorekeeper.storage.links import (
    LinkRow,
    add_link,
    find_link,
    links_in_force,
    mark_withdrawn,
)
from scorekeeper.storage.seats import SeatRow, taken_seats
from scorekeeper.storage.slips import SlipRow, read_slips


class Role(IntEnum):
    """What a link lets its holder do; each role may do all that those below it may."""

    VIEWER = 1
    PLAYER = 2
    HOST = 3

    @property
    def key(self) -> str:
        """The role as it is stored and posted."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What a link opens: a game, what may be done there, and the phones at its table.

    ``links`` are those in force, by role; ``slips`` are hands of the next deal; ``change_number``
    grows whenever a phone may have something new to show; ``rematch`` are the links to the game
    that was begun after this one, empty if none was.
    """

    token: str
    role: Role
    game: CurrentGame
    links: Mapping[Role, str]
    seats: tuple[SeatRow, ...]
    slips: tuple[SlipRow, ...]
    change_number: int
    rematch: Mapping[Role, str]

    @property
    def next_link(self) -> str:
        """The link to the game begun after this one, as far as the role goes; empty if none.

        Where that game has no link in the role, the next lower one counts.
        """
        roles = [role for role in self.rematch if role <= self.role]
        return self.rematch[max(roles)] if roles else ""


class Withdrawn(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """The link was withdrawn."""


def open_link(store: GameStore, token: str) -> Visit:
    """What the link opens; raises UnknownGame or Withdrawn."""
    with store.database.reading() as db:
        return _open(store, db, token)


def is_in_force(store: GameStore, token: str) -> bool:
    """Whether the link still opens what it led to."""
    with store.database.reading() as db:
        link = find_link(db, token)
    return link is not None and not link.withdrawn


def open_links(store: GameStore, tokens: Sequence[str]) -> tuple[Visit, ...]:
    """Open all valid links and return one visit a game, the newest game first.

    Of several links to one game, the one with the highest role counts.
    """
    found: dict[str, Visit] = {}
    with store.database.reading() as db:
        for token in dict.fromkeys(tokens):
            try:
                visit = _open(store, db, token)
            except (UnknownGame, Withdrawn):
                continue
            known = found.get(visit.game.key)
            if known is None or known.role < visit.role:
                found[visit.game.key] = visit
    return tuple(sorted(found.values(), key=lambda visit: visit.game.created_at, reverse=True))


def _open(store: GameStore, db: Connection, token: str) -> Visit:
    link = find_link(db, token)
    if link is None:
        raise UnknownGame(token)
    if link.withdrawn:
        raise Withdrawn(token)
    # Read before the game: what is shown may be newer than this number, but never older.
    change = change_number_of(db, link.game)
    game = read_game(store, db, link.game)
    if game is None:
        raise UnknownGame(token)
    rematch = rematch_of(db, game.key)
    number = game.sheet.next_number
    return Visit(
        token=token,
        role=Role[link.role.upper()],
        game=game,
        links=_by_role(links_in_force(db, game.key)),
        # A phone may still have the seat of somebody whose coming was taken back.
        seats=tuple([row for row in taken_seats(db, game.key) if row.seat < len(game.sheet.heads)]),
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
    """The token of the link to a game in that role, if one is in force."""
    with store.database.reading() as db:
        return _by_role(links_in_force(db, key)).get(role)


def renew_link(store: GameStore, key: str, role: Role, *, token: str | None = None) -> str:
    """Withdraw the link of a role, if there is one, and make another; its token.

    A ``token`` that was chosen beforehand makes one link, however often it is asked for.
    """
    new = token or store.new_key()
    with store.database.writing() as db:
        if find_link(db, new) is None:
            at = store.now()
            mark_withdrawn(db, key, role.key, at)
            add_link(db, LinkRow(token=new, game=key, role=role.key, withdrawn=False), at)
    return new


def withdraw(store: GameStore, key: str, role: Role) -> None:
    """Withdraw the link of a role: who came by it is shut out; a host cannot be."""
    if role is Role.HOST:
        raise ValueError("a game without a host's link could never be opened by one again")
    with store.database.writing() as db:
        mark_withdrawn(db, key, role.key, store.now())
