from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from scorekeeper.tournament.seats.search import balance


def spread(turns: Counter[str]) -> int:
    return sum([sum(range(each)) for each in turns.values()])


@pytest.mark.parametrize("seed", range(60))
def test_no_other_way_spreads_turns_more_evenly(seed: int) -> None:
    """All ways are tried."""
    chance = Random(seed)
    who = "abcde"[: chance.randint(2, 5)]
    slots = []
    for _ in range(chance.randint(1, 4)):
        able = chance.sample(who, chance.randint(1, len(who)))
        slots.append((chance.randint(1, min(2, len(able))), able))
    had = {each: chance.randrange(3) for each in who if chance.randrange(2)}
    taken = balance(slots, had)
    for (count, able), chosen in zip(slots, taken, strict=True):
        assert len(set(chosen)) == len(chosen) == count
        assert set(chosen) <= set(able)
    every = product(*[combinations(able, count) for count, able in slots])
    least = min(
        [spread(Counter(had) + Counter([a for each in way for a in each])) for way in every]
    )
    assert spread(Counter(had) + Counter([a for each in taken for a in each])) == least
