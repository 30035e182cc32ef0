"""The views by which officers sign in with the club's passphrase, and sign out."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.club.links import OFFICERS
from scorekeeper.bookkeeping.club.officers import SignedIn, sign_officer_in, sign_officer_out
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import officers_pages
from scorekeeper.web.core.access import EVERYBODY, least_role, this_phone
from scorekeeper.web.core.club_access import remember_officer, this_club, this_officer
from scorekeeper.web.core.fields import Fault, Field, FieldProblems
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import see_other, typed
from scorekeeper.web.core.site import site


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInPage:
    """The form by which an officer signs in; ``club`` is the name of the club."""

    template: ClassVar = "club/sign_in.html"
    club: str
    fields: tuple[Field, ...]


@officers_pages.get("/")
@least_role(EVERYBODY)
def ask_passphrase() -> Response:
    """Show the form, or lead an officer who is signed in to the club."""
    if this_officer() is not None:
        return see_other(url_for("club.home", link=OFFICERS))
    return show(_make_page())


@officers_pages.post("/")
@least_role(EVERYBODY)
def sign_in() -> Response:
    """Sign an officer in on this phone; 422 with every problem, 429 after too many guesses."""
    _demand_club()
    values = typed()
    outcome = sign_officer_in(
        site().store,
        values.get("passphrase", ""),
        name=values.get("name", ""),
        phone=this_phone(),
        address=request.remote_addr or "",
    )
    if isinstance(outcome, SignedIn):
        remember_officer(outcome.secret)
        return see_other(url_for("club.home", link=OFFICERS))
    codes = [problem.code for problem in outcome.problems]
    return show(_make_page(outcome.problems), status=429 if "too_many_guesses" in codes else 422)


@officers_pages.post("/out")
@least_role(EVERYBODY)
def sign_out() -> Response:
    """Sign the officer of this phone out."""
    officer = this_officer()
    if officer is not None:
        sign_officer_out(site().store, officer.number)
    remember_officer("")
    return see_other(url_for("new_game.home"))


def _demand_club() -> str:
    club = this_club()
    if club is None:
        abort(404)
    return club.club.name


def _make_page(problems: tuple[Problem, ...] = ()) -> SignInPage:
    found = FieldProblems([Fault(field=str(each.at[0]), text=each.text) for each in problems])
    values = typed()
    return SignInPage(
        club=_demand_club(),
        fields=(
            Field(
                name="passphrase",
                kind="passphrase",
                label="Passphrase",
                value="" if found.of("passphrase") else values.get("passphrase", ""),
                problems=found.of("passphrase"),
            ),
            Field(
                name="name",
                kind="name",
                label="Your name",
                value=values.get("name", ""),
                help="The history shows it beside what you do as an officer.",
                problems=found.of("name"),
            ),
        ),
    )
