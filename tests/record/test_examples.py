import pytest

from scorekeeper.record.document import FORMAT
from scorekeeper.record.reading import read_record
from scorekeeper.rules.variant import Example, Variant
from scorekeeper.rules.variants import VARIANTS

EXAMPLES = [
    pytest.param(variant, example, id=f"{variant.key}: {example.title}")
    for variant in VARIANTS.values()
    for example in variant.examples
]


def test_every_variant_has_a_worked_deal() -> None:
    assert all(variant.examples for variant in VARIANTS.values())


@pytest.mark.parametrize(("variant", "example"), EXAMPLES)
def test_a_worked_deal_scores_what_its_page_says(variant: Variant, example: Example) -> None:
    document = {
        "format": FORMAT,
        "variant": variant.key,
        "options": dict(example.options),
        "players": list(example.players),
        "deals": [*example.before, example.deal],
    }
    reading = read_record(document)
    assert reading.problems == ()
    assert reading.score is not None
    scored = reading.score.deals[-1].score
    assert scored is not None
    assert tuple(hand.points for hand in scored.hands) == example.points
    if example.held:
        assert tuple(hand.held for hand in scored.hands) == example.held
