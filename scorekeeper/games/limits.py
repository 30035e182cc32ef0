"""Limits of what one address or one link may do at once, try, ask, or have saved in a day."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import IPv6Network, ip_address
from itertools import count
from threading import Condition, Lock
from time import monotonic
from typing import Final, NamedTuple

# --- addresses of the network as limits count them ------------------------------------------------


_NETWORK_BITS: Final = 64
"""The bits of an IPv6 address that are the same for a whole home."""


def network_of(address: str) -> str:
    """Return what limits count: an IPv4 address, or the network of an IPv6 address.

    One phone has many IPv6 addresses in the network of its home. A text that is not an address is
    returned as it is.
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return address
    if parsed.ipv4_mapped is not None:  # so a socket for both kinds writes an IPv4 address
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((int(parsed), _NETWORK_BITS), strict=False))


# --- counts of what each address or link has open, with a limit -----------------------------------


class Count:
    """Counts things by the address or link that has them; each may have at most ``most``."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, who: str) -> bool:
        """Count one more; return False and count nothing if ``who`` has the most already."""
        with self._lock:
            if self._counts[who] >= self.most:
                return False
            self._counts[who] += 1
            return True

    def give_back(self, who: str) -> None:
        """Count one less, and forget ``who`` if that leaves none."""
        with self._lock:
            self._counts[who] -= 1
            if self._counts[who] <= 0:
                del self._counts[who]


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamCounts:
    """The streams that are open, by link and by address, each with a limit."""

    by_link: Count
    by_address: Count

    def take(self, link: str, address: str) -> bool:
        """Count one more stream; return False and count nothing if a limit is reached."""
        if not self.by_link.take(link):
            return False
        if not self.by_address.take(network_of(address)):
            self.by_link.give_back(link)
            return False
        return True

    def give_back(self, link: str, address: str) -> None:
        self.by_link.give_back(link)
        self.by_address.give_back(network_of(address))


# --- what one address may have saved in a day; in memory only, and in little of it ----------------


DAY_SECONDS: Final = 24 * 3600

MOST_ADDRESSES: Final = 4096
"""The most addresses that are counted; then ended days are forgotten, else the least used one."""


class Sender(NamedTuple):
    """The address that a request comes from, and its size in bytes."""

    address: str = ""
    size: int = 0


NOBODY: Final = Sender()
"""The sender of a post that came by no network, such as one of a command."""


@dataclass(slots=True)
class _Day:
    """A day of an address, which begins when it first saves something."""

    ends: float
    size: int = 0
    games: int = 0


class DayLimit:
    """Counts what each address saves in its day: at most ``most_bytes``, and ``most_games`` begun.

    A restart of the site forgets all days.
    """

    def __init__(
        self, *, most_bytes: int, most_games: int, now: Callable[[], float] = monotonic
    ) -> None:
        self._most_bytes, self._most_games = most_bytes, most_games
        self._now = now
        self._lock = Lock()
        self._days: dict[str, _Day] = {}

    def may_save(self, sender: Sender, *, games: int = 0) -> bool:
        """Tell whether a request may be saved; ``games`` is how many games it begins."""
        with self._lock:
            day = self._day_of(network_of(sender.address))
            return (
                day.size + sender.size <= self._most_bytes and day.games + games <= self._most_games
            )

    def note(self, sender: Sender, *, games: int = 0) -> None:
        """Count a request that was saved."""
        network = network_of(sender.address)
        with self._lock:
            day = self._days[network] = self._day_of(network)
            day.size += sender.size
            day.games += games
            if len(self._days) > MOST_ADDRESSES:
                self._forget_one(but=network)

    def _forget_one(self, *, but: str) -> None:
        """Forget the days that have ended; if that is not enough, forget the least used one."""
        now = self._now()
        self._days = {address: day for address, day in self._days.items() if day.ends > now}
        if len(self._days) > MOST_ADDRESSES:
            others = [address for address in self._days if address != but]
            del self._days[min(others, key=lambda address: self._share_used(self._days[address]))]

    def _share_used(self, day: _Day) -> int:
        """Return the larger of the used shares of both limits, times the product of the limits."""
        return max(day.size * self._most_games, day.games * self._most_bytes)

    def _day_of(self, network: str) -> _Day:
        day = self._days.get(network)
        if day is None or day.ends <= self._now():
            return _Day(self._now() + DAY_SECONDS)
        return day


# --- how often an address may guess a short code; in memory only, and in little of it -------------


MOST_WRONG: Final = 20
"""How many wrong guesses of a code an address has in ``SECONDS``."""

MOST_WRONG_OF_ALL: Final = 100
"""How many wrong guesses of a code all addresses have together in ``SECONDS``.

