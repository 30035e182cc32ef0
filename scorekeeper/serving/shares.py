"""Who is answered next: shares of what is answered at once, and turns among the sites of a host."""

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

# --- Shares of the threads that answer, for addresses, links and sites ----------------------------


@dataclass(slots=True)
class _Share:
    places: asyncio.Semaphore
    users: int = 0


class Shares:
    """A share of the threads for each address, link or site; ``most`` requests at once.

    Others wait: so a sender of many requests waits for their own ones, and nobody else does.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._shares: dict[str, _Share] = {}

    @asynccontextmanager
    async def place_for(self, who: str, most: int | None = None) -> AsyncIterator[None]:
        """Wait until ``who`` has a place free, and hold it; a share without users is forgotten.

        ``most`` is how many places a new share has, if not as many as others.
        """
        share = self._shares.setdefault(who, _Share(asyncio.Semaphore(most or self.most)))
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


# --- Turns of sites at the interpreter, which all threads share -----------------------------------

_SHORT_SECONDS: Final = 0.025
"""How long a request keeps others waiting. A page takes a fifth of it; what takes longer mostly
waits itself: for the disk, or for the process that prints."""
_HALF_LIFE_SECONDS: Final = 5.0
"""In this time half of what a site has used is forgotten."""
_BUSY_SECONDS: Final = 0.2
"""A site that used more lately, a thirtieth of a processor, is busy; a table uses a hundredth."""
_PAUSE_SECONDS: Final = 0.003
"""After a request of a busy site the others of busy sites wait at least so long.

While it computed, the event loop was late: requests of quiet sites that came meanwhile are read
first.
"""
_MOST_SECONDS: Final = 1.0
"""Who has waited for so long goes before others, whatever the site used; no rest is longer."""
_ALONE_SECONDS: Final = 10.0
"""A site rests for nobody when no other has been asked for so long."""


@dataclass(slots=True, eq=False)
class Turn:
    """A request of a site: when it came, by the clock of the event loop, and when it may begin.

    ``used`` is the processor time that it took (seconds), ``hold`` ends the time in which it keeps
    others waiting.
    """

    site: str
    came: float
    may_begin: asyncio.Event = field(default_factory=asyncio.Event)
    used: float = 0.0
    hold: asyncio.TimerHandle | None = None


class SiteTurns:
    """Lets requests begin: first those of the site that used the least processor time of late.

    Requests that are computed at once take longer than one after the other. So a request begins
    when fewer than ``most`` others run that have just begun and whose sites used no more than its
    own: one of a quiet site waits for none of a busy one.

    ``share`` is how much of a processor a site may use in the long run beside others. After a
    request of one that used more, requests of busy sites wait until it has not.
    """

    def __init__(self, most: int, share: float = math.inf) -> None:
        self.most = most
        # What is used all the time comes to this sum of what is forgotten by halves.
        self._most_used = share * _HALF_LIFE_SECONDS / math.log(2)
        self._waiting: dict[str, deque[Turn]] = {}
        self._holding: set[Turn] = set()
        """Those that have just begun, and those after which their site rests."""
        self._used: dict[str, tuple[float, float]] = {}
        """By site how many seconds it had used, and when that was; the last that ended is last."""

    @asynccontextmanager
    async def turn(self, site: str) -> AsyncIterator[Turn]:
        """Wait for a turn of a site, and hold it; the caller notes in it what was used."""
        turn = Turn(site, _now())
        self._waiting.setdefault(site, deque()).append(turn)
        self._let_begin()
        try:
            await turn.may_begin.wait()
            yield turn
        finally:
            self._end(turn)

    def _let_begin(self) -> None:
        while (turn := self._next()) is not None:
            self._leave_queue(turn)
            self._holding.add(turn)
            self._hold(turn, _SHORT_SECONDS)
            turn.may_begin.set()

    def _next(self) -> Turn | None:
        """Return who may begin now, or None."""
        now = _now()

        def place(turn: Turn) -> tuple[bool, float, float]:
            is_late = now - turn.came >= _MOST_SECONDS
            return not is_late, 0 if is_late else self._used_by(turn.site, now), turn.came

        first = sorted([queue[0] for queue in self._waiting.values()], key=place)
        return next((turn for turn in first if self._may_begin(turn.site, now)), None)

    def _may_begin(self, site: str, now: float) -> bool:
        used = self._used_by(site, now)
        before = [turn for turn in self._holding if self._used_by(turn.site, now) <= used]
        return len(before) < self.most

    def _hold(self, turn: Turn, seconds: float) -> None:
        turn.hold = asyncio.get_running_loop().call_later(seconds, self._hold_nobody, turn)

    def _hold_nobody(self, turn: Turn) -> None:
        """Let others begin: the request takes long, or its site has rested after it."""
        self._holding.discard(turn)
        self._let_begin()

    def _end(self, turn: Turn) -> None:
        if turn.hold is None:  # it was given up
            self._leave_queue(turn)
            self._let_begin()
            return
        turn.hold.cancel()
        now = _now()
        used = self._used_by(turn.site, now) + turn.used
        self._used.pop(turn.site, None)
        self._used[turn.site] = used, now
        if used < _BUSY_SECONDS or self._is_alone(turn.site, now):
            self._hold_nobody(turn)
            return
        self._holding.add(turn)  # it may have held nobody because it took long
        rest = _HALF_LIFE_SECONDS * math.log2(max(1.0, used / self._most_used))
        self._hold(turn, min(_MOST_SECONDS, max(_PAUSE_SECONDS, rest)))

    def _is_alone(self, site: str, now: float) -> bool:
        """Tell whether no other site waits, or was answered lately."""
        others = (at for other, (_, at) in reversed(self._used.items()) if other != site)
        return self._waiting.keys() <= {site} and now - next(others, -math.inf) > _ALONE_SECONDS

    def _leave_queue(self, turn: Turn) -> None:
        queue = self._waiting[turn.site]
        queue.remove(turn)
        if not queue:
            del self._waiting[turn.site]

    def _used_by(self, site: str, now: float) -> float:
        """Return how much a site used lately; what is longer ago counts less."""
        seconds, at = self._used.get(site, (0.0, now))
        return seconds * math.exp2((at - now) / _HALF_LIFE_SECONDS)


def _now() -> float:
    return asyncio.get_running_loop().time()
