"""The form that opens a night, and changes its day, place, fee and way to settle."""

from collections.abc import Sequence
from typing import Any, Final

from flask import Response, url_for

from scorekeeper.club.facts import SettleWay
from scorekeeper.club.nights import change_night_terms, open_night
from scorekeeper.club.stored_book import nights_of
from scorekeeper.games.links import Role
from scorekeeper.games.posting import Saved
from scorekeeper.rules.variant import Problem
from scorekeeper.web.core.access import least_role, night_address, the_club, this_night, this_visit
from scorekeeper.web.core.forms import Input, TermsForm, fee_fields, fees_shown, settle_field
from scorekeeper.web.core.page import Action, Page, make_error_page, show
from scorekeeper.web.core.posting import answer, make_club_fields, read_act
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import new_night_pages, nights_pages


class NightForm(TermsForm):
    """The terms of a night."""

    date = Input("Day", kind="date")
    place = Input("Place")
    fee_night, fee_night_guest, fee_game, fee_game_guest, fee_table_game = fee_fields()
    settle = settle_field()

    def terms(self) -> dict[str, Any]:
        """Return the typed terms in the form of a night in a club book."""
        texts = {name: self[name].data.strip() for name in ("date", "place", "settle")}
        return {name: text for name, text in texts.items() if text} | self.fees()


_CLOSED: Final = (
    "The night is closed",
    "Its date, place and fee stay as everybody saw them. To change them, open it again.",
)


@new_night_pages.get("/nights/new")
@least_role(Role.OFFICER)
def ask_night() -> Response:
    """Show the terms of a new night, filled with the club's defaults."""
    club, last = the_club(), nights_of(site().store, most=2)
    places = {night.place for night in last}
    form = NightForm(
        currency=club.currency,
        date=site().store.today(),
        # Where the last two nights were at one place, so may be this one.
        place=places.pop() if len(last) > 1 and len(places) == 1 else "",
        settle=club.defaults.settle or SettleWay.CARRIED,
        **fees_shown(club.defaults.fees, club.currency),
    )
    return show(_opening_page(form))


@new_night_pages.post("/nights/new")
@least_role(Role.OFFICER)
def open_new_night() -> Response:
    """Open a night with the typed terms, and show its board."""
    form = NightForm(currency=the_club().currency)
    outcome = open_night(site().store, read_act(), form.terms())

    def saved(acted: Saved[str]) -> str:
        return night_address(acted.thing)

    return answer(outcome, saved=saved, again=lambda problems: _opening_page(form, problems))


def _opening_page(form: NightForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    club = the_club()
    return Page(
        "nights/terms.html",
        club=club,
        night=None,
        form=form,
        fees=club.defaults.fees,
        settle=club.defaults.settle or SettleWay.CARRIED,
        club_fields=make_club_fields(),
    )


@nights_pages.get("/terms")
@least_role(Role.OFFICER)
def ask_terms() -> Response:
    """Show the terms of the night, while it is open."""
    night, currency = this_night().night, this_night().club.currency
    if night.closed is not None:
        return _tell_closed()
    form = NightForm(
        currency=currency,
        date=night.date,
        place=night.place,
        settle=night.settle,
        **fees_shown(night.fees, currency),
    )
    return show(_terms_page(form))


@nights_pages.post("/terms")
@least_role(Role.OFFICER)
def change_terms() -> Response:
    """Change the terms of the night."""
    if this_night().night.closed is not None:
        return _tell_closed()
    form, night = NightForm(currency=this_night().club.currency), this_visit().id
    outcome = change_night_terms(site().store, read_act(), night, form.terms())
    return answer(
        outcome,
        saved=lambda _: url_for("nights.board"),
        again=lambda problems: _terms_page(form, problems),
    )


def _tell_closed() -> Response:
    way = Action(words="The payouts", address=url_for("nights.payouts"))
    return show(make_error_page(*_CLOSED, action=way), status=409)


def _terms_page(form: NightForm, problems: Sequence[Problem] = ()) -> Page:
    form.tell(problems)
    club, night = this_night().club, this_night().night
    return Page(
        "nights/terms.html",
        club=club,
        night=night,
        form=form,
        fees=night.fees,
        settle=night.settle,
        club_fields=make_club_fields(),
    )
