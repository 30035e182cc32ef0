"""The paper of every variant, whatever its family, before it is set."""

import re

import pytest

from scorekeeper.rules.variant import Variant
from scorekeeper.rules.variants import VARIANTS
from tests.papers.games import page_of
from tests.papers.reading import tree
from tests.papers.reading import words as text_of_all


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_worked_deal_stands_on_paper(variant: Variant) -> None:
    example = variant.examples[0]
    record = {
        "format": "scorekeeper-game/1",
        "variant": variant.key,
        "players": list(example.players),
        "deals": [dict(example.deal)],
    }
    words = text_of_all(tree(page_of(record)))
    assert variant.name in words
    figures = re.findall(r"[−+]?\d+", words)
    assert [name for name in example.players if name not in words] == []
    assert [
        points for points in example.points if str(points).replace("-", "−") not in figures
    ] == []
