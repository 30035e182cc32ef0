"""Writes the sum of a pool: what comes in, and what of it goes where."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from scorekeeper.tournament.pool import OrganisedFigures
from scorekeeper.wording import write_plural, write_sum


class PoolLine(NamedTuple):
    """A line of the sum of a pool, in minor units: what comes in, and with a minus what goes."""

    words: str
    minor: int


def write_pool(figures: OrganisedFigures, pots: Mapping[str, str], currency: str) -> list[PoolLine]:
    """Return the sum of a pool, which ends at nothing once its night has a standing.

    ``pots`` are the names of pots by id.
    """
    pool, organised = figures.pool, figures.organised
    gets_rest = pots.get(organised.prizes.rest, "the club")
    parts = ", ".join([str(part) for part in figures.schedule.parts])
    lines = [
        *_entry_lines(figures, pots, currency),
        PoolLine("awards", -pool.awards),
        PoolLine(_deals(figures, currency), -pool.deals),
        PoolLine(f"for the places: {parts}" if parts else "for the places", -pool.places),
        PoolLine(f"the rest, to {gets_rest}", -pool.rest),
        PoolLine("paid by the club, as the pool is short", pool.short),
    ]
    return [line for line in lines if line.minor]


def _entry_lines(
    figures: OrganisedFigures, pots: Mapping[str, str], currency: str
) -> Iterator[PoolLine]:
    """Yield what the entries bring, by their price, and what of them is not for prizes."""
    paid, entry = len(figures.entries), figures.organised.entry
    for minor, count in Counter(figures.entries.values()).items():
        words = f"{write_plural(count, 'entry', 'entries')} of {write_sum(minor, currency)}"
        yield PoolLine(words, minor * count)
    yield PoolLine("added by the club", figures.pool.added)
    if entry is not None:
        yield PoolLine(f"to the club, {write_sum(entry.fee, currency)} each", -figures.pool.fees)
        for pot, minor in entry.pots.items():
            yield PoolLine(f"to {pots[pot]}, {write_sum(minor, currency)} each", -minor * paid)


def _deals(figures: OrganisedFigures, currency: str) -> str:
    prize = figures.organised.prizes.deal
    count = figures.pool.deals // prize if prize else 0
    return f"{write_plural(count, 'deal')} at {write_sum(prize, currency)}"
