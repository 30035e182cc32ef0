"""The commands for the keeper of the site; each yields lines that say what it did.

They back up the database and restore it, give a club's officers another passphrase, export the
club and take one in.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, TextIO

from scorekeeper.club.book.book import BOOK_BOUNDS
from scorekeeper.club.files import NO_CLUB, BrokenBook, take_book, write_club_file
from scorekeeper.club.following import ClubFollower
from scorekeeper.club.officers import find_set_up_path, passphrase_problems, renew_passphrase
from scorekeeper.config import ConfigError, Settings, refuse_lost
from scorekeeper.games import GameStore, Refused, make_key, renew_key
from scorekeeper.record.results import problem_lines
from scorekeeper.server.proofs import Proof, make_backup, restore_backup, write_proved_copy
from scorekeeper.store.backups import (
    BackupKind,
    copy_elsewhere,
    find_backups,
    find_uncopied,
    newest_number,
    upgrade,
)
from scorekeeper.store.database import StorageError, is_outdated
from scorekeeper.tournament import answer  # noqa: F401 - it registers with the club
from scorekeeper.web.addresses import page_addresses
from scorekeeper.wording import write_plural

_LOW_PRIORITY: Final = 10
"""The niceness of a process that nobody waits for (see ``nice``)."""


class Warned(str):
    """A line about something that needs attention, although the command did its work."""

    __slots__ = ()


def back_up(settings: Settings, file: Path | None) -> Iterator[str]:
    """Make a proved backup, in ``file`` or among those of the instance; yield lines that say so.

    Raises StorageError if there is no good backup.
    """
    if file is None:
        yield from _make(settings, BackupKind.ASKED)
        yield from _copy_newest(settings)
    else:
        yield from _tell(file, write_proved_copy(settings.database, file))


def take_step(settings: Settings, step: BackupKind) -> Iterator[str]:
    """Make a backup of a served site, or copy the newest one; yield lines about it.

    Raises StorageError.
    """
    os.nice(0 if step is BackupKind.ASKED else _LOW_PRIORITY)
    if step is BackupKind.COPY:
        yield from _copy_newest(settings)
    else:
        yield from _make(settings, step)


def _make(settings: Settings, kind: BackupKind) -> Iterator[str]:
    earlier = find_backups(settings.backups)
    second = settings.second_backups
    above = newest_number(settings.backups, Path(second)) if second else 0
    backup, proof = make_backup(settings.database, settings.backups, kind, _today(), above=above)
    yield from _tell(backup.path, proof)
    if earlier and backup.day < earlier[-1].day:
        yield Warned(
            f"The clock of this machine says {backup.day}, before the last backup of"
            f" {earlier[-1].day}: set it. Backups are kept in the order of their numbers."
        )


def _copy_newest(settings: Settings) -> Iterator[str]:
    """Copy the newest backup into the second folder, unless it is there already."""
    try:
        backup = find_uncopied(settings)
        if backup is not None:
            copy = copy_elsewhere(backup, Path(settings.second_backups), name=settings.site)
            yield f"Copied to {copy.path}."
    except (OSError, StorageError) as error:
        yield Warned(str(error))


def tell_page(settings: Settings, port: int | None, *, renew: bool) -> Iterator[str]:
    """Yield the addresses of the page of backups; make its key if there is none or ``renew``."""
    file = settings.backups_key
    key = renew_key(file) if renew else make_key(file)
    yield "Whoever has this address can download every game with all its links:"
    for address in page_addresses(settings, port or settings.port):
        yield f"{address}backups/{key}/"


def renew_officers_passphrase(settings: Settings, ask: Callable[[], str]) -> Iterator[str]:
    """Ask for another passphrase of the club's officers, and sign them all out.

    Without a club, yield the address that sets it up. Raises ConfigError for a passphrase that
    cannot be used, StorageError for a database that is missing or of an older version.
    """
    if not settings.database.exists() or is_outdated(settings.database):
        raise StorageError("Start the site once: it brings the database up to date.")
    with closing(GameStore.at(settings.database)) as store:
        way = find_set_up_path(store, settings.set_up_key)
        if way:
            yield "There is no club yet. This address sets it up, once:"
            yield f"{page_addresses(settings, settings.port)[0]}{way}"
            return
        passphrase = ask()
        problems = passphrase_problems(passphrase, passphrase)
        if problems:
            raise ConfigError(f"{problems[0].text}.")
        renew_passphrase(store, passphrase)
    yield "The passphrase has been changed, and all officers are signed out."


def bring_back(settings: Settings, file: Path) -> Iterator[str]:
    """Put a backup in the place of the database; yield lines about it. Raises StorageError."""
    restored = restore_backup(file, settings.database, settings.backups, _today())
    yield f"{file} has been restored to {settings.database}."
    if restored.unreadable:
        yield Warned("Some of it cannot be read; everything else can be used:")
        yield from [Warned(text) for text in restored.unreadable]
    if restored.replaced is not None:
        yield f"What it replaced is kept as {restored.replaced}."


def _today() -> datetime:
    return datetime.now().astimezone()


def _tell(path: Path, proof: Proof) -> Iterator[str]:
    """Yield how many games a backup has, and a warning for each game with something wrong."""
    whole = "" if proof.unreadable else "each replayed and "
    yield f"{path} has {write_plural(proof.games, 'game')}, {whole}the same as in the database."
    yield from [Warned(text) for text in (*proof.unreadable, *proof.recounted)]


# --- Commands about the club of an installation: export its book, take one in ---------------------


def tell_progress(out: TextIO, *, follows: bool = False) -> Callable[[int, int], None]:
    """Return a function that writes how many nights are done.

    It writes over one line of a terminal; elsewhere, where a timer would send it to the keeper as
    a letter, it writes nothing, or a line for each percent if a program ``follows``.
    """
    is_seen = out.isatty()

    def tell(done: int, of: int) -> None:
        if is_seen:
            out.write(f"\r{done} of {of} nights")
            out.write("\n" * (done == of))
        elif follows and done * 100 // max(of, 1) != (done - 1) * 100 // max(of, 1):
            out.write(f"{done} of {of} nights\n")
        out.flush()

    return tell


def print_club(settings: Settings, kind: str, *, bom: bool, follows: bool = False) -> Iterator[str]:
    """Yield the text of the club as a file of one of ``KINDS``.

    Raises ConfigError without a club or for a book that nobody could take in, StorageError without
    a database.
    """
    if not settings.database.exists():
        raise StorageError("Start the site once: it makes the database.")
    with closing(_open_club(settings)) as store:
        try:
            tell = tell_progress(sys.stderr, follows=follows)
            text = write_club_file(store, kind, tell, bom=bom)
        except LookupError as error:
            raise ConfigError(NO_CLUB) from error
        except BrokenBook as error:
            raise ConfigError(*error.problems) from error
    yield text


def take_club_in(settings: Settings, file: Path) -> Iterator[str]:
    """Take a club book into an installation without a club; yield a sentence that says so.

    Raises ConfigError if the book cannot be read or is refused, StorageError without a database.
    """
    try:
        with file.open("rb") as book:
            raw = book.read(BOOK_BOUNDS.size + 1)
    except OSError as error:
        raise ConfigError(f"{file} cannot be read: {error.strerror}.") from error
    refuse_lost(settings.instance)
    with closing(_open_club(settings)) as store:
        taken = take_book(store, raw, tell_progress(sys.stderr))
    if isinstance(taken, Refused):
        raise ConfigError(*problem_lines(taken.problems, (), document="book"))
    games, nights = write_plural(taken.games, "game"), write_plural(taken.nights, "night")
    yield f"{file} has been taken in: {games} of {nights}."
    try:
        yield from back_up(settings, None)
    except StorageError as error:  # the club is there all the same
        yield Warned(f"There is no backup of it yet: {error}")
    yield f"To let officers sign in: {settings.command('passphrase')}"


def _open_club(settings: Settings) -> GameStore:
    """Open the store of an installation; an older database is brought up to date after its copy."""
    return GameStore.at(
        settings.database,
        opened=partial(upgrade, folder=settings.backups, now=_today()),
        follower=ClubFollower(),
        time_zone=settings.time_zone,
    )
