"""What a document may cost: much of anything is refused at once, in one sentence."""

from functools import partial
from typing import Any

import pytest

from scorekeeper.record.document import FORMAT, MORE_PROBLEMS, PROBLEMS_MAX
from scorekeeper.record.reading import Reading, read_record
from scorekeeper.rules.scoring import cached_score
from tests.steps import count_steps

OTHER = {"melds": [], "in_hand": "5H"}


def read(hand: dict[str, Any], times: int = 1) -> Reading:
    deal = {"ending": "stock", "hands": {"Ann": hand, "Bob": OTHER}}
    return read_record(
        {"format": FORMAT, "variant": "laws", "players": ["Ann", "Bob"], "deals": [deal] * times}
    )


def test_more_penalties_than_anybody_pays_are_one_problem() -> None:
    fines = [{"points": 5}] * 70_000
    problems = read({"melds": [], "in_hand": "4C", "penalties": fines}).problems
    assert [problem.text for problem in problems if problem.at[-1] == "penalties"] == [
        "A hand has at most 50 penalties"
    ]


def test_the_first_thousand_problems_of_a_document_are_reported() -> None:
    problems = read({"melds": ["X X X X"] * 200, "in_hand": "4C"}, 10).problems
    assert len(problems) == PROBLEMS_MAX + 1
    assert problems[-1].text == "More than 1000 problems were found; mend these first"


def test_deals_after_more_problems_than_are_reported_are_not_judged() -> None:
    hand = {"melds": [], "in_hand": "5C 5C 5C 6C 6C 6C 7C 7C 7C 8C 8C 8C 9C 9C 9C"}
    before = count_cache_lookups()
    problems = read(hand, 500).problems
    assert problems[-1] == MORE_PROBLEMS
    judged = max(int(problem.at[1]) for problem in problems[:-1]) + 1
    assert judged < 250
    assert count_cache_lookups() - before == 2 * judged


def test_a_card_too_often_is_found_without_looking_through_all_cards_again() -> None:
    def deal(ranks: str) -> int:
        cards = " ".join([rank + suit for rank in ranks for suit in "CDHS"] * 3)
        return count_steps(partial(read, {"melds": [], "in_hand": cards}))

    assert deal("3456789TJQKA") < 2.5 * deal("345678")


@pytest.mark.parametrize("wilds", ["2C 2D 2H 2S", "JK 2C 2C 2D 2D 2H 2H 2S 2S"])
def test_wild_cards_alone_are_asked_for_without_trying_every_reading(wilds: str) -> None:
    problems = read({"melds": [wilds], "in_hand": "4C"}).problems
    (asked,) = [problem for problem in problems if problem.code == "wild_undeclared"]
    assert asked.text.endswith(f"say what each of the {len(wilds.split())} wild cards stands for")


def count_cache_lookups() -> int:
    info = cached_score.cache_info()
    return info.hits + info.misses


def test_a_deal_that_no_table_could_hold_is_not_cached() -> None:
    before = count_cache_lookups()
    read({"melds": ["4C 5C 6C"] * 260, "in_hand": "4C"})
    assert count_cache_lookups() == before
    read({"melds": ["4C 5C 6C"], "in_hand": "9C 9S 9D 7H 7C"})
    assert count_cache_lookups() == before + 1
