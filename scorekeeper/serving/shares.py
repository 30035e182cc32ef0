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


@dataclass(slots=True)
class _Queue:
    """Who holds a place of a site, and who waits for one, in the order of their turns."""

    holding: set[str] = field(default_factory=set)
    waiting: dict[str, deque[asyncio.Event]] = field(default_factory=dict)

    def next(self) -> str | None:
        """Return whose turn it is, None if all who wait hold a place already."""
        return next((who for who in self.waiting if who not in self.holding), None)


class Places:
    """The places of each site, ``most`` at once, taken in turn round those who wait for one.

    Whoever it is has one place at a time, however many of their requests wait.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._queues: dict[str, _Queue] = {}

    @asynccontextmanager
    async def place(self, site: str, who: str) -> AsyncIterator[None]:
        """Wait for the turn of ``who`` at a site, and hold a place there."""
        queue = self._queues.setdefault(site, _Queue())
        turn = asyncio.Event()
        queue.waiting.setdefault(who, deque()).append(turn)
        self._give(queue)
        try:
            await turn.wait()
            yield
        finally:
            if turn.is_set():
                queue.holding.remove(who)
            else:  # it was given up
                self._leave(queue, who, turn)
            self._give(queue)
            if not queue.holding and not queue.waiting:
                self._queues.pop(site, None)

    def _give(self, queue: _Queue) -> None:
        while len(queue.holding) < self._most and (who := queue.next()) is not None:
            turns = queue.waiting.pop(who)
            turn = turns.popleft()
            if turns:
                queue.waiting[who] = turns  # behind all others
            queue.holding.add(who)
            turn.set()

    def _leave(self, queue: _Queue, who: str, turn: asyncio.Event) -> None:
        turns = queue.waiting[who]
        turns.remove(turn)
        if not turns:
            del queue.waiting[who]
