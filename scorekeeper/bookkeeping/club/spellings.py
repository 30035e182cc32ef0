"""Joins two entries of one person, separates them again, and takes a person's name out."""

from dataclasses import replace
from typing import Final

from scorekeeper.bookkeeping.club.acting import (
    ClubAct,
    ClubDecision,
    ClubOutcome,
    ClubPost,
    post_club_act,
)
from scorekeeper.bookkeeping.club.corrections import correcting
from scorekeeper.bookkeeping.club.people import UNKNOWN_PERSON
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import ClubPayment, Person
from scorekeeper.domain.club.spellings import JoiningFault, find_joining_fault
from scorekeeper.domain.variant import Problem
from scorekeeper.storage.club.nights import closings_naming
from scorekeeper.storage.club.payments import load_payments
from scorekeeper.storage.club.people import (
    change_person,
    closed_nights_of,
    find_person,
    load_people,
    tables_of,
    touch_games_of,
)
from scorekeeper.storage.database import Connection

_SAYS: Final = {
    JoiningFault.SELF: "{spelling} is {meant} already",
    JoiningFault.MEANS_OTHER: "{meant} is another spelling of somebody else: choose that person",
    JoiningFault.IS_MEANT: (
        "Others are written as spellings of {spelling}. Tell them apart first,"
        " or make {meant} a spelling of {spelling}"
    ),
    JoiningFault.SAME_GAME: (
        "{spelling} and {meant} sat in the same game, so they are two people."
        " If a wrong person stands in a seat there, correct that first"
    ),
    JoiningFault.PAID_EACH_OTHER: "{spelling} and {meant} paid each other, so they are two people",
    JoiningFault.PLAN: (
        "A night was closed with payments that {spelling} and {meant} owed apart."
        " Open that night again first"
    ),
}


def join_spelling(store: GameStore, post: ClubPost, spelling: str, meant: str) -> ClubOutcome:
    """Make one person a spelling of a second one, unless the club book forbids it."""

    def decide(db: Connection) -> ClubDecision:
        people = load_people(db)
        one, other = _find(people, spelling), _find(people, meant)
        if one is None or other is None:
            return UNKNOWN_PERSON
        problems = _joining_problems(db, people, one, other)
        if problems:
            return problems
        with correcting(store, db, [night for night, _ in closed_nights_of(db, spelling)]):
            change_person(db, _meaning(one, meant))
        return ClubAct(kind="joined", subject=spelling, details={"same_as": meant})

    return post_club_act(store, post, decide)


def separate_spelling(store: GameStore, post: ClubPost, spelling: str) -> ClubOutcome:
    """Make a spelling a person of its own again."""

    def decide(db: Connection) -> ClubDecision:
        person = find_person(db, spelling)
        if person is None:
            return UNKNOWN_PERSON
        if not person.same_as:
            return refusal("changed", "They are two people already", at=("person",))
        with correcting(store, db, [night for night, _ in closed_nights_of(db, spelling)]):
            change_person(db, _meaning(person, ""))
        return ClubAct(kind="separated", subject=spelling, details={"from": person.same_as})

    return post_club_act(store, post, decide)


def _find(people: tuple[Person, ...], wanted: str) -> Person | None:
    return next((person for person in people if person.id == wanted), None)


def _meaning(person: Person, meant: str) -> Person:
    return replace(person, same_as=meant)


def _joining_problems(
    db: Connection, people: tuple[Person, ...], spelling: Person, meant: Person
) -> tuple[Problem, ...]:
    if spelling.same_as:
        return refusal("changed", "They are one person already", at=("person",))
    fault = find_joining_fault(
        spelling.id,
        meant.id,
        people=people,
        tables=tables_of(db, spelling.id),
        payments=[
            (each.payer, each.payee) for each in load_payments(db) if isinstance(each, ClubPayment)
        ],
        closings=closings_naming(db, spelling.id),
    )
    if fault is None:
        return ()
    text = _SAYS[fault].format(spelling=spelling.name, meant=meant.name)
    return refusal("bad_merge", text, at=("person",))


# --- a name taken out -----------------------------------------------------------------------------


def take_name_out(store: GameStore, post: ClubPost, person: str) -> ClubOutcome:
    """Show the id in place of a person's name from now on: on the list, in games, in saved files.

    All spellings of the person lose their names. The journals of games keep them, as every act of
    a journal is kept, and so do backups made before.
    """

    def decide(db: Connection) -> ClubDecision:
        people = load_people(db)
        found = _find(people, person)
        if found is None:
            return UNKNOWN_PERSON
        meant = found.meant
        for each in people:
            if meant in (each.id, each.same_as):
                change_person(db, replace(each, name=each.id, short="", note=""))
                touch_games_of(db, each.id)
        return ClubAct(kind="name_taken_out", subject=meant)

    return post_club_act(store, post, decide)
