"""The page that joins two entries of one person, and separates them again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.people import days_last_played, join_spelling, separate_spelling
from scorekeeper.bookkeeping.game.posting import Saved
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.names import names_alike
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.people import people_called
from scorekeeper.web.club.statement import demand_person
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.fields import Fault, Field, FieldProblems
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_short_date

_MOST_SHOWN: Final = 30
_MOST_ALIKE: Final = 8
_UNKNOWN: Final = "unknown_person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """Another entry of the same person, which an officer can make a person of its own again."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpellingsPage:
    """The spellings of a person, and who else on the roll may be the same one.

    ``same`` is the field to choose one of those, ``words`` the text about them; ``wanted`` is the
    part of a name to look for. ``is_long`` is true if there are more people than a page has.
    """

    template: ClassVar = "club/spellings.html"
    person: str
    name: str
    spellings: tuple[Spelling, ...]
    same: Field
    words: str
    wanted: str
    is_long: bool
    faults: tuple[Fault, ...]
    club_fields: EntryFields


@club_pages.get("/people/<club_id:person>/spellings")
@least_role(Role.OFFICER)
def ask_spellings(person: str) -> Response:
    """Show the spellings of a person, and the people who may be another one."""
    return show(_make_page(*demand_person(person)))


@club_pages.post("/people/<club_id:person>/same-as")
@least_role(Role.OFFICER)
def join_people(person: str) -> Response:
    """Make this entry another spelling of a second person."""
    found, people = demand_person(person)
    other = typed().get("same", "")
    outcome = join_spelling(site().store, read_act(), found.id, other)
    return answer(
        outcome,
        saved=_to_spellings,
        again=lambda problems: _make_page(found, people, problems, chosen=other),
    )


@club_pages.post("/people/<club_id:person>/apart")
@least_role(Role.OFFICER)
def separate_people(person: str) -> Response:
    """Make a spelling a person of its own again."""
    found, people = demand_person(person)
    outcome = separate_spelling(site().store, read_act(), person)
    return answer(
        outcome, saved=_to_spellings, again=lambda problems: _make_page(found, people, problems)
    )


def _to_spellings(acted: Saved[str]) -> str:
    return url_for("club.ask_spellings", person=acted.thing)


def _make_page(
    person: Person,
    people: Mapping[str, Person],
    problems: Sequence[Problem] = (),
    *,
    chosen: str = "",
) -> SpellingsPage:
    found = FieldProblems([Fault(field="same", text=_words(each, chosen)) for each in problems])
    listed = [each for each in people.values() if not each.same_as and each.id != person.id]
    listed.sort(key=lambda each: each.name.casefold())
    wanted = request.args.get("find", "").strip()
    offered, words = _offered(person, listed, wanted)
    if chosen not in [each.id for each in offered]:
        offered = [*[each for each in listed if each.id == chosen], *offered]
    dates, today = days_last_played(site().store), site().store.today()
    played = {who: f", played {write_short_date(date, today)}" for who, date in dates.items()}
    return SpellingsPage(
        person=person.id,
        name=person.name,
        spellings=tuple(
            [
                Spelling(id=each.id, name=each.name)
                for each in people.values()
                if each.same_as == person.id
            ]
        ),
        same=Field(
            name="same",
            kind="chips",
            label=f"{person.name} is the same person as",
            value=chosen,
            choices=tuple([(each.id, each.name + played.get(each.id, "")) for each in offered]),
            problems=found.of("same"),
        ),
        words=words,
        wanted=wanted,
        is_long=len(listed) > _MOST_SHOWN,
        faults=found.faults,
        club_fields=make_club_fields(),
    )


def _words(problem: Problem, chosen: str) -> str:
    return "Choose who it is" if problem.code == _UNKNOWN and not chosen else problem.text


def _offered(person: Person, listed: Sequence[Person], wanted: str) -> tuple[Sequence[Person], str]:
    """Return the people who may be the same, not all of a long roll, and a text about them."""
    if wanted:
        found = people_called(listed, wanted)
        more = len(found) - _MOST_SHOWN
        if not found:
            return found, "Nobody else on the list is called so."
        words = f"{more} more are called so. Write more of the name." if more > 0 else ""
        return found[:_MOST_SHOWN], words
    if len(listed) <= _MOST_SHOWN:
        return listed, ""
    alike = names_alike(person.name, [each.name for each in listed], most=_MOST_ALIKE)
    found = [each for name in dict.fromkeys(alike) for each in listed if each.name == name]
    none = "No other name on the list looks like this one. Find it by a part of it."
    return found, "These names look alike." if found else none
