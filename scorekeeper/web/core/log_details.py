"""The details of a request for the log: which page, how it was asked for, how long it took.

The address is left out, since it may hold a link or anything that somebody typed.
"""

import logging
from time import monotonic
from types import TracebackType
from typing import Any, Final

from flask import Flask, Response, g, request, request_started

SLOW_SECONDS: Final = 1.0
"""A request that takes longer is told in the log."""

_log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Log requests that fail by a mistake of the program, and those that take long."""
    request_started.connect(_begin, app)
    app.after_request(_tell_slow)
    app.log_exception = _tell_mistake  # type: ignore[method-assign, assignment]


def request_details() -> dict[str, Any]:
    """Return the name of this request's page, its method and its time up to now (milliseconds)."""
    spent = monotonic() - g.get("begun", monotonic())
    return {
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
