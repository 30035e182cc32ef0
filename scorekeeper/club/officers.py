"""Officers, who set the club up and change its settings; each signs in by the passphrase.

The passphrase is stored only as a hash (scrypt), the secret of a session only as a digest, so that
nobody who reads a backup can use either.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any, Final, NamedTuple

from scorekeeper.club.acting import (
    CHANGED,
    ClubDecision,
    Doing,
    club_act,
    digest_shown,
    note_act,
)
from scorekeeper.club.book.book import read_in_book
from scorekeeper.club.facts import Club, ClubMark
from scorekeeper.club.rows import (
    ClubAct,
    ClubRow,
    add_club,
    change_club,
    club_of,
    find_club_row,
    load_passphrase,
    write_mark,
    write_passphrase,
)
from scorekeeper.games import (
    GameStore,
    Officer,
    Post,
    Refused,
    Thing,
    add_session,
    end_earlier_sessions,
    end_session,
    end_sessions,
    find_session,
    make_key,
    make_links,
    read_sessions,
)
from scorekeeper.record.reading import name_fault
from scorekeeper.rules import Problem, refusal, trim_line
from scorekeeper.store.database import Connection
from scorekeeper.wording.zones import find_zone

LEAST_LENGTH: Final = 8
MOST_LENGTH: Final = 200
_SECRET_BYTES: Final = 16
_one_at_a_time: Final = Lock()
"""Hashing takes 32 MiB and a twelfth of a second, so that many at once would stop the site."""
_in_line: Final = BoundedSemaphore(3)
"""One passphrase is checked while two more may wait: each holds a thread of the site."""
_LASTS: Final = timedelta(days=30)
"""How long a session lasts, so that a phone that was lost or sold is no officer for ever."""
_DOUBLE_TAP: Final = timedelta(minutes=1)
"""Sessions of one phone that begin so close together are one sign-in, whose answers may cross."""

_WRONG: Final = refusal("wrong_passphrase", "That is not the passphrase", at=("passphrase",))
_TOO_MANY: Final = refusal(
    "too_many_guesses",
    "Too many wrong tries. Try again in an hour, or ask the person who runs the server",
    at=("passphrase",),
)


_BUSY: Final = refusal(
    "busy", "Others are signing in right now. Press the button again", at=("passphrase",)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A new session; a browser that sends its ``secret`` is signed in as the officer."""

    secret: str


def hash_passphrase(passphrase: str) -> str:
    """Return the hash by which a passphrase is checked."""
    from werkzeug.security import generate_password_hash  # which takes a tenth of a command

    with _one_at_a_time:
        return generate_password_hash(passphrase)


def passphrase_problems(passphrase: str, again: str) -> tuple[Problem, ...]:
    """Return the problems of a new passphrase; ``again`` is its repetition."""
    if not LEAST_LENGTH <= len(passphrase) <= MOST_LENGTH:
        text = f"A passphrase has {LEAST_LENGTH} letters or more; three or four words are good"
        return refusal("bad_value", text, at=("passphrase",))
    if passphrase != again:
        return refusal("bad_value", "The two do not match; type both again", at=("again",))
    return ()


def officer_name_problems(name: str) -> tuple[Problem, ...]:
    """Return the problem of an officer's name, which pages show beside the officer's acts."""
    line = trim_line(name)
    fault = name_fault(line) if line else "Type your name"
    return refusal("bad_value", fault, at=("name",)) if fault else ()


def sign_officer_in(
    store: GameStore, passphrase: str, *, name: str, phone: str, address: str
) -> SignedIn | Refused:
    """Begin a session if the passphrase is right; ``address`` is that of the browser."""
    problems = officer_name_problems(name)
    if not store.passphrase_guesses.take_guess(address):
        return Refused(problems=(*_TOO_MANY, *problems))
    known = store.read(load_passphrase)
    is_right = _is_passphrase(known, passphrase)
    if is_right is None:
        store.passphrase_guesses.give_back(address)
        return Refused(problems=(*_BUSY, *problems))
    if not is_right:
        return Refused(problems=(*_WRONG, *problems))
    store.passphrase_guesses.give_back(address)
    if problems:
        return Refused(problems=problems)
    with store.database.writing() as db:
        if load_passphrase(db) != known:  # renewed meanwhile, to shut out who knew the old one
            return Refused(problems=_WRONG)
        return begin_session(store, db, name=name, phone=phone)


def _is_passphrase(known: str, passphrase: str) -> bool | None:
    """Tell whether a passphrase is the known one; None if too many others are being checked."""
    from werkzeug.security import check_password_hash

    # Hashing is slow, so a text that cannot be a passphrase is refused without it.
    if not known or not LEAST_LENGTH <= len(passphrase) <= MOST_LENGTH:
        return False
    if not _in_line.acquire(blocking=False):
        return None
    try:
        with _one_at_a_time:
            return check_password_hash(known, passphrase)
    finally:
        _in_line.release()


def begin_session(store: GameStore, db: Connection, *, name: str, phone: str) -> SignedIn:
    """Begin the session of an officer, and end those that this phone had before."""
    at = store.now()
    end_earlier_sessions(db, at, phone, before=at - _DOUBLE_TAP)
    secret = secrets.token_urlsafe(_SECRET_BYTES)
    add_session(db, _digest(secret), trim_line(name), phone, at=at)
    return SignedIn(secret=secret)


def find_officer(store: GameStore, secret: str) -> Officer | None:
    """Return the officer whose session has this secret, or None if it has ended."""
    officer = store.read(find_session, _digest(secret))
    return officer if officer is not None and _is_in_force(store, officer) else None


