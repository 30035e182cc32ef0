"""The mark of the club on its papers, which officers upload, look at and remove."""

from typing import NamedTuple

from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.variant import Problem
from scorekeeper.record.club_mark import ClubMark
from scorekeeper.storage.club.clubs import find_mark_row, write_mark
from scorekeeper.storage.database import Connection


class MarkChange(NamedTuple):
    """The change of the mark that an officer asks for: another mark, or none from now on.

    ``problems`` are those of the file that was uploaded; then ``mark`` is None.
    """

    mark: ClubMark | None = None
    is_taken_away: bool = False
    problems: tuple[Problem, ...] = ()


NO_CHANGE = MarkChange()


def find_mark(store: GameStore) -> ClubMark | None:
    """Return the mark of the club, or None if it has none."""
    with store.database.reading() as db:
        return find_mark_row(db)


def change_mark(store: GameStore, db: Connection, change: MarkChange) -> None:
    """Store a change of the mark, in a transaction; an uploaded mark wins over its removal."""
    if change.mark is not None or change.is_taken_away:
        write_mark(db, change.mark, store.now())
