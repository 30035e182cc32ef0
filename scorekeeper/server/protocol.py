"""Limits the connections of an address, and the time that a phone takes to ask and to read."""

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from scorekeeper.games import Count, network_of

_HEAD_SECONDS: Final = 10.0
_ANSWER_SECONDS: Final = 30.0
_LAST_SECONDS: Final = 0.5
"""How long a connection without a request yet may still send one when the site stops."""


class SiteProtocol(H11Protocol):
    """A connection that is closed if its phone is too slow, or its address has too many.

    uvicorn itself limits how long a connection may be idle between requests, and how large the head
    of a request may be.
    """

    most: int
    """How many connections there may be in all."""
    by_address: Count | None
    """How many an address may have; None behind a proxy, to which all of them belong."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._network = ""
        self._is_counted = False
        self._head_timer: asyncio.TimerHandle | None = None
        self._answer_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it if there are too many."""
        super().connection_made(transport)
        self._network = network_of(self.client[0]) if self.client else ""
        if self.by_address is not None:
            self._is_counted = self.by_address.take(self._network)
        has_too_many = self.by_address is not None and not self._is_counted
        if has_too_many or len(self.connections) > self.most:
            transport.abort()  # close() would wait until the phone has read what was written
            return
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timers()
        if self._is_counted and self.by_address is not None:
            self.by_address.give_back(self._network)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what a phone sends; a head that has begun must end in time."""
        super().data_received(data)
        # h11 keeps here what it cannot read yet: between requests that is the beginning of a head.
        is_in_head = self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])
        if not is_in_head:
            self._stop_head_timer()
        elif self._head_timer is None:
            self._await_head()

    def pause_writing(self) -> None:
        """Wait for a phone that reads more slowly than the answer is written, but not for ever."""
        super().pause_writing()  # called when the buffers of system and server are full
        self._answer_timer = self.loop.call_later(_ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._answer_timer is not None:
            self._answer_timer.cancel()

    def shutdown(self) -> None:
        """Close the connection, since the site stops; a phone that has just come is still answered.

        A proxy opens a connection for each request, which may be on its way already.
        """
        if self._head_timer is not None:  # no request is under way, but one may come
            self.loop.call_later(_LAST_SECONDS, self._close)
        else:
            super().shutdown()

    def _close(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(_HEAD_SECONDS, self.transport.abort)

    def _stop_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _stop_timers(self) -> None:
        self._stop_head_timer()
        if self._answer_timer is not None:
            self._answer_timer.cancel()
