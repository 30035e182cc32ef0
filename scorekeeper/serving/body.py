"""Reads the body of a request, which must come whole and in time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.config import MAX_REQUEST_BYTES

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

_BODY_SECONDS: Final = 30.0
_FIRST_SECONDS: Final = 10.0
_LEAST_BYTES_A_SECOND: Final = 1_000
_MOST_DISCARDED: Final = 16 * MAX_REQUEST_BYTES
"""How much of a request that is too large is read, so that its sender gets the answer."""


_FORM_BYTES: Final = 65_536
"""The largest body that does not count as large: it holds any deal, but not every record."""
MOST_LARGE_BYTES: Final = 64 * MAX_REQUEST_BYTES


class GoneError(Exception):
    """The phone has hung up."""


class SlowError(Exception):
    """The body of a request comes too slowly."""


class FullError(Exception):
    """Large bodies take up all the memory that there is for them."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request; of one that is too large only the size is kept."""

    content: bytes
    size: int


@dataclass(slots=True)
class LargeBodies:
    """The memory for bodies larger than a form: ``most`` bytes for all senders together.

    Forms do not count, so that many records sent at once keep nobody from entering a deal.
    """

    most: int = MOST_LARGE_BYTES
    held: int = field(init=False, default=0)

    @asynccontextmanager
    async def read(self, receive: Receive) -> AsyncIterator[Body]:
        """Read a body and hold it until its request is answered.

        Raises SlowError if it takes too long, GoneError if it ends, FullError if there is no room.
        """
        taken = 0

        def make_room(size: int) -> None:
            nonlocal taken
            more = max(0, min(size, MAX_REQUEST_BYTES) - _FORM_BYTES) - taken
            if self.held + more > self.most:
                raise FullError
            self.held, taken = self.held + more, taken + more

        try:
            yield await _read_body(receive, make_room)
        finally:
            self.held -= taken


async def _read_body(receive: Receive, make_room: Callable[[int], None]) -> Body:
    loop = asyncio.get_running_loop()
    begin, size, parts = loop.time(), 0, []
    while size <= _MOST_DISCARDED:
        allowed = min(_BODY_SECONDS, _FIRST_SECONDS + size / _LEAST_BYTES_A_SECOND)
        try:
            async with asyncio.timeout_at(begin + allowed):
                message = await receive()
        except TimeoutError:
            raise SlowError from None
        if message["type"] == "http.disconnect":
            raise GoneError
        part = message.get("body", b"")
        size += len(part)
        make_room(size)
        if size <= MAX_REQUEST_BYTES:
            parts.append(part)
        if not message.get("more_body", False):
            break
    return Body(b"".join(parts) if size <= MAX_REQUEST_BYTES else b"", size)
