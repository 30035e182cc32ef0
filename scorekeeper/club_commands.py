"""Commands about the club of an installation: export its book, take one in, rebuild its rows."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from scorekeeper.bookkeeping.club.derived import rebuild_derived
from scorekeeper.bookkeeping.club.files import NO_CLUB, take_book, write_club_file
from scorekeeper.bookkeeping.club.following import ClubFollower
from scorekeeper.bookkeeping.game.posting import Refused
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.config import Settings
from scorekeeper.domain.words import write_plural
from scorekeeper.record.club import BOOK_BOUNDS
from scorekeeper.record.plain import problem_lines
from scorekeeper.storage.database import StorageError


class CommandFailed(Exception):  # noqa: N818 - it is what the command then says
    """The command could not be done; the text of the error says why."""


def tell_progress(out: TextIO) -> Callable[[int, int], None]:
    """Return a function that writes how many nights are done.

    It writes over one line of a terminal; elsewhere it writes a line for each percent.
    """
    is_seen = out.isatty()

    def tell(done: int, of: int) -> None:
        if is_seen:
            out.write(f"\r{done} of {of} nights")
            out.write("\n" * (done == of))
        elif done * 100 // max(of, 1) != (done - 1) * 100 // max(of, 1):
            out.write(f"{done} of {of} nights\n")
        out.flush()

    return tell


def print_club(settings: Settings, kind: str, *, bom: bool) -> str:
    """Return the text of the club as a file of one of ``KINDS``.

    Raises CommandFailed without a club, StorageError without a database.
    """
    store = open_store(settings)
    try:
        return write_club_file(store, kind, tell_progress(sys.stderr), bom=bom)
    except LookupError as error:
        raise CommandFailed(NO_CLUB) from error
    finally:
        store.close()


def take_club_in(settings: Settings, file: Path) -> str:
    """Take a club book into an installation without a club; return a sentence that says so.

    Raises CommandFailed if the book cannot be read or is refused, StorageError without a database.
    """
    try:
        with file.open("rb") as book:
            raw = book.read(BOOK_BOUNDS.size + 1)
    except OSError as error:
        raise CommandFailed(f"{file} cannot be read: {error.strerror}.") from error
    store = open_store(settings)
    try:
        taken = take_book(store, raw, tell_progress(sys.stderr))
    finally:
        store.close()
    if isinstance(taken, Refused):
        raise CommandFailed("\n".join(problem_lines(taken.problems, (), document="book")))
    games, nights = write_plural(taken.games, "game"), write_plural(taken.nights, "night")
    return f"{file} is taken in: {games} of {nights}. “passphrase” lets officers sign in."


def rebuild_rows(settings: Settings) -> str:
    """Compute the club's derived rows again; return a sentence with how many were wrong.

    Raises CommandFailed without a club, StorageError without a database.
    """
    store = open_store(settings)
    try:
        rebuilt = rebuild_derived(store, tell_progress(sys.stderr))
    finally:
        store.close()
    if rebuilt is None:
        raise CommandFailed(NO_CLUB)
    found = f"{rebuilt.mended} were wrong and are right now" if rebuilt.mended else "all were right"
    return f"The rows of {write_plural(rebuilt.nights, 'night')} are made anew; {found}."


def open_store(settings: Settings) -> GameStore:
    """Open the store of an installation. Raises StorageError if it has no database yet."""
    if not settings.database.exists():
        raise StorageError("Start the site once: it makes the database.")
    return GameStore.at(settings.database, follower=ClubFollower())
