"""The people of the club: members and guests, each with an id that stays."""

from scorekeeper.bookkeeping.club.acting import (
    Act,
    ClubDecision,
    ClubOutcome,
    ClubPost,
    post_club_act,
)
from scorekeeper.bookkeeping.posting import refusal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.names import trim_line
from scorekeeper.record.name_reading import name_fault
from scorekeeper.storage.club.people import add_person_row, new_person_id
from scorekeeper.storage.database import Connection


def add_person(store: GameStore, post: ClubPost, name: str, *, joined: str = "") -> ClubOutcome:
    """Add a person, who is a member from the day ``joined`` on, or a guest without it."""
    line = trim_line(name)

    def decide(db: Connection) -> ClubDecision:
        fault = name_fault(line)
        if fault:
            return refusal("bad_value", fault, at=("name",))
        person = new_person_id(db)
        add_person_row(db, Person(id=person, name=line, joined=joined), store.now())
        return Act(kind="person_added", subject=person)

    return post_club_act(store, post, decide)
