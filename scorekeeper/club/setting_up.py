"""Sets up the club of an installation, once, by a key that only the terminal there shows.

The key lies in the instance folder, and is deleted once it was used.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorekeeper.club.acting import (
    CHANGED,
    ClubDecision,
    ClubOutcome,
    note_act,
    post_club_act,
)
from scorekeeper.club.book import CLUB_FORMAT
from scorekeeper.club.book.book import read_book
from scorekeeper.club.facts import Club
from scorekeeper.club.mark import ClubMark
from scorekeeper.club.officers import (
    SignedIn,
    begin_session,
    hash_passphrase,
    officer_name_problems,
    passphrase_problems,
)
from scorekeeper.club.rows.acts import ClubAct
from scorekeeper.club.rows.clubs import (
    ClubRow,
    add_club,
    change_club,
    find_club_row,
    find_mark_row,
    write_mark,
)
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.keys import make_key
from scorekeeper.games.links import Thing, make_links
from scorekeeper.games.posting import Post, Refused, refusal
from scorekeeper.rules.variant import Problem
from scorekeeper.store.database import Connection

# --- the mark of the club on its papers, which officers upload, look at and remove ----------------


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


PAPERS: Final = ("a4", "letter")
_DIGEST_BYTES: Final = 12
_CHANGED: Final = refusal(
    CHANGED, "Another officer has changed the settings. Look at them, and send yours again"
)
# The first day cannot be changed later, and no night is before it.
_TO_COME: Final = refusal("bad_value", "This day is still to come", at=("opened",))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub:
    """The form that sets up a club; ``terms`` are as ``club`` in a club book."""

    terms: Mapping[str, Any]
    paper: str
    passphrase: str
    again: str
    officer: str
    mark: MarkChange = NO_CHANGE


class ClubExists(Exception):  # noqa: N818 - it is named like the page that it becomes
    """A club is set up already."""


def set_up_club(store: GameStore, post: Post, new: NewClub) -> SignedIn | Refused:
    """Set up the club and sign its first officer in; raises ClubExists.

    Places of problems are those of ``terms``, or ``paper``, ``mark``, ``passphrase``, ``again``,
    ``name`` of the officer behind ``officer``.
    """
    terms = {"opened": store.today(), **new.terms}
    club, problems = read_terms(terms)
    if terms["opened"] > store.today() and ("opened",) not in [each.at for each in problems]:
        problems = (*problems, *_TO_COME)
    named = [replace(each, at=("officer",)) for each in officer_name_problems(new.officer)]
    found = (*problems, *_paper_problems(new.paper), *new.mark.problems)
    found = (*found, *passphrase_problems(new.passphrase, new.again), *named)
    if club is None or found:
        return Refused(problems=found)
    hashed = hash_passphrase(new.passphrase)
    with store.database.writing() as db:
        if find_club_row(db) is not None:
            raise ClubExists
        add_club(db, ClubRow(club=club, paper=new.paper), hashed, store.now())
        change_mark(store, db, new.mark)
        make_links(store, db, Thing.CLUB, at=store.now())
        signed_in = begin_session(store, db, name=new.officer, phone=post.phone)
        note_act(store, db, replace(post, officer=1), ClubAct(kind="set_up", subject="club"))
    return signed_in


def change_settings(
    store: GameStore,
    post: Post,
    terms: Mapping[str, Any],
    paper: str,
    *,
    seen: str,
    mark: MarkChange,
) -> ClubOutcome:
    """Change the club's name, defaults, paper and mark.

    Currency, first day and the till's opening cash stay, since figures rest on them. ``seen`` is
    the digest of the settings that the form began with; if they changed since, it is refused.
    """

    def decide(db: Connection) -> ClubDecision:
        row = find_club_row(db)
        if row is None:
            return refusal("bad_value", "There is no club")
        kept = {"currency": row.club.currency, "opened": row.club.opened}
        club, problems = read_terms({**terms, **kept})
        found = (*problems, *_paper_problems(paper), *mark.problems)
        if digest_of_settings(row) != seen:
            found = (*_CHANGED, *found)
        if club is None or found:
            return found
        change_club(db, ClubRow(club=replace(club, till=row.club.till), paper=paper))
        change_mark(store, db, mark)
        return ClubAct(kind="settings", subject="club")

    return post_club_act(store, post, decide)


def digest_of_settings(row: ClubRow) -> str:
    """Return a digest of the settings as a form shows them."""
    return blake2b(repr(row).encode(), digest_size=_DIGEST_BYTES).hexdigest()


def read_terms(terms: Mapping[str, Any]) -> tuple[Club | None, tuple[Problem, ...]]:
    """Return the club that is typed as in a club book, or every problem at its place in it."""
    reading = read_book({"format": CLUB_FORMAT, "club": dict(terms)})
    problems = tuple([replace(each, at=each.at[1:]) for each in reading.problems])
    return (None if reading.book is None else reading.book.club), problems


def _paper_problems(paper: str) -> tuple[Problem, ...]:
    return () if paper in PAPERS else refusal("bad_value", "Choose a paper", at=("paper",))


# --- the first address ----------------------------------------------------------------------------


def find_set_up_path(store: GameStore, file: Path) -> str:
    """Return the path of the page that sets the club up, with its key; empty once there is one."""
    with store.database.reading() as db:
        has_club = find_club_row(db) is not None
    return "" if has_club else set_up_path(file)


def set_up_path(file: Path) -> str:
    """Return the path of the page that sets up a club, with its key, which is made if need be."""
    return f"set-up/{make_key(file)}/"
