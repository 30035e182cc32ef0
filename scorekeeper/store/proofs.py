"""Proves that a copy of the database is whole: opened, each game replayed and compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scorekeeper.club.rows.acts import count_acts, has_acts_of
from scorekeeper.games.game_store import CurrentGame, find_figures, replay_journal
from scorekeeper.games.journals import (
    Journal,
    UnreadableGame,
    all_versions,
    count_entries,
    cut_text,
    entry_name,
    game_name,
    has_version,
    lacks_entries,
    latest_change_number,
    load_journal,
)
from scorekeeper.games.night_rows import latest_night_change
from scorekeeper.rules.journal import Agreed, Figure
from scorekeeper.store.copies import (
    find_unreadable_texts,
    is_as_written,
    opened_copy,
    opened_untouched,
)
from scorekeeper.store.database import (
    Connection,
    DamagedDatabase,
    StorageError,
    check_pages,
    lacks_migrations,
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
    held = f" and {figure.held} held" if figure.held else ""
    return f"{figure.points}{held}"


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


_DAMAGED: Final = "\N{REPLACEMENT CHARACTER}"
"""Stands for each byte that is no UTF-8; no key has it, so that such a key finds nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """The numbers of entries of games, and of acts of the club, in a database."""

    entries: int = 0
    acts: int = 0


def measure_extent(db: Connection) -> Extent:
    """Return the extent of an open database, which must be of the newest version."""
    return Extent(entries=count_entries(db), acts=count_acts(db))


def last_changes(db: Connection) -> tuple[int, ...]:
    """Return numbers of which one is higher after any change of a game, a night or the club."""
    return latest_change_number(db), latest_night_change(db), count_acts(db)


def prove_copy(copy: Path, database: Path, *, least: Extent | None = None) -> Proof:
    """Compare each game of a copy with the database, replay it, and return the proof.

    Each is replayed each time: a fault is told until it is mended, and a new version of the program
    may count otherwise. ``least`` is how much the database had before the copy was made, so that
    nothing is left out. Raises StorageError, which says what is wrong with the copy.
    """
    before = least or Extent()
    games, unreadable, recounted = 0, list[str](), list[str]()
    with opened_copy(copy) as db, opened_untouched(database) as current:
        check_pages(copy, db)
        if count_entries(db) < before.entries:
            raise StorageError(f"{copy} lacks entries of {database}: make the backup again.")
        if count_acts(db) < before.acts or not has_acts_of(current, db):
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
