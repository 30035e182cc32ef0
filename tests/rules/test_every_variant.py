"""What holds for every variant, whatever its rules: a contract for families to come."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.cards import JOKER, NATURAL_CARDS, Card
from scorekeeper.rules.deals import Deal, Seat
from scorekeeper.rules.scoring import EarlyEnd, GameScore, Setup, score_game
from scorekeeper.rules.table_checks import claims_out, has_error
from scorekeeper.rules.variant import Board, CheckedScore, ScoreLine, Table, Variant
from scorekeeper.rules.variants import VARIANTS
from tests.strategies import legal_deals, setups
from tests.suits import strip_suits

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
OPTIONS = [
    pytest.param(option, variant, id=f"{variant.key}-{option.name}")
    for variant in VARIANTS.values()
    for option in variant.options
]
Tabled = tuple[Setup, tuple[Deal, ...]]


@st.composite
def tabled(draw: st.DrawFn, keys: Sequence[str] = tuple(VARIANTS), most: int = 2) -> Tabled:
    """A table and its first deals."""
    setup = draw(setups(st.sampled_from([VARIANTS[key] for key in keys])))
    count = draw(st.integers(1, most))
    return setup, tuple([draw(legal_deals(setup, number)) for number in range(1, count + 1)])


def score_deal(setup: Setup, deal: Deal, number: int = 1) -> CheckedScore:
    table = Table(players=setup.players, number=number)
    return setup.variant.family.score_deal(setup.options, deal, table)


# --- deals ---


@given(tabled())
def test_a_deal_has_a_score_of_every_hand_or_an_error_and_judged_twice_the_same(
    tabled: Tabled,
) -> None:
    setup, deals = tabled
    checked = score_deal(setup, deals[0])
    assert (checked.score is None) == has_error(checked.problems)
    assert checked.score is None or len(checked.score.hands) == len(setup.players)
    assert score_deal(setup, deals[0]) == checked


@given(tabled())
def test_other_names_change_no_points(tabled: Tabled) -> None:
    setup, deals = tabled
    renamed = setup._replace(players=tuple([f"P{seat}" for seat in range(len(setup.players))]))
    ours, theirs = score_game(setup, deals), score_game(renamed, deals)
    assert (ours.running, ours.held, ours.finish, ours.settlement, ours.next_dealer) == (
        theirs.running,
        theirs.held,
        theirs.finish,
        theirs.settlement,
        theirs.next_dealer,
    )


@given(tabled(), st.integers(1, 9))
def test_players_who_change_seats_take_their_points_along(tabled: Tabled, steps: int) -> None:
    setup, deals = tabled
    assume(not deals[0].pairs)  # pairs are of two sides, and say themselves who sits where
    before, after = (
        score_deal(setup, deals[0]).score,
        score_deal(setup, rotated(setup, deals[0], steps)).score,
    )
    assert before is not None
    assert after is not None
    assert after.hands == tuple(turned(before.hands, steps))


def rotated(setup: Setup, deal: Deal, steps: int) -> Deal:
    """The deal with every hand so many seats further on."""

    def moved(seat: Seat | None) -> Seat | None:
        return None if seat is None else Seat((seat + steps) % len(setup.players))

    hands = tuple(turned(deal.hands, steps))
    return replace(deal, hands=hands, by=moved(deal.by), dealer=moved(deal.dealer))


def turned(items: Sequence[Any], steps: int) -> list[Any]:
    return [items[(place - steps) % len(items)] for place in range(len(items))]


@given(tabled(), st.data())
def test_the_order_of_loose_cards_changes_no_points(tabled: Tabled, data: st.DataObject) -> None:
    setup, deals = tabled
    hands = [
        replace(
            hand,
            in_hand=hand.in_hand and tuple(data.draw(st.permutations(hand.in_hand))),
            cards=hand.cards and tuple(data.draw(st.permutations(hand.cards))),
        )
        for hand in deals[0].hands
    ]
    shuffled = replace(deals[0], hands=tuple(hands))
    assert points_of(score_deal(setup, shuffled)) == points_of(score_deal(setup, deals[0]))


@given(tabled())
def test_suits_that_need_not_be_given_change_nothing(tabled: Tabled) -> None:
    setup, deals = tabled
    given_all, given_few = [
        score_deal(setup, deal) for deal in (deals[0], strip_suits(setup, deals[0]))
    ]
    assert points_of(given_few) == points_of(given_all)
    assert codes_of(given_few) == codes_of(given_all)


def codes_of(checked: CheckedScore) -> list[tuple[Any, str]]:
    return [(problem.at, problem.code) for problem in checked.problems]


def points_of(checked: CheckedScore) -> list[int]:
    assert checked.score is not None
    return [hand.points for hand in checked.score.hands]


def _counts_in_hand(variant: Variant) -> bool:
    return "in_hand" in [ask.name for ask in variant.family.asks(variant.defaults).hand]


@given(tabled([key for key in VARIANTS if _counts_in_hand(VARIANTS[key])]), st.data())
def test_one_card_more_in_hand_never_helps(tabled: Tabled, data: st.DataObject) -> None:
    setup, deals = tabled
    deal = deals[0]
    losers = [seat for seat, hand in enumerate(deal.hands) if hand.in_hand and not claims_out(hand)]
    assume(losers)
    seat = data.draw(st.sampled_from(losers))
    card = data.draw(st.sampled_from([*NATURAL_CARDS, JOKER]))
    before, after = score_deal(setup, deal), score_deal(setup, with_card(deal, seat, card))
    assume(after.score is not None)
    sign = -1 if setup.variant.family.low_wins else 1
    assert sign * points_of(after)[seat] < sign * points_of(before)[seat]


def with_card(deal: Deal, seat: int, card: Card) -> Deal:
    """The deal with one card more in a hand."""
    hands = list(deal.hands)
    hands[seat] = replace(hands[seat], in_hand=(*(hands[seat].in_hand or ()), card))
    return replace(deal, hands=tuple(hands))


# --- lines and totals ---


def lines_of(score: GameScore) -> list[ScoreLine]:
    """Every line of the deals and of the end of the game."""
    counted = [deal.score for deal in score.deals if deal.score is not None]
    lines = [line for deal in counted for hand in deal.hands for line in hand.lines]
    finals = score.finish.hands if score.finish is not None else ()
    return lines + [line for hand in finals for line in hand.lines]


@given(tabled(most=4))
def test_every_line_says_what_it_is_how_it_was_counted_and_by_which_rule(tabled: Tabled) -> None:
    setup, deals = tabled
    rules = {rule.key for rule in setup.variant.rules}
    for line in lines_of(score_game(setup, deals, closed=EarlyEnd(settles=True))):
        assert setup.variant.family.reasons[line.reason]
        assert line.how.strip()
        assert setup.variant.cite(line.rule) in rules


@given(tabled(most=4))
def test_running_totals_are_the_sums_of_the_lines_and_lines_of_their_parts(tabled: Tabled) -> None:
    setup, deals = tabled
    score = score_game(setup, deals)
    for column in score.columns:
        for seat, total in enumerate(column.running):
            counted = [deal.score.hands[seat] for deal in column.deals]
            assert total == sum([line.points for hand in counted for line in hand.lines])
    for line in lines_of(score):
        if line.parts:
            assert sum([part.points for part in line.parts]) == abs(line.points)
    assert (score.next_dealer is None) == score.over
    assert score.over or score.next_dealer in range(len(setup.players))


@given(tabled(most=3))
def test_a_final_total_is_the_running_one_and_its_lines_and_money_adds_up_to_nothing(
    tabled: Tabled,
) -> None:
    setup, deals = tabled
    score = score_game(setup, deals, closed=EarlyEnd(settles=True))
    assert score.finish is not None
    for hand in score.finish.hands:
        assert hand.total == hand.running + sum([line.points for line in hand.lines])
    assert score.settlement is None or sum(score.settlement.net) == 0
    # Winners are the best before bonuses, and only of a game that is over.
    best = min(score.running) if setup.variant.family.low_wins else max(score.running)
    level = [seat for seat, total in enumerate(score.running) if total == best]
    assert list(score.finish.winners) == (level if score.over else [])


@EVERY_VARIANT
def test_a_game_begins_with_nothing_and_the_last_player_dealing(variant: Variant) -> None:
    least = variant.family.players(variant.defaults)[0]
    players = ("Ann", "Bob", "Cal", "Dot", "Eve")[:least]
    score = score_game(Setup(variant, variant.defaults, players, None), [])
    assert (score.running, score.next_dealer) == ((0,) * least, Seat(least - 1))


@EVERY_VARIANT
def test_a_game_closed_before_its_first_deal_ends_with_nothing(variant: Variant) -> None:
    least = variant.family.players(variant.defaults)[0]
    players = ("Ann", "Bob", "Cal", "Dot", "Eve")[:least]
    finish = score_game(
        Setup(variant, variant.defaults, players, None), [], closed=EarlyEnd(settles=True)
    ).finish
    assert finish is not None
    assert [(hand.total, hand.rounded) for hand in finish.hands] == [(0, 0)] * least


# --- variants ---


def test_a_variant_is_listed_by_its_key() -> None:
    assert {key: variant.key for key, variant in VARIANTS.items()} == {key: key for key in VARIANTS}


def test_a_family_has_a_key_of_its_own() -> None:
    families = {variant.family.key: variant.family for variant in VARIANTS.values()}
    assert all(variant.family is families[variant.family.key] for variant in VARIANTS.values())


@EVERY_VARIANT
def test_a_variant_has_names_and_a_summary(variant: Variant) -> None:
    assert all([variant.name, variant.short_name, variant.summary.endswith(".")])


@EVERY_VARIANT
def test_what_a_family_asks_of_a_hand_has_a_name_of_its_own(variant: Variant) -> None:
    names = [ask.name for ask in variant.family.asks(variant.defaults).hand]
    assert len(names) == len(set(names))


@EVERY_VARIANT
def test_a_pad_without_suits_belongs_to_a_family_that_needs_none(variant: Variant) -> None:
    family = variant.family
    if family.keypad is not None and family.keypad(variant.defaults).board is Board.MELDS:
        assert family.asks(variant.defaults).suitless
