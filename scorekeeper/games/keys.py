"""Things other than links that open something: keys in the instance folder, and watch codes.

A key in the instance folder opens the page of backups, and the page that sets a club up: a backup
holds every game with its links, so no link of a game leads there; and a club that is not set up has
no link yet. There is no key until somebody at that computer asks for it.
"""

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Final

from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import (
    Role,
    Thing,
    WatchCode,
    add_watch_code,
    count_watch_codes,
    find_watch_code,
    links_in_force,
    remove_expired_watch_codes,
    remove_watch_code,
)
from scorekeeper.store.database import Connection

_KEY_BYTES: Final = 16


def find_key(file: Path) -> str:
    """Return the key in a file; empty if there is none."""
    try:
        return file.read_text(encoding="ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        return ""


def make_key(file: Path) -> str:
    """Return the key in a file; write one if there is none."""
    return find_key(file) or renew_key(file)


def renew_key(file: Path) -> str:
    """Write a new key, which only the file's owner can read, and return it; the old one ends."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as written:
        written.write(f"{key}\n")
    new.replace(file)
    return key


def is_key(file: Path, key: str) -> bool:
    """Tell whether this is the key, in constant time, so that nobody learns it from timing."""
    found = find_key(file)
    return bool(found) and secrets.compare_digest(found.encode(), key.encode())


# --- watch codes: letters that open a game or a night for a screen, for one evening ---------------

# The letters stand for the viewers' link, which is too long to type on a TV. So they have the role
# of a viewer and no other, expire by themselves, and go when the viewers' link goes. A code moves
# on to the next game of its table. The site limits guesses (``GuessLimit``), and the more tables
# have a code, the longer new ones are, so that a guess is as unlikely to find any of them.

ALPHABET: Final = "BCDFGHJKMNPQRSTVWXYZ"
"""No I, L or O, which look like others or like digits; without vowels no word can arise."""

LENGTH: Final = 4
"""The letters of a code while few tables have one."""
LEAST_UNUSED: Final = 16_000
"""How many possible codes of a length there are, at least, for each one in use."""
GOOD_FOR: Final = timedelta(hours=18)


def watch_code_of(store: GameStore, key: str, opens: Thing = Thing.GAME) -> WatchCode | None:
    """Return the valid watch code of a game or a night, or ``None``."""
    code = store.read(find_watch_code, opens=opens, key=key)
    return None if code is None or code.expires_at <= store.now() else code


def renew_watch_code(store: GameStore, key: str, opens: Thing = Thing.GAME) -> WatchCode:
    """Make a watch code for a game or a night, in the place of the one that it has, if any."""
    with store.database.writing() as db:
        return make_watch_code(store, db, key, opens)


def make_watch_code(store: GameStore, db: Connection, key: str, opens: Thing) -> WatchCode:
    """Make a watch code as ``renew_watch_code`` does, inside a transaction."""
    at = store.now()
    remove_expired_watch_codes(db, at)
    remove_watch_code(db, opens, key)
    code = WatchCode(letters=_unused_letters(db), opens=opens, id=key, expires_at=at + GOOD_FOR)
    add_watch_code(db, code)
    return code


def length_beside(others: int) -> int:
    """Return how many letters a new code has if ``others`` are in use: 4 to 9, 5 to 199, then 6."""
    length = LENGTH
    while (others + 1) * LEAST_UNUSED > len(ALPHABET) ** length:
        length += 1
    return length


def withdraw_watch_code(store: GameStore, key: str) -> None:
    """Withdraw the watch code of a game, if it has one; screens that watch already go on."""
    with store.database.writing() as db:
        remove_watch_code(db, Thing.GAME, key)


def find_watched(store: GameStore, letters: str) -> tuple[Thing, str] | None:
    """Return what these letters open, and its viewers' link; ``None`` for other letters.

    Small letters, spaces and hyphens do not matter.
    """
    with store.database.reading() as db:
        code = find_watch_code(db, letters="".join(letters.split()).replace("-", "").upper())
        if code is None or code.expires_at <= store.now():
            return None
        token = links_in_force(db, code.opens, code.id).get(Role.VIEWER.key)
    return None if token is None else (Thing(code.opens), token)


def _unused_letters(db: Connection) -> str:
    length = length_beside(count_watch_codes(db))
    while True:
        letters = "".join([secrets.choice(ALPHABET) for _ in range(length)])
        if find_watch_code(db, letters=letters) is None:
            return letters
