"""The prizes of an organised night: the pool as a sum, who gets what, and awards and fines."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from flask import Response, request, url_for

from scorekeeper.club.acting import ClubOutcome
from scorekeeper.club.stored_book import LoadedNight
from scorekeeper.games.links import Role
from scorekeeper.papers.tournament import awards_rows
from scorekeeper.rules.variant import Problem
from scorekeeper.tournament.answer import write_pool
from scorekeeper.tournament.organised import award, fine, open_pot, take_back
from scorekeeper.tournament.pool import OrganisedFigures, organised_figures
from scorekeeper.web.core.access import least_role, may, this_night
from scorekeeper.web.core.forms import NO_AMOUNT, Input, Line, SiteForm, plain_amount
from scorekeeper.web.core.page import Page, show
from scorekeeper.web.core.posting import (
    answer,
    make_club_fields,
    read_act,
    see_other,
    typed,
)
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import nights_pages
from scorekeeper.wording import write_symbol

_WHOLE: Final = "whole"


class AwardForm(SiteForm):
    """An award or a fine: who, how much or the whole pot, from or into what, and why."""

    what = Input(
        "What",
        kind="chips",
        choices=(("award", "Award"), ("fine", "Fine")),
        default="award",
    )
    person = Input("Who", kind="choice")
    amount = Input("Amount", kind="amount")
    pot = Input("From", kind="choice", help="A fine goes into a pot")
    whole = Input("All that the pot holds", kind="flag")
    reason = Line("Why")

    def facts(self) -> dict[str, Any]:
        """Return what is typed as a club book has it."""
        is_whole = self.whole.data == "yes" and self.what.data == "award"
        amount = plain_amount(self.amount.data) or None
        return {
            "person": self.person.data or None,
            "amount": None if is_whole else amount,
            "all": is_whole or None,
            "pot": self.pot.data or None,
            "reason": self.reason.line or None,
        }

    def tell(self, problems: Sequence[Problem], *, beside: str = "") -> None:
        """Put each problem beside its field; those of a pot that is short beside the amount."""
        for problem in problems:
            field = str(problem.at[2]) if len(problem.at) > 2 else ""
            known = {"all": "whole"}.get(field, field)
            told = replace(problem, text=_WORDS.get((known, problem.code), problem.text))
            super().tell([told], beside=known or ("amount" if problem.at else beside))


_WORDS: Final = {
    ("amount", "missing_field"): "Type the amount",
    ("amount", "bad_amount"): NO_AMOUNT,
    ("person", "missing_field"): "Choose who it is",
    ("pot", "missing_field"): "Choose the pot that gets the fine",
}
"""What is said of a field in place of what is said of a book."""


class PotForm(SiteForm):
    """A new pot: its name, and what is in it."""

    name = Input("Name", default="")
    opening = Input("What is in it now", kind="amount")

    def facts(self) -> dict[str, Any]:
        """Return what is typed as a club book has it."""
        return {"name": self.name.data.strip(), "opening": plain_amount(self.opening.data) or None}

    def words_of(self, problem: Problem) -> str:
        """Return the text of a problem, which says how the field is to be filled in."""
        if problem.code == "same_name":
            return problem.text
        return "Type a name" if problem.at[:1] == ("name",) else NO_AMOUNT


def pot_names(night: LoadedNight) -> dict[str, str]:
    """Return the names of the club's pots by id."""
    return {pot.id: pot.name for pot in night.club.pots}


@nights_pages.get("/prizes")
@least_role(Role.VIEWER)
def prizes() -> Response:
    """Show the prizes once a round was shown; officers see them before."""
    figures = organised_figures(this_night().figures)
    is_shown = figures is not None and (figures.organised.seats.shown or may("nights.give_award"))
    return show(_page()) if is_shown else see_other(url_for("nights.board"))


def _page(
    problems: Sequence[Problem] = (),
    *,
    form: AwardForm | None = None,
    pot_form: PotForm | None = None,
) -> Page:
    """Return the page; ``problems`` are of the form that is given."""
    night = this_night()
    figures = organised_figures(night.figures)
    if figures is None:
        raise ValueError("Only an organised night has prizes")
    as_now, pots = figures.as_of(figures.complete), pot_names(night)
    may_give = may("nights.give_award") and night.night.closed is None
    if form is not None or pot_form is not None:
        (form or pot_form).tell(problems)  # type: ignore[union-attr]  # one of them is given
    return Page(
        "nights/prizes.html",
        night=night,
        figures=as_now,
        pots=pots,
        pool=write_pool(as_now, pots, night.club.currency),
        rows=[row for row in awards_rows(as_now) if row.prizes.sum],
        odd=_odd_names(as_now, night),
        is_over=figures.complete == figures.organised.seats.rounds,
        gives=form is not None or "give" in request.args,
        form=(form or _form(night)) if may_give else None,
        pot_form=(pot_form or PotForm(formdata=None)) if may_give else None,
        club_fields=make_club_fields(),
    )


def _odd_names(figures: OrganisedFigures, night: LoadedNight) -> list[str]:
    """Return the names of those who have a unit more than others on their level."""
    places = figures.places
    least: dict[int, int] = {}
    for row in figures.standing:
        least[row.rank] = min(least.get(row.rank, places[row.person]), places[row.person])
    return [
        night.people[row.person].name
        for row in figures.standing
        if places[row.person] > least[row.rank]
    ]


def _form(night: LoadedNight) -> AwardForm:
    form = AwardForm(formdata=request.form if request.method == "POST" else None)
    organised = night.night.organised
    entered = organised.entered if organised else ()
    people = [(each, night.people[each].name) for each in entered]
    form.person.choices = (("", "–"), *people)
    form.pot.choices = (("", "the pool"), *pot_names(night).items())
    form.amount.label = f"Amount ({write_symbol(night.club.currency)})"
    return form


@nights_pages.post("/prizes")
@least_role(Role.OFFICER)
def give_award() -> Response:
    """Give an award, or fine somebody."""
    night = this_night()
    if night.night.organised is None:
        return see_other(url_for("nights.board"))
    form = _form(night)
    act = fine if form.what.data == "fine" else award
    outcome = act(site().store, read_act(), night.night.id, form.facts())
    return _answer(outcome, lambda problems: _page(problems, form=form))


def _answer(outcome: ClubOutcome, again: Callable[[tuple[Problem, ...]], Page] = _page) -> Response:
    return answer(outcome, saved=lambda _: url_for("nights.prizes"), again=again)


@nights_pages.post("/prizes/back")
@least_role(Role.OFFICER)
def take_award_back() -> Response:
    """Take back an award or a fine, by its place."""
    values, night = typed(), this_night()
    place = values.get("place", "")
    name = "fines" if values.get("what") == "fine" else "awards"
    is_place = place.isascii() and place.isdigit() and len(place) < len("10000")
    if night.night.organised is None or not is_place:
        return see_other(url_for("nights.board"))
    outcome = take_back(site().store, read_act(), night.night.id, name=name, place=int(place))
    return _answer(outcome)


@nights_pages.post("/prizes/pot")
@least_role(Role.OFFICER)
def add_pot() -> Response:
    """Add a pot to the club, which opens with what is in it already."""
    if this_night().night.organised is None:
        return see_other(url_for("nights.board"))
    form = PotForm()
    outcome = open_pot(site().store, read_act(), form.facts())
    return _answer(outcome, lambda problems: _page(problems, pot_form=form))
