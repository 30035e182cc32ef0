"""The QR code by which phones join a night, and the letters by which screens watch it."""

from flask import Response, url_for

from scorekeeper.club.acting import (
    is_code_on_tv,
    renew_club_link,
    show_code_on_tv,
    withdraw_club_link,
)
from scorekeeper.club.visits import OFFICERS, token_of_night
from scorekeeper.games.keys import renew_watch_code
from scorekeeper.games.links import Role, Thing, link_of
from scorekeeper.web.core.access import least_role, this_night, this_visit
from scorekeeper.web.core.codes import (
    address_for_others,
    draw_code,
    make_watch_sign,
)
from scorekeeper.web.core.fields import YES
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import Page, Part, show
from scorekeeper.web.core.posting import make_club_fields, read_act, see_other, typed
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.tables import games_on_tables


@nights_pages.get("/code")
@least_role(Role.PLAYER)
def code() -> Response:
    """Show the code of the night."""
    night = this_night()
    page = Page(
        "nights/code.html",
        name=name_of_night(night.night.date),
        club=night.club.name,
        tables=len(games_on_tables(night)),
        code=make_night_code(),
        is_on_tv=is_code_on_tv(site().store, night.night.id),
        club_fields=make_club_fields(),
    )
    return show(page)


@nights_pages.post("/code/letters")
@least_role(Role.PLAYER)
def make_night_letters() -> Response:
    """Make new letters for watching; the old ones stop working."""
    renew_watch_code(site().store, this_visit().id, Thing.NIGHT)
    return see_other(url_for("nights.code"))


@nights_pages.post("/code/new")
@least_role(Role.OFFICER)
def renew_code() -> Response:
    """Make another link by which phones join the night; the old one stops working."""
    night = this_visit().id
    renew_club_link(site().store, read_act(), Role.PLAYER, night=night)
    return _show_again(night)


@nights_pages.post("/code/withdraw")
@least_role(Role.OFFICER)
def withdraw_code() -> Response:
    """Withdraw the link by which phones join the night."""
    night = this_visit().id
    withdraw_club_link(site().store, read_act(), Role.PLAYER, night=night)
    return _show_again(night)


@nights_pages.post("/code/tv")
@least_role(Role.OFFICER)
def show_on_tv() -> Response:
    """Let the TV view show the code by which phones join the night, or no longer."""
    shown = typed().get("shown") == YES
    show_code_on_tv(site().store, read_act(), this_visit().id, shown=shown)
    return see_other(url_for("nights.code"))


def _show_again(night: str) -> Response:
    """Lead an officer to the code by the officers' link, as the present one may be withdrawn."""
    return see_other(url_for("nights.code", link=token_of_night(OFFICERS, night)))


def make_night_code() -> Part:
    """Return the code and the letters that this visitor may show; viewers may show no code."""
    visit = this_visit()
    return _code_by(visit.links.get(Role.PLAYER))


def make_tv_code() -> Part:
    """Return the code and the letters of a TV, which shows the code only if an officer wants it."""
    store, night = site().store, this_visit().id
    shown = is_code_on_tv(store, night)
    return _code_by(link_of(store, night, Role.PLAYER, Thing.NIGHT) if shown else None)


def _code_by(token: str | None) -> Part:
    address = address_for_others(url_for("nights.board", link=token)) if token else ""
    return Part(qr=draw_code(address) if address else None, watch=make_watch_sign())
