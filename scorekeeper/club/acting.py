"""Writes what people do in a club: each act once, with all rows that follow, or nothing."""

from collections.abc import Callable
from typing import Final, TypeAlias

from scorekeeper.club.rows.clubs import (
    ClubAct,
    StoredAct,
    append_act,
    find_act,
    find_act_on,
    read_acts,
)
from scorekeeper.club.whole import ShortPot, correct_nights
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.links import LinkRow, Role, Thing, renew, withdraw
from scorekeeper.games.posting import (
    ENOUGH_TODAY,
    Outcome,
    Post,
    Refused,
    Saved,
    Stale,
    check_entry_id,
)
from scorekeeper.rules.variant import Problem
from scorekeeper.store.database import Connection

ClubOutcome: TypeAlias = Outcome[str]

CHANGED: Final = "changed"
"""The code of a problem: somebody changed the thing or its figures since the form was drawn."""

ClubDecision = ClubAct | tuple[Problem, ...]


def post_club_act(
    store: GameStore,
    post: Post,
    decide: Callable[[Connection], ClubDecision],
) -> ClubOutcome:
    """Run ``decide`` in one transaction and append the act that it returns.

    ``decide`` writes the rows of its act, or returns every problem and writes nothing. A
    post whose id is in the history was done already: the first answer to it was lost on the way.
    """
    problems = check_entry_id(post.entry_id)
    if problems:
        return Refused(problems=problems)
    try:
        outcome = _act(store, post, decide)
    except ShortPot as short:
        return Refused(problems=short.problems)
    if isinstance(outcome, Saved) and not outcome.repeated:
        store.days.note(post.sender)
    return outcome


def _act(
    store: GameStore,
    post: Post,
    decide: Callable[[Connection], ClubDecision],
) -> ClubOutcome:
    with store.database.writing() as db:
        earlier = find_act(db, post.entry_id)
        if earlier is not None:
            return Saved(thing=earlier, repeated=True)
        if not store.days.may_save(post.sender):
            return Refused(problems=ENOUGH_TODAY)
        decision = decide(db)
        if isinstance(decision, tuple):
            is_late = CHANGED in [problem.code for problem in decision]
            return Stale(thing="", problems=decision) if is_late else Refused(problems=decision)
        note_act(store, db, post, decision)
    return Saved(thing=decision.subject, repeated=False)


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


def acts_of(store: GameStore, *, night: str = "", most: int = 100) -> tuple[StoredAct, ...]:
    """Return the newest acts of a night, or of the whole club, the newest first."""
    with store.database.reading() as db:
        return read_acts(db, night=night, most=most)


def renew_club_link(store: GameStore, post: Post, role: Role, *, night: str = "") -> ClubOutcome:
    """Withdraw the link to the club or to a night in a role, if there is one; make another."""

    def decide(db: Connection) -> ClubAct:
        renew(db, _link(role, night, token=store.new_key()), store.now())
        return ClubAct(kind="link_renewed", subject=role.key, night=night)

    return post_club_act(store, post, decide)


def withdraw_club_link(store: GameStore, post: Post, role: Role, *, night: str = "") -> ClubOutcome:
    """Withdraw the link to the club or to a night in a role; officers come in without one."""

    def decide(db: Connection) -> ClubAct:
        withdraw(db, _link(role, night), store.now())
        return ClubAct(kind="link_withdrawn", subject=role.key, night=night)

    return post_club_act(store, post, decide)


_CODE_ON_TV: Final = "code_on_tv"


def show_code_on_tv(store: GameStore, post: Post, night: str, *, shown: bool) -> ClubOutcome:
    """Show the code by which phones join a night on its TV view, or take it away there."""

    def decide(_: Connection) -> ClubAct:
        return ClubAct(kind=_CODE_ON_TV, subject=night, night=night, details={"shown": shown})

    return post_club_act(store, post, decide)


def is_code_on_tv(store: GameStore, night: str) -> bool:
    """Tell whether an officer wants the TV view to show the code by which phones join a night."""
    with store.database.reading() as db:
        act = find_act_on(db, night, _CODE_ON_TV)
    return act is not None and bool(act.details["shown"])


def _link(role: Role, night: str, *, token: str = "") -> LinkRow:
    opens = Thing.NIGHT if night else Thing.CLUB
    return LinkRow(token=token, opens=opens, id=night, role=role.key)
