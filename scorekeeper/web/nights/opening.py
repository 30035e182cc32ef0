"""The views that open a night, and change its day, place, fee and way to settle."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.book import newest_night
from scorekeeper.bookkeeping.club.nights import change_night_terms, open_night
from scorekeeper.bookkeeping.game.posting import Saved
from scorekeeper.domain.club.facts import Fee, SettleWay
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, night_address, the_club, this_night, this_visit
from scorekeeper.web.core.club_terms import (
    fee_fields,
    fee_words_of,
    read_fee_terms,
    settle_field,
    values_of_fee,
)
from scorekeeper.web.core.fields import Fault, Field, FieldProblems, Values, option_path
from scorekeeper.web.core.page import Action, ErrorPage, show
from scorekeeper.web.core.posting import EntryFields, answer, make_club_fields, read_act, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.nights.blueprint import new_night_pages, nights_pages
from scorekeeper.web.nights.night_words import where_and_when

# --- The form of a night's terms: its day and place, its fee, and the way to settle it ------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsForm:
    """The fields of a night's terms, and every problem for the head of the form."""

    day: Field
    place: Field
    rule: Field
    amounts: tuple[Field, ...]
    settle: Field
    faults: tuple[Fault, ...]


def values_of_terms(
    day: str, place: str, *, fee: Fee | None, settle: SettleWay, currency: str
) -> dict[str, str]:
    """Return the form's values for these terms."""
    about = {"date": day, "place": place, "settle": str(settle)}
    return about | values_of_fee(fee, currency)


def make_terms(values: Values) -> dict[str, Any]:
    """Return the typed terms in the form of a night in a club book."""
    texts = {name: values.get(name, "").strip() for name in ("date", "place", "settle")}
    return {name: text for name, text in texts.items() if text} | read_fee_terms(values)


def make_terms_form(values: Values, currency: str, problems: Sequence[Problem] = ()) -> TermsForm:
    """Return the form with its typed values, and each problem beside its field."""
    faults = [Fault(field=option_path(each.at), text=fee_words_of(each)) for each in problems]
    found = FieldProblems(faults)
    rule, amounts = fee_fields(values, found, currency)
    day, place = [
        Field(
            name=name,
            kind=kind,
            label=label,
            value=values.get(name, ""),
            problems=found.of(name),
        )
        for name, kind, label in (("date", "date", "Day"), ("place", "text", "Place"))
    ]
    return TermsForm(
        day=day,
        place=place,
        rule=rule,
        amounts=amounts,
        settle=settle_field(values, found),
        faults=found.faults,
    )


_CLOSED: Final = ErrorPage(
    status=409,
    title="The night is closed",
    text="Its date, place and fee stay as everybody saw them. To change them, open it again.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TermsPage:
    """The terms of a night that is to be opened, or of one that is open.

    ``action`` is the address to which they are posted, ``button`` the text of the button.
    """

    template: ClassVar = "nights/terms.html"
    title: str
    words: str
    back: Action
    form: TermsForm
    club_fields: EntryFields
    action: str
    button: str


@new_night_pages.get("/nights/new")
@least_role(Role.OFFICER)
def ask_night() -> Response:
    """Show the terms of a new night, filled with the club's defaults."""
    club, last = the_club(), newest_night(site().store)
    values = values_of_terms(
        site().store.today(),
        last.place if last else "",
        fee=club.defaults.fee,
        settle=club.defaults.settle or SettleWay.CARRIED,
        currency=club.currency,
    )
    return show(_opening_page(values))


@new_night_pages.post("/nights/new")
@least_role(Role.OFFICER)
def open_new_night() -> Response:
    """Open a night with the typed terms, and show its board."""
    values = typed()
    outcome = open_night(site().store, read_act(), make_terms(values))

    def saved(acted: Saved[str]) -> str:
        return night_address(acted.thing)

    return answer(outcome, saved=saved, again=lambda problems: _opening_page(values, problems))


def _opening_page(values: Values, problems: Sequence[Problem] = ()) -> TermsPage:
    club = the_club()
    return TermsPage(
        title="Open a night",
        words=club.name,
        back=Action(words="The club", address=url_for("club.home")),
        form=make_terms_form(values, club.currency, problems),
        club_fields=make_club_fields(),
        action=url_for("new_night.open_new_night"),
        button="Open the night",
    )


@nights_pages.get("/terms")
@least_role(Role.OFFICER)
def ask_terms() -> Response:
    """Show the terms of the night, while it is open."""
    night = this_night()
    if night.night.closed is not None:
        return _tell_closed()
    values = values_of_terms(
        night.night.date,
        night.night.place,
        fee=night.night.fee,
        settle=night.night.settle,
        currency=night.club.currency,
    )
    return show(_terms_page(values))


@nights_pages.post("/terms")
@least_role(Role.OFFICER)
def change_terms() -> Response:
    """Change the terms of the night."""
    if this_night().night.closed is not None:
        return _tell_closed()
    values, visit = typed(), this_visit()
    outcome = change_night_terms(site().store, read_act(), visit.id, make_terms(values))
    return answer(
        outcome,
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: _terms_page(values, problems),
    )


def _tell_closed() -> Response:
    way = Action(words="The payouts", address=url_for("nights.payouts"))
    return show(replace(_CLOSED, action=way), status=_CLOSED.status)


def _terms_page(values: Values, problems: Sequence[Problem] = ()) -> TermsPage:
    night = this_night()
    return TermsPage(
        title="Date, place and fee",
        words=where_and_when(night.night),
        back=Action(words="The night", address=url_for("nights.board")),
        form=make_terms_form(values, night.club.currency, problems),
        club_fields=make_club_fields(),
        action=url_for("nights.change_terms"),
        button="Save",
    )
