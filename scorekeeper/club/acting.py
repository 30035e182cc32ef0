"""Writes what people do in a club: each act once, with all rows that follow, or nothing."""

from collections.abc import Callable
from functools import wraps
from hashlib import blake2b
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeAlias

from scorekeeper.club.rows import (
    ClubAct,
    append_act,
    find_act,
    find_act_on,
)
from scorekeeper.club.whole import ShortPot, correct_nights
from scorekeeper.games import (
    ENOUGH_TODAY,
    GameStore,
    LinkRow,
    Outcome,
    Post,
    Refused,
    Role,
    Saved,
    Stale,
    Thing,
    check_entry_id,
    renew,
    withdraw,
)
from scorekeeper.rules import Problem
from scorekeeper.store.database import Connection

ClubOutcome: TypeAlias = Outcome[str]
_Asked = ParamSpec("_Asked")

CHANGED: Final = "changed"
"""The code of a problem: somebody changed the thing or its figures since the form was drawn."""

_DIGEST_BYTES: Final = 12


def digest_shown(shown: object) -> str:
    """Return a digest of what a form or page shows: an act on it tells by it what was seen."""
    return blake2b(repr(shown).encode(), digest_size=_DIGEST_BYTES).hexdigest()


ClubDecision = ClubAct | tuple[Problem, ...]


class Doing(NamedTuple):
    """An act while it is done: the store, the connection, and the post that asks for it."""

    store: GameStore
    db: Connection
    post: Post


def club_act(
    decide: Callable[Concatenate[Doing, _Asked], ClubDecision],
) -> Callable[Concatenate[GameStore, Post, _Asked], ClubOutcome]:
    """Turn a function that decides on an act into one that does it, for a store and a post.

    ``decide`` runs in one transaction. It writes the rows of its act and returns it, or returns
    every problem and writes nothing. A post whose id is in the history was done already: the first
    answer to it was lost on the way.
    """

    @wraps(decide)
    def act(
        store: GameStore, post: Post, /, *asked: _Asked.args, **named: _Asked.kwargs
    ) -> ClubOutcome:
        problems = check_entry_id(post.entry_id)
        if problems:
            return Refused(problems=problems)
        try:
            with store.database.writing() as db:
                earlier = find_act(db, post.entry_id)
                if earlier is not None:
                    return Saved(thing=earlier, repeated=True)
                if not store.days.may_save(post.sender):
                    return Refused(problems=ENOUGH_TODAY)
                decision = decide(Doing(store, db, post), *asked, **named)
                if isinstance(decision, tuple):
                    return _refuse(decision)
                note_act(store, db, post, decision)
        except ShortPot as short:
            return Refused(problems=short.problems)
        store.days.note(post.sender)
        return Saved(thing=decision.subject, repeated=False)

    return act


def _refuse(problems: tuple[Problem, ...]) -> ClubOutcome:
    if CHANGED in [problem.code for problem in problems]:
        return Stale(thing="", problems=problems)
    return Refused(problems=problems)


def note_act(store: GameStore, db: Connection, post: Post, act: ClubAct) -> None:
    """Append an act to the history, and mark the closed nights that it corrects."""
    append_act(
        db,
        act,
        post.entry_id,
        person=post.person or None,
        officer=post.officer,
        phone=post.phone,
        at=store.now(),
    )
    correct_nights(store, db)


@club_act
def renew_club_link(doing: Doing, role: Role, *, night: str = "") -> ClubDecision:
    """Withdraw the link to the club or to a night in a role, if there is one; make another."""
    renew(doing.db, _link(role, night, token=doing.store.new_key()), doing.store.now())
    return ClubAct(kind="link_renewed", subject=role.key, night=night)


@club_act
def withdraw_club_link(doing: Doing, role: Role, *, night: str = "") -> ClubDecision:
    """Withdraw the link to the club or to a night in a role; officers come in without one."""
    withdraw(doing.db, _link(role, night), doing.store.now())
    return ClubAct(kind="link_withdrawn", subject=role.key, night=night)


_CODE_ON_TV: Final = "code_on_tv"


@club_act
def show_code_on_tv(doing: Doing, night: str, *, shown: bool) -> ClubDecision:
    """Show the code by which phones join a night on its TV view, or take it away there."""
    return ClubAct(kind=_CODE_ON_TV, subject=night, night=night, details={"shown": shown})


def is_code_on_tv(store: GameStore, night: str) -> bool:
    """Tell whether an officer wants the TV view to show the code by which phones join a night."""
    act = store.read(find_act_on, night, _CODE_ON_TV)
    return act is not None and bool(act.details["shown"])


def _link(role: Role, night: str, *, token: str = "") -> LinkRow:
    opens = Thing.NIGHT if night else Thing.CLUB
    return LinkRow(token=token, opens=opens, id=night, role=role.key)
