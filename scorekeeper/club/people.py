"""The people of the club: members and guests, each with an id that stays.

Two entries of one person can be joined, and a name can be taken out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final

from scorekeeper.club.acting import ClubDecision, ClubOutcome, post_club_act
from scorekeeper.club.book import CLUB_FORMAT
from scorekeeper.club.book.book import read_book
from scorekeeper.club.facts import Club, ClubPayment, Person
from scorekeeper.club.figures.spellings import JoiningFault, find_joining_fault
from scorekeeper.club.rows.clubs import ClubAct, find_club_row
from scorekeeper.club.rows.nights import closings_naming
from scorekeeper.club.rows.people import (
    add_person_row,
    change_person,
    find_person,
    last_played,
    load_payments,
    load_people,
    new_person_id,
    tables_of,
    touch_games_of,
)
from scorekeeper.club.stored_book import people_of
from scorekeeper.games.game_store import GameStore
from scorekeeper.games.posting import Post, refusal
from scorekeeper.rules.variant import Problem, Severity
from scorekeeper.rules.words import bare_look, look_of, trim_line
from scorekeeper.store.database import Connection

UNKNOWN_PERSON: Final = refusal("unknown_person", "There is no such person", at=("person",))
_DAYS: Final = (("joined",), ("left",))
_NO_CLUB: Final = refusal("bad_value", "There is no club")
_STAYS_OUT: Final = refusal(
    "bad_value", "The name was taken out of the club and stays out", at=("name",)
)
_CHANGED: Final = refusal(
    "changed",
    "Another officer has changed this person in the meantime. Check, and save again",
    at=("seen",),
)


def add_person(
    store: GameStore, post: Post, name: str, *, joined: str = "", is_another: bool = False
) -> ClubOutcome:
    """Add a person, who is a member from the day ``joined`` on, or a guest without it.

    A name that may be that of somebody on the list, typed otherwise, is refused with the code
    ``ALIKE`` until ``is_another`` says that it is another person.
    """
    facts = {"name": trim_line(name), **({"joined": joined} if joined else {})}

    def decide(db: Connection) -> ClubDecision:
        person, problems = _read_person(db, new_person_id(db), facts)
        if person is not None and not is_another:
            problems = alike_problems(person.name, [listed.name for listed in load_people(db)])
        if person is None or problems:
            return problems
        add_person_row(db, person, store.now())
        return ClubAct(kind="person_added", subject=person.id)

    return post_club_act(store, post, decide)


def edit_person(
    store: GameStore,
    post: Post,
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
        change_person(db, now)
        return ClubAct(
            kind="person_changed", subject=person, details={"fields": _changed_fields(before, now)}
        )

    return post_club_act(store, post, decide)


def _changed_fields(before: Person, now: Person) -> list[str]:
    names = [field.name for field in fields(Person)]
    return [name for name in names if getattr(before, name) != getattr(now, name)]


def _read_person(
    db: Connection, person: str, facts: Mapping[str, Any]
) -> tuple[Person | None, tuple[Problem, ...]]:
    """Return the person that facts describe, or every problem with the field that it is about."""
    row = find_club_row(db)
    if row is None:
        return None, _NO_CLUB
    found, problems = _read_as_in_a_book(row.club, person, facts)
    others = [listed.name for listed in load_people(db) if listed.id != person]
    problems += same_name_problems(str(facts.get("name", "")), others)
    # ISO texts compare as the days do; the book has a problem for a text that is no day.
    joined, left = (str(facts.get(name, "")) for name in ("joined", "left"))
    if left and joined > left and not any(problem.at in _DAYS for problem in problems):
        problems += refusal("date_order", "This is before the day of joining", at=("left",))
    return (None if problems else found), problems


def _read_as_in_a_book(
    club: Club, person: str, facts: Mapping[str, Any]
) -> tuple[Person | None, tuple[Problem, ...]]:
    people, problems = read_people_as_in_a_book(club, [{**facts, "id": person}])
    return next(iter(people), None), tuple(
        [replace(problem, at=problem.at[1:]) for problem in problems]
    )


def read_people_as_in_a_book(
    club: Club, people: Sequence[Mapping[str, Any]]
) -> tuple[tuple[Person, ...], tuple[Problem, ...]]:
    """Return the people that a club book describes so; or every problem.

    The place of a problem is the number of its person from 0, and the field.
    """
    document = {
        "format": CLUB_FORMAT,
        "club": {"name": club.name, "currency": club.currency, "opened": club.opened},
        "people": [dict(person) for person in people],
    }
    reading = read_book(document)
    if reading.book is not None:
        return reading.book.people, ()
    errors = [problem for problem in reading.problems if problem.severity is Severity.ERROR]
    return (), tuple([replace(problem, at=problem.at[1:]) for problem in errors])


def same_name_problems(name: str, others: Iterable[str]) -> tuple[Problem, ...]:
    """Return why nobody else can have this name: one of the ``others`` looks the same."""
    look = look_of(name)
    same = next((other for other in others if look and look_of(other) == look), "")
    text = f"{same} is already on the list; add a letter to the name"
    return refusal("same_name", text, at=("name",)) if same else ()


ALIKE: Final = "alike_name"
"""The code of a question: the name is nearly that of somebody else."""


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
    listed = sorted(people_of(store), key=lambda person: person.is_active)
    spelled = {look_of(person.name): person.name for person in listed}
    return tuple([spelled.get(look_of(name), name) for name in names])


def days_last_played(store: GameStore) -> Mapping[str, str]:
    """Return the date of the last night of each person who played lately, by id."""
    with store.database.reading() as db:
        return last_played(db)


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


def join_spelling(store: GameStore, post: Post, spelling: str, meant: str) -> ClubOutcome:
    """Make one person a spelling of a second one, unless the club book forbids it."""

    def decide(db: Connection) -> ClubDecision:
        people = load_people(db)
        one, other = _find(people, spelling), _find(people, meant)
        if one is None or other is None:
            return UNKNOWN_PERSON
        problems = _joining_problems(db, people, one, other)
        if problems:
            return problems
        change_person(db, _meaning(one, meant))
        return ClubAct(kind="joined", subject=spelling, details={"same_as": meant})

    return post_club_act(store, post, decide)


def separate_spelling(store: GameStore, post: Post, spelling: str) -> ClubOutcome:
    """Make a spelling a person of its own again."""

    def decide(db: Connection) -> ClubDecision:
        person = find_person(db, spelling)
        if person is None:
            return UNKNOWN_PERSON
        if not person.same_as:
            return refusal("changed", "They are already two people", at=("person",))
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


def take_name_out(store: GameStore, post: Post, person: str) -> ClubOutcome:
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
        for listed in people:
            if meant in (listed.id, listed.same_as):
                change_person(db, listed.without_name())
                touch_games_of(db, listed.id)
        return ClubAct(kind="name_taken_out", subject=meant)

    return post_club_act(store, post, decide)


class UnknownPerson(LookupError):  # noqa: N818 - it is named like the page that it becomes
    """Nobody on the list has this id."""


def listed_person(store: GameStore, person: str) -> tuple[Person, Mapping[str, Person]]:
    """Return the person that an id means, and all people by id; raises UnknownPerson."""
    people = {listed.id: listed for listed in people_of(store)}
    found = people.get(person)
    if found is None:
        raise UnknownPerson(person)
    return people[found.meant], people
