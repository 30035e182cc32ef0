"""Charges: the form that charges many people at once, and who has paid one, also on paper."""

from collections.abc import Sequence

from flask import Response, request, url_for
from wtforms.validators import DataRequired

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.facts import Adjustment
from scorekeeper.club.figures import Charge, charges_in
from scorekeeper.club.payments import CHARGED, charge_people, take_charge_back
from scorekeeper.club.rows import find_act_on
from scorekeeper.games import Refused, Role
from scorekeeper.papers.club import ChargeToPrint
from scorekeeper.rules import Problem
from scorekeeper.web.club import club_pages
from scorekeeper.web.club.money import MoneyForm
from scorekeeper.web.core import (
    Amount,
    Day,
    Input,
    Line,
    Page,
    Part,
    answer,
    club_or_404,
    demand,
    kinds_of,
    least_role,
    make_club_fields,
    make_paper,
    read_act,
    send_paper,
    show,
    site,
    this_figures,
    today,
)

PEOPLE = "people"
"""The field with the ids of those who are charged."""


class ChargeForm(MoneyForm):
    """A charge of many people; ``seen`` is what was shown of it before."""

    reason = Line(
        "What for",
        validators=[DataRequired("Say what it is for")],
        help="Such as Subscription 2027: it stands so on each statement.",
    )
    amount = Amount(kind="amount")
    date = Day("Day", default=today)
    people = Input("Who is charged", validators=[DataRequired("Choose who is charged")])
    seen = Input()

    def shown(self, people: Sequence[str]) -> str:
        """Return all that a form without problems charges, to know whether it was shown."""
        return " ".join([self.reason.line, str(self.amount.minor), self.date.data, *people])

    def adjustment(self) -> Adjustment:
        """Return what each of them is charged, of a form without problems."""
        return Adjustment(
            id="",
            date=self.date.data,
            party="",
            minor=self.amount.minor,
            reason=self.reason.line,
        )


@club_pages.get("/money/charge")
@least_role(Role.OFFICER)
def ask_charge() -> Response:
    """Show the form of a charge, with all members ticked."""
    day = site().store.today()
    members = [who.id for who in this_figures().book.people if who.is_member_on(day)]
    return show(_form_page(ChargeForm(request.args), members))


@club_pages.post("/money/charge")
@least_role(Role.OFFICER)
def enter_charge() -> Response:
    """Charge everybody who is ticked once that was shown, or untick them all for a few."""
    form, people = ChargeForm(), request.form.getlist(PEOPLE)
    if "untick" in request.form:
        return show(_form_page(form, ()))
    outcome: ClubOutcome = Refused(problems=())
    if form.validate():
        if form.seen.data != form.shown(people):
            return show(_form_page(form, people, seen=form.shown(people)))
        outcome = charge_people(site().store, read_act(), form.adjustment(), people)
    return answer(
        outcome,
        saved=lambda acted: url_for("club.show_charge", charge=acted.thing),
        again=lambda problems: _form_page(form, people, problems),
    )


def _form_page(
    form: ChargeForm, ticked: Sequence[str], problems: Sequence[Problem] = (), *, seen: str = ""
) -> Page:
    """Return the form; with what is ``seen`` the page also shows who is charged what."""
    form.tell(problems)
    by_name = sorted(this_figures().book.people, key=lambda who: who.name.casefold())
    come = [who for who in by_name if who.is_active or who.id in ticked]
    shown = [Part(id=who.id, name=who.name, is_charged=who.id in ticked) for who in come]
    members = {who.id for who in come if who.is_member_on(site().store.today())}
    return Page(
        "club/charge_form.html",
        club=club_or_404(),
        form=form,
        seen=seen,
        charged=[who.name for who in shown if who.is_charged],
        members=[who for who in shown if who.id in members],
        guests=[who for who in shown if who.id not in members],
        club_fields=make_club_fields(request.form.get("entry_id", "")),
    )


@club_pages.get("/money/charges/<club_id:charge>")
@least_role(Role.OFFICER)
def show_charge(charge: str) -> Response:
    """Show who has paid a charge, and who has not."""
    return show(_charge_page(charge))


@club_pages.post("/money/charges/<club_id:charge>/back")
@least_role(Role.OFFICER)
def give_charge_back(charge: str) -> Response:
    """Give everybody back what a charge took."""
    return answer(
        take_charge_back(site().store, read_act(), charge),
        saved=lambda _: url_for("club.show_charge", charge=charge),
        again=lambda problems: _charge_page(charge, problems),
    )


@club_pages.get(f"/money/charges/<club_id:charge>/{kinds_of(ChargeToPrint)}.pdf")
@least_role(Role.OFFICER)
def charge_paper(charge: str, kind: str) -> Response:
    """Send a charge as a paper."""
    club, found = club_or_404(), _demand_charge(charge)
    names = {who: person.name for who, person in this_figures().people.items()}
    paper = ChargeToPrint(club, names, found, site().store.today())
    return send_paper(make_paper(kind, paper), f"{club.name} {found.reason}.pdf")


def _demand_charge(charge: str) -> Charge:
    """Return a charge of the club; 404 if there is none."""
    return demand({of.id: of for of in charges_in(this_figures())}.get(charge))


def _charge_page(charge: str, problems: Sequence[Problem] = ()) -> Page:
    found = _demand_charge(charge)
    return Page(
        "club/charge.html",
        club=club_or_404(),
        charge=found,
        names={who: person.name for who, person in this_figures().people.items()},
        made=site().store.read(find_act_on, charge, CHARGED),
        problems=tuple(problems),
        club_fields=make_club_fields(),
    )
