"""What keeps a game the table's own: headers, cookies, tokens in forms, links out of logs."""

import logging
import re
from typing import Final

from flask import Flask, Response, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
        " frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # The address of a game is a link that opens it: it never leaves for another site.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
# Browsers heed it over HTTPS only, and complain of it elsewhere.
_OPENER_POLICY: Final = "same-origin"
_LINK: Final = re.compile(r"(/game/)[^/\s]+")
_SERVERS_LOG: Final = "gunicorn.error"
_csrf = CSRFProtect()


class SessionCookie(SecureCookieSessionInterface):
    """The signed cookie: set over HTTPS it goes back over HTTPS only; plain HTTP works as well."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether the cookie may only travel encrypted: if it was set that way."""
        return request.is_secure


def register(app: Flask) -> None:
    """Guard every post with a token, give every answer its headers, and keep links out of logs."""
    for log in (app.logger, logging.getLogger(_SERVERS_LOG)):
        log.addFilter(hide_links)
    app.session_interface = SessionCookie()
    _csrf.init_app(app)
    app.after_request(add_headers)


def hide_links(record: logging.LogRecord) -> bool:
    """Take the link out of an address: a log is shown to others when help is asked for."""
    record.msg, record.args = _LINK.sub(r"\1…", record.getMessage()), ()
    return True


def add_headers(response: Response) -> Response:
    """The headers; a page is for one person and always asked for afresh."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Cross-Origin-Opener-Policy", _OPENER_POLICY)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
