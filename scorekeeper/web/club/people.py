"""The list of the club's members, guests and former people, and the form that adds one."""

from collections.abc import Iterable, Sequence
from typing import Final

from flask import Response, abort, request, url_for

from scorekeeper.club.facts import Person
from scorekeeper.club.people import ALIKE, add_person, days_last_played
from scorekeeper.club.roll import last_list
from scorekeeper.club.stored_book import people_of
from scorekeeper.games.links import Role
from scorekeeper.games.posting import Saved
from scorekeeper.rules.names import letters_of, trim_line
from scorekeeper.rules.variant import Problem
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.list_pages import page_asked, pages_beside
from scorekeeper.web.club.people_list import LIST, MEMBER
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.forms import Input, SiteForm
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site

_PEOPLE_A_PAGE: Final = 100


class NewPersonForm(SiteForm):
    """The name of a new person.

    ``another`` is the name of which was said, by sending it again, that it is another person's than
    one that is nearly the same.
    """

    name = Input("Another name", kind="name")
    another = Input()

    @property
    def is_another(self) -> bool:
        """Whether the name was sent again after the question."""
        return trim_line(self.name.data) == trim_line(self.another.data) != ""


@club_pages.get("/people")
@least_role(Role.MEMBER)
def people() -> Response:
    """Show the members and guests of the club."""
    return show(_make_page(NewPersonForm()))


@club_pages.post("/people")
@least_role(Role.OFFICER)
def add() -> Response:
    """Add a person, as a member from today on or as a guest."""
    form = NewPersonForm()
    joined = site().store.today() if typed().get("as") == MEMBER else ""
    name, is_another = form.name.data, form.is_another
    outcome = add_person(site().store, read_act(), name, joined=joined, is_another=is_another)

    def saved(acted: Saved[str]) -> str:
        return url_for("club.people", added=acted.thing)

    return answer(outcome, saved=saved, again=lambda found: _make_page(form, found))


def _make_page(form: NewPersonForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems, beside="name")
    store = site().store
    listed = sorted(
        [person for person in people_of(store) if not person.same_as],
        key=lambda person: person.name.casefold(),
    )
    wanted, added = request.args.get("find", "").strip(), request.args.get("added", "")
    kinds = _divide(people_called(listed, wanted) if wanted else listed)
    found = [person for people in kinds.values() for person in people]
    number, pages = page_asked(), max(1, -(-len(found) // _PEOPLE_A_PAGE))
    if number > pages:
        abort(404)
    shown = {each.id for each in found[(number - 1) * _PEOPLE_A_PAGE : number * _PEOPLE_A_PAGE]}
    return Page(
        "club/people.html",
        count=sum([person.is_active for person in listed]),
        groups={
            kind: (len(people), [person for person in people if person.id in shown])
            for kind, people in kinds.items()
        },
        played=days_last_played(store),
        today=store.today(),
        form=form,
        club_fields=make_club_fields(),
        added=next((person.name for person in listed if person.id == added), ""),
        added_list=last_list(store) if request.args.get(LIST) else None,
        is_asked=any(problem.code == ALIKE for problem in problems),
        wanted=wanted,
        is_long=len(listed) > _PEOPLE_A_PAGE,
        **pages_beside("club.people", number, pages, **({"find": wanted} if wanted else {})),
    )


def people_called(people: Iterable[Person], wanted: str) -> list[Person]:
    """Return who has these letters in the name, in the order that was given."""
    letters = letters_of(wanted)
    return [person for person in people if letters in letters_of(person.name)]


def _divide(people: Iterable[Person]) -> dict[str, list[Person]]:
    """Return the people by kind: members, guests or former people as of today."""
    today = site().store.today()
    kinds: dict[str, list[Person]] = {"members": [], "guests": [], "former": []}
    for person in people:
        is_member = person.is_member_on(today)
        kind = "former" if not person.is_active else "members" if is_member else "guests"
        kinds[kind].append(person)
    return kinds
