"""Adds a list of people to the roll in one act, takes that act back, and removes single people.

Only people of whom there is nothing else leave the roll: no game, no payment, nobody who waits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scorekeeper.bookkeeping.club.acting import ClubDecision, ClubOutcome, post_club_act
from scorekeeper.bookkeeping.club.people import (
    UNKNOWN_PERSON,
    alike_problems,
    read_people_as_in_a_book,
    same_name_problems,
)
from scorekeeper.bookkeeping.game.posting import Post, refusal
from scorekeeper.bookkeeping.store.game_store import GameStore
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.names import bare_look, look_of
from scorekeeper.domain.variant import Problem
from scorekeeper.domain.words import write_names
from scorekeeper.storage.club.acts import (
    ClubAct,
    StoredAct,
    find_act_on,
    find_latest_act,
)
from scorekeeper.storage.club.clubs import find_club_row
from scorekeeper.storage.club.people import (
    add_person_row,
    find_person,
    load_people,
    mark_removed,
    new_person_id,
    people_in_use,
)
from scorekeeper.storage.database import Connection

_LIST_ADDED: Final = "people_added"
_LIST_BACK: Final = "people_taken_back"
_NO_CLUB: Final = refusal("bad_value", "There is no club")
_NO_LIST: Final = refusal("unknown_list", "This list was taken back already")
_NOBODY: Final = refusal("bad_value", "Nobody is on this list")
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A person of a list: ``facts`` as in a club book, without an id.

    ``is_another`` says that this is nobody of a name that is nearly the same.
    """

    facts: Mapping[str, Any]
    is_another: bool = False


def check_list(store: GameStore, people: Sequence[ListedPerson]) -> tuple[Problem, ...]:
    """Return every problem of a list, at the number of its person from 0, and the field."""
    with store.database.reading() as db:
        return _read_list(db, people)[1]


def add_list(store: GameStore, post: Post, people: Sequence[ListedPerson]) -> ClubOutcome:
    """Add all people of a list, or nobody; the subject of the act is the first one's id."""

    def decide(db: Connection) -> ClubDecision:
        found, problems = _read_list(db, people)
        if problems or not found:
            return problems or _NOBODY
        ids = []
        for person in found:
            ids.append(new_person_id(db))
            add_person_row(db, replace(person, id=ids[-1]), store.now())
        return ClubAct(kind=_LIST_ADDED, subject=ids[0], details={"people": ids})

    return post_club_act(store, post, decide)


def _read_list(
    db: Connection, people: Sequence[ListedPerson]
) -> tuple[Sequence[Person], tuple[Problem, ...]]:
    row = find_club_row(db)
    if row is None:
        return (), _NO_CLUB
    numbered = [{**each.facts, "id": f"new{place}"} for place, each in enumerate(people)]
    found, problems = read_people_as_in_a_book(row.club, numbered)
    alike = _name_problems([each.name for each in load_people(db)], people)
    return found, tuple(sorted([*problems, *alike], key=lambda each: _place_of(each.at)))


def _place_of(at: tuple[object, ...]) -> int:
    return at[0] if at and isinstance(at[0], int) else -1


def _name_problems(known: Sequence[str], people: Sequence[ListedPerson]) -> list[Problem]:
    """Return what is wrong with names beside those on the roll and those above them in the list."""
    looks = {look_of(name): name for name in known}
    bare = {bare_look(name): name for name in known}
    problems: list[Problem] = []
    for place, each in enumerate(people):
        name = str(each.facts.get("name", ""))
        same, near = looks.get(look_of(name)), bare.get(bare_look(name))
        found = same_name_problems(name, [same] if same else [])
        if not found and near and not each.is_another:
            found = alike_problems(name, [near])
        problems += [replace(problem, at=(place, *problem.at)) for problem in found]
        looks.setdefault(look_of(name), name)
        bare.setdefault(bare_look(name), name)
    return problems


# --- taking back, and removing --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedList:
    """The list that was added last: its first person's id, and how many of its people are here.

    ``is_removable`` tells whether it can still be taken back.
    """

    id: str
    day: str
    count: int
    is_removable: bool


def last_list(store: GameStore) -> AddedList | None:
    """Return the list that was added last, or None if nobody of it is on the roll any more."""
    with store.database.reading() as db:
        act = find_latest_act(db, _LIST_ADDED)
        there = [] if act is None else _still_there(db, act)
        if act is None or not there:
            return None
        return AddedList(
            id=act.subject,
            day=act.at.astimezone().date().isoformat(),
            count=len(there),
            is_removable=not people_in_use(db, [each.id for each in there]),
        )


def take_list_back(store: GameStore, post: Post, first: str) -> ClubOutcome:
    """Remove all people of a list, by its first person, unless one of them played or paid."""

    def decide(db: Connection) -> ClubDecision:
        act = find_act_on(db, first, _LIST_ADDED)
        there = [] if act is None else _still_there(db, act)
        if not there:
            return _NO_LIST
        used = people_in_use(db, [each.id for each in there])
        if used:
            names = [each.name for each in there if each.id in used]
            return _used_problems(names)
        ids = [each.id for each in there]
        mark_removed(db, ids, store.now())
        return ClubAct(kind=_LIST_BACK, subject=first, details={"people": ids})

    return post_club_act(store, post, decide)


def _used_problems(names: Sequence[str]) -> tuple[Problem, ...]:
    others = len(names) - _MOST_NAMED
    told = [*names[:_MOST_NAMED], f"{others} more"] if others > 0 else names
    text = f"The list stays: {write_names(list(told))} played or paid since"
    return refusal("in_use", text)


def _still_there(db: Connection, act: StoredAct) -> list[Person]:
    people = set(act.details.get("people", ()))
    return [each for each in load_people(db) if each.id in people]


def is_removable(store: GameStore, person: str) -> bool:
    """Tell whether there is nothing of a person but a place on the roll."""
    with store.database.reading() as db:
        found = find_person(db, person)
        return found is not None and _is_removable(db, found)


def _is_removable(db: Connection, person: Person) -> bool:
    return not person.opening and not people_in_use(db, [person.id])


def remove_person(store: GameStore, post: Post, person: str) -> ClubOutcome:
    """Remove a person of whom there is nothing: no game, no money, no spelling."""

    def decide(db: Connection) -> ClubDecision:
        found = find_person(db, person)
        if found is None:
            return UNKNOWN_PERSON
        if not _is_removable(db, found):
            text = f"{found.name} played, paid or has a balance, and stays on the list"
            return refusal("in_use", text, at=("person",))
        mark_removed(db, [person], store.now())
        return ClubAct(kind="person_removed", subject=person)

    return post_club_act(store, post, decide)
