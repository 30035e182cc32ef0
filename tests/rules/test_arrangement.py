"""The best arrangement of a gin hand, against worked hands, a plain search and open_spiel."""

import json
from itertools import chain
from pathlib import Path

import pytest

from scorekeeper.rules.arrangement import (
    arrangements,
    best_arrangement,
    best_discards,
    deadwood_value,
)
from scorekeeper.rules.cards import NATURAL_CARDS, Card, write_cards
from scorekeeper.rules.deals import LaidHand
from tests import naive_arrangement as naive
from tests.naive_arrangement import hand, rich_hands

FROZEN = json.loads(
    (Path(__file__).parent / "frozen" / "open_spiel_arrangements.json").read_text("utf-8")
)
HANDS = [(cards, points) for cards, points in FROZEN["hands"] if len(cards.split()) == 10]
ELEVENS = [(cards, points) for cards, points in FROZEN["hands"] if len(cards.split()) == 11]


def melds(arrangement: LaidHand) -> list[str]:
    return [write_cards(meld) for meld in arrangement.melds]


def as_sets(arrangement: LaidHand) -> frozenset[frozenset[Card]]:
    return frozenset(map(frozenset, arrangement.melds))


def with_adjoining_runs_joined(spread: tuple[naive.Meld, ...]) -> frozenset[naive.Meld]:
    joined = set(spread)
    for first in spread:
        for second in spread:
            both = first | second
            if {first, second} <= joined and first != second and naive.is_meld(both):
                return with_adjoining_runs_joined((*(joined - {first, second}), both))
    return frozenset(joined)


def test_deadwood_counts_aces_one_and_face_cards_ten() -> None:
    assert deadwood_value(hand("AS 2H 9D TC JC QC KC")) == 1 + 2 + 9 + 40


def test_no_cards_are_no_deadwood() -> None:
    assert best_arrangement(()) == LaidHand(melds=(), deadwood=(), points=0)


def test_a_run_and_a_set_leave_the_rest_as_deadwood() -> None:
    best = best_arrangement(hand("KD 7S 5S KH 6S KC 2D 9H AC 4D"))
    assert (melds(best), write_cards(best.deadwood), best.points) == (
        ["5S 6S 7S", "KH KD KC"],
        "9H 2D 4D AC",
        16,
    )


def test_the_ace_is_low_only() -> None:
    assert best_arrangement(hand("QS KS AS")).points == 21


def test_a_run_does_not_cross_from_one_suit_to_the_next() -> None:
    assert best_arrangement(hand("QS KS AH 2H")).melds == ()


def test_a_card_wanted_by_a_set_and_a_run_goes_where_it_saves_more() -> None:
    best = best_arrangement(hand("9S 9H 9D 7D 8D KC"))
    assert (melds(best), best.points) == (["9S 9H 9D"], 25)


def test_a_set_of_four_gives_one_card_to_a_run() -> None:
    best = best_arrangement(hand("4S 4H 4D 4C 5C 6C"))
    assert (melds(best), best.points) == (["4C 5C 6C", "4S 4H 4D"], 0)


def test_a_block_of_three_by_three_goes_down_as_runs() -> None:
    assert melds(best_arrangement(hand("4S 5S 6S 4H 5H 6H 4C 5C 6C"))) == [
        "4S 5S 6S",
        "4H 5H 6H",
        "4C 5C 6C",
    ]


def test_equal_points_go_to_the_fewest_cards_of_deadwood() -> None:
    best = best_arrangement(hand("2S 2H 2D 3S 3H 3D 3C 4S"))
    assert write_cards(best.deadwood) == "4S"


def test_ten_cards_of_one_suit_are_one_run() -> None:
    assert melds(best_arrangement(NATURAL_CARDS[:10])) == ["AS 2S 3S 4S 5S 6S 7S 8S 9S TS"]


def test_the_order_of_the_cards_does_not_matter() -> None:
    for cards in rich_hands(1, 10, 200):
        assert best_arrangement(cards) == best_arrangement(sorted(cards))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 7, 10, 11])
