"""Security: headers, the signed cookie, CSRF tokens in forms, and logs without links."""

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
    # The address of a game contains its link, so no other site may learn it.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
# Browsers obey this header over HTTPS only, and log a warning elsewhere.
_OPENER_POLICY: Final = "same-origin"
_LINK: Final = re.compile(r"(/game/|/tv[/?])[^/\s]+")
_SERVERS_LOG: Final = "uvicorn.error"
_csrf = CSRFProtect()


class SessionCookie(SecureCookieSessionInterface):
    """The signed cookie: one set over HTTPS is sent over HTTPS only; plain HTTP works as well."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Tell whether the cookie may only be sent over HTTPS, as it is if it is set over HTTPS."""
        return request.is_secure


def register(app: Flask) -> None:
    """Require a CSRF token for every post, add headers to answers, and hide links in logs."""
    for log in (app.logger, logging.getLogger(_SERVERS_LOG)):
        log.addFilter(hide_links)
    app.session_interface = SessionCookie()
    _csrf.init_app(app)
    app.after_request(add_headers)


def hide_links(record: logging.LogRecord) -> bool:
    """Replace links in a log record, since people show logs to others when they ask for help."""
    record.msg, record.args = _LINK.sub(r"\1…", record.getMessage()), ()
    return True


def add_headers(response: Response) -> Response:
    """Add the security headers, and forbid caches to reuse a page without asking."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Cross-Origin-Opener-Policy", _OPENER_POLICY)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
