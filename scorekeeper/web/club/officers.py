"""The officers' pages: signing in with the passphrase, who is signed in, the members' link."""

from flask import Response, request, url_for

from scorekeeper.club.acting import renew_club_link, withdraw_club_link
from scorekeeper.club.officers import (
    SignedIn,
    sessions_of,
    sign_officer_in,
    sign_officer_out,
)
from scorekeeper.club.visits import OFFICERS, reading_token
from scorekeeper.games import Role
from scorekeeper.rules import Problem
from scorekeeper.web.club import club_pages, officers_pages
from scorekeeper.web.core import (
    EVERYBODY,
    Input,
    Page,
    Part,
    SiteForm,
    address_for_others,
    answer,
    club_or_404,
    demand_whole,
    draw_code,
    least_role,
    make_club_fields,
    read_act,
    remember_officer,
    see_other,
    show,
    site,
    this_officer,
    this_phone,
    this_visit,
    typed,
)


class SignInForm(SiteForm):
    """The passphrase, and the name of the officer who types it."""

    passphrase = Input("Passphrase", kind="passphrase")
    name = Input(
        "Your name", kind="name", help="The history shows it beside what you do as an officer."
    )


@officers_pages.get("/")
@least_role(EVERYBODY)
def ask_passphrase() -> Response:
    """Show the form; an officer who is already signed in is redirected to the club."""
    if this_officer() is not None:
        return see_other(url_for("club.home", link=OFFICERS))
    this_phone()  # named before it signs in, so that two taps come from one phone
    return show(Page("club/sign_in.html", club=club_or_404().name, form=SignInForm()))


@officers_pages.post("/")
@least_role(EVERYBODY)
def sign_in() -> Response:
    """Sign an officer in on this phone; 422 with every problem, 429 after too many guesses."""
    club, form = club_or_404().name, SignInForm()
    outcome = sign_officer_in(
        site().store,
        form.passphrase.data,
        name=form.name.data,
        phone=this_phone(),
        address=request.remote_addr or "",
    )
    if isinstance(outcome, SignedIn):
        remember_officer(outcome.secret)
        return see_other(url_for("club.home", link=OFFICERS))
    form.tell(outcome.problems)
    if form.passphrase.errors:
        form.passphrase.data = ""
    codes = [problem.code for problem in outcome.problems]
    status = 422
    if "too_many_guesses" in codes or "busy" in codes:
        status = 429
    return show(Page("club/sign_in.html", club=club, form=form), status=status)


@officers_pages.post("/out")
@least_role(EVERYBODY)
def sign_out() -> Response:
    """Sign the officer of this phone out."""
    officer = this_officer()
    if officer is not None:
        sign_officer_out(site().store, officer.number)
    remember_officer("")
    return see_other(url_for("new_game.home"))


# --- The officers' page with the members' link and the list of officers who are signed in ---------


@club_pages.get("/links")
@least_role(Role.OFFICER)
def ask_members_link() -> Response:
    """Show the members' link with its QR code."""
    return show(_links_page())


@club_pages.post("/links/new")
@least_role(Role.OFFICER)
def renew_members_link() -> Response:
    """Withdraw the members' link, if there is one, and make another."""
    return answer(
        renew_club_link(site().store, read_act(), Role.MEMBER),
        saved=lambda _: url_for("club.ask_members_link"),
        again=_links_page,
    )


@club_pages.post("/links/withdraw")
@least_role(Role.OFFICER)
def withdraw_members_link() -> Response:
    """Withdraw the members' link, which shuts all its holders out."""
    return answer(
        withdraw_club_link(site().store, read_act(), Role.MEMBER),
        saved=lambda _: url_for("club.ask_members_link"),
        again=_links_page,
    )


@club_pages.post("/links/sign-out")
@least_role(Role.OFFICER)
def sign_out_other() -> Response:
    """Sign an officer out on another phone."""
    sign_officer_out(site().store, demand_whole(typed(), "session"))
    return see_other(url_for("club.ask_members_link"))


def _links_page(problems: tuple[Problem, ...] = ()) -> Page:
    token, own = this_visit().links.get(Role.MEMBER, ""), this_officer()
    return Page(
        "club/links.html",
        code=draw_code(address_for_others(url_for("club.home", link=token))) if token else None,
        door=Part(
            frame=address_for_others(url_for("club.standings_frame", link=reading_token(token))),
            file=address_for_others(url_for("club.standings_file", link=reading_token(token))),
            websites=site().settings.websites,
        ),
        officers=sessions_of(site().store),
        own=own.number if own else None,
        problems=problems,
        club_fields=make_club_fields(),
    )
