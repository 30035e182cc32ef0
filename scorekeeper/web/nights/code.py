"""The QR code by which phones join a night, and the letters by which screens watch it."""

from dataclasses import dataclass
from typing import ClassVar

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import OFFICERS, Role, Thing, token_of_night
from scorekeeper.bookkeeping.access.watch_codes import renew_watch_code, watch_code_of
from scorekeeper.bookkeeping.club.acting import renew_club_link, withdraw_club_link
from scorekeeper.web.core.access import least_role, this_night, this_visit
from scorekeeper.web.core.codes import QrCode, address_for_others, draw_code
from scorekeeper.web.core.known_nights import name_of_night
from scorekeeper.web.core.page import show
from scorekeeper.web.core.posting import EntryFields, make_club_fields, read_act, see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.nights import nights_pages
from scorekeeper.web.nights.tables import games_on_tables


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLetters:
    """Tells what to type to watch: the address without ``http://``, and the letters."""

    address: str
    letters: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NightCode:
    """How others come to the night: ``qr`` is None if the link by which they join is withdrawn.

    ``watch`` is None if the night has no valid letters.
    """

    qr: QrCode | None
    watch: NightLetters | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePage:
    """The page with the code, which a phone shows to people who arrive."""

    template: ClassVar = "nights/code.html"
    name: str
    club: str
    tables: int
    code: NightCode
    club_fields: EntryFields


@nights_pages.get("/code")
@least_role(Role.PLAYER)
def code() -> Response:
    """Show the code of the night."""
    night = this_night()
    page = CodePage(
        name=name_of_night(night.night.date),
        club=night.club.name,
        tables=len(games_on_tables(night)),
        code=make_night_code(),
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


def _show_again(night: str) -> Response:
    """Lead an officer to the code by the officers' link, as the present one may be withdrawn."""
    return see_other(url_for("nights.code", link=token_of_night(OFFICERS, night)))


def make_night_code() -> NightCode:
    """Return the code and the letters that this visitor may show; viewers may show no code."""
    visit = this_visit()
    token = visit.links.get(Role.PLAYER)
    address = address_for_others(url_for("nights.board", link=token)) if token else ""
    return NightCode(qr=draw_code(address) if address else None, watch=_letters(visit.id))


def _letters(night: str) -> NightLetters | None:
    code = watch_code_of(site().store, night, Thing.NIGHT)
    if code is None:
        return None
    address = address_for_others(url_for("new_game.ask_letters")).partition("://")[2]
    return NightLetters(address=address, letters=code.letters)