So an attacker with many addresses cannot guess more often.
"""

SECONDS: Final = 3600


class GuessLimit:
    """Counts the wrong guesses of the last hour, by the network that they came from."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._wrong: list[tuple[str, float]] = []

    def take_guess(self, address: str) -> bool:
        """Count a guess as wrong before it is known, so that many at once are counted too.

        Returns False, and counts nothing, if the address may not guess.
        """
        network = network_of(address)
        with self._lock:
            now = self._now()
            self._wrong = [(who, at) for who, at in self._wrong if at > now - SECONDS]
            own = [who for who, _ in self._wrong if who == network]
            may_guess = len(own) < MOST_WRONG and len(self._wrong) < MOST_WRONG_OF_ALL
            if may_guess:
                self._wrong.append((network, now))
            return may_guess

    def give_back(self, address: str) -> None:
        """Take back the last guess of an address: it was right, or was not looked at."""
        network = network_of(address)
        with self._lock:
            places = [place for place, (who, _) in enumerate(self._wrong) if who == network]
            if places:
                del self._wrong[places[-1]]


# --- how long the site works for one address or link; in memory only, and in little of it ---------


class Pace:
    """Bounds the time that the site works for each address or link.

    It is at most ``share`` of the time in the long run, and ``at_once`` seconds after a rest.
    """

    def __init__(
        self, *, share: float, at_once: float, now: Callable[[], float] = monotonic
    ) -> None:
        self._share, self._at_once = share, at_once
        self._now = now
        self._lock = Lock()
        self._busy_until: dict[str, float] = {}
        """When each would have been served, if the site worked for it by its share alone."""

    def may_ask(self, who: str) -> bool:
        """Tell whether the site works for an address or link now."""
        with self._lock:
            return (self._busy_until.get(who, 0.0) - self._now()) * self._share < self._at_once

    def note(self, who: str, seconds: float) -> None:
        """Count the time that the site worked."""
        with self._lock:
            now = self._now()
            self._busy_until[who] = max(self._busy_until.get(who, now), now) + seconds / self._share
            if len(self._busy_until) > MOST_ADDRESSES:
                self._busy_until = {
                    asker: until for asker, until in self._busy_until.items() if until > now
                }
            if len(self._busy_until) > MOST_ADDRESSES:
                del self._busy_until[min(self._busy_until, key=self._busy_until.__getitem__)]


# --- a short queue for slow work, one piece at a time, mostly the smallest first ------------------
# Several sites may share one; then none has two turns in a row while another waits.


MOST_WAITING: Final = 8
"""How many callers may wait; each of them occupies a thread of the site."""
_TURNS_BY_SIZE: Final = 3
"""How many turns go to the smallest work before one goes to the caller that waits longest."""
_MAY_BE_TURNED_AWAY: Final = MOST_WAITING // 2
"""How many of the latest callers may lose their place; those before them keep theirs."""


class TooManyWait(Exception):  # noqa: N818 - it becomes a sentence to the one who waited
    """The turn did not come in time, or too many waited and this was the largest work."""


class _Caller(NamedTuple):
    """A caller that waits: the size of its work, its number in the order of coming, its site."""

    size: int
    number: int
    site: str


class Turns:
    """Turns at one kind of work; any thread may ask for one.

    The smallest work is next, so that much large work hardly delays small work; every fourth turn
    goes to the caller that waits longest, so that much small work does not keep large work waiting
    for ever. When too many wait, the largest work of the latest callers is turned away, from the
    site for which most wait.
    """

    def __init__(self) -> None:
        self.changed = Condition()
        """Notified whenever a caller comes, has a turn or goes."""
        self._numbers = count()
        self._waiting: list[_Caller] = []
        self._is_taken = False
        self._given = 0
        self._last_site = ""

    @contextmanager
    def turn(self, size: int, *, seconds: float, site: str = "") -> Iterator[None]:
        """Wait for a turn, at most ``seconds``; hold it in the ``with`` block.

        ``size`` tells how large the work is, in any unit that all callers share; ``site`` for which
        site it is. Raises ``TooManyWait``.
        """
        if not self._take(size, site, seconds):
            raise TooManyWait
        try:
            yield
        finally:
            with self.changed:
                self._is_taken = False
                self.changed.notify_all()

    @property
    def waiting(self) -> int:
        """How many callers wait."""
        return len(self._waiting)

    def _take(self, size: int, site: str, seconds: float) -> bool:
        with self.changed:
            mine = _Caller(size, next(self._numbers), site)
            self._waiting.append(mine)
            if len(self._waiting) > MOST_WAITING:
                self._waiting.remove(self._least_urgent())
            self.changed.notify_all()
            self.changed.wait_for(
                lambda: mine not in self._waiting or self._is_next(mine), timeout=seconds
            )
            is_mine = self._is_next(mine)
            self._given += is_mine
            if mine in self._waiting:
                self._waiting.remove(mine)
                self.changed.notify_all()
            if is_mine:
                self._is_taken, self._last_site = True, site
            return is_mine

    def _is_next(self, mine: _Caller) -> bool:
        if self._is_taken or not self._waiting:
            return False
        others = [caller for caller in self._waiting if caller.site != self._last_site]
        by_size = self._given % (_TURNS_BY_SIZE + 1) < _TURNS_BY_SIZE
        return mine == min(others or self._waiting, key=None if by_size else _number_of)

    def _least_urgent(self) -> _Caller:
        by_site = Counter([caller.site for caller in self._waiting])
        most = max(by_site.values())
        crowd = [caller for caller in self._waiting if by_site[caller.site] == most]
        return max(sorted(crowd, key=_number_of)[-_MAY_BE_TURNED_AWAY:])


def _number_of(caller: _Caller) -> int:
    return caller.number
