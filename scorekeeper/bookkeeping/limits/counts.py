"""Counts of what each address or link has open, with a limit."""

from collections import Counter
from dataclasses import dataclass
from threading import Lock

from scorekeeper.bookkeeping.limits.addresses import network_of


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
        """Count one stream less."""
        self.by_link.give_back(link)
        self.by_address.give_back(network_of(address))
