"""Changing what is said of a person, taking two entries for one person, taking out a name."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.club.acting import Acted
from scorekeeper.bookkeeping.club.links import ClubRole
from scorekeeper.bookkeeping.club.people import edit_person
from scorekeeper.bookkeeping.club.spellings import (
    join_spelling,
    separate_spelling,
    take_name_out,
)
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.statement import demand_person
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_club_visit
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.club_terms import no_amount_words
from scorekeeper.web.core.fields import YES, Fault, Field, FieldProblems, Values, option_path
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import site

_MINUS: Final = "−–"
_KINDS: Final = (
    ("name", "name", "Name", ""),
    ("short", "text", "Short name", "Where there is little room; may be left empty"),
    ("joined", "date", "Member since", "Empty for a guest"),
    ("left", "date", "Left on", "No longer a member from that day on"),
    ("active", "flag", "Still comes", "Whoever does not is not offered for new games"),
    ("opening", "amount", "Opening balance", "Plus if the club owes it, minus if the person does"),
    ("note", "text", "Note", "Officers see it"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """Another entry of the same person, which can be a person of its own again."""

    id: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonFormPage:
    """The form of a person: the fields, other entries of the same one, and the name taken out.

    ``seen`` tells what the form was drawn from; ``is_nameless`` if only the id is shown.
    """

    template: ClassVar = "club/person_form.html"
    person: str
    name: str
    facts: tuple[Field, ...]
    faults: tuple[Fault, ...]
    seen: str
    same: Field
    spellings: tuple[Spelling, ...]
    is_nameless: bool
    club_fields: ClubFields


@club_pages.get("/people/<club_id:person>/change")
@least_role(ClubRole.OFFICER)
def ask_person(person: str) -> Response:
    """Show what is said of a person, to be changed."""
    found, people = demand_person(person)
    return show(_make_page(found, people, _values_of(found)))


@club_pages.post("/people/<club_id:person>/change")
@least_role(ClubRole.OFFICER)
def save_person(person: str) -> Response:
    """Store what is said of a person now."""
    found, people = demand_person(person)
    values = typed()
    outcome = edit_person(
        site().store,
        read_club_post(),
        found.id,
        _facts_in(values),
        is_as_seen=lambda now: _fingerprint(now) == values.get("seen"),
    )
    return answer_club(
        outcome,
        saved=_to_person,
        again=lambda problems: _make_page(found, people, values, problems),
    )


@club_pages.post("/people/<club_id:person>/same-as")
@least_role(ClubRole.OFFICER)
def join_people(person: str) -> Response:
    """Take this person for another spelling of a second one."""
    found, people = demand_person(person)
    other = typed().get("same", "")
    outcome = join_spelling(site().store, read_club_post(), found.id, other)
    values = _values_of(found) | {"same": other}

    def again(problems: tuple[Problem, ...]) -> Page:
        placed = [Problem(at=("same",), code=each.code, text=each.text) for each in problems]
        return _make_page(found, people, values, placed)

    return answer_club(outcome, saved=_to_form, again=again)


@club_pages.post("/people/<club_id:person>/apart")
@least_role(ClubRole.OFFICER)
def separate_people(person: str) -> Response:
    """Take a spelling for a person of its own again."""
    found, people = demand_person(person)
    outcome = separate_spelling(site().store, read_club_post(), person)
    return answer_club(
        outcome,
        saved=_to_form,
        again=lambda problems: _make_page(found, people, _values_of(found), problems),
    )


@club_pages.post("/people/<club_id:person>/nameless")
@least_role(ClubRole.OFFICER)
def take_out_name(person: str) -> Response:
    """Show the id in place of a name from now on."""
    found, people = demand_person(person)
    outcome = take_name_out(site().store, read_club_post(), found.id)
    # What was made before has the name still.
    site().files.drop()
    site().bundles.drop()
    return answer_club(
        outcome,
        saved=_to_person,
        again=lambda problems: _make_page(found, people, _values_of(found), problems),
    )


def _to_person(acted: Acted) -> str:
    return url_for("club.person", person=acted.subject)


def _to_form(acted: Acted) -> str:
    return url_for("club.ask_person", person=acted.subject)


# --- the fields -----------------------------------------------------------------------------------


def _values_of(person: Person) -> dict[str, str]:
    currency = this_club_visit().club.currency
    return {
        "name": person.name,
        "short": person.short,
        "joined": person.joined,
        "left": person.left,
        "active": YES if person.is_active else "",
        "opening": write_amount(person.opening, currency) if person.opening else "",
        "note": person.note,
        "seen": _fingerprint(person),
    }


def _facts_in(values: Values) -> dict[str, Any]:
    """Return the typed facts as a club book has them; what was left empty is not given."""
    opening = values.get("opening", "").strip().replace(",", ".")
    for sign in _MINUS:
        opening = opening.replace(sign, "-")
    facts: dict[str, Any] = {
        name: values.get(name, "").strip() for name in ("name", "short", "joined", "left", "note")
    }
    facts["opening"] = opening.removeprefix("+").replace("- ", "-")
    told = {name: text for name, text in facts.items() if text or name == "name"}
    return told if values.get("active") == YES else {**told, "active": False}


def _fingerprint(person: Person) -> str:
    told = repr([getattr(person, field.name) for field in fields(person)])
    return blake2b(told.encode(), digest_size=8).hexdigest()


def _make_page(
    person: Person,
    people: Mapping[str, Person],
    values: Values,
    problems: Sequence[Problem] = (),
) -> PersonFormPage:
    faults = [Fault(field=option_path(each.at), text=_words(each, values)) for each in problems]
    found = FieldProblems(dict.fromkeys(faults))
    spellings = [each for each in people.values() if each.same_as == person.id]
    return PersonFormPage(
        person=person.id,
        name=person.name,
        facts=tuple(_fields(values, found)),
        faults=found.faults,
        seen=values.get("seen", ""),
        same=Field(
            name="same",
            kind="choice",
            label=f"{person.name} is the same person as",
            value=values.get("same", ""),
            choices=(("", "choose"), *_others(person, people)),
            problems=found.of("same"),
        ),
        spellings=tuple([Spelling(id=each.id, name=each.name) for each in spellings]),
        is_nameless=person.name == person.id,
        club_fields=make_club_fields(),
    )


def _words(problem: Problem, values: Values) -> str:
    if problem.code == "bad_amount":
        return no_amount_words(values.get("opening", ""), this_club_visit().club.currency)
    return problem.text


def _fields(values: Values, found: FieldProblems) -> Iterator[Field]:
    for name, kind, label, help_text in _KINDS:
        yield Field(
            name=name,
            kind=kind,
            label=label,
            value=values.get(name, ""),
            help=help_text,
            problems=found.of(name),
        )


def _others(person: Person, people: Mapping[str, Person]) -> Iterator[tuple[str, str]]:
    """Yield the people on the list who may be the same one, in the order of their names."""
    listed = [each for each in people.values() if not each.same_as and each.id != person.id]
    for each in sorted(listed, key=lambda other: other.name.casefold()):
        yield each.id, each.name
