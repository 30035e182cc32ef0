"""The paper of every variant, whatever its family."""

import re

import pytest

from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from tests.print.games import sheet_of, sheet_pdf
from tests.print.texts import whole_text


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_worked_deal_stands_on_paper(variant: Variant) -> None:
    example = variant.examples[0]
    record = {
        "format": "scorekeeper-game/1",
        "variant": variant.key,
        "players": list(example.players),
        "deals": [dict(example.deal)],
    }
    words = whole_text(sheet_pdf(sheet_of(record), size="a4"))
    assert variant.name in words
    figures = re.findall(r"[−+]?\d+", words)
    assert [name for name in example.players if name not in words] == []
    assert [
        points for points in example.points if str(points).replace("-", "−") not in figures
    ] == []
