"""The site that answers a request: its store, its settings, and its work in progress.

An installation is a table of one site, which has any name. A server of several sites passes another
table, and how a request finds its site there; the request holds the site until it is answered.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from queue import SimpleQueue
from typing import Final, TypeVar, cast
from zoneinfo import ZoneInfo

from babel.core import get_global
from babel.numbers import get_territory_currencies
from flask import Flask, current_app, g, has_request_context, request
from werkzeug.exceptions import HTTPException, NotFound

from scorekeeper.club.files import FileRuns
from scorekeeper.config import Settings
from scorekeeper.games import GameStore, StreamCounts, latest_change_number
from scorekeeper.papers.renderer import Bundles
from scorekeeper.rules import minor_digits
from scorekeeper.store.backups import BackupRuns
from scorekeeper.store.copies import checkpoint_log
from scorekeeper.store.database import StorageError

_SITES: Final = "scorekeeper"
"""The key of the table of sites in ``app.extensions``, beside how a request finds its own."""
ONLY: Final = ""
"""The name of the site of one installation."""
NO_SITE: Final = "-"
"""What limits call all that is no site; no site has this name."""
_IDLE_CONNECTIONS: Final = 2
_REGION: Final = 2
"""How many letters the region of a language tag has."""
_USUAL_CURRENCY: Final = "USD"
"""Offered where a browser names no region."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """An open site: its settings and store, its open streams, and files being made."""

    settings: Settings
    store: GameStore
    streams: StreamCounts
    backups: BackupRuns
    files: FileRuns
    bundles: Bundles

    @property
    def name(self) -> str:
        """Its name among other sites; empty in an installation."""
        return self.settings.site

    @property
    def papers(self) -> int:
        """How many bundles of papers and files of the club are being made."""
        is_written = self.files.last is not None and self.files.last.goes_on
        return self.bundles.in_work + is_written

    def close(self) -> None:
        """Stop printing for a site that is no longer served, and close its database."""
        self.bundles.drop()
        self.store.close()
        with suppress(StorageError):  # it was said when the database was used
            checkpoint_log(self.settings.database)


class Sites:
    """The sites that one process serves: here the only one of an installation.

    ``nights`` gets the name of a site when one of its nights is closed.
    """

    def __init__(self, only: Site, nights: SimpleQueue[str]) -> None:
        self.settings, self.only, self.nights = only.settings, only, nights

    @property
    def awake(self) -> tuple[Site, ...]:
        """The open sites."""
        return (self.only,)

    def site_at(self, host: str) -> tuple[str, Site | None]:
        """Return what limits call the site of a host's name, and the site if it is open.

        Opens nothing and raises nothing.
        """
        return ONLY, self.only

    def demand_readable(self) -> None:
        """Raise StorageError if games cannot be read."""
        with self.only.store.database.reading() as db:
            latest_change_number(db)

    def names(self) -> list[str]:
        """Return the names of all sites that are not closed. Raises OSError."""
        return [ONLY]

    def backups_of(self, name: str) -> tuple[Settings, BackupRuns]:
        """Return the settings and the backups of a site, open or not. Raises ConfigError."""
        return self.only.settings, self.only.backups

    def leave(self, site: Site) -> None:
        """Give a site back, when a request that held it is answered."""

    def tend(self) -> None:
        """Close what nobody needs; called several times a second.

        While no page is open the log is written into the database, for whoever copies that alone.
        """
        for site in self.awake:
            site.store.database.trim(_IDLE_CONNECTIONS)
            if not site.store.notifier.count:
                site.store.database.write_log()

    def end_streams(self) -> None:
        """End all streams of live pages, so that the process can stop; safe in a signal handler."""
        for site in self.awake:
            site.store.notifier.end()

    def close(self) -> None:
        """Close all sites, since they are no longer served."""
        self.only.close()


class SiteApp(Flask):
    """The application; what it signs is signed with the key of the site that answers."""

    @property
    def secret_key(self) -> str | None:  # type: ignore[override]  # Flask has one for all
        """The key of the site that answers; nothing is signed by all."""
        return this_settings().secret_key if has_request_context() else None


Made = TypeVar("Made")
Find = Callable[[], Site | HTTPException | None]
"""Returns the site of the request, why there is none, or None for pages that are no site's."""


def put_sites(app: Flask, sites: Sites, find: Find | None = None) -> None:
    """Give the application its table of sites, and how a request finds its own there."""
    app.extensions[_SITES] = sites, find or (lambda: sites.only)
    app.teardown_request(_leave)


def sites_of(app: Flask) -> Sites:
    """Return the table of sites of an application."""
    return cast(Sites, app.extensions[_SITES][0])


def once(name: str, make: Callable[[], Made]) -> Made:
    """Return what is made at its first use in this request, and kept by its name."""
    if name not in g:
        setattr(g, name, make())
    made: Made = getattr(g, name)
    return made


def answering() -> Site | HTTPException | None:
    """Return what answers this request: a site, why there is none, or None if no site is meant."""
    find: Find = current_app.extensions[_SITES][1]
    return once("found", find)


def site() -> Site:
    """Return the site that answers this request; raises its refusal if none does."""
    found = answering()
    if not isinstance(found, Site):
        raise found or NotFound
    return found


def here(at: datetime) -> datetime:
    """Return a moment in the time zone of the site that answers."""
    return at.astimezone(_zone_here())


def today_here() -> str:
    """Return today's day at the site that answers, as ISO text."""
    return here(site().store.now()).date().isoformat()


def currency_here() -> str:
    """Return the currency of a new stake: of the settings, else of the region of the browser."""
    if code := site().settings.currency:
        return code
    languages = [language for language, _ in request.accept_languages]
    found = [code for language in languages[:1] for code in _currencies_of(language)]
    return next((code for code in found if minor_digits(code) is not None), _USUAL_CURRENCY)


def _currencies_of(language: str) -> list[str]:
    """Return the currencies of the region of ``en-GB``, or where most people speak ``de``."""
    parts = language.replace("_", "-").split("-")
    likely = get_global("likely_subtags").get(parts[0].lower(), "").split("_")
    regions = [part.upper() for part in (*parts[1:], *likely[1:]) if len(part) == _REGION]
    return get_territory_currencies(regions[0]) if regions else []


def name_zone_here() -> str:
    """Return the name of the time zone of the site that answers, empty if it has none."""
    zone = _zone_here()
    return zone.key if zone else ""


def _zone_here() -> ZoneInfo | None:
    return once("zone", site().store.zone)


def name_of_site() -> str:
    """Return the name of the site that answers, if it was asked for; nothing is opened for this."""
    found = g.get("found")
    return found.name if isinstance(found, Site) else ""


def this_settings() -> Settings:
    """Return the settings of the site that answers; those of the process if none does."""
    found = answering()
    return found.settings if isinstance(found, Site) else sites_of(current_app).settings


def _leave(_: BaseException | None) -> None:
    found: Site | HTTPException | None = g.pop("found", None)
    if isinstance(found, Site):
        sites_of(current_app).leave(found)
