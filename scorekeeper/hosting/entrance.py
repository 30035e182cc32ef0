"""The entrance of a host, at its domain: the way to games at home, and to the site of a club.

A form here leads to no other address, as the site's own policy forbids it: the page answers with a
link. There is no list of clubs; a browser remembers the sites that it found here.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final, cast

from flask import Blueprint, Response, abort, current_app, request, session

from scorekeeper.club.officers import set_up_path
from scorekeeper.config import ConfigError
from scorekeeper.games.limits import Sender
from scorekeeper.hosting.acts import sign_up
from scorekeeper.hosting.demos import AllInUse, Demo, add_demo, is_prepared
from scorekeeper.hosting.folders import (
    HOME,
    demand_site,
    find_site_name,
    folder_of,
    is_site,
    site_address,
    site_settings,
)
from scorekeeper.hosting.table import HostSites
from scorekeeper.web.core.access import EVERYBODY, least_role
from scorekeeper.web.core.page import Action, Page, show
from scorekeeper.web.core.posting import typed
from scorekeeper.web.core.site import sites_of

entrance_pages = Blueprint("entrance", __name__)

_KNOWN: Final = "sites"
_MADE: Final = "made"
_LOOKED: Final = "looked"
_MOST_KNOWN: Final = 5
_LONGEST_NAME: Final = 200
_LONGEST_LETTERS: Final = 12
_LOOKED_TWICE: Final = (
    "Two clubs a day were opened from here to look around in. Come again tomorrow"
)
_ALL_IN_USE: Final = "Too many people are looking around just now. Come again in an hour"
_ENOUGH: Final = "You have opened three clubs today. Open another one tomorrow"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedName:
    """A name that was typed, and the site that has it; why there is none, if there is none."""

    typed: str
    name: str = ""
    address: str = ""
    is_unknown: bool = False
    too_often: bool = False


def host_sites() -> HostSites:
    """Return the table of the host's sites."""
    return cast(HostSites, sites_of(current_app))


def home_address() -> str:
    """Return the address of the site for games at home; empty if the host has none."""
    host = host_sites().settings
    return site_address(host, HOME) if host.home_site else ""


def show_entrance() -> Response:
    """Show the entrance, with the link to the site whose name was typed."""
    asked = _ask_name()
    return show(_entrance(asked), status=_status_of(asked))


def _entrance(asked: AskedName, *, problem: str = "") -> Page:
    known = [name for name in session.get(_KNOWN, []) if name != asked.name]
    return Page(
        "entrance/entrance.html",
        home=home_address(),
        asked=asked,
        known=_links_to(known),
        may_open=_may_open(),
        may_look=is_prepared(host_sites().settings),
        problem=problem,
    )


def show_watch_of_sites() -> Response:
    """Show the fields for name and letters, with the link to the TV view once both are typed."""
    letters = request.args.get("letters", "").strip()[:_LONGEST_LETTERS]
    asked = _ask_name()
    return show(Page("entrance/watch.html", asked=asked, letters=letters), status=_status_of(asked))


def _status_of(asked: AskedName) -> int:
    return 429 if asked.too_often else 422 if asked.is_unknown else 200


def _ask_name() -> AskedName:
    """Return what is known of the name in the address; a wrong one counts as for a wrong host."""
    text = request.args.get("club", "").strip()[:_LONGEST_NAME]
    if not text:
        return AskedName(typed="")
    sites = host_sites()
    host, limit = sites.settings, sites.wrong_names
    name = find_site_name(host, text)
    if name:
        _remember(_KNOWN, name)
        return AskedName(typed=text, name=name, address=site_address(host, name))
    is_counted = limit.take_guess(request.remote_addr or "")
    return AskedName(typed=text, is_unknown=is_counted, too_often=not is_counted)


def _remember(what: str, name: str) -> None:
    others = [each for each in session.get(what, []) if each != name]
    session[what] = [name, *others][:_MOST_KNOWN]
    session.permanent = True


def _links_to(names: Sequence[str]) -> tuple[Action, ...]:
    host = host_sites().settings
    return tuple([Action(words=name, address=f"{site_address(host, name)}/") for name in names])


# --- a club that anybody may open, if the settings of the host say so -----------------------------


def _may_open() -> bool:
    return host_sites().settings.sign_up == "anybody"


@entrance_pages.get("/open")
@least_role(EVERYBODY)
def ask_new_club() -> Response:
    """Show the form for the name of a new club."""
    if not _may_open():
        abort(404)
    return show(
        Page("entrance/open_club.html", domain=host_sites().settings.domain, name="", problems=())
    )


@entrance_pages.post("/open")
@least_role(EVERYBODY)
def open_club() -> Response:
    """Make a site, and show the address that sets up its club; three a day for an address."""
    if not _may_open():
        abort(404)
    sites = host_sites()
    host, limit = sites.settings, sites.sign_ups
    name, sender = typed().get("name", "").strip().lower(), Sender(request.remote_addr or "")
    # Who sends the form again, since no answer came, gets the address again.
    if name not in session.get(_MADE, []):
        if not limit.may_save(sender, games=1):
            return _ask_again(name, (_ENOUGH,), status=429)
        try:
            sign_up(host, name)
        except ConfigError as error:
            found = tuple([each.removeprefix(f"{name}: ") for each in error.problems])
            return _ask_again(name, found, status=422)
        limit.note(sender, games=1)
    _remember(_MADE, name)
    _remember(_KNOWN, name)
    demand_site(host, name)
    address = site_address(host, name)
    way = f"{address}/{set_up_path(site_settings(host, name).set_up_key)}"
    return show(Page("entrance/opened.html", name=name, address=address, set_up=way))


def _ask_again(name: str, problems: tuple[str, ...], *, status: int) -> Response:
    page = Page(
        "entrance/open_club.html",
        domain=host_sites().settings.domain,
        name=name[:_LONGEST_NAME],
        problems=problems,
    )
    return show(page, status=status)


# --- a club to look around in ---------------------------------------------------------------------


@entrance_pages.post("/look-around")
@least_role(EVERYBODY)
def look_around() -> Response:
    """Copy the prepared club for this visitor, who gets the same copy again while it is there."""
    sites = host_sites()
    host = sites.settings
    if not is_prepared(host):
        abort(404)
    known = session.get(_LOOKED, {})
    if known and is_site(folder_of(host.instance, known["name"])):
        return _show_looked(Demo(**known))
    sender = Sender(request.remote_addr or "")
    if not sites.demos.may_save(sender, games=1):
        return show(_entrance(AskedName(typed=""), problem=_LOOKED_TWICE), status=429)
    try:
        demo = add_demo(host, sites.last_used)
    except AllInUse:
        return show(_entrance(AskedName(typed=""), problem=_ALL_IN_USE), status=503)
    sites.demos.note(sender, games=1)
    session[_LOOKED] = asdict(demo)
    return _show_looked(demo)


def _show_looked(demo: Demo) -> Response:
    address = site_address(host_sites().settings, demo.name)
    # The addresses are those of another site, so they are no routes of this one.
    page = Page(
        "entrance/looked.html",
        address=f"{address}/club/{demo.token}/",
        officers=f"{address}/officers/",
        passphrase=demo.passphrase,
    )
    return show(page)
