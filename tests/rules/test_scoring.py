"""From deals to a game: totals, dealers, the end, what is after it."""

from collections.abc import Mapping
from fractions import Fraction

from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.options import OptionValue
from scorekeeper.rules.scoring import (
    EarlyEnd,
    GameScore,
    Setup,
    first_dealer,
    score_game,
    with_options,
)
from scorekeeper.rules.settlement import Stake
from scorekeeper.rules.variants import VARIANTS

PENNY = Stake(currency="USD", minor=1, per=1)


def table(chosen: Mapping[str, OptionValue] | None = None, *, stake: Stake | None = None) -> Setup:
    laws = VARIANTS["laws"]
    return Setup(laws, with_options(laws, chosen or {}), ("Ann", "Bob"), stake)


def stock(ann: int, bob: int) -> Deal:
    """A deal that the stock ended, worth these points (a five is left in each hand)."""
    hands = [Hand(melded_points=points + 5, in_hand_points=5) for points in (ann, bob)]
    return Deal(ending=Ending.STOCK, hands=tuple(hands))


def out(by: int, left: int, *, concealed: bool = False) -> Deal:
    """A deal in which one player melds 60 and the other is left with points."""
    hands = [
        Hand(melded_points=60, in_hand_points=0)
        if seat == by
        else Hand(melded_points=0, in_hand_points=left)
        for seat in (0, 1)
    ]
    return Deal(ending=Ending.OUT, by=Seat(by), hands=tuple(hands), concealed=concealed)


WRONG = Deal(ending=Ending.OUT, by=Seat(0), hands=stock(0, 0).hands)


def game(*deals: Deal, closed: bool = False, **chosen: OptionValue) -> GameScore:
    return score_game(table(chosen), deals, closed=EarlyEnd(settles=True) if closed else None)


def test_running_totals_add_up_deal_by_deal() -> None:
    score = game(stock(100, 50), stock(20, -30))
    assert [deal.running for deal in score.deals] == [(100, 50), (120, 20)]


def test_deals_are_numbered_from_one() -> None:
    assert [deal.number for deal in game(stock(5, 5), stock(5, 5)).deals] == [1, 2]


def test_the_last_player_deals_first() -> None:
    assert first_dealer((Seat(0), Seat(1), Seat(2))) == 2


def test_a_dealer_that_is_named_deals() -> None:
    named = Deal(ending=Ending.STOCK, hands=stock(5, 5).hands, dealer=Seat(0))
    assert game(named).deals[0].dealer == 0


def test_the_rotation_goes_on_from_a_named_dealer() -> None:
    named = Deal(ending=Ending.STOCK, hands=stock(5, 5).hands, dealer=Seat(0))
    assert game(named, stock(5, 5), no_winner_deal="left").deals[1].dealer == 1


def test_a_held_bonus_is_not_in_the_running_total() -> None:
    score = game(out(0, 30, concealed=True))
    assert (score.running, score.held) == ((160, -30), (250, 0))


def test_held_bonuses_add_up() -> None:
    assert game(*[out(0, 30, concealed=True)] * 2).held == (500, 0)


def test_a_game_that_goes_on_has_no_finish() -> None:
    score = game(stock(995, 0))
    assert (score.over, score.ended_at_deal, score.finish) == (False, None, None)


def test_a_game_ends_with_the_deal_that_reaches_the_target() -> None:
    score = game(stock(500, 0), stock(500, 0))
    assert (score.over, score.ended_at_deal, score.next_dealer) == (True, 2, None)


def test_a_deal_after_the_end_counts_for_nothing() -> None:
    score = game(stock(1000, 0), stock(0, 2000))
    assert (score.running, score.deals[1].score, score.deals[1].running) == ((1000, 0), None, None)


def test_a_deal_after_the_end_says_so() -> None:
    score = game(stock(1000, 0), stock(0, 2000))
    assert [problem.code for problem in score.deals[1].problems] == ["after_end"]