def test_best_arrangement_equals_the_plain_search(size: int) -> None:
    for cards in rich_hands(size, size, 150):
        assert best_arrangement(cards).points == naive.least_deadwood(cards)


@pytest.mark.parametrize("size", [4, 10, 11])
def test_no_card_is_lost_or_doubled(size: int) -> None:
    for cards in rich_hands(20 + size, size, 200):
        best = best_arrangement(cards)
        assert sorted(chain(best.deadwood, *best.melds)) == sorted(cards)


def test_every_meld_is_a_meld() -> None:
    for cards in rich_hands(30, 11, 200):
        assert all(map(naive.is_meld, best_arrangement(cards).melds))


def test_points_are_the_value_of_the_deadwood() -> None:
    for cards in rich_hands(31, 10, 200):
        best = best_arrangement(cards)
        assert best.points == deadwood_value(best.deadwood)


def test_among_equal_points_the_fewest_cards_are_left() -> None:
    for cards in rich_hands(32, 10, 100):
        least = naive.least_deadwood(cards)
        left = [frozenset(cards).difference(*spread) for spread in naive.every_spread(cards)]
        fewest = min(len(rest) for rest in left if naive.points_of(rest) == least)
        assert len(best_arrangement(cards).deadwood) == fewest


def test_ten_cards_leave_what_open_spiel_says() -> None:
    found = [(text, best_arrangement(hand(text)).points) for text, _ in HANDS]
    assert found == [(text, points) for text, points in HANDS]


def test_the_best_discard_leaves_what_open_spiel_says() -> None:
    found = [(text, best_discards(hand(text))[0][1].points) for text, _ in ELEVENS]
    assert found == [(text, points) for text, points in ELEVENS]


def test_arrangements_hold_back_a_card_that_would_meld() -> None:
    found = arrangements(hand("4S 5S 6S 7S KH KD KC"), 4)
    assert [(melds(one), one.points) for one in found] == [
        (["4S 5S 6S 7S", "KH KD KC"], 0),
        (["5S 6S 7S", "KH KD KC"], 4),
    ]


def test_arrangements_over_the_limit_are_none() -> None:
    assert arrangements(hand("AS KH"), 10) == []


@pytest.mark.parametrize("limit", [0, 10, 40])
def test_arrangements_are_those_of_the_plain_search(limit: int) -> None:
    for cards in rich_hands(40 + limit, 10, 60):
        expected = {
            with_adjoining_runs_joined(spread)
            for spread in naive.every_spread(cards)
            if naive.points_of(frozenset(cards).difference(*spread)) <= limit
        }
        found = [as_sets(one) for one in arrangements(cards, limit)]
        assert (len(found), set(found)) == (len(expected), expected)


def test_arrangements_begin_with_the_best() -> None:
    for cards in rich_hands(41, 10, 100):
        assert arrangements(cards, 100)[0] == best_arrangement(cards)


def test_arrangements_ascend() -> None:
    for cards in rich_hands(42, 10, 100):
        points = [one.points for one in arrangements(cards, 50)]
        assert points == sorted(points)


def test_the_best_discard_comes_first() -> None:
    discards = best_discards(hand("5S 6S 7S 8S KH KD KC 2D 2H 2C QS"))
    assert str(discards[0][0]) == "QS"


def test_every_one_of_eleven_cards_is_a_discard() -> None:
    for cards in rich_hands(43, 11, 50):
        assert sorted(card for card, _ in best_discards(cards)) == sorted(cards)


def test_discards_are_ordered_by_what_they_leave() -> None:
    for cards in rich_hands(44, 11, 50):
        points = [left.points for _, left in best_discards(cards)]
        expected = sorted(naive.least_deadwood(set(cards) - {card}) for card in cards)
        assert points == expected


def test_discards_that_leave_equal_points_are_ordered_by_the_cards_they_leave() -> None:
    for cards in rich_hands(44, 11, 300):
        left = [(one.points, len(one.deadwood)) for _, one in best_discards(cards)]
        assert left == sorted(left)
