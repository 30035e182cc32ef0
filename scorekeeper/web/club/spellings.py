"""The page that joins two entries of one person, and separates them again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from flask import Response, request, url_for

from scorekeeper.club.facts import Person
from scorekeeper.club.people import days_last_played, join_spelling, separate_spelling
from scorekeeper.games.links import Role
from scorekeeper.games.posting import Saved
from scorekeeper.rules.names import names_alike
from scorekeeper.rules.variant import Problem
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.people import people_called
from scorekeeper.web.club.statement import demand_person
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.forms import Input, SiteForm
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import answer, make_club_fields, read_act
from scorekeeper.web.core.site import site
from scorekeeper.wording import write_short_date

_MOST_SHOWN: Final = 30
_MOST_ALIKE: Final = 8
_UNKNOWN: Final = "unknown_person"


class SpellingForm(SiteForm):
    """The person whom a second entry means too."""

    same = Input(kind="chips")


@club_pages.get("/people/<club_id:person>/spellings")
@least_role(Role.OFFICER)
def ask_spellings(person: str) -> Response:
    """Show the spellings of a person, and the people who may be another one."""
    return show(_make_page(*demand_person(person), SpellingForm()))


@club_pages.post("/people/<club_id:person>/same-as")
@least_role(Role.OFFICER)
def join_people(person: str) -> Response:
    """Make this entry another spelling of a second person."""
    found, people = demand_person(person)
    form = SpellingForm()
    outcome = join_spelling(site().store, read_act(), found.id, form.same.data)
    return answer(
        outcome,
        saved=_to_spellings,
        again=lambda problems: _make_page(found, people, form, problems),
    )


@club_pages.post("/people/<club_id:person>/apart")
@least_role(Role.OFFICER)
def separate_people(person: str) -> Response:
    """Make a spelling a person of its own again."""
    found, people = demand_person(person)
    outcome = separate_spelling(site().store, read_act(), person)
    return answer(
        outcome,
        saved=_to_spellings,
        again=lambda problems: _make_page(found, people, SpellingForm(None), problems),
    )


def _to_spellings(acted: Saved[str]) -> str:
    return url_for("club.ask_spellings", person=acted.thing)


def _make_page(
    person: Person,
    people: Mapping[str, Person],
    form: SpellingForm,
    problems: Sequence[Problem] = (),
) -> Page:
    chosen = form.same.data
    form.tell([_plain(each, chosen) for each in problems], beside="same")
    listed = [each for each in people.values() if not each.same_as and each.id != person.id]
    listed.sort(key=lambda each: each.name.casefold())
    wanted = request.args.get("find", "").strip()
    found = _may_be(person, listed, wanted)
    offered = found[:_MOST_SHOWN]
    if chosen not in [each.id for each in offered]:
        offered = [*[each for each in listed if each.id == chosen], *offered]
    played, today = days_last_played(site().store), site().store.today()

    def words(each: Person) -> str:
        if each.id not in played:
            return each.name
        return f"{each.name}, played {write_short_date(played[each.id], today)}"

    form.same.label = f"{person.name} is the same person as"
    form.same.choices = tuple([(each.id, words(each)) for each in offered])
    return Page(
        "club/spellings.html",
        person=person,
        spellings=[each for each in people.values() if each.same_as == person.id],
        form=form,
        wanted=wanted,
        found=len(found),
        more=max(0, len(found) - _MOST_SHOWN),
        is_long=len(listed) > _MOST_SHOWN,
        club_fields=make_club_fields(),
    )


def _plain(problem: Problem, chosen: str) -> Problem:
    is_nobody = problem.code == _UNKNOWN and not chosen
    return replace(problem, text="Choose who it is") if is_nobody else problem


def _may_be(person: Person, listed: Sequence[Person], wanted: str) -> Sequence[Person]:
    """Return the people who may be the same; of a long roll those whose names look alike."""
    if wanted:
        return people_called(listed, wanted)
    if len(listed) <= _MOST_SHOWN:
        return listed
    alike = names_alike(person.name, [each.name for each in listed], most=_MOST_ALIKE)
    return [each for name in dict.fromkeys(alike) for each in listed if each.name == name]
