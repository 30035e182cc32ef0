"""Makes backups that are proved to be whole, and puts one back.

A copy is proved by opening it, replaying each of its games, and comparing each with the database.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from scorekeeper.club.rows import count_acts, has_acts_of
from scorekeeper.games import (
    CurrentGame,
    Journal,
    UnreadableGame,
    all_versions,
    count_entries,
    cut_text,
    entry_name,
    find_figures,
    game_name,
    has_version,
    lacks_entries,
    latest_change_number,
    latest_night_change,
    load_journal,
    replay_journal,
)
from scorekeeper.rules import Agreed, Figure
from scorekeeper.store.backups import (
    Backup,
    BackupKind,
    copy_as_it_is,
    delete_old,
    find_backups,
    next_path,
    written_copy,
)
from scorekeeper.store.copies import (
    checkpoint_log,
    clear_check_sum,
    copy_file,
    find_unreadable_texts,
    is_as_written,
    opened_copy,
    opened_untouched,
    put_back,
    put_in_place,
)
from scorekeeper.store.database import (
    Connection,
    DamagedDatabase,
    StorageError,
    check_pages,
    demand_whole,
    find_damage,
    find_lost_rows,
    is_outdated,
    lacks_migrations,
    locked_folder,
    mend_parts,
    migrate,
    missing_parts,
    open_database,
    reading_whole,
    storage_errors,
)

# --- figures that players agreed to, and those that the same entries make now ---------------------
# An agreement keeps the figures as they were seen. The entries before it always make the same
# figures, unless a new version of the program counts otherwise than people have played and paid.


def changed_figures(journal: Journal, game: CurrentGame) -> tuple[str, ...]:
    """Return a sentence for each agreement whose figures are not those that its entries make now.

    ``game`` is the replay of the whole journal.
    """
    found: list[str] = []
    facts, seen = 1, None
    for entry in game.log:
        if entry.is_fact:
            facts, seen = entry.seq, None
        elif isinstance(entry.act, Agreed) and entry.act.figures:
            seen = seen or replay_journal(journal, to=facts)
            found += _differences(journal.key, entry.seq, entry.act, seen)
    return tuple(found)


def _differences(key: str, seq: int, act: Agreed, game: CurrentGame) -> Iterator[str]:
    now: Sequence[Figure] = find_figures(game, act.target) or ()
    for seat, seen in zip(act.seats, act.figures, strict=True):
        figure = now[seat] if seat < len(now) else None
        if figure != seen:
            counted = "nothing" if figure is None else _write(figure)
            yield (
                f"{entry_name(key, seq)} agrees to {_write(seen)} for player {seat + 1} in the deal"
                f" of entry {act.target}, which is counted as {counted} now."
            )


def _write(figure: Figure) -> str:
    return f"{figure.points} and {figure.held} held" if figure.held else str(figure.points)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of proving a copy: how many games it has, and what is wrong with some of them.

    A game or text that cannot be read is no fault of the copy, which equals the database; it is
    among ``unreadable``, and the copy is all the more needed. ``recounted`` are
    sentences about agreements to figures that their entries no longer make.
    """

    games: int
    unreadable: tuple[str, ...]
    recounted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCheck:
    """The result of reading and replaying one game: each text says what is wrong, if anything is.

    ``entries`` is how many entries were read. An unreadable game of which every byte is as it was
    written comes from another version of the program, or shows a fault of this one.
    """

    entries: int = 0
    unreadable: str = ""
    is_as_written: bool = True
    recounted: tuple[str, ...] = ()


def check_game(db: Connection, key: str) -> GameCheck:
    """Read a game with all its digests, replay it, and compare what people agreed to."""
    try:
        journal = load_journal(db, key)
    except UnreadableGame as error:
        return GameCheck(unreadable=str(error), is_as_written=error.is_as_written)
    if journal is None:
        text = f"{game_name(key)} has no entry: restore a backup."
        return GameCheck(unreadable=text, is_as_written=False)
    if lacks_entries(db, journal):
        return GameCheck(unreadable=cut_text(key), is_as_written=False)
    try:
        recounted = changed_figures(journal, replay_journal(journal))
    except Exception as error:  # noqa: BLE001 - one game ends no check of the others
        text = f"{game_name(key)} cannot be replayed ({type(error).__name__})."
        return GameCheck(entries=len(journal.entries), unreadable=text)
    return GameCheck(entries=len(journal.entries), recounted=recounted)


