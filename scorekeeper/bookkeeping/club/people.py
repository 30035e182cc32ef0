"""The people of the club: members and guests, each with an id that stays."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scorekeeper.bookkeeping.club.acting import (
    ClubAct,
    ClubDecision,
    ClubOutcome,
    ClubPost,
    post_club_act,
)
from scorekeeper.bookkeeping.club.corrections import correcting
from scorekeeper.bookkeeping.game.posting import refusal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Club, Person
from scorekeeper.domain.names import look_of, trim_line
from scorekeeper.domain.variant import Problem
from scorekeeper.record.club import CLUB_FORMAT
from scorekeeper.record.club.reading import read_book
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.people import (
    add_person_row,
    change_person,
    closed_nights_of,
    find_person,
    last_played,
    load_people,
    new_person_id,
)
from scorekeeper.storage.database import Connection

UNKNOWN_PERSON: Final = refusal("unknown_person", "There is no such person", at=("person",))
_DAYS: Final = (("joined",), ("left",))
_NO_CLUB: Final = refusal("bad_value", "There is no club")
_STAYS_OUT: Final = refusal(
    "bad_value", "The name was taken out of the club, and stays out", at=("name",)
)
_CHANGED: Final = refusal(
    "changed",
    "Another officer changed this person meanwhile. Look, and save it again",
    at=("seen",),
)


def add_person(store: GameStore, post: ClubPost, name: str, *, joined: str = "") -> ClubOutcome:
    """Add a person, who is a member from the day ``joined`` on, or a guest without it."""
    facts = {"name": trim_line(name), **({"joined": joined} if joined else {})}

    def decide(db: Connection) -> ClubDecision:
        person, problems = _read_person(db, new_person_id(db), facts)
        if person is None:
            return problems
        add_person_row(db, person, store.now())
        return ClubAct(kind="person_added", subject=person.id)

    return post_club_act(store, post, decide)


def edit_person(
    store: GameStore,
    post: ClubPost,
    person: str,
    facts: Mapping[str, Any],
    *,
    is_as_seen: Callable[[Person], bool],
) -> ClubOutcome:
    """Change the fields of a person; ``facts`` are as in a club book, without id and ``same_as``.

    ``is_as_seen`` tells whether the person is still as the form showed it; if not, the change is
    refused. The fees of closed nights may change with membership; that is a correction.
    """

    def decide(db: Connection) -> ClubDecision:
        before = find_person(db, person)
        if before is None:
            return UNKNOWN_PERSON
        if not is_as_seen(before):
            return _CHANGED
        now, problems = _read_person(db, person, facts)
        if now is None:
            return problems
        if before.name == before.id != now.name:
            # The games would show again the names that their journals have.
            return _STAYS_OUT
        now = replace(now, same_as=before.same_as)
        with correcting(store, db, _nights_of_changed_fees(db, before, now)):
            change_person(db, now)
        return ClubAct(
            kind="person_changed", subject=person, details={"fields": _changed(before, now)}
        )

    return post_club_act(store, post, decide)


def _nights_of_changed_fees(db: Connection, before: Person, now: Person) -> list[str]:
    """Return the closed nights of a person on which membership is not what it was."""
    spellings = [each.id for each in load_people(db) if before.id in (each.id, each.same_as)]
    nights = dict([found for each in spellings for found in closed_nights_of(db, each)])
    return [
        night
        for night, date in nights.items()
        if before.is_member_on(date) != now.is_member_on(date)
    ]


def _changed(before: Person, now: Person) -> list[str]:
    names = ("name", "short", "joined", "left", "is_active", "opening", "note")
    return [name for name in names if getattr(before, name) != getattr(now, name)]


def _read_person(
    db: Connection, person: str, facts: Mapping[str, Any]
) -> tuple[Person | None, tuple[Problem, ...]]:
    """Return the person that facts describe, or every problem with the field that it is about."""
    row = find_club_row(db)
    if row is None:
        return None, _NO_CLUB
    found, problems = _read_as_in_a_book(row.club, person, facts)
    others = [each for each in load_people(db) if each.id != person]
    problems += _alike_problems(str(facts.get("name", "")), others)
    # ISO texts compare as the days do; the book has a problem for a text that is no day.
    joined, left = (str(facts.get(name, "")) for name in ("joined", "left"))
    if left and joined > left and not any(each.at in _DAYS for each in problems):
        problems += refusal("date_order", "This is before the day of joining", at=("left",))
    return (None if problems else found), problems


def _read_as_in_a_book(
    club: Club, person: str, facts: Mapping[str, Any]
) -> tuple[Person | None, tuple[Problem, ...]]:
    document = {
        "format": CLUB_FORMAT,
        "club": {"name": club.name, "currency": club.currency, "opened": club.opened},
        "people": [{**facts, "id": person}],
    }
    reading = read_book(document)
    if reading.book is not None:
        return reading.book.people[0], ()
    return None, tuple([replace(each, at=each.at[2:]) for each in reading.problems])


def _alike_problems(name: str, others: Sequence[Person]) -> tuple[Problem, ...]:
    alike = [each.name for each in others if look_of(each.name) == look_of(name)]
    if not alike or not name:
        return ()
    text = f"{alike[0]} is on the list already; add a letter to the name"
    return refusal("same_name", text, at=("name",))


def offered_names(store: GameStore) -> tuple[str, ...]:
    """Return the names of active people, to offer where one is typed; last played first."""
    with store.database.reading() as db:
        people, dates = load_people(db), last_played(db)
    listed = [person for person in people if person.is_active and not person.same_as]
    listed.sort(key=lambda person: person.name.casefold())
    listed.sort(key=lambda person: dates.get(person.id, ""), reverse=True)
    return tuple([person.name for person in listed])


def days_last_played(store: GameStore) -> Mapping[str, str]:
    """Return the date of the last night of each person who played lately, by id."""
    with store.database.reading() as db:
        return last_played(db)
