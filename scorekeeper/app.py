"""Joins all parts into the site."""

from datetime import timedelta

from flask import Flask
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.bookkeeping.books import Books
from scorekeeper.config import MAX_REQUEST_BYTES, Settings, site_folder
from scorekeeper.web import (
    access,
    assets,
    errors,
    filters,
    news,
    outbox,
    pad_table,
    pages,
    security,
    shell,
    table_talk,
)
from scorekeeper.web.blueprints import BLUEPRINTS

_REMEMBERED_FOR = timedelta(days=365)
"""How long a browser knows its games."""


def create_app(settings: Settings) -> Flask:
    """Return the site; its database is brought up to date. Raises ``StorageError``."""
    app = Flask(__name__, template_folder=site_folder() / "templates", static_folder=None)
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=MAX_REQUEST_BYTES,
        MAX_FORM_MEMORY_SIZE=MAX_REQUEST_BYTES,
        PERMANENT_SESSION_LIFETIME=_REMEMBERED_FOR,
        # A late answer to an older request would bring back what the browser knew then.
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        # An evening of cards is longer than the hour a token lives by default.
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.extensions[pages.SITE] = pages.Site(settings=settings, books=Books.at(settings.database))
    # A name that a page does not get is a mistake of ours, not an empty text.
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    parts = (security, access, assets, filters, errors, shell, pad_table, table_talk, news, outbox)
    for part in parts:
        part.register(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    if settings.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    return app


def end_streams(app: Flask) -> None:
    """Let the phones go that look on, so that the site can stop; they come back by themselves."""
    site: pages.Site = app.extensions[pages.SITE]
    site.books.watch.end()