def demand_as_written(backup: Path) -> None:
    """Raise DamagedDatabase if a backup is not as it was when it was proved.

    Raises another StorageError if it cannot be read, or is of a newer program.
    """
    with opened_copy(backup) as db:
        check_pages(backup, db)
        lacks_migrations(backup, db)
    if not is_as_written(backup):
        raise DamagedDatabase(f"{backup} is not as it was written.")


_RESTORE: Final = ": restore a backup"
"""Begins the advice in an error of a database."""
_SPOILED: Final = (
    "The file is not as it was written, so that some of it may be wrong: restore another backup,"
    " if there is one."
)
_DAMAGED: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for each byte that is no UTF-8; no key has it, so that such a key finds nothing."""


def last_changes(db: Connection) -> tuple[int, ...]:
    """Return numbers of which one is higher after any change of a game, a night or the club."""
    return latest_change_number(db), latest_night_change(db), count_acts(db)


def prove_copy(copy: Path, database: Path, *, entries: int = 0, acts: int = 0) -> Proof:
    """Compare each game of a copy with the database, replay it, and return the proof.

    Each is replayed each time: a fault is told until it is mended, and a new version of the program
    may count otherwise. ``entries`` and ``acts`` are how many the database had before the copy
    was made, so that nothing is left out. Raises StorageError, which says what is wrong with it.
    """
    games, unreadable, recounted = 0, list[str](), list[str]()
    with opened_copy(copy) as db, opened_untouched(database) as current:
        check_pages(copy, db)
        if count_entries(db) < entries:
            raise StorageError(f"{copy} lacks entries of {database}: make the backup again.")
        if count_acts(db) < acts or not has_acts_of(current, db):
            raise StorageError(f"{copy} lacks acts of the club: make the backup again.")
        unreadable += find_unreadable_texts(db)
        for key, version in all_versions(db):
            games += 1
            is_found = _DAMAGED in key or not version.number or has_version(current, key, version)
            if not is_found:
                raise StorageError(f"{copy} differs from {database}: make the backup again.")
            check = check_game(db, key)
            unreadable += [check.unreadable] if check.unreadable else []
            recounted += check.recounted
    return Proof(
        games=games,
        unreadable=tuple(dict.fromkeys(unreadable)),
        recounted=tuple(recounted),
    )


# --- backups that are proved ----------------------------------------------------------------------


def has_changed(database: Path, folder: Path) -> bool:
    """Tell whether a game, a night or the club has changed since the last backup in a folder.

    Raises StorageError if the database cannot be read.
    """
    backups = find_backups(folder)
    if not backups:
        return True
    with opened_untouched(database) as db:
        now = last_changes(db)
    try:
        with opened_copy(backups[-1].path) as copied:
            return last_changes(copied) != now
    except StorageError:
        return True  # it is damaged, or of an older version of the program


def make_backup(
    database: Path, folder: Path, kind: BackupKind, now: datetime, *, above: int = 0
) -> tuple[Backup, Proof]:
    """Return a new proved backup in ``folder``, after deleting those that are too old.

    Its number is above those of all others there, and above ``above``. Nothing is deleted while a
    game cannot be read: an older backup may have it whole. Raises StorageError if the backup cannot
    be written or does not equal the database.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with storage_errors(folder), locked_folder(folder):
        earlier = find_backups(folder)
        path = next_path(folder, kind, now, above=above)
        proof = _write_proved(database, path)
        backup = find_backups(folder)[-1]
        if not proof.unreadable:
            delete_old((*earlier, backup), backup)
    return backup, proof


