"""Checks over the whole table: the pack, and who went out."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, Card, Pack, read_card
from scorekeeper.rules.deals import Deal, Ending, Hand, MeldCard, Seat
from scorekeeper.rules.table_checks import (
    check_absence,
    check_fives,
    check_out,
    check_pack,
    claims_out,
    has_error,
    has_surplus_wilds,
    placed_cards,
)
from scorekeeper.rules.variant import Problem, Table, warning
from scorekeeper.rules.variants.contract.facts import SUITLESS as CONTRACT_SUITLESS
from scorekeeper.rules.variants.oklahoma.facts import SUITLESS
from tests.trial_family.facts import RumHand

TABLE = Table(players=("Ann", "Bob", "Cal"), number=1)
TWO_PACKS = Pack(2, 1)
ABSENT = Hand(sat_out=True)


def cards(text: str) -> tuple[Card, ...]:
    found = [read_card(token) for token in text.split()]
    return tuple([card for card in found if card is not None])


def held(text: str) -> Hand:
    return Hand(melds=(), in_hand=cards(text))


def deal(*hands: Hand, by: int | None = None, ending: Ending = Ending.OUT) -> Deal:
    return Deal(ending=ending, by=None if by is None else Seat(by), hands=hands)


def pack_problems(*hands: Hand, pack: Pack = TWO_PACKS) -> list[tuple[str, object]]:
    return [(problem.code, problem.at) for problem in check_pack(deal(*hands), pack, TABLE)]


def out_problems(found: Deal) -> list[tuple[str, object]]:
    return [(problem.code, problem.at) for problem in check_out(found, TABLE)]


# --- the pack ---


def test_cards_are_placed_where_they_stand() -> None:
    meld = tuple([MeldCard(card) for card in cards("KH KD KC")])
    hand = Hand(melds=(meld,), in_hand=cards("4H"), discard=cards("5H")[0])
    assert [at for _, at in placed_cards(deal(hand))] == [
        *[("hands", 0, "melds", 0)] * 3,
        ("hands", 0, "in_hand"),
        ("hands", 0, "discard"),
    ]


def test_gin_hands_are_placed_too() -> None:
    spread = Hand(melds=(), deadwood=cards("4H"))
    found = deal(Hand(cards=cards("5H")), spread)
    assert [at for _, at in placed_cards(found)] == [
        ("hands", 0, "cards"),
        ("hands", 1, "deadwood"),
    ]


def test_cards_that_another_fact_names_too_are_placed_once() -> None:
    spread = Hand(melds=(), deadwood=cards("4H 5H"), lay_offs=cards("4H"))
    assert [at for _, at in placed_cards(deal(spread))] == [("hands", 0, "deadwood")] * 2


def test_cards_of_a_fact_of_the_family_are_placed() -> None:
    hands = (RumHand(laid_off=cards("KH"), in_hand=()), RumHand(in_hand=cards("KH")))
    problems = check_pack(deal(*hands), Pack(1, 0), TABLE)
    assert [problem.text for problem in problems] == [
        "KH stands 2 times, the pack has one: Ann laid off, Bob in hand"
    ]


def test_two_of_a_card_are_in_two_packs() -> None:
    assert pack_problems(held("KH KH"), held("4D")) == []


def test_a_third_copy_is_reported_where_it_stands() -> None:
    problems = pack_problems(held("KH KH"), held("4D"), held("KH"))
    assert problems == [("too_many_copies", ("hands", 2, "in_hand"))]


def test_a_card_is_reported_once_however_often_it_stands() -> None:
    assert len(pack_problems(held("KH KH KH KH KH"), held("KH"))) == 1


def test_a_second_copy_of_one_pack_is_a_duplicate() -> None:
    problems = pack_problems(held("KH"), held("KH"), pack=Pack(1, 0))
    assert problems == [("duplicate_card", ("hands", 1, "in_hand"))]


def test_a_joker_more_than_the_pack_has() -> None:
    assert pack_problems(held("JK"), held("JK")) == [("too_many_jokers", ("hands", 1, "in_hand"))]


def test_a_joker_where_none_is_in_play() -> None:
    problems = pack_problems(held("JK"), pack=Pack(2, 0))
    assert problems == [("joker_not_in_play", ("hands", 0, "in_hand"))]


def test_a_surplus_names_the_places() -> None:
    problem = check_pack(deal(held("KH KH"), held("KH")), TWO_PACKS, TABLE)[0]
    assert problem.text == "KH stands 3 times, the pack has 2: Ann in hand, Bob in hand"


# --- cards without a suit -------------------------------------------------------------------------


def suitless_problems(*hands: Hand, pack: Pack = TWO_PACKS) -> list[Problem]:
    return list(check_pack(deal(*hands), pack, TABLE, SUITLESS))


def test_eight_of_a_rank_are_in_two_packs() -> None:
    assert suitless_problems(held("K K K K"), held("K K KH KH")) == []


def test_a_ninth_of_a_rank_is_reported_with_all_places() -> None:
    (problem,) = suitless_problems(held("K K K K"), held("KH KH"), held("K K K"))
    assert (problem.code, problem.at) == ("too_many_copies", ("hands", 2, "in_hand"))
    assert problem.text == "9 kings, the pack has 8: Ann in hand, Bob in hand, Cal in hand"


def test_the_queen_of_spades_is_no_queen_without_a_suit() -> None:
    assert suitless_problems(held("Q Q Q QS"), held("Q Q Q QS")) == []
    (problem,) = suitless_problems(held("Q Q Q Q"), held("Q Q Q"))
    assert problem.text.startswith("7 queens other than of spades, the pack has 6")


def test_one_card_too_many_is_reported_for_that_card_alone() -> None:
    (problem,) = suitless_problems(held("KH KH KH"), held("K K K K K K"))
    assert problem.text.startswith("KH stands 3 times")


def test_a_fifth_of_a_rank_of_one_pack_is_a_duplicate() -> None:
    (problem,) = suitless_problems(held("K K K"), held("K K"), pack=Pack(1, 0))
    assert (problem.code, problem.at) == ("duplicate_card", ("hands", 1, "in_hand"))


def test_black_twos_are_counted_apart_from_red_ones() -> None:
    found = deal(held("2B 2B 2R"), held("2S"))
    (problem,) = check_pack(found, Pack(1, 0), TABLE, CONTRACT_SUITLESS)
    assert problem.text.startswith("3 black twos, the pack has 2")


ONE_RANK = st.sampled_from(
    [*cards("KS KH KD KC"), *cards("K K K"), *cards("QS QH QD QC"), *cards("Q Q"), JOKER]
)


def few_without_suit(found: list[Card]) -> bool:
    return sum([card in SUITLESS for card in found]) <= 5


@given(st.lists(ONE_RANK, max_size=9).filter(few_without_suit))
def test_counting_agrees_with_trying_every_suit(found: list[Card]) -> None:
    for pack in (Pack(1, 1), TWO_PACKS):
        hand = Hand(melds=(), in_hand=tuple(found))
        assert (suitless_problems(hand, pack=pack) == []) == naively_fits(found, pack)


def naively_fits(found: list[Card], pack: Pack) -> bool:
    """Whether some choice of suits leaves no card more often than the pack has it."""
    ways = [SUITLESS.get(card, (card,)) for card in found]
    return any(
        all(count <= pack.limit(card) for card, count in Counter(choice).items())
        for choice in product(*ways)
    )


# --- who went out ---------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [held(""), Hand(melded_points=60, in_hand_points=0)])
def test_a_hand_without_a_card_claims_to_be_out(hand: Hand) -> None:
    assert claims_out(hand)


@pytest.mark.parametrize("hand", [held("4H"), Hand(melded_points=0, in_hand_points=5), Hand()])
def test_any_other_hand_does_not(hand: Hand) -> None:
    assert not claims_out(hand)


def test_one_empty_hand_is_right() -> None:
    assert out_problems(deal(held(""), held("4H"), by=0)) == []


def test_a_player_who_went_out_but_holds_cards_is_a_problem() -> None:
    assert out_problems(deal(held("5H"), held(""), by=0)) == [
        ("out_with_cards", ("hands", 0, "in_hand"))
    ]


def test_a_player_who_went_out_but_has_points_in_hand_is_a_problem() -> None:
    found = deal(Hand(melded_points=0, in_hand_points=5), held(""), by=0)
    assert out_problems(found) == [("out_with_cards", ("hands", 0, "in_hand_points"))]


def test_two_empty_hands_are_reported_at_the_other_one() -> None:
    assert out_problems(deal(held(""), held(""), by=1)) == [("two_out", ("hands", 0))]


def test_a_deal_in_which_nobody_is_out_is_a_problem() -> None:
    assert out_problems(deal(held("5H"), held("4H"))) == [("nobody_out", ("hands",))]


def test_a_deal_that_does_not_say_who_went_out_is_a_problem() -> None:
    assert out_problems(deal(held(""), held("4H"))) == [("nobody_out", ("by",))]


def test_nobody_is_out_when_the_stock_ran_out() -> None:
    found = deal(held(""), held("4H"), ending=Ending.STOCK)
    assert out_problems(found) == [("two_out", ("hands", 0))]


def test_all_hold_cards_when_the_stock_ran_out() -> None:
    assert out_problems(deal(held("5H"), held("4H"), ending=Ending.STOCK)) == []


# --- totals ---


def test_a_total_that_is_no_multiple_of_five_is_unlikely() -> None:
    found = deal(Hand(melded_points=62, in_hand_points=5))
    problems = list(check_fives(found))
    assert [(problem.code, problem.at) for problem in problems] == [
        ("not_multiple_of_five", ("hands", 0, "melded_points"))
    ]


def test_a_warning_is_no_error() -> None:
    assert not has_error([warning((), "after_end", "Late")])


def test_an_error_among_warnings_counts() -> None:
    problem = Problem(at=(), code="two_out", text="Two")
    assert has_error([warning((), "after_end", "Late"), problem])


# --- surplus wilds ---


@pytest.mark.parametrize(
    ("text", "surplus"),
    [
        ("2S 2S JK", False),
        ("2S 2S 2S", True),
        ("2 2 2 2 2 2 2S 2S", False),
        ("2 2 2 2 2 2 2 2S 2S", True),
    ],
)
def test_more_wilds_than_the_pack_has_are_noticed(text: str, surplus: bool) -> None:
    found = deal(held(text), held("KH KH KH"))
    assert has_surplus_wilds(found, TWO_PACKS, cards("2S 2H 2 JK"), SUITLESS) == surplus


# --- who sits out ---


def absence(*hands: Hand, by: int | None = None, dealer: int | None = None) -> list[object]:
    """Where the problems of a deal are in which some sat out."""
    found = replace(deal(*hands, by=by), dealer=None if dealer is None else Seat(dealer))
    return [problem.at for problem in check_absence(found, TABLE)]


def test_two_of_three_may_play() -> None:
    assert absence(held(""), ABSENT, held("4H"), by=0, dealer=2) == []


def test_nobody_plays_alone() -> None:
    assert absence(held(""), ABSENT, ABSENT, by=0) == [("hands",)]


def test_a_deal_without_hands_was_played_by_all() -> None:
    assert absence(by=0) == []


def test_a_player_who_sat_out_neither_went_out_nor_dealt() -> None:
    assert absence(held(""), ABSENT, held("4H"), by=1, dealer=1) == [
        ("by",),
        ("dealer",),
    ]


def test_a_player_who_sat_out_need_not_hold_cards() -> None:
    assert out_problems(deal(held("4H"), ABSENT, held(""), by=1)) == []
