"""Who is answered next: places of a site, taken in turn, and shares of what is answered at once."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Share:
    places: asyncio.Semaphore
    users: int = 0


class Shares:
    """A share of the threads for each address; ``most`` requests at once, and the others wait."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._shares: dict[str, _Share] = {}

    @asynccontextmanager
    async def place_for(self, who: str) -> AsyncIterator[None]:
        """Wait until ``who`` has a place free, and hold it; a share without users is forgotten."""
        share = self._shares.setdefault(who, _Share(asyncio.Semaphore(self.most)))
        share.users += 1
        try:
            async with share.places:
                yield
        finally:
            share.users -= 1
            if share.users == 0:
                del self._shares[who]


_Line = deque[asyncio.Event]


@dataclass(slots=True)
class _Queue:
    """Those who hold a place of a site, and who waits for one in the order of turns.

    Of each are named the further requests that wait.
    """

    holding: dict[str, _Line] = field(default_factory=dict)
    waiting: dict[str, _Line] = field(default_factory=dict)


class Places:
    """The places of each site, ``most`` at once, taken in turn round those who wait for one.

    Whoever it is has one place at a time, however many of their requests wait; when that is free,
    the next of them is behind all others who wait then.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._queues: dict[str, _Queue] = {}

    @asynccontextmanager
    async def place(self, site: str, who: str) -> AsyncIterator[None]:
        """Wait for the turn of ``who`` at a site, and hold a place there."""
        queue, turn = self._queues.setdefault(site, _Queue()), asyncio.Event()
        lines = queue.holding if who in queue.holding else queue.waiting
        lines.setdefault(who, deque()).append(turn)
        self._give(queue)
        try:
            await turn.wait()
            yield
        finally:
            if turn.is_set():
                line = queue.holding.pop(who)
                queue.waiting |= {who: line} if line else {}
            else:
                self._give_up(queue, who, turn)
            self._give(queue)
            if not queue.holding and not queue.waiting:
                self._queues.pop(site, None)

    def _give(self, queue: _Queue) -> None:
        while queue.waiting and len(queue.holding) < self._most:
            who = next(iter(queue.waiting))
            queue.holding[who] = queue.waiting.pop(who)
            queue.holding[who].popleft().set()

    def _give_up(self, queue: _Queue, who: str, turn: asyncio.Event) -> None:
        lines = queue.holding if who in queue.holding else queue.waiting
        lines[who].remove(turn)
        if lines is queue.waiting and not lines[who]:
            del lines[who]
