"""Lay-offs, the best answer and the best knock, against worked hands and a plain search."""

import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from scorekeeper.rules.arrangement import (
    Knock,
    best_arrangement,
    best_knock,
    can_lay_off,
    deadwood_value,
    defend,
    lay_off_among,
)
from scorekeeper.rules.cards import NATURAL_CARDS, write_cards
from scorekeeper.rules.deals import LaidHand
from tests import naive_arrangement as naive
from tests.naive_arrangement import Hand, chained_deals, hand, rich_deals

FROZEN = json.loads(
    (Path(__file__).parent / "frozen" / "open_spiel_arrangements.json").read_text("utf-8")
)


def melds(*texts: str) -> tuple[Hand, ...]:
    return tuple(hand(text) for text in texts)


def net_at_table(gin: int, undercut: int) -> Callable[[int, int], int]:
    """Net points of the knocker, an equal count undercutting."""

    def net(knocker: int, defender: int) -> int:
        if knocker == 0:
            return gin + defender
        difference = defender - knocker
        return difference if difference > 0 else difference - undercut

    return net


def check_order(knocker_melds: tuple[Hand, ...], lay_offs: Hand) -> None:
    """Fails unless each card in turn goes on some meld as it then lies."""
    lying = [frozenset(meld) for meld in knocker_melds]
    for card in lay_offs:
        place = next(i for i, meld in enumerate(lying) if naive.is_meld(meld | {card}))
        lying[place] |= {card}


def test_a_card_goes_on_either_end_of_a_run() -> None:
    defence = defend(melds("5S 6S 7S"), hand("4S 8S KD"))
    assert (write_cards(defence.lay_offs), defence.points) == ("4S 8S", 10)


def test_lay_offs_chain() -> None:
    defence = defend(melds("5S 6S 7S"), hand("AS 2S 3S 4S"))
    assert defence.points == 0


def test_chains_go_beyond_two_cards_a_side() -> None:
    assert can_lay_off(melds("5S 6S 7S"), hand("AS 2S 3S 4S 8S 9S TS JS QS KS"))


def test_the_fourth_card_goes_on_a_set_of_three() -> None:
    assert write_cards(defend(melds("9S 9H 9D"), hand("9C KD")).lay_offs) == "9C"


def test_nothing_goes_on_a_set_of_four() -> None:
    assert defend(melds("9S 9H 9D 9C"), hand("8C KD")).lay_offs == ()


def test_a_chain_needs_every_card_between() -> None:
    assert not can_lay_off(melds("5S 6S 7S"), hand("9S"))


def test_no_cards_can_always_be_laid_off() -> None:
    assert can_lay_off((), ())


def test_a_run_ends_at_the_king() -> None:
    assert not can_lay_off(melds("JS QS KS"), hand("AS"))


def test_a_king_does_not_lead_to_the_ace_of_the_next_suit() -> None:
    assert not can_lay_off(melds("JS QS KS"), hand("AH"))


def test_cards_between_two_runs_go_on_both() -> None:
    assert can_lay_off(melds("2S 3S 4S", "8S 9S TS"), hand("5S 6S 7S"))


def test_a_card_is_kept_to_meld_where_that_saves_more() -> None:
    defence = defend(melds("5S 6S 7S"), hand("8S 8H 8D 2C"))
    assert (defence.melds, defence.lay_offs, defence.points) == (melds("8S 8H 8D"), (), 2)


def test_a_card_of_a_meld_is_laid_off_where_that_saves_more() -> None:
    defence = defend(melds("5S 6S 7S"), hand("8S 9S TS 8H 8D 8C"))
    assert defence.points == 0


def test_a_meldable_card_is_laid_off_to_lead_a_chain() -> None:
    defence = defend(melds("JS QS KS"), hand("TS TH TD 9S 8S 7S TC"))
    assert (defence.points, write_cards(defence.deadwood)) == (0, "")


def test_own_melds_are_preferred_to_lay_offs() -> None:
    defence = defend(melds("5S 6S 7S"), hand("8S 9S TS KD"))
    assert (defence.melds, defence.lay_offs) == (melds("8S 9S TS"), ())


def test_without_melds_to_lay_off_on_the_defence_is_the_best_arrangement() -> None:
    for _, cards in rich_deals(50, 100):
        best = best_arrangement(cards)
        assert defend((), cards) == LaidHand(
            melds=best.melds, lay_offs=(), deadwood=best.deadwood, points=best.points
        )


def test_defence_equals_the_plain_search() -> None:
    for knocker, cards in rich_deals(51, 250):
        spread = best_arrangement(knocker).melds
        assert defend(spread, cards).points == naive.least_after_lay_offs(spread, cards)


def test_the_plain_search_meets_long_chains() -> None:
    longest = max(
        len(defend(best_arrangement(knocker).melds, cards).lay_offs)
        for knocker, cards in rich_deals(51, 250)
    )
    assert longest >= 4


def test_no_card_of_the_defender_is_lost_or_doubled() -> None:
    for knocker, cards in rich_deals(52, 200):
        defence = defend(best_arrangement(knocker).melds, cards)
        found = chain(defence.lay_offs, defence.deadwood, *defence.melds)
        assert sorted(found) == sorted(cards)


def test_lay_offs_stand_in_an_order_in_which_they_go() -> None:
    for knocker, cards in rich_deals(53, 200):
        spread = best_arrangement(knocker).melds
        check_order(spread, defend(spread, cards).lay_offs)


def test_the_order_of_the_defenders_cards_does_not_matter() -> None:
    for knocker, cards in rich_deals(54, 100):
        spread = best_arrangement(knocker).melds
        assert defend(spread, cards) == defend(spread[::-1], sorted(cards))


