"""Writes what people do in a club: each act once, with all rows that follow, or nothing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.bookkeeping.club.derived import derive_club, derive_night
from scorekeeper.bookkeeping.game.posting import ENOUGH_TODAY, Refused, check_entry_id
from scorekeeper.bookkeeping.limits import NOBODY, Sender
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.acts import ActRow, StoredAct, append_act, find_act, read_acts
from scorekeeper.storage.database import Connection


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubPost:
    """The data of every post: an id made with the form, and who sent it.

    ``person`` is the id of the person whose phone it is, empty if nobody is known; ``officer`` is
    the number of the officer's session, None without one. ``phone`` is the id of the browser.
    """

    entry_id: str
    person: str = ""
    officer: int | None = None
    phone: str = ""
    sender: Sender = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubAct:
    """An act of a person in the club: its kind, the id of its object, and its night, if any.

    ``details`` are for the history. They name people by their ids alone.
    """

    kind: str
    subject: str
    night: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """An act that is in the history; ``repeated`` is true if it was there before this post."""

    subject: str
    repeated: bool


ClubOutcome = Acted | Refused

CHANGED: Final = "changed"
"""The code of a problem: somebody changed the thing or its figures since the form was drawn."""

ClubDecision = ClubAct | tuple[Problem, ...]


def post_club_act(
    store: GameStore, post: ClubPost, decide: Callable[[Connection], ClubDecision]
) -> ClubOutcome:
    """Run ``decide`` in one transaction and append the act that it returns.

    ``decide`` writes the rows of its act, or returns every problem and writes nothing. A post whose
    id is in the history was done already: the first answer to it was lost on the way.
    """
    problems = check_entry_id(post.entry_id)
    if problems:
        return Refused(problems=problems)
    with store.database.writing() as db:
        earlier = find_act(db, post.entry_id)
        if earlier is not None:
            return Acted(subject=earlier, repeated=True)
        if not store.days.may_save(post.sender):
            return Refused(problems=ENOUGH_TODAY)
        decision = decide(db)
        if isinstance(decision, tuple):
            return Refused(problems=decision)
        note_act(store, db, post, decision)
    store.days.note(post.sender)
    return Acted(subject=decision.subject, repeated=False)


def note_act(store: GameStore, db: Connection, post: ClubPost, act: ClubAct) -> None:
    """Append an act to the history, and bring up to date what is derived from the facts."""
    row = ActRow(
        entry_id=post.entry_id,
        kind=act.kind,
        subject=act.subject,
        night=act.night,
        details=act.details,
        person=post.person or None,
        officer=post.officer,
        phone=post.phone,
        at=store.now(),
    )
    append_act(db, row)
    if act.night:
        derive_night(store, db, act.night, {})
    else:
        derive_club(store, db)


def acts_of(store: GameStore, *, night: str = "", most: int = 100) -> tuple[StoredAct, ...]:
    """Return the newest acts of a night, or of the whole club, the newest first."""
    with store.database.reading() as db:
        return read_acts(db, night=night, most=most)
