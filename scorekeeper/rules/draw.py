"""Numbers drawn by a seed: the same ones on every machine, with each seed its own."""

from hashlib import sha256
from struct import unpack


class Draw:
    """Numbers drawn from SHA-256 of ``SEED:0``, ``SEED:1``, …, four of 64 bits from each."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._digests = 0
        self._ready: list[int] = []

    def below(self, limit: int) -> int:
        """Return a number from 0 to below ``limit``, each as likely as any other."""
        top = (1 << 64) // limit * limit
        while True:
            if not self._ready:
                digest = sha256(f"{self._seed}:{self._digests}".encode()).digest()
                self._ready = list(unpack(">4Q", digest))[::-1]
                self._digests += 1
            number = self._ready.pop()
            if number < top:
                return number % limit
