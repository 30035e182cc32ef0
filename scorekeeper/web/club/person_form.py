"""Changes to a person: the form of their facts, removing the name or the person, spellings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, replace
from hashlib import blake2b
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.facts import Person
from scorekeeper.club.figures import balance_of
from scorekeeper.club.people import edit_person, join_spelling, separate_spelling, take_name_out
from scorekeeper.club.roll import is_removable, remove_person
from scorekeeper.club.rows import last_played
from scorekeeper.games import Role, Saved
from scorekeeper.rules import Problem, names_alike, write_amount
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.people import people_called
from scorekeeper.web.club.person import demand_person
from scorekeeper.web.core import (
    YES,
    Day,
    Input,
    Page,
    SiteForm,
    answer,
    club_or_404,
    least_role,
    make_club_fields,
    no_amount_words,
    read_act,
    show,
    site,
    this_figures,
)
from scorekeeper.wording import MINUS, write_short_date, write_sum
from scorekeeper.wording.sentences import isolate

_MINUS: Final = "−–"
_MOST_SHOWN: Final = 30
_MOST_ALIKE: Final = 8
_UNKNOWN: Final = "unknown_person"


class PersonForm(SiteForm):
    """The facts of a person; ``seen`` is the fingerprint of those that the form started with."""

    name = Input("Name", kind="name")
    short = Input("Short name", help="Where there is little room; optional")
    joined = Day("Member since", help="Empty for a guest")
    left = Day("Left on", help="No longer a member from that day on")
    active = Input(
        "Still comes", kind="flag", help="If not, the name is not suggested for new games"
    )
    opening = Input("Opening balance", kind="amount")
    note = Input("Note", help="Officers see it")
    seen = Input()

    def facts(self) -> dict[str, Any]:
        """Return the typed facts as a club book has them, without the fields left empty."""
        opening = self.opening.data.strip().replace(",", ".")
        for sign in _MINUS:
            opening = opening.replace(sign, "-")
        texts = [field for field in self if field.name not in ("active", "opening", "seen")]
        facts: dict[str, Any] = {field.name: field.data.strip() for field in texts}
        facts["opening"] = opening.removeprefix("+").replace("- ", "-")
        told = {name: text for name, text in facts.items() if text or name == "name"}
        return told if self.active.data == YES else {**told, "active": False}

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem, which quotes what was typed as an amount."""
        if problem.code == "bad_amount":
            return no_amount_words(self.opening.data, club_or_404().currency)
        return problem.text


@club_pages.get("/people/<club_id:person>/change")
@least_role(Role.OFFICER)
def ask_person(person: str) -> Response:
    """Show the form with a person's facts."""
    found, _ = demand_person(person)
    return show(_make_page(found, _form_of(found)))


@club_pages.post("/people/<club_id:person>/change")
@least_role(Role.OFFICER)
def save_person(person: str) -> Response:
    """Store the changed facts of a person."""
    found, _ = demand_person(person)
    form = PersonForm()
    return answer(
        edit_person(
            site().store,
            read_act(),
            found.id,
            form.facts(),
            is_as_seen=lambda now: _fingerprint(now) == form.seen.data,
        ),
        saved=_to_person,
        again=lambda problems: _make_page(found, form, problems),
    )


@club_pages.post("/people/<club_id:person>/nameless")
@least_role(Role.OFFICER)
def take_out_name(person: str) -> Response:
    """Remove a person's name; from now on the id is shown in its place."""
    found, _ = demand_person(person)
    outcome = take_name_out(site().store, read_act(), found.id)
    # Files and papers that were made before still have the name.
    site().files.drop()
    site().bundles.drop()
    return answer(
        outcome,
        saved=_to_person,
        again=lambda problems: _make_page(found, _form_of(found), problems),
    )


@club_pages.post("/people/<club_id:person>/remove")
@least_role(Role.OFFICER)
def remove(person: str) -> Response:
    """Remove a person who has nothing but a name."""
    outcome = remove_person(site().store, read_act(), person)

    def again(problems: tuple[Problem, ...]) -> Page:
        found, _ = demand_person(person)
        return _make_page(found, _form_of(found), problems)

    return answer(outcome, saved=lambda _: url_for("club.people"), again=again)


