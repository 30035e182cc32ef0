"""Shares of the threads that answer, for addresses and links."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class _Share:
    places: asyncio.Semaphore
    users: int = 0


class Shares:
    """A share of the threads for each address or link: ``most`` requests at once, others wait.

    So a sender of many requests waits for their own ones, and nobody else waits for them.
    """

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

    def is_full_for(self, who: str) -> bool:
        """Tell whether one more request of ``who`` would have to wait for their other requests."""
        return who in self._shares and self._shares[who].users >= self.most
