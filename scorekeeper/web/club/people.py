"""The list of the club's members, guests and former people, and the form that adds one."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.people import add_person, days_last_played
from scorekeeper.bookkeeping.game.posting import Saved
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.names import letters_of
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.fields import Field, Values
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_short_date

MEMBER: Final = "member"
"""The value of the button that adds a member; the other one adds a guest."""
_PEOPLE_A_PAGE: Final = 100
_HEADINGS: Final = {"members": "Members", "guests": "Guests", "former": "No longer here"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A person on the list: the name, and the day of the last game if it was lately."""

    name: str
    played: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleGroup:
    """People of one kind, under their heading; ``count`` includes those on other pages."""

    id: str
    heading: str
    count: int
    lines: tuple[PersonLine, ...]
    is_folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """One page of the list of people; ``name`` is the field by which officers add a person.

    ``added`` is the name of the person just added, ``wanted`` the part of a name to look for.
    ``is_long`` is true if there are more people than fit on one page.
    """

    template: ClassVar = "club/people.html"
    count: str
    groups: tuple[PeopleGroup, ...]
    name: Field
    club_fields: EntryFields
    added: str
    wanted: str
    is_long: bool
    newer: str
    older: str


@club_pages.get("/people")
@least_role(Role.MEMBER)
def people() -> Response:
    """Show the members and guests of the club."""
    return show(_make_page({}))


@club_pages.post("/people")
@least_role(Role.OFFICER)
def add() -> Response:
    """Add a person, as a member from today on or as a guest."""
    values = typed()
    joined = site().store.today() if values.get("as") == MEMBER else ""
    outcome = add_person(site().store, read_act(), values.get("name", ""), joined=joined)

    def saved(acted: Saved[str]) -> str:
        return url_for("club.people", added=acted.thing)

    return answer(outcome, saved=saved, again=lambda found: _make_page(values, found))


def _make_page(values: Values, problems: Sequence[Problem] = ()) -> PeoplePage:
    listed = sorted(
        [person for person in people_of(site().store) if not person.same_as],
        key=lambda person: person.name.casefold(),
    )
    here = [person for person in listed if person.is_active]
    wanted, added = request.args.get("find", "").strip(), request.args.get("added", "")
    kinds = _divide(people_called(listed, wanted) if wanted else listed)
    found = [person for people in kinds.values() for person in people]
    number, pages = page_asked(), max(1, -(-len(found) // _PEOPLE_A_PAGE))
    if number > pages:
        abort(404)
    shown = found[(number - 1) * _PEOPLE_A_PAGE : number * _PEOPLE_A_PAGE]
    asked = {"find": wanted} if wanted else {}
    return PeoplePage(
        count=f"{len(here)} people" if len(here) != 1 else "1 person",
        groups=tuple(_groups(kinds, {person.id for person in shown}, is_folded=not wanted)),
        name=Field(
            name="name",
            kind="name",
            label="Another name",
            value=values.get("name", ""),
            problems=tuple([problem.text for problem in problems]),
        ),
        club_fields=make_club_fields(),
        added=next((person.name for person in listed if person.id == added), ""),
        wanted=wanted,
        is_long=len(listed) > _PEOPLE_A_PAGE,
        **pages_beside("club.people", number, pages, **asked),
    )


def people_called(people: Iterable[Person], wanted: str) -> list[Person]:
    """Return who has these letters in the name, in the order that was given."""
    letters = letters_of(wanted)
    return [person for person in people if letters in letters_of(person.name)]


def _divide(people: Iterable[Person]) -> dict[str, list[Person]]:
    """Return the people by kind: members, guests or former people as of today."""
    today = site().store.today()
    kinds: dict[str, list[Person]] = {kind: [] for kind in _HEADINGS}
    for person in people:
        is_member = person.is_member_on(today)
        kind = "former" if not person.is_active else "members" if is_member else "guests"
        kinds[kind].append(person)
    return kinds


def _groups(
    kinds: Mapping[str, Sequence[Person]], shown: Collection[str], *, is_folded: bool
) -> Iterator[PeopleGroup]:
    """Yield the groups that have people on this page."""
    dates, today = days_last_played(site().store), site().store.today()
    for kind, people in kinds.items():
        lines = [
            PersonLine(
                name=person.name,
                played=write_short_date(dates[person.id], today) if person.id in dates else "",
                address=url_for("club.person", person=person.id),
            )
            for person in people
            if person.id in shown
        ]
        if lines:
            yield PeopleGroup(
                id=kind,
                heading=_HEADINGS[kind],
                count=len(people),
                lines=tuple(lines),
                is_folded=is_folded and kind == "former",
            )
