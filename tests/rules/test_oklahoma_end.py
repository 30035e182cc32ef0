"""The end of a game of Oklahoma against a plain retelling of Laws 22 to 25."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.deals import Deal, Ending, Hand, Seat
from scorekeeper.rules.options import OptionValue
from scorekeeper.rules.scoring import GameScore, Setup, score_game, with_options
from scorekeeper.rules.variants import VARIANTS

CAST = ("Ann", "Bob", "Cal", "Dot")
FIVES = st.integers(-80, 300).map(lambda count: 5 * count)
# Level scores are rare by chance and common at this table.
SCORES = st.lists(FIVES | st.sampled_from([1000, 1005, 995, 1050]), min_size=2, max_size=4)
RULES = st.fixed_dictionaries(
    {
        "target_test": st.sampled_from(["reach", "pass"]),
        "tie": st.sampled_from(["divide", "each_full", "play_on"]),
        "tie_split": st.sampled_from(["exact", "floor_5"]),
        "rounding": st.sampled_from(["nearest_100", "none"]),
        "negative_half": st.sampled_from(["away", "up"]),
    }
)
Rules = dict[str, OptionValue]


def played(scores: list[int], rules: Rules) -> GameScore:
    """A game of one deal that is worth these scores; a player below zero has it in hand."""
    hands = [
        Hand(melded_points=max(score, 0) + 5, in_hand_points=max(-score, 0) + 5) for score in scores
    ]
    laws = VARIANTS["laws"]
    setup = Setup(laws, with_options(laws, rules), CAST[: len(scores)], None)
    return score_game(setup, [Deal(ending=Ending.STOCK, hands=tuple(hands))])


def is_told_to_end(scores: list[int], rules: Rules) -> bool:
    high = sorted(scores)[-1]
    far_enough = high > 1000 or (high == 1000 and rules["target_test"] == "reach")
    is_tied = scores.count(high) > 1
    return far_enough and not (is_tied and rules["tie"] == "play_on")


def told_totals(scores: list[int], rules: Rules) -> list[Fraction]:
    high = sorted(scores)[-1]
    sharers = scores.count(high)
    share = Fraction(200)
    if rules["tie"] != "each_full":
        # 200, 100, 66 2/3 and 50; down to a multiple of five only a third changes.
        share = Fraction(200, sharers)
        if rules["tie_split"] == "floor_5" and sharers == 3:
            share = Fraction(65)
    return [score + (share if score == high else Fraction(0)) for score in scores]


def told_rounding(total: Fraction, rules: Rules) -> Fraction:
    if rules["rounding"] == "none":
        return total
    size = abs(total)
    hundreds = 0
    while size >= 100:
        hundreds, size = hundreds + 100, size - 100
    goes_up = size >= 50 if total >= 0 or rules["negative_half"] == "away" else size > 50
    rounded = hundreds + (100 if goes_up else 0)
    return Fraction(rounded if total >= 0 else -rounded)


@settings(max_examples=100)
@given(SCORES, RULES)
def test_a_game_ends_when_the_laws_say(scores: list[int], rules: Rules) -> None:
    assert played(scores, rules).over == is_told_to_end(scores, rules)


@settings(max_examples=100)
@given(SCORES, RULES)
def test_the_high_players_win_a_game_that_ended(scores: list[int], rules: Rules) -> None:
    finish = played(scores, rules).finish
    high = sorted(scores)[-1]
    if finish is not None:
        assert [scores[seat] == high for seat in range(len(scores))] == [
            Seat(seat) in finish.winners for seat in range(len(scores))
        ]


@settings(max_examples=100)
@given(SCORES, RULES)
def test_the_bonus_and_the_rounding_are_those_of_the_laws(scores: list[int], rules: Rules) -> None:
    finish = played(scores, rules).finish
    if finish is not None:
        totals = told_totals(scores, rules)
        assert [hand.total for hand in finish.hands] == totals
        assert [hand.rounded for hand in finish.hands] == [
            told_rounding(total, rules) for total in totals
        ]
