"""What every request passes: headers, signed cookie, CSRF tokens, the log; and whose turn it is."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from time import monotonic
from types import TracebackType
from typing import Any, Final, NamedTuple

from flask import Flask, Request, Response, g, request, request_started
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf.csrf import CSRFProtect
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.sansio.http import parse_cookie

from scorekeeper.games import Owner, owner_of
from scorekeeper.store.database import StorageError
from scorekeeper.web.core.access import Claims, read_claims
from scorekeeper.web.core.sites import NO_SITE, Site, Sites, name_of_site

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
_IN_SEARCH_ENGINES: Final = frozenset(
    ["new_game.home", "reference.rules", "reference.rules_of", "reference.card", "reference.pad"]
)
"""The first page and the rules; an address of any other page may hold a link, which is a key."""
# Browsers obey this header over HTTPS only, and log a warning elsewhere.
_OPENER_POLICY: Final = "same-origin"
_LINK: Final = re.compile(r"(/game/|/backups/|/club/|/night/|/set-up/|/tv[/?])[^/\s]+")
_SERVERS_LOG: Final = "uvicorn.error"
COOKIE: Final = "scorekeeper"
_OVER_HTTPS: Final = "__Host-"
SLOW_SECONDS: Final = 1.0
"""A request that takes longer is logged."""
_SECONDS: Final = 60.0
"""How long it is remembered whose a link is."""
_MOST_LINKS: Final = 20_000
_LINK_OF_PATH: Final = re.compile(r"/(?:game|night|club)/([^/.]+)")
_STATIC: Final = "/static/"
"""What limits call the files that all sites share; no site has this name."""


_csrf = CSRFProtect()


@lru_cache(1_000)
def _serializer_of(key: str) -> URLSafeTimedSerializer:
    """Return what signs and reads the cookies of the site with this key."""
    usual = SecureCookieSessionInterface
    how = {"key_derivation": usual.key_derivation, "digest_method": usual.digest_method}
    return URLSafeTimedSerializer(
        key, salt=usual.salt, serializer=usual.serializer, signer_kwargs=how
    )


def read_cookie(key: str, value: str) -> dict[str, Any]:
    """Return what the cookie of the site with this key says; empty without a valid signature."""
    try:
        found: dict[str, Any] = _serializer_of(key).loads(value, max_age=None)
    except BadSignature:
        return {}
    return found


class SessionCookie(SecureCookieSessionInterface):
    """The signed cookie, which no clock can invalidate.

    The clock of a small machine may be years slow or fast. A cookie's age by that clock means
    nothing, so only its signature is checked; the phone counts how long it keeps the cookie. A
    cookie set over HTTPS is sent over HTTPS only; plain HTTP works as well. Over HTTPS its name
    begins with ``__Host-``, since no other site in the same domain can set such a cookie.
    """

    def get_cookie_name(self, app: Flask) -> str:
        """Return the name of the cookie that this request is answered with."""
        name = super().get_cookie_name(app)
        return f"{_OVER_HTTPS}{name}" if request.is_secure else name

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Return the content of the cookie; it is empty without a valid signature.

        Over HTTPS the name of plain HTTP counts as none: any name of the domain can set that.
        """
        value = request.cookies.get(self.get_cookie_name(app), "")
        key = app.secret_key if value else None  # no site is looked for without need
        return self.session_class(read_cookie(str(key), value) if key else {})

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        """Return what signs cookies with the key of the site that answers."""
        return _serializer_of(str(app.secret_key)) if app.secret_key else None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie if anything in it has changed."""
        if session.accessed:
            response.vary.add("Cookie")
        if not self.should_set_cookie(app, session):
            return
        serializer = self.get_signing_serializer(app)
        if serializer is None:
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
    """Require a CSRF token for every post, add headers to answers, and write the log.

    The log has slow requests and those that fail through a fault of the program, without links.
    """
    for log in (app.logger, logging.getLogger(_SERVERS_LOG)):
        log.addFilter(hide_links)
    app.session_interface = SessionCookie()
    _csrf.init_app(app)
    app.after_request(add_headers)
    request_started.connect(_begin, app)
    app.after_request(_tell_slow)
    app.log_exception = _tell_mistake  # type: ignore[method-assign, assignment]


def hide_links(record: logging.LogRecord) -> bool:
    """Replace links in a log record, since people show logs to others when they ask for help."""
    record.msg, record.args = _LINK.sub(r"\1…", record.getMessage()), ()
    return True


def add_headers(response: Response) -> Response:
    """Add the security headers, and forbid caches to reuse a page without asking.

    Search engines may list what anybody may read, and nothing else.
    """
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if request.is_secure:
        response.headers.setdefault("Cross-Origin-Opener-Policy", _OPENER_POLICY)
    if request.endpoint not in _IN_SEARCH_ENGINES:
        response.headers["X-Robots-Tag"] = "noindex"
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.pop("Date", None)  # the server writes it, and there may be only one
    return response


# --- The details of a request for the log: which page, how it was asked for, how long it took -----
# The address is left out, since it may hold a link or anything that somebody typed.


_log = logging.getLogger(__name__)


def request_details() -> dict[str, Any]:
    """Return the name of this request's page, its method and its time up to now (milliseconds).

    On a host the name of its site comes first.
    """
    spent = monotonic() - g.get("begun", monotonic())
    name = name_of_site()
    return {
        **({"site": name} if name else {}),
        "page": request.endpoint or "none",
        "method": request.method,
        "milliseconds": int(1000 * spent),
    }


def _begin(app: Flask, **_: object) -> None:
    g.begun = monotonic()


def _tell_slow(response: Response) -> Response:
    if monotonic() - g.get("begun", monotonic()) > SLOW_SECONDS:
        _log.warning("A request took long", extra={"details": request_details()})
    return response


def _tell_mistake(
    error: tuple[type, BaseException, TracebackType] | tuple[None, None, None],
) -> None:
    _log.error("A request failed", exc_info=error, extra={"details": request_details()})


# --- Whose turn a request is: that of a seat, of an officer, of a link, or of an address ----------
# The signed cookie says what a phone has. The database says whose a link is, and that is remembered
# for a minute, so most requests are answered from memory.


class Asker(NamedTuple):
    """Who asks a site; a stranger has no seat there, and no link of its club or of a night."""

    site: str
    turn: str
    is_stranger: bool = False


class Askers:
    """Tells who asks for something at the sites of a process."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._owners: dict[tuple[str, str], tuple[float, Owner]] = {}
        """By site and token whose a link is, and until when that is believed."""

    def find(self, host: str, path: str, cookies: str, network: str) -> Asker | Callable[[], Asker]:
        """Return who asks a host for a path, or a function that finds out and may read the disk.

        ``network`` is the address that the request comes from.
        """
        if path.startswith(_STATIC):
            return Asker(_STATIC, network)
        name, site = self._sites.site_at(host)
        link = _LINK_OF_PATH.match(path)
        token = link[1] if link and name != NO_SITE else ""
        if site is None:
            # Whoever shows a link to a site that sleeps is believed until the site is awake.
            return Asker(name, token or network, is_stranger=not token)
        by_name = parse_cookie(cookies)
        value = by_name.get(_OVER_HTTPS + COOKIE, by_name.get(COOKIE, ""))
        claims = read_claims(read_cookie(site.settings.secret_key, value))
        if claims.officer:
            return Asker(name, f"officer {claims.officer}")
        tokens = [claimed for claimed in (claims.seated, token, *claims.links) if claimed]
        now = monotonic()
        known = {
            token: found[1]
            for token in tokens
            if (found := self._owners.get((name, token))) is not None and found[0] > now
        }

        def look() -> Asker:
            owners = known | self._look(site, [token for token in tokens if token not in known])
            return _judge(Asker(name, network, is_stranger=True), claims, tokens, owners)

        return look() if len(known) == len(set(tokens)) else look

    def _look(self, site: Site, tokens: Iterable[str]) -> dict[str, Owner]:
        """Ask the database whose links these are, and remember it; links of nobody are left out."""
        owners: dict[str, Owner] = {}
        for token in tokens:
            try:
                owner = owner_of(site.store, token)
            except StorageError:  # the page says so
                continue
            if owner is not None:
                owners[token] = owner
                if len(self._owners) >= _MOST_LINKS:
                    self._owners.clear()
                self._owners[site.name, token] = monotonic() + _SECONDS, owner
        return owners


def _judge(
    stranger: Asker, claims: Claims, tokens: Iterable[str], owners: Mapping[str, Owner]
) -> Asker:
    """Return who asks: by the first link of the club, else by the first of a game at home.

    A game at home counts with the address that began it, so that all games that somebody begins
    share one turn.
    """
    asker = stranger
    for token in tokens:
        owner = owners.get(token)
        is_seated = token == claims.seated
        if owner is not None and owner.is_club:
            turn = f"seat {token} {claims.seat}" if is_seated else f"link {token} {claims.phone}"
            return Asker(stranger.site, turn)
        if owner is not None and asker is stranger:
            turn = owner.begun_from or stranger.turn
            asker = Asker(stranger.site, turn, is_stranger=not is_seated)
    return asker