def sessions_of(store: GameStore) -> tuple[Officer, ...]:
    """Return all officers who are signed in, the newest first."""
    return tuple([session for session in store.read(read_sessions) if _is_in_force(store, session)])


def _is_in_force(store: GameStore, officer: Officer) -> bool:
    return store.now() - officer.since < _LASTS


def sign_officer_out(store: GameStore, number: int) -> None:
    """End a session, and the others of its phone."""
    with store.database.writing() as db:
        end_session(db, store.now(), number)


def renew_passphrase(store: GameStore, passphrase: str) -> None:
    """Store another passphrase, and end the sessions of all officers."""
    hashed = hash_passphrase(passphrase)
    with store.database.writing() as db:
        write_passphrase(db, hashed)
        end_sessions(db, store.now())


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


# --- the mark of the club on its papers, which officers upload, look at and remove ----------------


class MarkChange(NamedTuple):
    """The change of the mark that an officer asks for: another mark, or none from now on.

    ``problems`` are those of the file that was uploaded; then ``mark`` is None.
    """

    mark: ClubMark | None = None
    is_taken_away: bool = False
    problems: tuple[Problem, ...] = ()


NO_CHANGE = MarkChange()


def change_mark(store: GameStore, db: Connection, change: MarkChange) -> None:
    """Store a change of the mark, in a transaction; an uploaded mark wins over its removal."""
    if change.mark is not None or change.is_taken_away:
        write_mark(db, change.mark, store.now())


# --- setting the club up, once, by a key that only the terminal there shows; its settings ---------

PAPERS: Final = ("a4", "letter")
_CHANGED: Final = refusal(
    CHANGED, "Another officer has changed the settings. Check them, and send yours again"
)
# The first day cannot be changed later, and no night is before it.
_TO_COME: Final = refusal("bad_value", "This day is in the future", at=("opened",))


class ClubExists(Exception):  # noqa: N818 - it is named like the page that it becomes
    """A club is set up already."""


def set_up_club(
    store: GameStore,
    post: Post,
    terms: Mapping[str, Any],
    *,
    paper: str,
    passphrase: str,
    again: str,
    officer: str,
    mark: MarkChange = NO_CHANGE,
) -> SignedIn | Refused:
    """Set up the club and sign its first officer in; raises ClubExists.

    ``terms`` are as ``club`` in a club book. Places of problems are those of ``terms``, or
    ``paper``, ``mark``, ``passphrase``, ``again``, or ``name`` after ``officer``.
    """
    chosen = find_zone(terms.get("time_zone") or store.time_zone)
    today = store.now().astimezone(chosen).date().isoformat()
    terms = {"opened": today, **terms}
    club, problems = read_terms(terms)
    if terms["opened"] > today and ("opened",) not in [problem.at for problem in problems]:
        problems = (*problems, *_TO_COME)
    named = [replace(problem, at=("officer",)) for problem in officer_name_problems(officer)]
    found = (*problems, *_paper_problems(paper), *mark.problems)
    found = (*found, *passphrase_problems(passphrase, again), *named)
    if club is None or found:
        return Refused(problems=found)
    hashed = hash_passphrase(passphrase)
    with store.database.writing() as db:
        if find_club_row(db) is not None:
            raise ClubExists
        add_club(db, ClubRow(club=club, paper=paper), hashed, store.now())
        change_mark(store, db, mark)
        make_links(store, db, Thing.CLUB, at=store.now())
        signed_in = begin_session(store, db, name=officer, phone=post.phone)
        note_act(store, db, replace(post, officer=1), ClubAct(kind="set_up", subject="club"))
    return signed_in


@club_act
def change_settings(
    doing: Doing,
    terms: Mapping[str, Any],
    paper: str,
    *,
    seen: str,
    mark: MarkChange,
) -> ClubDecision:
    """Change the club's name, defaults, paper and mark.

    Currency, first day and the till's opening cash stay, since figures rest on them. ``seen`` is
    the digest of the settings that the form began with; if they changed since, it is refused.
    """
    row = club_of(doing.db)
    kept = {"currency": row.club.currency, "opened": row.club.opened}
    club, problems = read_terms({**terms, **kept})
    found = (*problems, *_paper_problems(paper), *mark.problems)
    if digest_shown(row) != seen:
        found = (*_CHANGED, *found)
    if club is None or found:
        return found
    change_club(doing.db, ClubRow(club=replace(club, till=row.club.till), paper=paper))
    change_mark(doing.store, doing.db, mark)
    return ClubAct(kind="settings", subject="club")


def read_terms(terms: Mapping[str, Any]) -> tuple[Club | None, tuple[Problem, ...]]:
    """Return the club that is typed as in a club book, or every problem at its place in it."""
    book, problems = read_in_book(terms, at=1)
    return (book.club if book else None), problems


def _paper_problems(paper: str) -> tuple[Problem, ...]:
    return () if paper in PAPERS else refusal("bad_value", "Choose a paper", at=("paper",))


# --- the first address ----------------------------------------------------------------------------
# Its key lies in the instance folder, and is deleted once it has been used.


def find_set_up_path(store: GameStore, file: Path) -> str:
    """Return the path of the page that sets the club up, with its key; empty once there is one."""
    return "" if store.read(find_club_row) else set_up_path(file)


def set_up_path(file: Path) -> str:
    """Return the path of the page that sets up a club, with its key, which is made if need be."""
    return f"set-up/{make_key(file)}/"
