"""Officers of the club: whoever knows the passphrase gets a session, until somebody ends it.

The passphrase is stored as a hash alone (scrypt), the secret of a session as a digest alone, so
that somebody who reads a backup can use neither.
"""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from threading import BoundedSemaphore, Lock
from typing import Final

from werkzeug.security import check_password_hash, generate_password_hash

from scorekeeper.club.rows.clubs import load_passphrase, write_passphrase
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.link_rows import (
    Officer,
    add_session,
    end_earlier_sessions,
    end_session,
    end_sessions,
    find_session,
    read_sessions,
)
from scorekeeper.games.posting import Refused, refusal
from scorekeeper.record.reading import name_fault
from scorekeeper.rules.names import trim_line
from scorekeeper.rules.variant import Problem
from scorekeeper.store.database import Connection

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
    "Too many were wrong. Try again in an hour, or ask whoever keeps the computer",
    at=("passphrase",),
)


_BUSY: Final = refusal(
    "busy", "Others are signing in just now. Press the button again", at=("passphrase",)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A new session; a browser that sends its ``secret`` is signed in as the officer."""

    secret: str


def hash_passphrase(passphrase: str) -> str:
    """Return the hash by which a passphrase is checked."""
    with _one_at_a_time:
        return generate_password_hash(passphrase, method="scrypt")


def passphrase_problems(passphrase: str, again: str) -> tuple[Problem, ...]:
    """Return the problems of a new passphrase; ``again`` is its repetition."""
    if not LEAST_LENGTH <= len(passphrase) <= MOST_LENGTH:
        text = f"A passphrase has {LEAST_LENGTH} letters or more; three or four words are good"
        return refusal("bad_value", text, at=("passphrase",))
    if passphrase != again:
        return refusal("bad_value", "The two are not the same; type both again", at=("again",))
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
    with store.database.reading() as db:
        known = load_passphrase(db)
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
    # Hashing is slow, so a text that can be no passphrase is refused without it.
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
    with store.database.reading() as db:
        officer = find_session(db, _digest(secret))
    return officer if officer is not None and _lasts(store, officer) else None


def sessions_of(store: GameStore) -> tuple[Officer, ...]:
    """Return all officers who are signed in, the newest first."""
    with store.database.reading() as db:
        return tuple([each for each in read_sessions(db) if _lasts(store, each)])


def _lasts(store: GameStore, officer: Officer) -> bool:
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
