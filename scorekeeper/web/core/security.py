"""Security: headers, the signed cookie, CSRF tokens in forms, and logs without links."""

import logging
import re
from typing import Final

from flask import Flask, Request, Response, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer

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
_LINK: Final = re.compile(r"(/game/|/backups/|/club/|/night/|/set-up/|/tv[/?])[^/\s]+")
_SERVERS_LOG: Final = "uvicorn.error"
_csrf = CSRFProtect()


class SessionCookie(SecureCookieSessionInterface):
    """The signed cookie, which no clock makes invalid.

    The clock of a small machine may be years behind or ahead. A cookie's age by that clock tells
    nothing, so only its signature is checked; the phone counts how long it keeps the cookie. A
    cookie set over HTTPS is sent over HTTPS only; plain HTTP works as well.
    """

    def __init__(self, app: Flask) -> None:
        self._serializer = super().get_signing_serializer(app)

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return the serializer that signs cookies, made once for all requests."""
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the content of the cookie; it is empty without a valid signature."""
        serializer = self.get_signing_serializer(app)
        value = request.cookies.get(self.get_cookie_name(app))
        if serializer is None or not value:
            return self.session_class()
        try:
            return self.session_class(serializer.loads(value, max_age=None))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if anything in it has changed."""
        serializer = self.get_signing_serializer(app)
        if session.accessed:
            response.vary.add("Cookie")
        if serializer is None or not self.should_set_cookie(app, session):
            return
        response.set_cookie(
            self.get_cookie_name(app),
            serializer.dumps(dict(session)),
            max_age=app.permanent_session_lifetime,
            httponly=self.get_cookie_httponly(app),
            secure=request.is_secure,
            samesite=self.get_cookie_samesite(app),
        )
        response.vary.add("Cookie")


def register(app: Flask) -> None:
    """Require a CSRF token for every post, add headers to answers, and hide links in logs."""
    for log in (app.logger, logging.getLogger(_SERVERS_LOG)):
        log.addFilter(hide_links)
    app.session_interface = SessionCookie(app)
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