def test_a_wrong_deal_counts_for_nothing_and_the_next_one_does() -> None:
    score = game(WRONG, stock(100, 50))
    assert (score.running, score.deals[0].score) == ((100, 50), None)


def test_a_wrong_deal_is_an_error_of_the_game() -> None:
    assert game(WRONG).has_errors


def test_a_late_deal_is_no_error_of_the_game() -> None:
    assert not game(stock(1000, 0), stock(0, 5)).has_errors


def test_a_share_of_three_stays_exact() -> None:
    setup = table()._replace(players=("Ann", "Bob", "Cal"))
    hands = (Hand(melded_points=1050, in_hand_points=5),) * 3
    finish = score_game(setup, [Deal(ending=Ending.STOCK, hands=hands)]).finish
    assert finish is not None
    assert finish.hands[0].total == Fraction(3335, 3)


def test_a_game_closed_early_has_no_winner_and_no_bonus_for_one() -> None:
    finish = game(stock(500, 100), closed=True).finish
    assert finish is not None
    assert (finish.winners, finish.hands[0].lines) == ((), ())


def test_a_game_closed_early_counts_what_was_held() -> None:
    finish = game(out(0, 30, concealed=True), closed=True).finish
    assert finish is not None
    assert finish.hands[0].total == 410


def test_a_game_closed_before_its_first_deal_is_level() -> None:
    finish = game(closed=True).finish
    assert finish is not None
    assert [hand.total for hand in finish.hands] == [0, 0]


def test_a_closed_game_is_not_over_but_nobody_deals() -> None:
    score = game(stock(5, 5), closed=True)
    assert (score.over, score.next_dealer) == (False, None)


def test_money_is_settled_by_rounded_scores_when_the_game_is_over() -> None:
    settlement = score_game(table(stake=PENNY), [stock(1040, 45)]).settlement
    assert settlement is not None
    assert settlement.net == (1200, -1200)


def test_without_a_stake_nothing_is_settled() -> None:
    assert game(stock(1000, 0)).settlement is None


def test_nothing_is_settled_while_the_game_goes_on() -> None:
    assert score_game(table(stake=PENNY), [stock(500, 0)]).settlement is None


def test_nothing_is_settled_where_the_table_does_not_settle() -> None:
    setup = table({"settlement": "off"}, stake=PENNY)
    assert score_game(setup, [stock(1000, 0)]).settlement is None


def test_chosen_options_take_the_place_of_defaults() -> None:
    options = with_options(VARIANTS["laws"], {"target": 500})
    assert (options.target, options.winner_bonus) == (500, 200)


# --- who sits out ---


def three(*acts: Deal, away: set[int]) -> GameScore:
    setup = table()._replace(players=("Ann", "Bob", "Cal"))
    return score_game(setup, acts, away={Seat(seat) for seat in away})


ANN_OUT = Deal(
    ending=Ending.OUT,
    by=Seat(0),
    hands=(
        Hand(melded_points=60, in_hand_points=0),
        *[Hand(melded_points=0, in_hand_points=5)] * 2,
    ),
)


def test_the_deal_passes_over_players_who_are_away() -> None:
    assert three(ANN_OUT, away={0}).next_dealer == 1


def test_the_deal_passes_on_until_somebody_plays() -> None:
    assert three(ANN_OUT, away={0, 1}).next_dealer == 2


def test_if_all_are_away_the_turn_stays() -> None:
    assert three(ANN_OUT, away={0, 1, 2}).next_dealer == 0


def test_the_last_of_those_who_play_deals_first() -> None:
    assert three(away={2}).next_dealer == 1


def test_the_rule_says_whose_turn_it_was() -> None:
    rule = three(ANN_OUT, away={0}).dealer_rule
    assert rule == "the winner of a deal deals the next (Law 5), and Ann sits out"


def test_the_rule_is_as_it_was_where_the_dealer_plays() -> None:
    assert three(ANN_OUT, away={1}).dealer_rule == three(ANN_OUT, away=set()).dealer_rule
