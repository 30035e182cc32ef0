"""Hollywood and partners by chance: against a naive count, and against plain games of two."""

from random import Random

import pytest

from tests.naive_gin import differences_from_naive, differences_from_plain, random_record
from tests.worked.comparison import outcome_of

GAMES = pytest.mark.parametrize("games", [50, pytest.param(2000, marks=pytest.mark.long)])
KINDS = pytest.mark.parametrize(
    ("hollywood", "partners"),
    [(True, False), (False, True), (True, True)],
    ids=["hollywood", "partners", "both"],
)


@GAMES
@KINDS
def test_a_game_comes_out_as_it_is_counted_naively(
    *, hollywood: bool, partners: bool, games: int
) -> None:
    chance = Random(f"{hollywood} {partners}")
    for _ in range(games):
        record = random_record(chance, hollywood=hollywood, partners=partners)
        assert differences_from_naive(record, outcome_of(record)) == [], record


@GAMES
def test_each_column_is_a_plain_game_and_each_pair_a_deal_of_two(games: int) -> None:
    chance = Random("plain")
    for number in range(games):
        partners = number % 2 == 1
        record = random_record(chance, hollywood=not partners, partners=partners)
        assert differences_from_plain(record, outcome_of) == [], record
