"""The short address and the letters by which a TV or a phone watches this game."""

from dataclasses import dataclass

from flask import Response, url_for

from scorekeeper.bookkeeping.access.links import Role
from scorekeeper.bookkeeping.access.watch_codes import (
    renew_watch_code,
    watch_code_of,
    withdraw_watch_code,
)
from scorekeeper.web.core.access import least_role, this_visit
from scorekeeper.web.core.codes import address_for_others
from scorekeeper.web.core.filters import write_moment
from scorekeeper.web.core.posting import see_other
from scorekeeper.web.core.site import site
from scorekeeper.web.people.blueprint import people_pages


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchSign:
    """Tells how to watch: the address without ``http://``, the letters, and when they expire."""

    address: str
    letters: str
    until: str


def make_watch_sign() -> WatchSign | None:
    """Return the sign of the game of this request; ``None`` if it has no valid watch code."""
    visit = this_visit()
    code = watch_code_of(site().store, visit.game.key)
    if code is None or Role.VIEWER not in visit.links:
        return None
    return WatchSign(
        address=watch_address(), letters=code.letters, until=write_moment(code.expires_at)
    )


def watch_address() -> str:
    """Return the address at which letters are typed, as a person types it: ``cards.local/tv``."""
    return address_for_others(url_for("new_game.ask_letters")).partition("://")[2]


@people_pages.post("/links/tv")
@least_role(Role.HOST)
def make_letters() -> Response:
    """Make letters for watching, in the place of older ones."""
    renew_watch_code(site().store, this_visit().game.key)
    return see_other(url_for("people.ask_links", _anchor="tv"))


@people_pages.post("/links/tv/withdraw")
@least_role(Role.HOST)
def withdraw_letters() -> Response:
    """Withdraw the letters for watching."""
    withdraw_watch_code(site().store, this_visit().game.key)
    return see_other(url_for("people.ask_links", _anchor="tv"))
