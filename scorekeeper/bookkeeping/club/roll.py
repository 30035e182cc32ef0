"""Adds a list of people to the roll in one act, takes that act back, and removes single people.

A list may tell the cash of the till as well, while no money has moved yet. Who is on the roll
already, just as the list says, is not added again. Only people of whom there is nothing else leave
the roll: no game, no payment, nobody who waits.
"""

from collections.abc import Collection, Mapping, Sequence
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
from scorekeeper.domain.club.facts import TILL, Club, Person
from scorekeeper.domain.names import bare_look, look_of
from scorekeeper.domain.settlement import read_signed_amount, write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.domain.words import write_names
from scorekeeper.storage.club.acts import (
    ClubAct,
    StoredAct,
    find_act_on,
    find_latest_act,
)
from scorekeeper.storage.club.clubs import change_club, find_club_row
from scorekeeper.storage.club.payments import has_movements
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
_NOBODY: Final = refusal("bad_value", "Everybody on this list is on the roll already")
TILL_STAYS: Final = "till_stays"
"""The code of a problem: money has moved, and what the till had at first rests."""
_MONEY_MOVED: Final = refusal("in_use", "The list stays: money has moved since")
_MOST_NAMED: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A person of a list: ``facts`` as in a club book, without an id.

    ``is_another`` says that this is nobody of a name that is nearly the same, ``is_joined_today``
    that the list does not tell since when this is a member.
    """

    facts: Mapping[str, Any]
    is_another: bool = False
    is_joined_today: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedList:
    """A list beside the roll: who is added, and every problem.

    The place of a problem is the number of its person from 0 and the field, or ``till``. ``known``
    are the numbers of those who are on the roll already as the list says. ``till`` is the cash to
    begin with in minor units, None if it stays.
    """

    people: tuple[Person, ...] = ()
    known: frozenset[int] = frozenset()
    till: int | None = None
    problems: tuple[Problem, ...] = ()


def check_list(store: GameStore, people: Sequence[ListedPerson], till: str = "") -> CheckedList:
    """Return what a list adds; ``till`` is the cash that it tells, as a decimal string."""
    with store.database.reading() as db:
        return _read_list(db, people, till)


def add_list(
    store: GameStore, post: Post, people: Sequence[ListedPerson], till: str = ""
) -> ClubOutcome:
    """Add all people of a list and the cash of the till, or nothing.

    The subject of the act is the id of the first one who is added.
    """

    def decide(db: Connection) -> ClubDecision:
        row = find_club_row(db)
        found = _read_list(db, people, till)
        if row is None or found.problems:
            return found.problems
        if not found.people:
            return _NOBODY
        ids = []
        for person in found.people:
            ids.append(new_person_id(db))
            add_person_row(db, replace(person, id=ids[-1]), store.now())
        details: dict[str, Any] = {"people": ids}
        if found.till is not None:
            details["till_before"] = write_amount(row.club.till, row.club.currency)
            change_club(db, replace(row, club=replace(row.club, till=found.till)))
        return ClubAct(kind=_LIST_ADDED, subject=ids[0], details=details)

    return post_club_act(store, post, decide)


def _read_list(db: Connection, people: Sequence[ListedPerson], till: str) -> CheckedList:
    row = find_club_row(db)
    if row is None:
        return CheckedList(problems=_NO_CLUB)
    roll = load_people(db)
    numbered = [{**each.facts, "id": f"new{place}"} for place, each in enumerate(people)]
    found, problems = read_people_as_in_a_book(row.club, numbered)
    known = _known(roll, people, row.club.currency)
    problems += tuple(_name_problems([each.name for each in roll], people, known))
    cash, of_till = _read_till(db, row.club, till)
    return CheckedList(
        people=tuple([each for place, each in enumerate(found) if place not in known]),
        known=known,
        till=cash,
        problems=(*sorted(problems, key=lambda each: _place_of(each.at)), *of_till),
    )


def _known(roll: Sequence[Person], people: Sequence[ListedPerson], currency: str) -> frozenset[int]:
    """Return the numbers of those of whom the list says nothing but what the roll says."""
    by_name = {look_of(each.name): each for each in roll}
    known = []
    for place, each in enumerate(people):
        old = by_name.get(look_of(str(each.facts.get("name", ""))))
        if old is not None and _says_the_same(old, each, currency):
            known.append(place)
    return frozenset(known)


def _says_the_same(old: Person, listed: ListedPerson, currency: str) -> bool:
    facts = dict(listed.facts)
    if bool(old.joined) != ("joined" in facts):
        return False
    if listed.is_joined_today:
        del facts["joined"]
    opening = read_signed_amount(str(facts.pop("opening", "")), currency)
    texts = {name: facts[name] for name in ("joined", "left", "short", "note") if name in facts}
    return opening in (None, old.opening) and all(
        getattr(old, name) == text for name, text in texts.items()
    )


def _read_till(db: Connection, club: Club, till: str) -> tuple[int | None, tuple[Problem, ...]]:
    """Return the cash that a list tells, in minor units; None if the till stays as it is."""
    cash = read_signed_amount(till, club.currency) if till else None
    if cash is None or cash == club.till:
        return None, ()
    if cash < 0:
        return None, refusal("negative_amount", "The till cannot have less than 0", at=(TILL,))
    if has_movements(db):
        text = "Money has moved already: enter what the till has more or less as income or expense"
        return None, refusal(TILL_STAYS, text, at=(TILL,))
    return cash, ()


def _place_of(at: tuple[object, ...]) -> int:
    return at[0] if at and isinstance(at[0], int) else -1


def _name_problems(
    roll: Sequence[str], people: Sequence[ListedPerson], known: Collection[int]
) -> list[Problem]:
    """Return what is wrong with names beside those on the roll and those above them in the list.

    Those ``known`` are on the roll already, and no problem.
    """
    looks = {look_of(name): name for name in roll}
    bare = {bare_look(name): name for name in roll}
    problems: list[Problem] = []
    for place, each in enumerate(people):
        if place in known:
            continue
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
            is_removable=not _reasons_to_stay(db, act, there),
        )


def take_list_back(store: GameStore, post: Post, first: str) -> ClubOutcome:
    """Remove all people of a list, by its first person, and give the till what it had before.

    It is refused if one of them played or paid since.
    """

    def decide(db: Connection) -> ClubDecision:
        act = find_act_on(db, first, _LIST_ADDED)
        row = find_club_row(db)
        there = [] if act is None else _still_there(db, act)
        if act is None or row is None or not there:
            return _NO_LIST
        problems = _reasons_to_stay(db, act, there)
        if problems:
            return problems
        ids = [each.id for each in there]
        mark_removed(db, ids, store.now())
        before = read_signed_amount(act.details.get("till_before", ""), row.club.currency)
        if before is not None:
            change_club(db, replace(row, club=replace(row.club, till=before)))
        return ClubAct(kind=_LIST_BACK, subject=first, details={"people": ids})

    return post_club_act(store, post, decide)


def _reasons_to_stay(
    db: Connection, act: StoredAct, there: Sequence[Person]
) -> tuple[Problem, ...]:
    used = people_in_use(db, [each.id for each in there])
    if used:
        return _used_problems([each.name for each in there if each.id in used])
    return _MONEY_MOVED if "till_before" in act.details and has_movements(db) else ()


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
