"""House rules: what an option accepts and how it is said."""

from dataclasses import dataclass

import pytest

from scorekeeper.rules.options import (
    POINTS_MAX,
    Option,
    OptionGroup,
    OptionKind,
    OptionValue,
    choice,
    options_of,
    points,
    values_of,
    yes_no,
)
from scorekeeper.rules.variants import VARIANTS


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    joker: bool = yes_no(
        True, group=OptionGroup.CARDS, label="Joker", help="One Joker.", source="Law 1"
    )
    high: int = choice(
        10,
        {10: "ten", 20: "twenty"},
        group=OptionGroup.CARDS,
        label="High",
        help="K to 8.",
        source="Law 12",
    )
    target: int = points(
        1000, least=1, group=OptionGroup.END, label="Game at", help="The end.", source="Law 22"
    )
    big_gin: int | None = points(
        None, group=OptionGroup.BONUSES, label="Big gin", help="Eleven cards.", source="Silent"
    )


JOKER, HIGH, TARGET, BIG_GIN = options_of(TableOptions())


def test_options_come_in_the_order_of_the_fields() -> None:
    assert [option.name for option in options_of(TableOptions())] == [
        "joker",
        "high",
        "target",
        "big_gin",
    ]


def test_options_have_their_words_and_source() -> None:
    assert (JOKER.label, JOKER.help, JOKER.source) == ("Joker", "One Joker.", "Law 1")
    assert (JOKER.group, BIG_GIN.group) == (OptionGroup.CARDS, OptionGroup.BONUSES)


def test_the_values_in_force_are_listed_by_name() -> None:
    expected = {"joker": False, "high": 10, "target": 500, "big_gin": None}
    assert values_of(TableOptions(joker=False, target=500)) == expected


def test_a_number_that_is_off_by_default_may_be_off() -> None:
    assert BIG_GIN.may_be_off


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (JOKER, True),
        (JOKER, False),
        (HIGH, 10),
        (HIGH, 20),
        (TARGET, 1),
        (TARGET, POINTS_MAX),
        (BIG_GIN, None),
        (BIG_GIN, 0),
    ],
)
def test_an_option_accepts_its_values(option: Option, value: OptionValue) -> None:
    assert option.accepts(value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (JOKER, 1),
        (JOKER, None),
        (JOKER, "yes"),
        (HIGH, 15),
        (HIGH, "10"),
        (HIGH, 10.0),
        (HIGH, None),
        (TARGET, 0),
        (TARGET, True),
        (TARGET, 1000.0),
        (TARGET, POINTS_MAX + 1),
        (TARGET, None),
        (TARGET, []),
        (BIG_GIN, -1),
    ],
)
def test_an_option_refuses_all_else(option: Option, value: object) -> None:
    assert not option.accepts(value)


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        (JOKER, True, "yes"),
        (JOKER, False, "no"),
        (HIGH, 20, "twenty"),
        (TARGET, 500, "500"),
        (BIG_GIN, None, "off"),
    ],
)
def test_a_value_is_said_in_words(option: Option, value: OptionValue, words: str) -> None:
    assert option.words(value) == words


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (JOKER, "true or false"),
        (HIGH, "10 or 20"),
        (TARGET, f"a whole number from 1 to {POINTS_MAX}"),
    ],
)
def test_a_message_says_what_an_option_can_be(option: Option, words: str) -> None:
    assert option.range_words == words


def test_the_kinds_of_options_are_distinguished() -> None:
    assert [option.kind for option in (JOKER, HIGH, TARGET)] == [
        OptionKind.YES_NO,
        OptionKind.CHOICE,
        OptionKind.POINTS,
    ]


def test_the_values_of_a_switch_are_yes_and_no() -> None:
    assert JOKER.values == [True, False]


def test_the_values_of_a_choice_are_listed() -> None:
    assert HIGH.values == [10, 20]


def test_the_values_of_points_are_described_by_their_ends() -> None:
    assert TARGET.values == {"least": 1, "most": POINTS_MAX, "may_be_null": False}


@pytest.mark.parametrize(
    ("variant", "option", "source"),
    [
        ("laws", "going_out_bonus", "Law 10"),
        ("modern", "going_out_bonus", "Bonus for going out"),
        ("modern", "concealed_bonus", "Out concealed"),
        ("modern", "winner_bonus", "Bonus for game"),
        ("modern", "target", "Bonus for game"),
        ("modern", "tie", "Law 22"),  # of which the modern book says nothing
        ("gin150", "deal", "Not printed; custom of gin"),
        ("gin100", "deal", "Dealing"),
        ("gin150", "big_gin_bonus", "Custom of gin clubs"),
        ("gin100", "big_gin_bonus", "Custom of gin clubs; in print it has the gin bonus"),
    ],
)
def test_a_house_rule_names_the_source_of_its_own_variant(
    variant: str, option: str, source: str
) -> None:
    sources = {each.name: each.source for each in VARIANTS[variant].options}
    assert sources[option] == source
