"""Sends requests of many guests to a served site and counts what comes back."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.fuzz.broken import Known, make_request
from tests.fuzz.guest import Guest
from tests.fuzz.routes import Route

_PORTION: Final = 65_536
_SOON: Final = 1.0
"""After so many seconds without an answer a guest goes on and lets another wait for it."""
_STATUS: Final = re.compile(rb"HTTP/1\.1 (\d{3}) ")
_LENGTH: Final = re.compile(rb"(?mi)^content-length: (\d+)")
_UNAVAILABLE: Final = 503


@dataclass
class Found:
    """What came back: how often each status, how often a closed connection, and what is wrong."""

    statuses: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, bytes]] = field(default_factory=list)
    """Why, and the request: answered 500, not answered and not closed, or answered in part."""

    @property
    def requests(self) -> int:
        """How many requests were answered or closed."""
        return sum(self.statuses.values())

    def note(self, raw: bytes, head: bytes, *, is_whole: bool) -> None:
        """Count one answer; an empty one is a connection that was closed."""
        status = _STATUS.match(head)
        self.statuses[status[1].decode() if status else "closed"] += 1
        if status and int(status[1]) >= 500 and int(status[1]) != _UNAVAILABLE:
            self.wrong.append((status[1].decode(), raw))
        if head and not is_whole:
            self.wrong.append(("part of an answer", raw))


@dataclass
class Rounds:
    """A run of ``most`` requests; ``patience`` is how long any of them may take (seconds)."""

    port: int
    routes: Sequence[Route]
    seed: int
    most: int
    patience: float
    found: Found = field(default_factory=Found)
    _late: set[asyncio.Task[tuple[bytes, bytes]]] = field(default_factory=set)
    _sent: int = 0

    async def run(self, guests: int, at_part: Callable[[], None] | None = None) -> Found:
        """Let guests send requests until there are enough; ``at_part`` is called at a fifth."""
        await asyncio.gather(*[self._visit(number, at_part) for number in range(guests)])
        await asyncio.gather(*self._late)
        return self.found

    async def _visit(self, number: int, at_part: Callable[[], None] | None) -> None:
        chance = Random(f"{self.seed} {number}")
        guest = Guest(chance, Known(self.routes))
        for sane in guest.requests():
            if self._sent >= self.most:
                return
            while chance.random() < 0.5:
                await self._ask(make_request(chance, guest.known))
            guest.hear(*await self._ask(sane))
            if at_part is not None and self._sent in range(self.most // 5, self.most // 5 + 2):
                at_part()

    async def _ask(self, raw: bytes) -> tuple[bytes, bytes]:
        self._sent += 1
        asking = asyncio.create_task(self._exchange(raw))
        await asyncio.wait({asking}, timeout=_SOON)
        if asking.done():
            return asking.result()
        self._late.add(asking)
        asking.add_done_callback(self._late.discard)
        return b"", b""

    async def _exchange(self, raw: bytes) -> tuple[bytes, bytes]:
        try:
            async with asyncio.timeout(self.patience):
                head, body, is_whole = await _answer_to(self.port, raw)
        except TimeoutError:
            self.found.wrong.append(("no answer", raw))
            return b"", b""
        self.found.note(raw, head, is_whole=is_whole)
        return head, body


async def _answer_to(port: int, raw: bytes) -> tuple[bytes, bytes, bool]:
    """The head and the body of the first answer, and whether they came whole."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    heard = b""
    try:
        writer.write(raw)
        while not _is_whole(raw, heard) and (part := await reader.read(_PORTION)):
            heard += part
            if heard.startswith(b"HTTP/1.1 100"):
                heard = heard.partition(b"\r\n\r\n")[2]
    except ConnectionError:
        pass
    finally:
        writer.transport.abort()
    head, _, body = heard.partition(b"\r\n\r\n")
    return head, body, _is_whole(raw, heard, is_closed=True)


def _is_whole(raw: bytes, heard: bytes, *, is_closed: bool = False) -> bool:
    head, gap, body = heard.partition(b"\r\n\r\n")
    if not gap:
        return False
    # A page's events go on as long as it is open.
    if raw.lstrip().startswith(b"HEAD") or head[9:12] in (b"204", b"304"):
        return True
    if b"text/event-stream" in head:
        return True
    length = _LENGTH.search(head)
    if length:
        return len(body) >= int(length[1])
    return body.endswith(b"0\r\n\r\n") if b"chunked" in head else is_closed
