"""Every option of every variant says what it is and refuses wrong values."""

import pytest

from scorekeeper.domain.options import Option, OptionKind
from scorekeeper.domain.settlement import SettlementMethod
from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS

EVERY_VARIANT = pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
OPTIONS = [
    pytest.param(option, variant, id=f"{variant.key}-{option.name}")
    for variant in VARIANTS.values()
    for option in variant.options
]


@pytest.mark.parametrize(("option", "variant"), OPTIONS)
def test_an_option_says_what_it_is(option: Option, variant: Variant) -> None:
    assert all([option.label, option.help.endswith("."), option.source, option.range_words])


@pytest.mark.parametrize(("option", "variant"), OPTIONS)
def test_an_option_accepts_its_default(option: Option, variant: Variant) -> None:
    assert option.accepts(getattr(variant.defaults, option.name))


@pytest.mark.parametrize(("option", "variant"), OPTIONS)
def test_a_choice_has_two_values_or_more_each_with_words(option: Option, variant: Variant) -> None:
    if option.kind is OptionKind.CHOICE:
        assert len(option.choices) >= 2
        assert all(option.accepts(value) and words for value, words in option.choices)


@pytest.mark.parametrize(("option", "variant"), OPTIONS)
def test_an_option_refuses_wrong_values(option: Option, variant: Variant) -> None:
    wrong: list[object] = ["", "yes", 1.5, -1, [], {}, 10**9, "10"]
    assert [value for value in wrong if option.accepts(value)] == []


@EVERY_VARIANT
def test_every_family_has_an_option_for_the_settlement(variant: Variant) -> None:
    (settlement,) = [option for option in variant.options if option.name == "settlement"]
    assert {str(value) for value, _ in settlement.choices} == {*SettlementMethod}