def test_points_of_a_defence_are_the_value_of_its_deadwood() -> None:
    for knocker, cards in rich_deals(55, 100):
        defence = defend(best_arrangement(knocker).melds, cards)
        assert defence.points == deadwood_value(defence.deadwood)


def test_among_deadwood_everything_that_goes_is_laid_off() -> None:
    defence = lay_off_among(melds("5S 6S 7S", "KH KD KC"), hand("9S 8S KS 2D"))
    assert (write_cards(defence.lay_offs), write_cards(defence.deadwood), defence.points) == (
        "8S 9S KS",
        "2D",
        2,
    )


def test_among_deadwood_nothing_more_is_melded() -> None:
    assert lay_off_among(melds("5S 6S 7S"), hand("2D 2H 2C")).points == 6


def test_lay_offs_among_deadwood_stand_in_an_order_in_which_they_go() -> None:
    for knocker, cards in rich_deals(56, 100):
        spread = best_arrangement(knocker).melds
        check_order(spread, lay_off_among(spread, cards).lay_offs)


def test_single_cards_go_where_open_spiel_lays_them_off() -> None:
    for spread, cards in FROZEN["lay_offs"]:
        lying = melds(*spread)
        others = set(NATURAL_CARDS).difference(*lying)
        assert {card for card in others if can_lay_off(lying, (card,))} == set(hand(cards)), spread


def test_nobody_knocks_over_the_limit() -> None:
    cards = hand("AS 3S 5S 7S 9S JS KS 2H 4H 6H")
    assert best_knock(cards, hand("KD"), limit=10, net=net_at_table(20, 10)) is None


def test_a_four_is_held_back_to_deny_a_chain() -> None:
    cards = hand("4S 5S 6S 7S KH KD KC 2H 2D AC")
    other = hand("2S 3S QS QH TD TC 8D 6C 5C JH")
    knock = best_knock(cards, other, limit=10, net=net_at_table(20, 10))
    assert knock is not None
    assert (knock.arrangement.melds, knock.arrangement.points, knock.defence.points) == (
        melds("5S 6S 7S", "KH KD KC"),
        9,
        74,
    )


def test_a_four_is_not_held_back_over_the_limit() -> None:
    cards = hand("4S 5S 6S 7S KH KD KC 2H 2D AC")
    other = hand("2S 3S QS QH TD TC 8D 6C 5C JH")
    knock = best_knock(cards, other, limit=8, net=net_at_table(20, 10))
    assert knock is not None
    assert (knock.arrangement.points, knock.defence.points) == (5, 69)


def test_gin_allows_no_lay_offs() -> None:
    cards = hand("5S 6S 7S 8S KH KD KC 9D 9H 9C")
    knock = best_knock(cards, hand("9S KS 4S 2D"), limit=10, net=net_at_table(20, 10))
    assert knock is not None
    assert (knock.arrangement.points, knock.defence.lay_offs, knock.defence.points) == (0, (), 25)


def test_eleven_cards_go_down_only_as_big_gin() -> None:
    cards = hand("5S 6S 7S 8S KH KD KC 9D 9H 9C AC")
    assert best_knock(cards, hand("2D"), limit=10, net=net_at_table(20, 10)) is None


def test_eleven_melded_cards_are_big_gin() -> None:
    cards = hand("5S 6S 7S 8S KH KD KC 9D 9H 9C KS")
    knock = best_knock(cards, hand("2D"), limit=0, net=net_at_table(20, 10))
    assert knock == Knock(
        arrangement=best_arrangement(cards),
        defence=LaidHand(melds=(), lay_offs=(), deadwood=hand("2D"), points=2),
    )


@pytest.mark.parametrize("limit", [0, 1, 5, 10])
@pytest.mark.parametrize(("gin", "undercut"), [(20, 10), (25, 25), (0, 0)])
def test_best_knock_equals_the_plain_search(limit: int, gin: int, undercut: int) -> None:
    net = net_at_table(gin, undercut)
    for cards, other in rich_deals(60 + limit, 6, limit=limit):
        knock = best_knock(cards, other, limit=limit, net=net)
        assert knock is not None
        found = knock.arrangement.points, knock.defence.points
        assert (net(*found), *found) == naive.best_knock(cards, other, limit=limit, net=net)


def test_best_knock_with_chains_equals_the_plain_search() -> None:
    net = net_at_table(20, 10)
    for cards, other in chained_deals(80, 150):
        knock = best_knock(cards, other, limit=10, net=net)
        assert knock is not None
        found = knock.arrangement.points, knock.defence.points
        assert (net(*found), *found) == naive.best_knock(cards, other, limit=10, net=net)


def test_the_deals_with_chains_often_make_the_knocker_hold_back() -> None:
    held_back = 0
    for cards, other in chained_deals(80, 150):
        knock = best_knock(cards, other, limit=10, net=net_at_table(20, 10))
        assert knock is not None
        held_back += knock.arrangement != best_arrangement(cards)
    assert held_back >= 15


def test_best_knock_of_eleven_cards_equals_the_plain_search() -> None:
    net = net_at_table(25, 25)
    for cards, other in rich_deals(70, 4, size=11, limit=0):
        knock = best_knock(cards, other, limit=10, net=net)
        assert knock is not None
        found = knock.arrangement.points, knock.defence.points
        assert (net(*found), *found) == naive.best_knock(cards, other, limit=10, net=net)


def test_the_defence_of_a_knock_answers_its_arrangement() -> None:
    for cards, other in rich_deals(71, 60, limit=10):
        knock = best_knock(cards, other, limit=10, net=net_at_table(20, 10))
        assert knock is not None
        spread = knock.arrangement.melds if knock.arrangement.points else ()
        assert knock.defence == defend(spread, other)
