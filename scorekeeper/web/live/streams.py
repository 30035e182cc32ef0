"""Streams of events: the state of an open page's game or night, at once and when it changes."""

from collections.abc import Callable, Iterator
from typing import Final

from flask import Response, request

from scorekeeper.bookkeeping.live.notifier import Subscription, TooManyStreams
from scorekeeper.storage.database import StorageError
from scorekeeper.web.core.site import site

# --- The events of one open page: the state of its game, at once and whenever it changes ----------


REPEAT_SECONDS: Final = 15
"""How often a quiet stream repeats the state, which also detects phones that are gone."""

_RETRY: Final = b"retry: 2000\n\n"
_GONE: Final = b"event: gone\ndata:\n\n"


class EventStream:
    """The body of an answer that goes on for as long as the page is open.

    Iterated, it waits for each event in the thread that asks, as any WSGI server does. A server
    that waits for many at once calls ``next_event`` whenever ``on_news`` has told it to, and at
    least every ``REPEAT_SECONDS``.
    """

    def __init__(
        self,
        subscription: Subscription,
        *,
        is_in_force: Callable[[], bool],
        on_close: Callable[[], None],
    ) -> None:
        self._subscription = subscription
        self._is_in_force = is_in_force
        self._on_close = on_close
        self._is_gone = False

    def __iter__(self) -> Iterator[bytes]:
        """Yield the events until the link is withdrawn or the site stops."""
        yield _RETRY
        while not self.is_over:
            self._subscription.wait(REPEAT_SECONDS)
            yield self.next_event()

    def on_news(self, tell: Callable[[], object]) -> bytes:
        """Return the first event, and call ``tell`` at any later news, from any thread."""
        self._subscription.on_news(tell)
        return _RETRY

    @property
    def is_over(self) -> bool:
        """True once there are no more events."""
        return self._is_gone or self._subscription.is_over

    def next_event(self) -> bytes:
        """Return the state of the game as an event, or the last event of the stream."""
        if self.is_over:
            return b""
        try:
            self._is_gone = not self._is_in_force()
        except StorageError:
            self._is_gone = True
            return b""  # the browser connects again and learns then whether the link is valid
        return _GONE if self._is_gone else f"data: {self._subscription.state}\n\n".encode()

    def close(self) -> None:
        """End the subscription; the server calls this when the connection is closed."""
        self._subscription.close()
        self._on_close()


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
