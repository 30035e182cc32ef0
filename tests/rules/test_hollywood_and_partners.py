"""Hollywood and partners by chance: against a naive count, and against plain games of two."""

from random import Random

import pytest

from tests.naive_gin import differences_from_naive, differences_from_plain, random_record
from tests.worked.comparison import outcome_of

GAMES = 200
KINDS = pytest.mark.parametrize(
    ("hollywood", "partners"),
    [(True, False), (False, True), (True, True)],
    ids=["hollywood", "partners", "both"],
)


@KINDS
def test_a_game_comes_out_as_it_is_counted_naively(*, hollywood: bool, partners: bool) -> None:
    chance = Random(f"{hollywood} {partners}")
    for _ in range(GAMES):
        record = random_record(chance, hollywood=hollywood, partners=partners)
        assert differences_from_naive(record, outcome_of(record)) == [], record


def test_each_column_is_a_plain_game_and_each_pair_a_deal_of_two() -> None:
    chance = Random("plain")
    for number in range(GAMES):
        partners = number % 2 == 1
        record = random_record(chance, hollywood=not partners, partners=partners)
        assert differences_from_plain(record, outcome_of) == [], record
