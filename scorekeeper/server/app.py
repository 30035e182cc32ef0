"""Makes the Flask application from all parts of the site."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.club.files import FileRuns
from scorekeeper.club.following import ClubFollower
from scorekeeper.config import MAX_REQUEST_BYTES, Settings, program_digest, site_folder
from scorekeeper.games import (
    MOST_OF_CLUBS,
    Count,
    DayLimit,
    GameCache,
    GameStore,
    LastUsed,
    StreamCounts,
    Turns,
    Watcher,
)
from scorekeeper.papers.renderer import Bundles
from scorekeeper.store.backups import BackupRuns, upgrade
from scorekeeper.tournament import answer  # noqa: F401 - it registers with the club
from scorekeeper.web import load_pages
from scorekeeper.web.backups import backups_pages
from scorekeeper.web.club import club_pages, officers_pages, set_up_pages
from scorekeeper.web.core import (
    Find,
    Site,
    SiteApp,
    Sites,
    access,
    filters,
    posting,
    print_paper,
    put_sites,
    security,
    shell,
)
from scorekeeper.web.deal import deal_pages
from scorekeeper.web.hands import hands_pages
from scorekeeper.web.live import club_live_pages, live_pages, night_live_pages
from scorekeeper.web.new_game import new_game_pages
from scorekeeper.web.new_game.setup import setup_pages
from scorekeeper.web.nights import new_night_pages, night_of_game_pages, nights_pages
from scorekeeper.web.people import people_pages
from scorekeeper.web.reference import reference_pages
from scorekeeper.web.review import review_pages
from scorekeeper.web.table import table_pages
from scorekeeper.wording.sentences import KeptTemplates

_REMEMBERED_FOR = timedelta(days=365)
"""How long a browser's cookie lists the games that it has opened."""
_PARTS = (security, access, posting, filters, shell)
_MEGABYTE = 1_000_000
_AREAS = (
    shell.core_pages,
    backups_pages,
    club_pages,
    officers_pages,
    set_up_pages,
    deal_pages,
    shell.health_pages,
    hands_pages,
    live_pages,
    night_live_pages,
    club_live_pages,
    new_night_pages,
    nights_pages,
    night_of_game_pages,
    new_game_pages,
    setup_pages,
    people_pages,
    reference_pages,
    review_pages,
    table_pages,
)


def create_app(settings: Settings) -> Flask:
    """Return the application of an installation, whose database is brought up to date.

    Raises StorageError.
    """
    nights = SimpleQueue[str]()
    return join(make_pages(), Sites(site_maker(settings, nights)(settings, {}), nights))


def join(app: Flask, sites: Sites, find: Find | None = None) -> Flask:
    """Return the pages with the sites that they show; ``find`` tells which one a request is for."""
    put_sites(app, sites, find)
    if sites.settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    return app


def make_pages() -> Flask:
    """Return the application with all its pages, before it has any site."""
    app = SiteApp(__name__, template_folder=site_folder() / "templates", static_folder=None)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_REQUEST_BYTES,
        PERMANENT_SESSION_LIFETIME=_REMEMBERED_FOR,
        # Else a late answer to an older request would put that request's cookie back.
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_NAME=security.COOKIE,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        # An evening of cards is longer than one hour, the default lifetime of a token.
        WTF_CSRF_TIME_LIMIT=None,
    )
    # A template that uses a missing name is a programming error; Jinja would print nothing.
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.bytecode_cache = KeptTemplates("pages", program_digest())
    for part in _PARTS:
        part.register(app)
    load_pages()
    for blueprint in _AREAS:
        app.register_blueprint(blueprint)
    return app


Make = Callable[[Settings, Mapping[str, Any]], Site]
"""Opens a site, with the counts that it kept when it was closed (``kept``)."""


def site_maker(settings: Settings, nights: SimpleQueue[str]) -> Make:
    """Return what opens the sites of one process, with what they share."""
    clubs: LastUsed[Path, Any] = LastUsed(MOST_OF_CLUBS)
    shared = {"cache": GameCache(), "clubs": clubs, "watcher": Watcher(), "imports": Turns()}
    return partial(
        _make_site,
        shared,
        files=Turns(),
        streams=Count(settings.streams_per_address),
        nights=nights,
    )


def _make_site(
    shared: Mapping[str, Any],
    settings: Settings,
    kept: Mapping[str, Any],
    *,
    files: Turns,
    streams: Count,
    nights: SimpleQueue[str],
) -> Site:
    """Open a site; ``shared`` are fields of all stores, ``streams`` counts those of an address.

    An older database is brought up to date, after its backup. All sites make their ``files`` in
    turn. ``nights`` gets the site's name when a night is closed. Raises StorageError.
    """
    days = DayLimit(
        most_bytes=settings.megabytes_per_address * _MEGABYTE,
        most_games=settings.games_per_address,
    )
    store = GameStore.at(
        settings.database,
        opened=partial(upgrade, folder=settings.backups, now=datetime.now().astimezone()),
        follower=ClubFollower(),
        time_zone=settings.time_zone,
        most_entries=settings.entries_per_game,
        **{"days": days, **shared, **kept},
    )
    return Site(
        settings=settings,
        store=store,
        streams=StreamCounts(by_link=Count(settings.streams_per_link), by_address=streams),
        backups=BackupRuns(settings, nights),
        files=FileRuns(settings.instance, files),
        bundles=Bundles(partial(print_paper, store)),
    )
