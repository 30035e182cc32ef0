"""The people of the club: members and guests, each with an id that stays.

Two entries of one person can be joined, and a name can be taken out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from scorekeeper.club.acting import ClubDecision, Doing, club_act
from scorekeeper.club.book.book import read_in_book
from scorekeeper.club.facts import Club, ClubPayment, Person
from scorekeeper.club.figures import JoiningFault, find_joining_fault
from scorekeeper.club.rows import (
    ClubAct,
    add_person_row,
    change_person,
    closings_naming,
    club_of,
    find_person,
    last_played,
    load_payments,
    load_people,
    new_id,
    tables_of,
    touch_games_of,
)
from scorekeeper.games import GameStore
from scorekeeper.rules import Problem, bare_look, look_of, refusal, trim_line
from scorekeeper.store.database import Connection

UNKNOWN_PERSON: Final = refusal("unknown_person", "There is no such person", at=("person",))
_DAYS: Final = (("joined",), ("left",))


@club_act
def add_person(
    doing: Doing, name: str, *, joined: str = "", is_another: bool = False
) -> ClubDecision:
    """Add a person, who is a member from the day ``joined`` on, or a guest without it.

    A name that may be that of somebody on the list, typed otherwise, is refused with the code
    ``ALIKE`` until ``is_another`` says that it is another person.
    """
    facts = {"name": trim_line(name), **({"joined": joined} if joined else {})}
    person, problems = _read_person(doing.db, new_id(doing.db, "person", "p"), facts)
    if person is not None and not is_another:
        problems = alike_problems(person.name, [other.name for other in load_people(doing.db)])
    if person is None or problems:
        return problems
    add_person_row(doing.db, person, doing.store.now())
    return ClubAct(kind="person_added", subject=person.id)


@club_act
def edit_person(
    doing: Doing,
    person: str,
    facts: Mapping[str, Any],
    *,
    is_as_seen: Callable[[Person], bool],
) -> ClubDecision:
    """Change the fields of a person; ``facts`` are as in a club book, without id and ``same_as``.

    ``is_as_seen`` tells whether the person is still as the form showed it; if not, the change is
    refused. The fees of closed nights may change with membership; that is a correction.
    """
    before = find_person(doing.db, person)
    if before is None:
        return UNKNOWN_PERSON
    if not is_as_seen(before):
        return refusal(
            "changed",
            "Another officer has changed this person in the meantime. Check, and save again",
            at=("seen",),
        )
    now, problems = _read_person(doing.db, person, facts)
    if now is None:
        return problems
    if before.name == before.id != now.name:
        # The games would show again the names that their journals have.
        return refusal(
            "bad_value", "The name was taken out of the club and stays out", at=("name",)
        )
    now = replace(now, same_as=before.same_as)
    change_person(doing.db, now)
    names = [field.name for field in fields(Person)]
    changed = [name for name in names if getattr(before, name) != getattr(now, name)]
    return ClubAct(kind="person_changed", subject=person, details={"fields": changed})


def _read_person(
    db: Connection, person: str, facts: Mapping[str, Any]
) -> tuple[Person | None, tuple[Problem, ...]]:
    """Return the person that facts describe, or every problem with the field that it is about."""
    club = club_of(db).club
    found, in_book = read_people_as_in_a_book(club, [{**facts, "id": person}])
    problems = tuple([replace(problem, at=problem.at[1:]) for problem in in_book])
    others = [other.name for other in load_people(db) if other.id != person]
    problems += same_name_problems(str(facts.get("name", "")), others)
    # ISO texts compare as the days do; the book has a problem for a text that is not a day.
    joined, left = (str(facts.get(name, "")) for name in ("joined", "left"))
    if left and joined > left and not any(problem.at in _DAYS for problem in problems):
        problems += refusal("date_order", "This is before the day of joining", at=("left",))
    return (None if problems else found[0]), problems


def read_people_as_in_a_book(
    club: Club, people: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Person, ...], tuple[Problem, ...]]:
    """Return people who are described as in a club book, or every problem.

    The place of a problem is the number of its person from 0, and the field.
    """
    facts = {"name": club.name, "currency": club.currency, "opened": club.opened}
    book, problems = read_in_book(facts, at=1, people=[dict(person) for person in people])
    return (book.people if book else ()), problems


def same_name_problems(name: str, others: Iterable[str]) -> tuple[Problem, ...]:
    """Return why nobody else can have this name: one of the ``others`` looks the same."""
    look = look_of(name)
    same = next((other for other in others if look and look_of(other) == look), "")
    text = f"{same} is already on the list; add a letter to the name"
    return refusal("same_name", text, at=("name",)) if same else ()


ALIKE: Final = "alike_name"
"""The code of a question: the name is nearly that of somebody else."""
MOST_ALIKE: Final = 6
"""How many names are offered in place of one that is nearly theirs."""


def alike_problems(name: str, others: Iterable[str]) -> tuple[Problem, ...]:
    """Return the question whether a name is that of one of the others, typed otherwise."""
    bare = bare_look(name)
    alike = next((other for other in others if bare and bare_look(other) == bare), "")
    text = f"{alike} is on the list. A different person?"
    return refusal(ALIKE, text, at=("name",)) if alike else ()


def offered_names(store: GameStore, roll: Sequence[Person] | None = None) -> tuple[str, ...]:
    """Return the names of active people, to offer where one is typed; last played first.

    ``roll`` are all people if they are known already.
    """
    with store.database.reading() as db:
        people = load_people(db) if roll is None else roll
        dates = last_played(db)
    listed = [person for person in people if person.is_active and not person.same_as]
    listed.sort(key=lambda person: person.name.casefold())
    listed.sort(key=lambda person: dates.get(person.id, ""), reverse=True)
    return tuple([person.name for person in listed])


def spell_as_listed(store: GameStore, names: Sequence[str]) -> tuple[str, ...]:
    """Return names as the list spells them, active people first; a name that nobody has stays."""
    listed = sorted(store.read(load_people), key=lambda person: person.is_active)
    spelled = {look_of(person.name): person.name for person in listed}
    return tuple([spelled.get(look_of(name), name) for name in names])


# --- spellings: two entries of one person are joined, and separated again -------------------------


_SAYS: Final = {
    JoiningFault.SELF: "{spelling} is {meant} already",
    JoiningFault.MEANS_OTHER: "{meant} is another spelling of someone else: choose that person",
    JoiningFault.IS_MEANT: (
        "Others are entered as spellings of {spelling}. Separate them first, or make {meant} a"
        " spelling of {spelling}"
    ),
    JoiningFault.SAME_GAME: (
        "{spelling} and {meant} sat in the same game, so they are two people."
        " If a wrong person stands in a seat there, correct that first"
    ),
    JoiningFault.PAID_EACH_OTHER: "{spelling} and {meant} paid each other, so they are two people",
    JoiningFault.PLAN: (
        "A night was closed with payments that {spelling} and {meant} owed separately. Open that"
        " night again first"
    ),
}


@club_act
def join_spelling(doing: Doing, spelling: str, meant: str) -> ClubDecision:
    """Make one person a spelling of a second one, unless the club book forbids it."""
    people = load_people(doing.db)
    one, other = _find(people, spelling), _find(people, meant)
    if one is None or other is None:
        return UNKNOWN_PERSON
    problems = _joining_problems(doing.db, people, one, other)
    if problems:
        return problems
    change_person(doing.db, replace(one, same_as=meant))
    return ClubAct(kind="joined", subject=spelling, details={"same_as": meant})


@club_act
def separate_spelling(doing: Doing, spelling: str) -> ClubDecision:
    """Make a spelling a person of its own again."""
    person = find_person(doing.db, spelling)
    if person is None:
        return UNKNOWN_PERSON
    if not person.same_as:
        return refusal("changed", "They are already two people", at=("person",))
    change_person(doing.db, replace(person, same_as=""))
    return ClubAct(kind="separated", subject=spelling, details={"from": person.same_as})


def _find(people: tuple[Person, ...], wanted: str) -> Person | None:
    return next((person for person in people if person.id == wanted), None)


def _joining_problems(
    db: Connection, people: tuple[Person, ...], spelling: Person, meant: Person
) -> tuple[Problem, ...]:
    if spelling.same_as:
        return refusal("changed", "They are already one person", at=("person",))
    fault = find_joining_fault(
        spelling.id,
        meant.id,
        people=people,
        tables=tables_of(db, spelling.id),
        payments=[
            (payment.payer, payment.payee)
            for payment in load_payments(db)
            if isinstance(payment, ClubPayment)
        ],
        closings=closings_naming(db, spelling.id),
    )
    if fault is None:
        return ()
    text = _SAYS[fault].format(spelling=spelling.name, meant=meant.name)
    return refusal("bad_merge", text, at=("person",))


# --- a name taken out -----------------------------------------------------------------------------


@club_act
def take_name_out(doing: Doing, person: str) -> ClubDecision:
    """Show the id in place of a person's name from now on: on the list, in games, in saved files.

    All spellings of the person lose their names. The journals of games keep them, as every act of
    a journal is kept, and so do backups made before.
    """
    people = load_people(doing.db)
    found = _find(people, person)
    if found is None:
        return UNKNOWN_PERSON
    meant = found.meant
    for listed in people:
        if meant in (listed.id, listed.same_as):
            change_person(doing.db, listed.without_name())
            touch_games_of(doing.db, listed.id)
    return ClubAct(kind="name_taken_out", subject=meant)


class UnknownPerson(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """Nobody on the list has this id."""


def listed_person(store: GameStore, person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id means, and all people by id; raises UnknownPerson."""
    people = {person.id: person for person in store.read(load_people)}
    found = people.get(person)
    if found is None:
        raise UnknownPerson(person)
    return people[found.meant], people
