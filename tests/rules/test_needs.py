from typing import Any

import pytest

from scorekeeper.record.reading import read_record
from scorekeeper.rules.scoring import Setup, score_game, with_options
from scorekeeper.rules.sheet import PlayerNeeds, player_needs, points_to_end
from scorekeeper.rules.variants import VARIANTS


def tally(melded: int, in_hand: int = 20) -> dict[str, Any]:
    return {"melded_points": melded, "in_hand_points": in_hand}


def what_they_need(variant: str, *deals: dict[str, Any], **options: Any) -> tuple[PlayerNeeds, ...]:
    players = list(deals[0]["hands"])
    document = {
        "format": "scorekeeper-game/1",
        "variant": variant,
        "options": options,
        "players": players,
        "deals": list(deals),
    }
    record = read_record(document).record
    assert record is not None
    return player_needs(record.setup, score_game(record.setup, record.deals))


def stock(**melded: int) -> dict[str, Any]:
    return {"ending": "stock", "hands": {name: tally(points) for name, points in melded.items()}}


def test_needs_say_how_far_the_target_is() -> None:
    ann, bob = what_they_need("laws", stock(Ann=660, Bob=195))
    assert (ann.to_end, bob.to_end) == (360, 825)


def test_a_target_to_be_passed_is_one_step_farther() -> None:
    ann, _ = what_they_need("modern", stock(Ann=1020, Bob=195))
    assert ann.to_end == 5


@pytest.mark.parametrize(
    ("running", "target", "to_end"),
    [(995, 1000, 10), (1000, 1000, 5), (997, 1000, 5), (0, 1003, 1005), (1001, 1000, 0)],
)
def test_a_target_is_passed_by_the_least_multiple_of_five_beyond_it(
    running: int, target: int, to_end: int
) -> None:
    modern = VARIANTS["modern"]
    setup = Setup(modern, with_options(modern, {"target": target}), ("Ann", "Bob"), None)
    assert points_to_end(setup, running) == to_end


def test_a_player_behind_needs_the_difference_to_lead() -> None:
    ann, bob = what_they_need("laws", stock(Ann=660, Bob=195))
    assert (ann.to_lead, bob.to_lead) == (0, 465)


@pytest.mark.parametrize(
    ("running", "points", "rounded"),
    [(640, 10, 700), (645, 5, 700), (650, 100, 800), (0, 50, 100), (-45, 95, 100), (-50, 5, 0)],
)
def test_needs_say_how_many_points_round_the_result_up(
    running: int, points: int, rounded: int
) -> None:
    melded, in_hand = (running + 500, 500) if running > -450 else (0, -running)
    deal = {"ending": "stock", "hands": {"Ann": tally(melded, in_hand), "Bob": tally(20)}}
    step = what_they_need("laws", deal)[0].rounding_step
    assert step is not None
    assert (step.points, step.rounded) == (points, rounded)


def test_a_held_concealed_bonus_counts_towards_the_rounding() -> None:
    deal = {
        "ending": "out",
        "by": "Ann",
        "concealed": True,
        "hands": {"Ann": tally(90, 0), "Bob": tally(20)},
    }
    step = what_they_need("laws", deal)[0].rounding_step
    assert step is not None
    assert (step.points, step.rounded) == (10, 500)


def test_without_rounding_no_points_round_the_result_up() -> None:
    assert all(
        each.rounding_step is None for each in what_they_need("modern", stock(Ann=100, Bob=20))
    )


def test_in_contract_the_leader_has_to_take_points() -> None:
    deal = {
        "ending": "out",
        "by": "Ann",
        "hands": {"Ann": {"in_hand_points": 0}, "Bob": {"in_hand_points": 45}},
    }
    ann, bob = what_they_need("contract", deal)
    assert (ann.to_lead, bob.to_lead) == (0, 45)
    assert bob.to_end is None


def test_a_game_that_is_over_needs_nothing() -> None:
    assert what_they_need("laws", stock(Ann=1020, Bob=20)) == ()
