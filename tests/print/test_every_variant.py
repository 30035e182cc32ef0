"""The paper of every variant, whatever its family."""

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from scorekeeper.domain.variant import Variant
from scorekeeper.domain.variants import VARIANTS
from tests.print.games import sheet_of, sheet_pdf


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_worked_deal_stands_on_paper(variant: Variant) -> None:
    example = variant.examples[0]
    record = {
        "format": "scorekeeper-game/1",
        "variant": variant.key,
        "players": list(example.players),
        "deals": [dict(example.deal)],
    }
    pages = PdfReader(BytesIO(sheet_pdf(sheet_of(record), size="a4"))).pages
    words = " ".join([page.extract_text() for page in pages])
    assert variant.name in words
    figures = re.findall(r"[−+]?\d+", words)
    assert [name for name in example.players if name not in words] == []
    assert [
        points for points in example.points if str(points).replace("-", "−") not in figures
    ] == []
