"""Numbers of chance by a seed."""

from collections import Counter

from scorekeeper.tournament.seats.search import Draw


def test_the_same_seed_draws_the_same_numbers_and_another_seed_others() -> None:
    drawn = [[Draw(seed).below(1000) for _ in range(8)] for seed in ("1", "1", "2")]
    assert drawn[0] == drawn[1] != drawn[2]


def test_every_number_below_the_limit_is_drawn_about_as_often() -> None:
    draw = Draw("seed")
    counts = Counter([draw.below(6) for _ in range(6000)])
    assert sorted(counts) == [*range(6)]
    assert all(900 < count < 1100 for count in counts.values())
