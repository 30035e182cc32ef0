"""The list of the club's people: members, guests, who left; and the line that adds one."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, request, url_for

from scorekeeper.bookkeeping.club.acting import Acted
from scorekeeper.bookkeeping.club.book import people_of
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.people import add_person, days_last_played
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.fields import Field, Values
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_short_date

MEMBER: Final = "member"
"""The value of the button that adds a member; the other one adds a guest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonLine:
    """A person on the list: the name, and the day of the last game if it was lately."""

    name: str
    played: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PeopleGroup:
    """People of one kind, under their heading; those ``folded`` are of the past."""

    id: str
    heading: str
    lines: tuple[PersonLine, ...]
    folded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PeoplePage:
    """The list of people; officers have ``name``, the field of a new one.

    ``added`` is the name of who was added just now.
    """

    template: ClassVar = "club/people.html"
    count: str
    groups: tuple[PeopleGroup, ...]
    name: Field
    club_fields: ClubFields
    added: str


@club_pages.get("/people")
@least_role(ClubRole.MEMBER)
def people() -> Response:
    """Show who belongs to the club, and its guests."""
    return show(_make_page({}))


@club_pages.post("/people")
@least_role(ClubRole.OFFICER)
def add() -> Response:
    """Add a member from today on, or a guest."""
    values = typed()
    joined = site().store.today() if values.get("as") == MEMBER else ""
    outcome = add_person(site().store, read_club_post(), values.get("name", ""), joined=joined)

    def saved(acted: Acted) -> str:
        return url_for("club.people", added=acted.subject)

    return answer_club(outcome, saved=saved, again=lambda found: _make_page(values, found))


def _make_page(values: Values, problems: Sequence[Problem] = ()) -> PeoplePage:
    store = site().store
    today, dates = store.today(), days_last_played(store)
    listed = sorted(
        [person for person in people_of(store) if not person.same_as],
        key=lambda person: person.name.casefold(),
    )
    added = request.args.get("added", "")
    here = [person for person in listed if person.is_active]
    members = [person for person in here if person.is_member_on(today)]
    groups = [
        _group("members", "Members", members, dates),
        _group("guests", "Guests", [each for each in here if each not in members], dates),
        _group("former", "No longer here", [each for each in listed if not each.is_active], dates),
    ]
    return PeoplePage(
        count=f"{len(here)} people" if len(here) != 1 else "1 person",
        groups=tuple([group for group in groups if group.lines]),
        name=Field(
            name="name",
            kind="name",
            label="Another name",
            value=values.get("name", ""),
            problems=tuple([problem.text for problem in problems]),
        ),
        club_fields=make_club_fields(),
        added=next((person.name for person in listed if person.id == added), ""),
    )


def _group(
    group: str, heading: str, people: Iterable[Person], dates: Mapping[str, str]
) -> PeopleGroup:
    today = site().store.today()
    lines = [
        PersonLine(
            name=person.name,
            played=write_short_date(dates[person.id], today) if person.id in dates else "",
            address=url_for("club.person", person=person.id),
        )
        for person in people
    ]
    return PeopleGroup(id=group, heading=heading, lines=tuple(lines), folded=group == "former")
