"""The letters of a night, which a screen types to watch it; they stand for its link to watch."""

from scorekeeper.bookkeeping.access.watch_codes import GOOD_FOR, plain_letters, unused_letters
from scorekeeper.bookkeeping.club.links import NightRole
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.storage.club.links import (
    NightLettersRow,
    add_night_letters,
    club_links_in_force,
    find_night_letters,
    remove_expired_night_letters,
    remove_night_letters,
)
from scorekeeper.storage.database import Connection


def letters_of_night(store: GameStore, night: str) -> str:
    """Return the letters that open a night now; empty if there are none."""
    with store.database.reading() as db:
        row = find_night_letters(db, night=night)
        links = club_links_in_force(db, night)
    is_good = row is not None and row.expires_at > store.now() and NightRole.WATCH.key in links
    return row.letters if row is not None and is_good else ""


def renew_letters(store: GameStore, night: str) -> None:
    """Make letters for a night, in the place of those that it has, if any."""
    with store.database.writing() as db:
        add_letters(store, db, night)


def add_letters(store: GameStore, db: Connection, night: str) -> None:
    """Make letters as ``renew_letters`` does, inside a transaction."""
    at = store.now()
    remove_expired_night_letters(db, at)
    remove_night_letters(db, night)
    row = NightLettersRow(letters=unused_letters(db), night=night, expires_at=at + GOOD_FOR)
    add_night_letters(db, row)


def find_watched_night(store: GameStore, letters: str) -> str | None:
    """Return the token of the link by which a night is watched, or None for other letters."""
    with store.database.reading() as db:
        row = find_night_letters(db, letters=plain_letters(letters))
        if row is None or row.expires_at <= store.now():
            return None
        return club_links_in_force(db, row.night).get(NightRole.WATCH.key)
