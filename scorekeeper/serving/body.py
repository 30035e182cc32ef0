"""Reads the body of a request, which must come whole and in time."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from scorekeeper.config import MAX_REQUEST_BYTES

_BODY_SECONDS: Final = 30.0
_FIRST_SECONDS: Final = 10.0
_LEAST_BYTES_A_SECOND: Final = 1_000
_MOST_DISCARDED: Final = 16 * MAX_REQUEST_BYTES
"""How much of a request that is too large is read, so that its sender reads why it is refused."""


class GoneError(Exception):
    """The phone has hung up."""


class SlowError(Exception):
    """The body of a request comes too slowly."""


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request; of one that is too large only the size is kept."""

    content: bytes
    size: int


async def read_body(receive: Callable[[], Awaitable[MutableMapping[str, Any]]]) -> Body:
    """Return the whole body; raises SlowError if it takes too long, GoneError if it ends."""
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
        if size <= MAX_REQUEST_BYTES:
            parts.append(part)
        if not message.get("more_body", False):
            break
    return Body(b"".join(parts) if size <= MAX_REQUEST_BYTES else b"", size)