def _to_person(acted: Saved[str]) -> str:
    return url_for("club.person", person=acted.thing)


def _form_of(person: Person) -> PersonForm:
    """Return the form with the stored facts of a person."""
    currency = club_or_404().currency
    facts = {
        **asdict(person),
        "active": YES if person.is_active else "",
        "opening": write_amount(person.opening, currency) if person.opening else "",
        "seen": _fingerprint(person),
    }
    return PersonForm(None, data=facts)


def _fingerprint(person: Person) -> str:
    return blake2b(repr(astuple(person)).encode(), digest_size=8).hexdigest()


def _make_page(person: Person, form: PersonForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    currency, name = club_or_404().currency, person.name
    example = write_sum(550, currency)
    form.opening.help = (
        f"{example} if the club owes {name}; {MINUS}{example} if {name} owes the club"
    )
    return Page(
        "club/person_form.html",
        person=person,
        currency=currency,
        balance=balance_of(person.id, this_figures().sums),
        form=form,
        is_removable=is_removable(site().store, person.id),
        club_fields=make_club_fields(),
    )


# --- The page that joins two entries of one person, and separates them again ----------------------


class SpellingForm(SiteForm):
    """The person to whom a second entry also refers."""

    same = Input(kind="chips")


@club_pages.get("/people/<club_id:person>/spellings")
@least_role(Role.OFFICER)
def ask_spellings(person: str) -> Response:
    """Show the spellings of a person, and the people who may be another one."""
    return show(_spellings_page(*demand_person(person), SpellingForm()))


@club_pages.post("/people/<club_id:person>/same-as")
@least_role(Role.OFFICER)
def join_people(person: str) -> Response:
    """Make this entry another spelling of a second person."""
    found, people = demand_person(person)
    form = SpellingForm()
    return answer(
        join_spelling(site().store, read_act(), found.id, form.same.data),
        saved=_to_spellings,
        again=lambda problems: _spellings_page(found, people, form, problems),
    )


@club_pages.post("/people/<club_id:person>/apart")
@least_role(Role.OFFICER)
def separate_people(person: str) -> Response:
    """Make a spelling a person of its own again."""
    found, people = demand_person(person)
    return answer(
        separate_spelling(site().store, read_act(), person),
        saved=_to_spellings,
        again=lambda problems: _spellings_page(found, people, SpellingForm(None), problems),
    )


def _to_spellings(acted: Saved[str]) -> str:
    return url_for("club.ask_spellings", person=acted.thing)


def _spellings_page(
    person: Person,
    people: Mapping[str, Person],
    form: SpellingForm,
    problems: Sequence[Problem] = (),
) -> Page:
    chosen = form.same.data
    form.tell([_plain(problem, chosen) for problem in problems], beside="same")
    listed = [other for other in people.values() if not other.same_as and other.id != person.id]
    listed.sort(key=lambda other: other.name.casefold())
    wanted = request.args.get("find", "").strip()
    found = _may_be(person, listed, wanted)
    offered = found[:_MOST_SHOWN]
    if chosen not in [other.id for other in offered]:
        offered = [*[other for other in listed if other.id == chosen], *offered]
    played, today = site().store.read(last_played), site().store.today()

    def words(person: Person) -> str:
        if person.id not in played:
            return person.name
        return f"{person.name}, played {write_short_date(played[person.id], today)}"

    form.same.label = f"{isolate(person.name)} is the same person as"
    form.same.choices = tuple([(other.id, words(other)) for other in offered])
    return Page(
        "club/spellings.html",
        person=person,
        spellings=[other for other in people.values() if other.same_as == person.id],
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
    """Return the people who may be the same; from a long roll, those with similar names."""
    if wanted:
        return people_called(listed, wanted)
    if len(listed) <= _MOST_SHOWN:
        return listed
    alike = names_alike(person.name, [other.name for other in listed], most=_MOST_ALIKE)
    return [other for name in dict.fromkeys(alike) for other in listed if other.name == name]
