"""The prizes of an organised night: the pool as a sum, who gets what, and awards and fines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.club.acting import ClubOutcome
from scorekeeper.bookkeeping.club.book import LoadedNight
from scorekeeper.bookkeeping.club.organised import award, fine, take_back, write_pot
from scorekeeper.domain.club.pool import OrganisedFigures
from scorekeeper.domain.variant import Problem
from scorekeeper.web.core.access import least_role, may, this_night
from scorekeeper.web.core.forms import Input, Line, SiteForm, plain_amount
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import (
    EntryFields,
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
            "person": self.person.data,
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
            super().tell([problem], beside=known or ("amount" if problem.at else beside))


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizesPage:
    """The prizes as they stand after the last complete round; ``form`` is for officers."""

    template: ClassVar = "nights/prizes.html"
    name: str
    night: LoadedNight
    figures: OrganisedFigures
    form: AwardForm | None
    problems: tuple[str, ...]
    club_fields: EntryFields

    @property
    def gets_rest(self) -> str:
        """The name of the pot that gets what prizes leave; empty if it is the club’s."""
        return self.pots.get(self.figures.organised.prizes.rest, "")

    @property
    def pots(self) -> dict[str, str]:
        """The names of the pots by id."""
        return {pot.id: pot.name for pot in self.night.club.pots}


@nights_pages.get("/prizes")
@least_role(Role.VIEWER)
def prizes() -> Response:
    """Show the prizes once a round was shown; officers see them before."""
    figures = this_night().figures.organised
    is_shown = figures is not None and (figures.organised.seats.shown or may("nights.give_award"))
    return show(_page()) if is_shown else see_other(url_for("nights.board"))


def _page(form: AwardForm | None = None, problems: Sequence[Problem] = ()) -> PrizesPage:
    night = this_night()
    figures = night.figures.organised
    if figures is None:
        raise ValueError("Only an organised night has prizes")
    may_give = may("nights.give_award") and night.night.closed is None
    form = form or (_form(night) if may_give else None)
    if form is not None:
        form.tell(problems)
    return PrizesPage(
        name=name_of_night(night.night.date),
        night=night,
        figures=figures.as_of(figures.complete),
        form=form if may_give else None,
        problems=() if form is not None else tuple([each.text for each in problems]),
        club_fields=make_club_fields(),
    )


def _form(night: LoadedNight) -> AwardForm:
    form = AwardForm()
    organised = night.night.organised
    entered = organised.entered if organised else ()
    form.person.choices = tuple([(each, night.people[each].name) for each in entered])
    pots = [(pot.id, pot.name) for pot in night.club.pots]
    form.pot.choices = (("", "the pool"), *pots)
    form.amount.label = f"Amount ({write_symbol(night.club.currency)})"
    return form


def _answer(outcome: ClubOutcome, form: AwardForm | None = None) -> Response:
    return answer(
        outcome,
        saved=lambda _: url_for("nights.prizes"),
        again=lambda problems: _page(form, problems),
    )


@nights_pages.post("/prizes")
@least_role(Role.OFFICER)
def give_award() -> Response:
    """Give an award, or fine somebody."""
    night = this_night()
    if night.night.organised is None:
        return see_other(url_for("nights.board"))
    form = _form(night)
    act = fine if form.what.data == "fine" else award
    return _answer(act(site().store, read_act(), night.night.id, form.facts()), form)


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
    values = typed()
    facts = {"name": values.get("pot-name", ""), "opening": plain_amount(values.get("opening", ""))}
    given = {name: text for name, text in facts.items() if text or name == "name"}
    outcome = write_pot(site().store, read_act(), given)
    if this_night().night.organised is None:
        return see_other(url_for("nights.board"))
    return _answer(outcome)
