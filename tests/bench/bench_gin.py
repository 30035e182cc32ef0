"""How many games of Hollywood and of partners differ from a naive count and from plain games."""

from collections.abc import Iterator
from random import Random

from tests.bench.figures import Row
from tests.naive_gin import differences_from_naive, differences_from_plain, random_record
from tests.worked.comparison import outcome_of

GAMES = 10_000
KINDS = {"Hollywood": (True, False), "partners": (False, True), "both": (True, True)}


def run() -> Iterator[Row]:
    """Count that many games of each kind."""
    for kind, (hollywood, partners) in KINDS.items():
        chance = Random(kind)
        counted = plain = 0
        for _ in range(GAMES):
            record = random_record(chance, hollywood=hollywood, partners=partners)
            counted += differences_from_naive(record, outcome_of(record)) != []
            plain += hollywood is not partners and differences_from_plain(record, outcome_of) != []
        yield f"{GAMES} games, {kind}: counted otherwise", f"{counted}", "0"
        if hollywood is not partners:
            yield f"{GAMES} games, {kind}: not as plain games", f"{plain}", "0"
