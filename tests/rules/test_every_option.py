"""Every option of every variant says what it is and refuses wrong values."""

import pytest

from scorekeeper.rules.options import Option, OptionKind
from scorekeeper.rules.settlement import SettlementMethod
from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
WRONG: list[object] = ["", "yes", 1.5, -1, [], {}, 10**9, "10"]


def says_what_it_is(option: Option) -> bool:
    return all([option.label, option.help.endswith("."), option.source, option.range_words])


def has_words_for_two_values_or_more(option: Option) -> bool:
    return len(option.choices) >= 2 and all(
        option.accepts(value) and words for value, words in option.choices
    )


@EVERY_VARIANT
def test_an_option_says_what_it_is(variant: Variant) -> None:
    assert [each.name for each in variant.options if not says_what_it_is(each)] == []


@EVERY_VARIANT
def test_an_option_accepts_its_default(variant: Variant) -> None:
    default = {each: getattr(variant.defaults, each.name) for each in variant.options}
    assert [each.name for each, value in default.items() if not each.accepts(value)] == []


@EVERY_VARIANT
def test_a_choice_has_two_values_or_more_each_with_words(variant: Variant) -> None:
    choices = [each for each in variant.options if each.kind is OptionKind.CHOICE]
    assert [each.name for each in choices if not has_words_for_two_values_or_more(each)] == []


@EVERY_VARIANT
def test_an_option_refuses_wrong_values(variant: Variant) -> None:
    assert [
        (each.name, value) for each in variant.options for value in WRONG if each.accepts(value)
    ] == []


@EVERY_VARIANT
def test_every_family_has_an_option_for_the_settlement(variant: Variant) -> None:
    (settlement,) = [option for option in variant.options if option.name == "settlement"]
    assert {str(value) for value, _ in settlement.choices} == {*SettlementMethod}
