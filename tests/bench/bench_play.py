"""How fast deals are played out, each followed by the referee."""

from collections.abc import Iterator
from random import Random
from time import process_time

from scorekeeper.domain.variant import Table
from tests.bench.figures import Row
from tests.domain.referee import Referee
from tests.domain.test_play import NAMES, PLAYED, play, random_table

DEALS = 10_000


def run(deals: int = DEALS) -> Iterator[Row]:
    """Play by house rules of chance at tables of every size; the referee must accept them all."""
    for key, variant in PLAYED.items():
        chance, seconds, refused = Random(key), 0.0, 0
        for number in range(deals):
            options, to_play = random_table(variant, chance)
            begun = process_time()
            played = play(variant, options, to_play, f"{key} {number}")
            seconds += process_time() - begun
            table = Table(players=NAMES[: to_play.players], number=to_play.number)
            try:
                Referee(variant, options, to_play, played).follow()
            except AssertionError:
                refused += 1
                continue
            refused += variant.family.score_deal(options, played.deal, table).score is None
        yield f"{key}: deals refused of {deals}", f"{refused}", "0"
        yield f"{key}: a deal", f"{1000 * seconds / deals:.1f} ms", "20 ms"


def run_short() -> Iterator[Row]:
    """A tenth of them."""
    yield from run(DEALS // 10)
