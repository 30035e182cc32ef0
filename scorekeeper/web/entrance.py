"""The entrance of a host, at its domain: the way to games at home, and to the site of a club.

A form here leads to no other address, as the site's own policy forbids it: the page answers with a
link. There is no list of clubs; a browser remembers the sites that it found here.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from flask import Response, current_app, request, session

from scorekeeper.hosting.folders import folder_of, is_name, is_site, site_address
from scorekeeper.web.core.page import Action, show
from scorekeeper.web.core.site import home_address, host_settings, sites_of

_KNOWN: Final = "sites"
_MOST_KNOWN: Final = 5
_LONGEST_NAME: Final = 200
_LONGEST_LETTERS: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedName:
    """A name that was typed, and the address of its site; why there is none, if there is none."""

    typed: str
    address: str = ""
    is_unknown: bool = False
    too_often: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrancePage:
    """The entrance: the address of the site for games at home, empty if there is none.

    ``known`` are the sites that this browser found here, the last one first.
    """

    template: ClassVar = "entrance/entrance.html"
    home: str
    asked: AskedName
    known: tuple[Action, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchOfSitesPage:
    """The fields for a club's name and the letters of a table there."""

    template: ClassVar = "entrance/watch.html"
    asked: AskedName
    letters: str


def show_entrance() -> Response:
    """Show the entrance, with the link to the site whose name was typed."""
    asked = _ask_name()
    page = EntrancePage(home=home_address(), asked=asked, known=_known_sites())
    return show(page, status=_status_of(asked))


def show_watch_of_sites() -> Response:
    """Show the fields for name and letters, with the link to the TV view once both are typed."""
    letters = request.args.get("letters", "").strip()[:_LONGEST_LETTERS]
    asked = _ask_name()
    return show(WatchOfSitesPage(asked=asked, letters=letters), status=_status_of(asked))


def _status_of(asked: AskedName) -> int:
    return 429 if asked.too_often else 422 if asked.is_unknown else 200


def _ask_name() -> AskedName:
    """Return what is known of the name in the address; a wrong one counts as for a wrong host."""
    typed = request.args.get("club", "").strip()[:_LONGEST_NAME]
    if not typed:
        return AskedName(typed="")
    name = _read_name(typed)
    host, limit = host_settings(), sites_of(current_app).wrong_names
    if is_name(name) and is_site(folder_of(host.instance, name)):
        _remember(name)
        return AskedName(typed=typed, address=site_address(host, name))
    is_counted = limit.take_guess(request.remote_addr or "")
    return AskedName(typed=typed, is_unknown=is_counted, too_often=not is_counted)


def _read_name(typed: str) -> str:
    """Return the name of a site, from a name or a whole address."""
    name = typed.lower().partition("://")[2] or typed.lower()
    return name.partition("/")[0].partition(":")[0].removesuffix(f".{host_settings().domain}")


def _remember(name: str) -> None:
    others = [each for each in session.get(_KNOWN, []) if each != name]
    session[_KNOWN] = [name, *others][:_MOST_KNOWN]
    session.permanent = True


def _known_sites() -> tuple[Action, ...]:
    host = host_settings()
    return tuple(
        [
            Action(words=name, address=f"{site_address(host, name)}/")
            for name in session.get(_KNOWN, [])
        ]
    )
