"""What the pad adds for going out is what the deal is then scored."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scorekeeper.rules.deals import AskKind, Deal, Ending, Hand, Seat
from scorekeeper.rules.options import OptionKind, options_of
from scorekeeper.rules.variant import Bonus, Table
from scorekeeper.rules.variants.oklahoma.deal import keypad, score_deal
from scorekeeper.rules.variants.oklahoma.facts import asks
from scorekeeper.rules.variants.oklahoma.options import LAWS, OklahomaOptions

FLAGS = [ask.name for ask in asks(LAWS).deal if ask.kind is AskKind.FLAG]
TABLE = Table(players=("Ann", "Bob"), number=1)
OUT = Deal(
    ending=Ending.OUT,
    by=Seat(0),
    hands=(Hand(melded_points=60, in_hand_points=0), Hand(melded_points=0, in_hand_points=65)),
)


def is_paid(bonus: Bonus, deal: Deal) -> bool:
    """Whether the keys of the pad add a bonus."""

    def holds(flag: str) -> bool:
        return bool(getattr(deal, flag.removeprefix("!"))) != flag.startswith("!")

    withheld = any(all(holds(flag) for flag in group) for group in bonus.unless)
    return all(holds(flag) for flag in bonus.needs) and not withheld


@pytest.mark.parametrize("first_turn_out", ["no_bonus", "out_only", "concealed_only", "both"])
@pytest.mark.parametrize("concealed_timing", ["end", "at_once"])
@pytest.mark.parametrize("last_card_out_bonus", [True, False])
@pytest.mark.parametrize("wrong_count_rule", [True, False])
def test_the_pad_pays_the_bonuses_of_the_deal_whatever_is_said_of_it(
    first_turn_out: str,
    concealed_timing: str,
    last_card_out_bonus: bool,
    wrong_count_rule: bool,
) -> None:
    chosen: dict[str, Any] = {
        "first_turn_out": first_turn_out,
        "concealed_timing": concealed_timing,
        "last_card_out_bonus": last_card_out_bonus,
        "wrong_count_rule": wrong_count_rule,
    }
    compare_pad_with_score(replace(LAWS, **chosen))


def each_option_changed(options: OklahomaOptions) -> Iterator[OklahomaOptions]:
    """Options of which one has another value, for every value of every one; one of points."""
    for option in options_of(options):
        old = getattr(options, option.name)
        values = (old + 35,) if option.kind is OptionKind.POINTS else option.values
        for value in values:
            changed: dict[str, Any] = {option.name: value}
            yield replace(options, **changed)


def test_the_pad_pays_the_bonuses_of_the_deal_by_every_option() -> None:
    for options in each_option_changed(
        replace(LAWS, first_turn_out="both", concealed_timing="at_once")
    ):
        compare_pad_with_score(options)


def compare_pad_with_score(options: OklahomaOptions) -> None:
    for said in product([True, False], repeat=len(FLAGS)):
        flags: dict[str, Any] = dict(zip(FLAGS, said, strict=True))
        deal = replace(OUT, **flags)
        score = score_deal(options, deal, TABLE).score
        assert score is not None
        paid = sum([bonus.points for bonus in keypad(options).bonuses if is_paid(bonus, deal)])
        assert score.hands[0].points == 60 + paid, (options, said)
