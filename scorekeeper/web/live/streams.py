"""Answers with a stream of events, which goes on for as long as a page is open."""

from collections.abc import Callable

from flask import Response, request

from scorekeeper.bookkeeping.live.notifier import Subscription, TooManyStreams
from scorekeeper.web.core.site import site
from scorekeeper.web.live.event_stream import EventStream


def answer_stream(
    token: str, subscribe: Callable[[], Subscription], *, is_in_force: Callable[[], bool]
) -> Response:
    """Answer with the events of a subscription, until the link with this token is withdrawn.

    Answers 503 if too many streams are open; the browser then asks from time to time.
    """
    streams, address = site().streams, request.remote_addr or ""
    if not streams.take(token, address):
        return _refuse()
    try:
        subscription = subscribe()
    except TooManyStreams:
        streams.give_back(token, address)
        return _refuse()
    stream = EventStream(
        subscription,
        is_in_force=is_in_force,
        on_close=lambda: streams.give_back(token, address),
    )
    # Passed on as it is, for the server to know it and to wait for its events.
    response = Response(stream, mimetype="text/event-stream", direct_passthrough=True)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would delay events
    return response


def _refuse() -> Response:
    return Response("Too many pages are open.", status=503, mimetype="text/plain")