def write_proved_copy(database: Path, copy: Path) -> Proof:
    """Write a proved copy of the database into a new file, on its own; raises StorageError."""
    if copy.exists():
        raise StorageError(f"{copy} is there already: choose another name.")
    with storage_errors(copy):
        return _write_proved(database, copy)


def _write_proved(database: Path, copy: Path) -> Proof:
    if is_outdated(database):
        raise StorageError(
            f"{database} is of an older version of the program: start the site once,"
            " which makes a backup and brings it up to date."
        )
    with closing(open_database(database)) as db, storage_errors(database):
        entries, acts = count_entries(db), count_acts(db)
    with written_copy(database, copy) as unproved:
        with reading_whole(database):
            proof = prove_copy(unproved, database, entries=entries, acts=acts)
        unproved.rename(copy)
    return proof


# --- a backup in the place of the database, also while the site is served -------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """The result of a restore: the file with what was replaced, and what is wrong with some games.

    ``replaced`` is None if there was no database. ``unreadable`` are sentences that name the games.
    """

    replaced: Path | None
    unreadable: tuple[str, ...]


def restore_backup(backup: Path, database: Path, folder: Path, now: datetime) -> Restored:
    """Put a backup in the place of the database.

    The site may be running meanwhile: what it confirmed is in the file with what was replaced, or
    in the database. What is replaced becomes a backup in ``folder``; a damaged database is kept
    there as it is. A game that cannot be read does not keep the others from coming back. Raises
    StorageError if the backup is no whole database of this program, or if the database cannot be
    kept or replaced; then nothing has changed.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with storage_errors(folder), locked_folder(folder), _fresh_folder(folder) as fresh:
        ready = fresh / backup.name
        try:
            copy_file(backup, ready)
        except OSError as error:
            raise StorageError(f"{backup} cannot be read: {error.strerror}.") from error
        try:
            spoiled = () if is_as_written(ready) else (_SPOILED,)
            lost = _make_ready(ready)
            unreadable = (*spoiled, *lost, *prove_copy(ready, ready).unreadable)
        except StorageError as error:
            # The fault is the backup's, so the sentence names the file that was given.
            why = str(error).replace(str(ready), str(backup)).partition(_RESTORE)[0].rstrip(".")
            raise StorageError(f"{why}; nothing was restored. Take another backup.") from error
        replaced = _replace(ready, database, folder, now)
    return Restored(replaced=replaced, unreadable=unreadable)


def _make_ready(copy: Path) -> tuple[str, ...]:
    """Bring a copy of a backup up to date, with all indexes and triggers.

    Returns a sentence about rows that belong to nothing, if there are any. Raises StorageError if
    it is no whole database of this program.
    """
    clear_check_sum(copy)
    migrate(copy)
    with storage_errors(copy), closing(open_database(copy)) as db:
        mend_parts(db)
        for part in missing_parts(db):
            raise DamagedDatabase(f"{copy} lacks {part}")
        lost = find_lost_rows(copy, db)
        for text in find_damage(copy, db):
            if text not in lost:
                raise DamagedDatabase(text)
    checkpoint_log(copy)
    return lost


@contextmanager
def _fresh_folder(folder: Path) -> Iterator[Path]:
    """Make an empty folder for the work, without the remains of an interrupted restore."""
    fresh = folder / "restoring"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(mode=0o700)
    try:
        yield fresh
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _replace(ready: Path, database: Path, folder: Path, now: datetime) -> Path | None:
    kept: list[Path] = []
    kind = BackupKind.REPLACED
    if database.exists():
        with suppress(DamagedDatabase):  # it is kept as it is, below
            demand_whole(database)
            # Nobody can write meanwhile, so no game is replayed here: that may take long.
            put_back(
                ready, database, lambda: kept.append(copy_as_it_is(database, folder, kind, now))
            )
            return kept[0]
    aside = folder / f"replaced-{now:%Y-%m-%d-%H%M%S}-{database.name}"
    put_in_place(ready, database, aside)
    return aside if aside.exists() else None
