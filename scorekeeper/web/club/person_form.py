"""The form that changes a person's facts, and the button that removes a name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.people import edit_person, take_name_out
from scorekeeper.bookkeeping.game.posting import Saved
from scorekeeper.domain.club.facts import Person
from scorekeeper.domain.settlement import write_amount
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.club.statement import demand_person
from scorekeeper.web.core.access import least_role, the_club
from scorekeeper.web.core.club_terms import no_amount_words
from scorekeeper.web.core.fields import YES, Fault, Field, FieldProblems, Values, option_path
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, typed
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
class PersonFormPage:
    """The form of a person: the fields, and the button that removes the name.

    ``seen`` is the fingerprint of the facts that the form shows; ``is_nameless`` is true if the
    name was removed, so that the id is shown in its place.
    """

    template: ClassVar = "club/person_form.html"
    person: str
    name: str
    facts: tuple[Field, ...]
    faults: tuple[Fault, ...]
    seen: str
    is_nameless: bool
    club_fields: EntryFields


@club_pages.get("/people/<club_id:person>/change")
@least_role(Role.OFFICER)
def ask_person(person: str) -> Response:
    """Show the form with a person's facts."""
    found, _ = demand_person(person)
    return show(_make_page(found, _values_of(found)))


@club_pages.post("/people/<club_id:person>/change")
@least_role(Role.OFFICER)
def save_person(person: str) -> Response:
    """Store the changed facts of a person."""
    found, _ = demand_person(person)
    values = typed()
    outcome = edit_person(
        site().store,
        read_act(),
        found.id,
        _facts_in(values),
        is_as_seen=lambda now: _fingerprint(now) == values.get("seen"),
    )
    return answer(
        outcome,
        saved=_to_person,
        again=lambda problems: _make_page(found, values, problems),
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
        again=lambda problems: _make_page(found, _values_of(found), problems),
    )


def _to_person(acted: Saved[str]) -> str:
    return url_for("club.person", person=acted.thing)


# --- the fields -----------------------------------------------------------------------------------


def _values_of(person: Person) -> dict[str, str]:
    currency = the_club().currency
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
    """Return the typed facts as a club book has them, without the fields left empty."""
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
    values: Values,
    problems: Sequence[Problem] = (),
) -> PersonFormPage:
    faults = [Fault(field=option_path(each.at), text=_words(each, values)) for each in problems]
    found = FieldProblems(dict.fromkeys(faults))
    return PersonFormPage(
        person=person.id,
        name=person.name,
        facts=tuple(_fields(values, found)),
        faults=found.faults,
        seen=values.get("seen", ""),
        is_nameless=person.name == person.id,
        club_fields=make_club_fields(),
    )


def _words(problem: Problem, values: Values) -> str:
    if problem.code == "bad_amount":
        return no_amount_words(values.get("opening", ""), the_club().currency)
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
