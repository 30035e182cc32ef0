"""The entrance of a host, at its domain: the way to games at home, and to the site of a club.

A form here leads to no other address, as the site's own policy forbids it: the page answers with a
link. There is no list of clubs; a browser remembers the sites that it found here.
"""

from collections.abc import Sequence
from typing import Final, cast

from flask import Blueprint, Response, abort, current_app, request, session

from scorekeeper.club.officers import set_up_path
from scorekeeper.config import ConfigError
from scorekeeper.games import Sender
from scorekeeper.hosting.acts import Demo, add_demo, is_prepared, is_signed_up, sign_up
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
from scorekeeper.web.core import (
    EVERYBODY,
    Action,
    Page,
    Part,
    forbid_storing,
    least_role,
    make_club_fields,
    show,
    sites_of,
    typed,
)

_KNOWN: Final = "sites"
_LOOKED: Final = "looked"
_MOST_KNOWN: Final = 5
_LONGEST_NAME: Final = 200
_LONGEST_LETTERS: Final = 12
_LONGEST_ID: Final = 64
_LOOKED_TWICE: Final = (
    "Two clubs to look around in have been opened from here today. Come back tomorrow"
)
_ALL_IN_USE: Final = "Too many people are looking around right now. Come back in an hour"
_ENOUGH: Final = "You have opened three clubs today. Open another one tomorrow"


# --- The entrance of a host, at its domain: the way to games at home, and to the site of a club ---


entrance_pages = Blueprint("entrance", __name__)
# They show passphrases, and addresses that set a club up.
entrance_pages.after_request(forbid_storing)


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


def _entrance(asked: Part, *, problem: str = "") -> Page:
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


def _status_of(asked: Part) -> int:
    return 422 if asked.is_unknown else 200


def _ask_name() -> Part:
    """Return the name in the address as it was typed, and the site that has it."""
    text = request.args.get("club", "").strip()[:_LONGEST_NAME]
    asked = Part(typed=text, name="", address="", is_unknown=False)
    if not text:
        return asked
    host = host_sites().settings
    name = find_site_name(host, text)
    if name:
        _remember(_KNOWN, name)
        return asked.replace(name=name, address=site_address(host, name))
    return asked.replace(is_unknown=True)


def _remember(what: str, name: str) -> None:
    others = [other for other in session.get(what, []) if other != name]
    session[what] = [name, *others][:_MOST_KNOWN]
    session.permanent = True


def _links_to(names: Sequence[str]) -> tuple[Action, ...]:
    host = host_sites().settings
    return tuple([Action(words=name, address=f"{site_address(host, name)}/") for name in names])


# --- A club that anybody may open, if the settings of the host say so -----------------------------


def _may_open() -> bool:
    return host_sites().settings.sign_up == "anybody"


@entrance_pages.get("/open")
@least_role(EVERYBODY)
def ask_new_club() -> Response:
    """Show the form for the name of a new club."""
    if not _may_open():
        abort(404)
    return show(_open_page())


@entrance_pages.post("/open")
@least_role(EVERYBODY)
def open_club() -> Response:
    """Make a site, and show the address that sets up its club; three a day for an address."""
    if not _may_open():
        abort(404)
    sites = host_sites()
    host, limit = sites.settings, sites.sign_ups
    name, sender = typed().get("name", "").strip().lower(), Sender(request.remote_addr or "")
    form = typed().get("entry_id", "")[:_LONGEST_ID] or abort(400)
    # Whoever sends the form again, because no answer came, gets the same address again.
    if not is_signed_up(host, name, form):
        if not limit.may_save(sender, games=1):
            return show(_open_page(name, form, (_ENOUGH,)), status=429)
        try:
            sign_up(host, name, form)
        except ConfigError as error:
            found = tuple([problem.removeprefix(f"{name}: ") for problem in error.problems])
            return show(_open_page(name, form, found), status=422)
        limit.note(sender, games=1)
    _remember(_KNOWN, name)
    demand_site(host, name)
    address = site_address(host, name)
    way = f"{address}/{set_up_path(site_settings(host, name).set_up_key)}"
    return show(Page("entrance/opened.html", name=name, address=address, set_up=way))


def _open_page(name: str = "", form: str = "", problems: tuple[str, ...] = ()) -> Page:
    return Page(
        "entrance/open_club.html",
        domain=host_sites().settings.domain,
        name=name[:_LONGEST_NAME],
        problems=problems,
        club_fields=make_club_fields(form),
    )


# --- A club to look around in ---------------------------------------------------------------------


@entrance_pages.post("/look-around")
@least_role(EVERYBODY)
def look_around() -> Response:
    """Show this visitor's copy of the prepared club, made now unless it is there; two a day."""
    sites, sender = host_sites(), Sender(request.remote_addr or "")
    host, known = sites.settings, session.get(_LOOKED)
    if not is_prepared(host):
        abort(404)
    demo = Demo(**known) if known else None
    if demo is None or not is_site(folder_of(host.instance, demo.name)):
        if not sites.demos.may_save(sender, games=1):
            return show(_entrance(_ask_name(), problem=_LOOKED_TWICE), status=429)
        demo = add_demo(host, sites.last_used)
        if demo is None:
            return show(_entrance(_ask_name(), problem=_ALL_IN_USE), status=503)
        sites.demos.note(sender, games=1)
        session[_LOOKED] = demo._asdict()
    address = site_address(host, demo.name)
    # The addresses are those of another site, so they are no routes of this one.
    return show(
        Page(
            "entrance/looked.html",
            address=f"{address}/club/{demo.token}/",
            officers=f"{address}/officers/",
            passphrase=demo.passphrase,
        )
    )
