"""The entrance of a host, at its domain: the way to games at home, and to the site of a club.

A form here leads to no other address, as the site's own policy forbids it: the page answers with a
link. There is no list of clubs; a browser remembers the sites that it found here.
"""

import base64
import secrets
import shutil
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, cast

from flask import Blueprint, Response, abort, current_app, request, session

from scorekeeper.club.officers import renew_passphrase, set_up_path
from scorekeeper.config import KEY_FILE, ConfigError, Settings, load_settings
from scorekeeper.games import GameStore, Role, Sender, Thing, links_in_force, replace_tokens
from scorekeeper.hosting.acts import is_signed_up, sign_up
from scorekeeper.hosting.folders import (
    DEMO,
    HOME,
    StillHeld,
    close_folder,
    demand_site,
    demo_names,
    find_site_name,
    folder_of,
    half_folder,
    is_site,
    site_address,
    site_settings,
    sites_folder,
)
from scorekeeper.hosting.table import HostSites
from scorekeeper.store.copies import clear_check_sum, write_copy
from scorekeeper.store.database import locked_folder
from scorekeeper.web.core import (
    EVERYBODY,
    Action,
    Page,
    forbid_storing,
    least_role,
    make_club_fields,
    show,
    sites_of,
    typed,
)

MOST: Final = 100
"""How many there are at once; one more takes the place of the one that nobody used the longest."""
_LASTS: Final = timedelta(days=1)
_NAME_BYTES: Final = 10
_PASSPHRASE_BYTES: Final = 9
_CLOSING_SECONDS: Final = 3.0
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


# --- Sites to look around in: a copy of a prepared club for each visitor, which goes after a day --
# The keeper prepares the club with ``./run demo`` in the host's folder ``demo``; each copy has a
# key, links and a passphrase of its own, and a name that nobody guesses. Copies are in no list of
# sites, and have no backups.


class AllInUse(Exception):  # noqa: N818 - it becomes a sentence to the visitor
    """There are as many copies to look around in as there may be, and none of them is idle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A visitor's copy: its name, the token of its club's link, the passphrase of its officers."""

    name: str
    token: str
    passphrase: str


def prepared_folder(host: Settings) -> Path:
    """Return where the club to look around in is prepared."""
    return host.instance / DEMO


def is_prepared(host: Settings) -> bool:
    """Tell whether there is a club to look around in."""
    return is_site(prepared_folder(host))


def add_demo(host: Settings, last_used: Callable[[str], float]) -> Demo:
    """Copy the prepared club to a new site.

    ``last_used`` tells when a site was used last, in seconds. Raises AllInUse, StorageError.
    """
    with locked_folder(sites_folder(host.instance)):
        _make_room(host, last_used)
        tail = base64.b32encode(secrets.token_bytes(_NAME_BYTES)).decode().lower()
        return _copy(host, f"{DEMO}-{tail}")


def _make_room(host: Settings, last_used: Callable[[str], float]) -> None:
    names = demo_names(host.instance)
    if len(names) < MOST:
        return
    for name in sorted(names, key=lambda demo: (last_used(demo), _made_at(host, demo))):
        if remove_demo(host, name):
            return
    raise AllInUse


def _copy(host: Settings, name: str) -> Demo:
    """Write the copy under a temporary name, and give it its own once it is whole."""
    passphrase = secrets.token_urlsafe(_PASSPHRASE_BYTES)
    unfinished = half_folder(sites_folder(host.instance), name)
    unfinished.mkdir(mode=0o700)
    settings = load_settings(unfinished)  # makes the key, which makes the folder a site
    prepared = Settings(instance=prepared_folder(host), secret_key="")
    write_copy(prepared.database, settings.database)
    clear_check_sum(settings.database)
    with closing(GameStore.at(settings.database)) as store:
        renew_passphrase(store, passphrase)
        with store.database.writing() as db:
            replace_tokens(db, store.new_key)
            token = links_in_force(db, Thing.CLUB, "")[Role.MEMBER.key]
    unfinished.rename(folder_of(host.instance, name))
    return Demo(name=name, token=token, passphrase=passphrase)


def remove_demo(host: Settings, name: str) -> bool:
    """Delete a copy; return False if it is in use."""
    folder = folder_of(host.instance, name)
    with suppress(FileNotFoundError):  # another process was faster
        try:
            close_folder(folder, seconds=_CLOSING_SECONDS)
        except StillHeld:
            return False
        gone = half_folder(folder.parent, name)
        folder.rename(gone)
        shutil.rmtree(gone)
    return True


def remove_old_demos(host: Settings, now: datetime) -> None:
    """Delete the copies that were made more than a day ago."""
    for name in demo_names(host.instance):
        if now.timestamp() - _made_at(host, name) > _LASTS.total_seconds():
            remove_demo(host, name)


def _made_at(host: Settings, name: str) -> float:
    """Return when a copy was made, in seconds; its key is written once."""
    try:
        return (folder_of(host.instance, name) / KEY_FILE).stat().st_mtime
    except FileNotFoundError:  # it was just deleted
        return 0


# --- The entrance of a host, at its domain: the way to games at home, and to the site of a club ---


entrance_pages = Blueprint("entrance", __name__)
# They show passphrases, and addresses that set a club up.
entrance_pages.after_request(forbid_storing)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedName:
    """A name that was typed, and the site that has it."""

    typed: str
    name: str = ""
    address: str = ""
    is_unknown: bool = False


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
    return 422 if asked.is_unknown else 200


def _ask_name() -> AskedName:
    """Return what is known of the name in the address."""
    text = request.args.get("club", "").strip()[:_LONGEST_NAME]
    if not text:
        return AskedName(typed="")
    host = host_sites().settings
    name = find_site_name(host, text)
    if name:
        _remember(_KNOWN, name)
        return AskedName(typed=text, name=name, address=site_address(host, name))
    return AskedName(typed=text, is_unknown=True)


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
    return show(
        Page(
            "entrance/looked.html",
            address=f"{address}/club/{demo.token}/",
            officers=f"{address}/officers/",
            passphrase=demo.passphrase,
        )
    )
