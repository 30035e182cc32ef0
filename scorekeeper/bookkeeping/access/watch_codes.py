"""Watch codes: four letters or more that open a game for a viewer, such as a TV, for one evening.

The letters stand for the viewers' link, which is too long to type on a TV. So they have the role of
a viewer and no other, expire by themselves, and go when the viewers' link goes. A code moves on to
the next game of its table. The site limits guesses (``guess_limit.py``), and the more tables have a
code, the longer are new ones, so that a guess is as unlikely to find any of them.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.storage.club.links import count_night_letters, find_night_letters
from scorekeeper.storage.database import Connection
from scorekeeper.storage.links import links_in_force
from scorekeeper.storage.watch_codes import (
    WatchCodeRow,
    add_watch_code,
    count_watch_codes,
    find_watch_code,
    remove_expired_watch_codes,
    remove_watch_code,
    watch_code_of_game,
)

ALPHABET: Final = "BCDFGHJKMNPQRSTVWXYZ"
"""No I, L or O, which look like others or like digits; without vowels no word can arise."""

LENGTH: Final = 4
"""The letters of a code while few tables have one."""
LEAST_UNUSED: Final = 16_000
"""How many possible codes of a length there are, at least, for each one in use."""
GOOD_FOR: Final = timedelta(hours=18)


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchCode:
    """The letters of a code, and when it expires."""

    letters: str
    expires_at: datetime


def watch_code_of(store: GameStore, key: str) -> WatchCode | None:
    """Return the valid watch code of a game, or ``None``."""
    with store.database.reading() as db:
        row = watch_code_of_game(db, key)
    if row is None or row.expires_at <= store.now():
        return None
    return WatchCode(letters=row.letters, expires_at=row.expires_at)


def renew_watch_code(store: GameStore, key: str) -> WatchCode:
    """Make a watch code for a game, in the place of the one that it has, if any."""
    with store.database.writing() as db:
        at = store.now()
        remove_expired_watch_codes(db, at)
        remove_watch_code(db, key)
        row = WatchCodeRow(letters=unused_letters(db), game=key, expires_at=at + GOOD_FOR)
        add_watch_code(db, row)
    return WatchCode(letters=row.letters, expires_at=row.expires_at)


def length_beside(others: int) -> int:
    """Return how many letters a new code has if ``others`` are in use: 4 to 9, 5 to 199, then 6."""
    length = LENGTH
    while (others + 1) * LEAST_UNUSED > len(ALPHABET) ** length:
        length += 1
    return length


def withdraw_watch_code(store: GameStore, key: str) -> None:
    """Withdraw the watch code of a game, if it has one; screens that watch already go on."""
    with store.database.writing() as db:
        remove_watch_code(db, key)


def find_watched_link(store: GameStore, letters: str) -> str | None:
    """Return the token of the viewers' link for which these letters stand, or ``None``.

    Small letters, spaces and hyphens do not matter.
    """
    with store.database.reading() as db:
        row = find_watch_code(db, plain_letters(letters))
        if row is None or row.expires_at <= store.now():
            return None
        links = {link.role: link.token for link in links_in_force(db, row.game)}
    return links.get(Role.VIEWER.key)


def plain_letters(typed: str) -> str:
    """Return typed letters as they are stored: in capitals, without spaces and hyphens."""
    return "".join(typed.split()).replace("-", "").upper()


def unused_letters(db: Connection) -> str:
    """Return letters that open no game and no night."""
    length = length_beside(count_watch_codes(db) + count_night_letters(db))
    while True:
        letters = "".join([secrets.choice(ALPHABET) for _ in range(length)])
        if find_watch_code(db, letters) is None and not find_night_letters(db, letters=letters):
            return letters
