"""The officers' pages: signing in with the passphrase, who is signed in, the members' link."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, request, url_for

from scorekeeper.bookkeeping.access.links import OFFICERS, Role
from scorekeeper.bookkeeping.club.acting import renew_club_link, withdraw_club_link
from scorekeeper.bookkeeping.club.officers import (
    SignedIn,
    sessions_of,
    sign_officer_in,
    sign_officer_out,
)
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages, officers_pages
from scorekeeper.web.core.access import (
    EVERYBODY,
    least_role,
    remember_officer,
    the_club,
    this_officer,
    this_phone,
    this_visit,
)
from scorekeeper.web.core.codes import QrCode, address_for_others, draw_code
from scorekeeper.web.core.fields import Fault, Field, FieldProblems, read_whole
from scorekeeper.web.core.filters import write_moment
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
    the_club()
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


def _make_page(problems: tuple[Problem, ...] = ()) -> SignInPage:
    found = FieldProblems([Fault(field=str(each.at[0]), text=each.text) for each in problems])
    values = typed()
    return SignInPage(
        club=the_club().name,
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


# --- The officers' page with the members' link and the list of officers who are signed in ---------


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLine:
    """An officer who is signed in on some phone; ``is_own`` is true for this phone."""

    number: int
    name: str
    since: str
    is_own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubLinksPage:
    """The members' link, None if it was withdrawn, and the officers who are signed in."""

    template: ClassVar = "club/links.html"
    code: QrCode | None
    officers: tuple[SessionLine, ...]
    problems: tuple[str, ...]
    club_fields: EntryFields


@club_pages.get("/links")
@least_role(Role.OFFICER)
def ask_members_link() -> Response:
    """Show the members' link with its QR code."""
    return show(_make_links_page())


@club_pages.post("/links/new")
@least_role(Role.OFFICER)
def renew_members_link() -> Response:
    """Withdraw the members' link, if there is one, and make another."""
    outcome = renew_club_link(site().store, read_act(), Role.MEMBER)
    return answer(outcome, saved=lambda _: url_for("club.ask_members_link"), again=_make_links_page)


@club_pages.post("/links/withdraw")
@least_role(Role.OFFICER)
def withdraw_members_link() -> Response:
    """Withdraw the members' link, which shuts all its holders out."""
    outcome = withdraw_club_link(site().store, read_act(), Role.MEMBER)
    return answer(outcome, saved=lambda _: url_for("club.ask_members_link"), again=_make_links_page)


@club_pages.post("/links/sign-out")
@least_role(Role.OFFICER)
def sign_out_other() -> Response:
    """Sign an officer out on another phone."""
    number = read_whole(typed().get("session", ""))
    if number is None:
        abort(400)
    sign_officer_out(site().store, number)
    return see_other(url_for("club.ask_members_link"))


def _make_links_page(problems: tuple[Problem, ...] = ()) -> ClubLinksPage:
    token, own = this_visit().links.get(Role.MEMBER, ""), this_officer()
    return ClubLinksPage(
        code=_draw(token) if token else None,
        officers=tuple(
            [
                SessionLine(
                    number=each.number,
                    name=each.name,
                    since=write_moment(each.since),
                    is_own=own is not None and each.number == own.number,
                )
                for each in sessions_of(site().store)
            ]
        ),
        problems=tuple([each.text for each in problems]),
        club_fields=make_club_fields(),
    )


def _draw(token: str) -> QrCode:
    return draw_code(address_for_others(url_for("club.home", link=token)))
