"""The officers' page with the members' link and the list of officers who are signed in."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, abort, url_for

from scorekeeper.bookkeeping.club.links import ClubRole, renew_member_link, withdraw_member_link
from scorekeeper.bookkeeping.club.officers import sessions_of, sign_officer_out
from scorekeeper.domain.variant import Problem
from scorekeeper.web.club.blueprint import club_pages
from scorekeeper.web.core.access import least_role
from scorekeeper.web.core.club_access import this_club_visit, this_officer
from scorekeeper.web.core.club_posting import (
    ClubFields,
    answer_club,
    make_club_fields,
    read_club_post,
)
from scorekeeper.web.core.codes import QrCode, address_for_others, draw_code
from scorekeeper.web.core.fields import read_whole
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import see_other, typed
from scorekeeper.web.core.site import site


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
    club_fields: ClubFields


@club_pages.get("/links")
@least_role(ClubRole.OFFICER)
def ask_members_link() -> Response:
    """Show the members' link with its QR code."""
    return show(_make_page())


@club_pages.post("/links/new")
@least_role(ClubRole.OFFICER)
def renew_members_link() -> Response:
    """Withdraw the members' link, if there is one, and make another."""
    outcome = renew_member_link(site().store, read_club_post())
    return answer_club(outcome, saved=lambda _: url_for("club.ask_members_link"), again=_make_page)


@club_pages.post("/links/withdraw")
@least_role(ClubRole.OFFICER)
def withdraw_members_link() -> Response:
    """Withdraw the members' link, which shuts all its holders out."""
    outcome = withdraw_member_link(site().store, read_club_post())
    return answer_club(outcome, saved=lambda _: url_for("club.ask_members_link"), again=_make_page)


@club_pages.post("/links/sign-out")
@least_role(ClubRole.OFFICER)
def sign_out_other() -> Response:
    """Sign an officer out on another phone."""
    number = read_whole(typed().get("session", ""))
    if number is None:
        abort(400)
    sign_officer_out(site().store, number)
    return see_other(url_for("club.ask_members_link"))


def _make_page(problems: tuple[Problem, ...] = ()) -> ClubLinksPage:
    token, own = this_club_visit().member_link, this_officer()
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
