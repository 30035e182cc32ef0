"""Organised nights by chance, each against figures counted in the plainest way."""

from collections.abc import Iterator

from tests.bench.figures import Row
from tests.domain.club.test_generated_organised import compare

_NIGHTS = 10_000
_SHORT = 1_000


def run() -> Iterator[Row]:
    """Compare ten thousand clubs, with one to four nights each; one that differs stops all."""
    yield from _compared(_NIGHTS)


def run_short() -> Iterator[Row]:
    """Compare a thousand."""
    yield from _compared(_SHORT)


def _compared(clubs: int) -> Iterator[Row]:
    for seed in range(clubs):
        compare(seed)
    yield "clubs whose points, pools, pots, prizes and seasons agree", f"{clubs:,}", "all"
