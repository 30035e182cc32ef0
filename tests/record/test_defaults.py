"""The options of the game record with the default of each variant, as its tables print them."""

from typing import Any

import pytest

from scorekeeper.rules.options import OptionKind, values_of
from scorekeeper.rules.variants import VARIANTS
from tests.real_variants import REAL_VARIANTS

LAWS: dict[str, Any] = {
    "joker_in_pack": True,
    "high_unmelded": 10,
    "ace_both_ends": True,
    "min_naturals": 0,
    "five_players": False,
    "going_out_bonus": 100,
    "concealed_bonus": 250,
    "winner_bonus": 200,
    "first_turn_out": "out_only",
    "concealed_timing": "end",
    "wrong_count_rule": True,
    "last_card_out_bonus": True,
    "penalty": 25,
    "target": 1000,
    "target_test": "reach",
    "tie": "divide",
    "tie_split": "exact",
    "rounding": "nearest_100",
    "negative_half": "away",
    "settlement": "difference",
    "no_winner_deal": "same",
}
MODERN = LAWS | {
    "high_unmelded": 20,
    "five_players": True,
    "first_turn_out": "no_bonus",
    "wrong_count_rule": False,
    "penalty": 0,
    "target_test": "pass",
    "rounding": "none",
}
CONTRACT: dict[str, Any] = {
    "jokers_per_deck": 2,
    "ace": "high",
    "stock_out": "reshuffle",
    "wild_moves": "next_higher_end",
    "min_naturals": 0,
    "tie": "shared",
    "settlement": "off",
}
GIN150: dict[str, Any] = {
    "target": 150,
    "gin_bonus": 20,
    "undercut_bonus": 10,
    "undercut_on_tie": True,
    "gin_immune": True,
    "ace_upcard": "gin_only",
    "big_gin_bonus": None,
    "spade_double": False,
    "box_bonus": 0,
    "game_bonus": 0,
    "extra_boxes": False,
    "shutout": "none",
    "settlement": "difference",
    "deal": "alternate",
    "scoring": "single",
    "last_column_double": False,
    "roodle": False,
}
GIN100 = GIN150 | {"target": 100, "gin_bonus": 25, "undercut_bonus": 25}
PRINTED = {
    "laws": LAWS,
    "modern": MODERN,
    "contract": CONTRACT,
    "gin150": GIN150,
    "gin100": GIN100,
}
CHOICES: dict[str, dict[str, list[Any]]] = {
    "laws": {
        "high_unmelded": [10, 20],
        "min_naturals": [0, 1, 2],
        "first_turn_out": ["no_bonus", "out_only", "concealed_only", "both"],
        "concealed_timing": ["end", "at_once"],
        "target_test": ["reach", "pass"],
        "tie": ["divide", "each_full", "play_on"],
        "tie_split": ["exact", "floor_5"],
        "rounding": ["nearest_100", "none"],
        "negative_half": ["away", "up"],
        "settlement": ["difference", "flat", "off"],
        "no_winner_deal": ["same", "left", "high_score"],
    },
    "contract": {
        "jokers_per_deck": [0, 1, 2],
        "ace": ["high", "both"],
        "stock_out": ["reshuffle", "hand_ends"],
        "wild_moves": ["next_higher_end", "either_end"],
        "min_naturals": [0, 1, 2],
        "tie": ["shared", "play_off"],
        "settlement": ["off", "difference", "flat"],
    },
    "gin150": {
        "ace_upcard": ["gin_only", "one"],
        "shutout": [
            "none",
            "double_game_bonus",
            "flat_100",
            "double_total",
            "double_difference",
            "double_hand_points",
        ],
        "settlement": ["difference", "flat", "off"],
        "deal": ["alternate", "winner", "loser"],
        "scoring": ["single", "hollywood"],
    },
}


@pytest.mark.parametrize("key", REAL_VARIANTS)
def test_a_variant_has_the_printed_options_and_defaults(key: str) -> None:
    assert values_of(VARIANTS[key].defaults) == PRINTED[key]


@pytest.mark.parametrize("key", CHOICES)
def test_a_choice_has_the_printed_values(key: str) -> None:
    found = {
        option.name: [value for value, _ in option.choices]
        for option in VARIANTS[key].options
        if option.kind is OptionKind.CHOICE
    }
    assert found == CHOICES[key]


@pytest.mark.parametrize("key", ["laws", "modern", "gin150", "gin100"])
def test_a_target_is_one_point_or_more(key: str) -> None:
    options = {option.name: option for option in VARIANTS[key].options}
    assert (options["target"].accepts(0), options["target"].accepts(1)) == (False, True)


@pytest.mark.parametrize(
    ("key", "chosen", "seats"),
    [
        ("laws", {}, [2, 3, 4]),
        ("laws", {"five_players": True}, [2, 3, 4, 5]),
        ("modern", {}, [2, 3, 4, 5]),
        ("contract", {}, [2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("gin150", {}, [2, 4, 6]),
        ("gin100", {}, [2, 4, 6]),
    ],
)
def test_a_variant_seats_as_many_as_printed(
    key: str, chosen: dict[str, Any], seats: list[int]
) -> None:
    variant = VARIANTS[key]
    options = type(variant.defaults)(**values_of(variant.defaults) | chosen)
    assert list(variant.family.players(options)) == seats
